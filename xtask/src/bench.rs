use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::{browsers, node, pkg};

/// Whatever benches/run.mjs takes goes to it as it is; `--help` comes from there, too.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Options {
    /// --quick, --env, --section, --json, --markdown, --record, --from
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

/// Builds the package and measures it in the browsers and in Node.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    pkg::build()?;
    let browsers = browsers::prepare()?;
    let mut bench = node::script("benches/run.mjs");
    browsers.tell(&mut bench);
    let status = bench.args(&options.args).status().context("cannot start node")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
