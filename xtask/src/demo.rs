use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};

use crate::log::Log;
use crate::test::{Row, Session};
use crate::{browsers, node, pkg, repo};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The port on localhost; 0 takes any free one
    #[arg(long, default_value_t = 8787, value_name = "N")]
    port: u16,
    /// Opens the page in the default browser
    #[arg(long, conflicts_with = "check")]
    open: bool,
    /// Instead of serving, runs the page headless in every browser and prints what each call gave
    #[arg(long)]
    check: bool,
}

/// Builds the package, then serves the site until stopped.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    pkg::build()?;
    if options.check { check() } else { serve(options) }
}

fn serve(options: &Options) -> Result<ExitCode> {
    let mut server = node::script("www/serve.mjs");
    server
        .args(["--port", &options.port.to_string(), "--pkg"])
        .arg(repo::path(pkg::INSTALLED));
    let mut server = server
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start node")?;
    let output = server.stdout.take().context("the server has no output")?;
    let mut to_open = options.open;
    for line in BufReader::new(output).lines() {
        let line = line.context("cannot read what the server prints")?;
        println!("{line}");
        if to_open && line.starts_with("http") {
            open(&line);
            to_open = false;
        }
    }
    let status = server.wait().context("the server is lost")?;
    // The server has said what is wrong.
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn open(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    if Command::new(opener).arg(address).spawn().is_err() {
        eprintln!("{opener} is not there: open the address by hand");
    }
}

fn check() -> Result<ExitCode> {
    let browsers = browsers::prepare()?;
    for reason in &browsers.missing {
        println!("skipped: {reason}");
    }
    let mut check = node::script("www/check.mjs");
    browsers.tell(&mut check);
    let status = check.status().context("cannot start node")?;
    if !status.success() {
        bail!("the demo does not work in every browser");
    }
    Ok(ExitCode::SUCCESS)
}

/// The same check as a part of the tests.
pub(crate) fn test(session: &Session, log: &Log) -> Result<Vec<Row>> {
    session.package()?;
    let mut check = node::script("www/check.mjs");
    session.browsers()?.tell(&mut check);
    let mut row = Row::empty("demo");
    row.count(log.run(&mut check));
    Ok(vec![row])
}
