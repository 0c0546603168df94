#[derive(Debug, clap::Args)]
pub(crate) struct Options {}
pub(crate) fn run(_: &Options) -> anyhow::Result<std::process::ExitCode> {
    anyhow::bail!("no")
}
