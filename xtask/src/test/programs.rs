use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{Row, Session};
use crate::log::Log;
use crate::node;

/// Builds the package and looks into the tarball.
pub(crate) fn package(session: &Session, log: &Log) -> Result<Vec<Row>> {
    let mut tests = tests_of("tests/packaging/tarball.mjs");
    tests.env("WEBMCP_TARBALL", &session.package()?.tarball);
    run("package", tests, log)
}

/// The command that replays sessions, in Chromium.
pub(crate) fn replay(session: &Session, log: &Log) -> Result<Vec<Row>> {
    session.package()?;
    let mut tests = tests_of("tests/replay/replay.mjs");
    session.browsers()?.tell(&mut tests);
    run("replay", tests, log)
}

/// The extension, in Chromium.
pub(crate) fn extension(session: &Session, log: &Log) -> Result<Vec<Row>> {
    session.package()?;
    let mut tests = tests_of("tests/extension/extension.mjs");
    session.browsers()?.tell(&mut tests);
    run("extension", tests, log)
}

/// Node's own test runner with one file.
fn tests_of(file: &str) -> Command {
    let mut tests = node::script("--test");
    tests.args(["--test-reporter=tap", file]);
    tests
}

/// Runs it and counts.
fn run(name: &str, mut tests: Command, log: &Log) -> Result<Vec<Row>> {
    let status = log.status(&mut tests)?;
    let text = log.text();
    let number = |label: &str| -> Option<usize> {
        text.lines().find_map(|line| line.strip_prefix(label)?.parse().ok())
    };
    let mut row = Row::empty(name);
    row.passed = number("# pass ").context("node --test printed no count")?;
    row.failed = number("# fail ").context("node --test printed no count")?;
    row.skipped = number("# skipped ").unwrap_or(0);
    if row.failed > 0 {
        row.failures =
            text.lines().filter(|line| line.trim_start().starts_with("not ok")).map(Into::into).collect();
        row.failures.push(format!("see {}", log.path().display()));
    } else if !status.success() {
        bail!("node --test failed ({status}); the end of {}:\n{}", log.path().display(), log.tail(40));
    }
    Ok(vec![row])
}
