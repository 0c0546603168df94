use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::{browsers, node, pkg};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// What benches/run.mjs takes: --env, --tools, --samples, --json
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

/// Builds the package and measures it in the browsers.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    pkg::build()?;
    let browsers = browsers::prepare()?;
    let mut bench = node::script("benches/run.mjs");
    browsers.tell(&mut bench);
    let status = bench.args(&options.args).status().context("cannot start node")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
