use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::log::Log;
use crate::test::{Row, Session};
use crate::{browsers, examples, node, pkg, repo};

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
    /// Builds the example applications, too (the first time that takes two minutes), and serves them below /examples/
    #[arg(long)]
    examples: bool,
}

/// Builds the package, then serves the site until stopped.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    pkg::build()?;
    if options.examples {
        examples::build(&Log::create("target/examples.log")?)?;
    }
    if options.check { check() } else { serve(options) }
}

fn serve(options: &Options) -> Result<ExitCode> {
    let mut server = node::script("www/serve.mjs");
    server.args(["--port", &options.port.to_string(), "--pkg"]).arg(repo::path(pkg::INSTALLED));
    let mut server = server.stdout(Stdio::piped()).spawn().context("cannot start node")?;
    let output = server.stdout.take().context("the server has no output")?;
    for line in BufReader::new(output).lines() {
        let line = line.context("cannot read what the server prints")?;
        // The server prints its address once it listens.
        if line.starts_with("http") {
            println!("The demo is at {line} (Ctrl-C stops it); {line}bench/ measures your browser.");
            if options.examples {
                for example in examples::ALL {
                    println!("The example {} is at {line}examples/{}/.", example.name, example.folder);
                }
            }
            if options.open {
                open(&line);
            }
        } else {
            println!("{line}");
        }
    }
    let status = server.wait().context("the server is lost")?;
    // The server has said what is wrong.
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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

/// The same check as a part of the tests; every call in every browser is one.
pub(crate) fn test(session: &Session, log: &Log) -> Result<Vec<Row>> {
    session.package()?;
    let mut check = node::script("www/check.mjs");
    check.arg("--json");
    Ok(vec![checked("demo", check, session, log)?])
}

/// Counts what a check prints: columns of calls, as JSON.
pub(crate) fn checked(name: &str, mut check: Command, session: &Session, log: &Log) -> Result<Row> {
    session.browsers()?.tell(&mut check);
    let output = check.output().context("cannot start node")?;
    log.write(&String::from_utf8_lossy(&output.stdout))?;
    log.write(&String::from_utf8_lossy(&output.stderr))?;
    let columns: Vec<Value> = serde_json::from_slice(&output.stdout).with_context(|| {
        format!(
            "the check ended without results ({}); the end of {}:\n{}",
            output.status,
            log.path().display(),
            log.tail(40)
        )
    })?;
    let mut row = Row::empty(name);
    for column in &columns {
        count(column, &mut row);
    }
    if !output.status.success() && row.failed == 0 {
        row.fail(format!("the check failed ({})", output.status));
    }
    Ok(row)
}

/// Counts the calls in one browser.
fn count(column: &Value, row: &mut Row) {
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let env = text(column, "env").unwrap_or_default();
    if let Some(reason) = text(column, "skipped") {
        row.skipped += 1;
        row.note = format!("{} {env}: {reason}", row.note).trim_start().to_owned();
    }
    if let Some(problem) = text(column, "problem") {
        row.fail(format!("{env}: {problem}"));
    }
    for outcome in column.get("outcomes").and_then(Value::as_array).into_iter().flatten() {
        match text(outcome, "problem") {
            None => row.passed += 1,
            Some(problem) => {
                let call = text(outcome, "call").unwrap_or_default();
                let got = text(outcome, "outcome").unwrap_or_default();
                let expected = text(outcome, "expected").unwrap_or_default();
                row.fail(format!("{env}: {call}: {got}, expected {expected}: {problem}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, count};

    #[test]
    fn every_call_in_every_browser_is_counted() {
        let mut row = Row::empty("demo");
        let call = serde_json::json!({ "call": "add", "outcome": "ok", "expected": "ok" });
        let wrong =
            serde_json::json!({ "call": "stop", "outcome": "ok", "expected": "aborted", "problem": "late" });
        count(&serde_json::json!({ "env": "c156", "outcomes": [call, wrong] }), &mut row);
        count(&serde_json::json!({ "env": "wk-poly", "outcomes": [], "skipped": "no Xvfb" }), &mut row);
        assert_eq!((row.passed, row.failed, row.skipped), (1, 1, 1));
        assert_eq!(row.failures, ["c156: stop: ok, expected aborted: late"]);
        assert_eq!(row.note, "wk-poly: no Xvfb");
    }
}
