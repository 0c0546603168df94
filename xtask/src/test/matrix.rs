use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::{Row, Session};
use crate::log::Log;
use crate::{node, repo};

const HARNESS: &str = "tests/harness/run.mjs";

/// Every column of the matrix: one that no result names must not pass for tested.
const ENVIRONMENTS: [&str; 10] = [
    "c156",
    "c150",
    "c156-poly",
    "ff-poly",
    "ff-native",
    "wk-poly",
    "c156-no-wasm",
    "ff-no-wasm",
    "mcpb",
    "node",
];

/// Results of complete runs; those of a selection go elsewhere, so that the coverage table stays true.
const RESULTS: &str = "target/test-results.json";
const SELECTION: &str = "target/test-results-selection.json";

/// Runs the harness; every environment becomes a line of the summary.
pub(crate) fn run(session: &Session, log: &Log) -> Result<Vec<Row>> {
    session.package()?;
    let browsers = session.browsers()?;
    for reason in &browsers.missing {
        println!("  {reason}");
    }
    let complete = session.env.is_empty() && session.grep.is_none();
    let results = repo::path(if complete { RESULTS } else { SELECTION });
    if results.is_file() {
        fs::remove_file(&results).context("cannot remove the results of the last run")?;
    }
    let mut harness = node::script(HARNESS);
    harness.args(["--verbose", "--timings", "--jobs", "2", "--json"]).arg(&results);
    if !session.env.is_empty() {
        harness.args(["--env", &session.env.join(",")]);
    }
    if complete && !session.full {
        harness.arg("--quick");
    }
    if let Some(text) = &session.grep {
        harness.args(["--grep", text]);
    }
    browsers.tell(&mut harness);
    let status = log.status(&mut harness)?;
    let Ok(json) = fs::read_to_string(&results) else {
        bail!(
            "the harness left no results ({status}); the end of {}:\n{}",
            log.path().display(),
            log.tail(40)
        );
    };
    let json: Value = serde_json::from_str(&json).context("the results of the harness are not JSON")?;
    let mut rows = rows(json.as_array().context("the results of the harness are not a list")?);
    let expected =
        ENVIRONMENTS.iter().filter(|id| session.env.is_empty() || session.env.iter().any(|env| env == *id));
    for id in expected {
        let ran = rows.iter().any(|row| row.name == *id || row.name.starts_with(&format!("{id} ")));
        if !ran && session.grep.is_none() {
            let mut row = Row::empty(id);
            row.fail(format!("{id}: no test ran"));
            rows.push(row);
        }
    }
    if !status.success() && rows.iter().all(|row| row.failed == 0) {
        let mut row = Row::empty("harness");
        row.fail(format!(
            "the harness failed ({status}); the end of {}:\n{}",
            log.path().display(),
            log.tail(40)
        ));
        rows.push(row);
    }
    Ok(rows)
}

/// One row for each environment, in the order of their first results.
fn rows(results: &[Value]) -> Vec<Row> {
    let mut rows: Vec<(String, Row, usize)> = Vec::new();
    for result in results {
        let text = |key| result.get(key).and_then(Value::as_str).unwrap_or_default();
        let (env, version) = (text("env"), text("version"));
        if !rows.iter().any(|(id, ..)| id == env) {
            let name = if version.is_empty() { env.to_owned() } else { format!("{env} ({version})") };
            rows.push((env.to_owned(), Row::empty(&name), 0));
        }
        let Some((_, row, not_applicable)) = rows.iter_mut().find(|(id, ..)| id == env) else {
            continue;
        };
        row.seconds += result.get("ms").and_then(Value::as_f64).unwrap_or(0.0) / 1000.0;
        match text("status") {
            "passed" => {
                row.passed += 1;
                if let Some(first) = result.get("flaky").and_then(Value::as_str) {
                    let first = first.lines().next().unwrap_or_default();
                    row.flaky.push(format!("{env}: {}: {first}", text("title")));
                }
            }
            "na" => *not_applicable += 1,
            "skipped" => {
                row.skipped += 1;
                row.note = text("reason").to_owned();
            }
            status => {
                let error = text("error").lines().next().unwrap_or_default();
                let line = format!("{env}: {}: {error}", text("title"));
                match status {
                    "drift" => row.drifts.push(line),
                    _ => row.fail(line),
                }
            }
        }
    }
    let finish = |(_, mut row, not_applicable): (String, Row, usize)| {
        let counted =
            [(not_applicable, "not applicable"), (row.drifts.len(), "drifted"), (row.flaky.len(), "flaky")];
        let mut notes: Vec<_> = counted
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        notes.extend(Some(row.note).filter(|note| !note.is_empty()));
        row.note = notes.join(", ");
        row
    };
    rows.into_iter().map(finish).collect()
}

/// The harness's tests of itself: that it reports what goes wrong, and leaves nothing running.
pub(crate) fn selftest(session: &Session, log: &Log) -> Result<Vec<Row>> {
    node::install_packages()?;
    let mut harness = node::script(HARNESS);
    harness.arg("--selftest");
    session.browsers()?.tell(&mut harness);
    let status = log.status(&mut harness)?;
    let text = log.text();
    let mut row = Row::empty("harness");
    row.passed = text.lines().filter(|line| line.starts_with("ok ")).count();
    for line in text.lines().filter(|line| line.starts_with("WRONG ") || line.starts_with("FAIL ")) {
        row.fail(line.to_owned());
    }
    if !status.success() && row.failed == 0 {
        bail!(
            "the harness's own tests failed ({status}); the end of {}:\n{}",
            log.path().display(),
            log.tail(40)
        );
    }
    Ok(vec![row])
}

/// Compares the answers of the polyfill with those of native Chromium, area by area.
pub(crate) fn probes(session: &Session, log: &Log) -> Result<Vec<Row>> {
    session.package()?;
    let mut probes = node::script("tests/polyfill/probes.mjs");
    session.browsers()?.tell(&mut probes);
    let status = log.status(&mut probes)?;
    let text = log.text();
    let mut row = Row::empty("probes");
    row.passed = text.lines().filter(|line| line.starts_with("ok ")).count();
    for line in text.lines().filter(|line| line.starts_with("FAIL ")) {
        row.fail(line.to_owned());
    }
    if let Some(reason) = text.lines().find_map(|line| line.strip_prefix("skipped: ")) {
        row.skipped = 1;
        row.note = reason.to_owned();
    }
    if !status.success() && row.failed == 0 {
        bail!("the probes failed ({status}); the end of {}:\n{}", log.path().display(), log.tail(40));
    }
    Ok(vec![row])
}

/// Prints which environment showed which requirement, in the last complete run.
pub(crate) fn print_coverage() -> Result<ExitCode> {
    let results = repo::path(RESULTS);
    if !results.is_file() {
        bail!("there are no results yet: run `cargo xtask test --part browsers` first");
    }
    let status = node::script(HARNESS).arg("--from").arg(&results).status();
    let status = status.context("cannot start node")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn every_environment_is_counted_apart() {
        let results = serde_json::json!([
            { "env": "c156", "version": "Chromium 156.0", "status": "passed", "ms": 1500 },
            { "env": "node", "version": "Node 20.19", "status": "failed", "title": "S1-01", "error": "no", "ms": 1 },
            { "env": "c156", "version": "Chromium 156.0", "status": "na", "reason": "none" },
            { "env": "wk-poly", "status": "skipped", "reason": "Xvfb not found" },
            { "env": "c156", "status": "drift", "title": "X-07", "error": "expected 1, got 2\n  at …", "ms": 1 },
        ]);
        let rows = rows(results.as_array().map(Vec::as_slice).unwrap_or_default());
        let seen: Vec<_> = rows
            .iter()
            .map(|row| (row.name.as_str(), row.passed, row.failed, row.skipped, row.note.as_str()))
            .collect();
        assert_eq!(
            seen,
            [
                ("c156 (Chromium 156.0)", 1, 0, 0, "1 not applicable, 1 drifted"),
                ("node (Node 20.19)", 0, 1, 0, ""),
                ("wk-poly", 0, 0, 1, "Xvfb not found"),
            ]
        );
        assert_eq!(rows[0].drifts, ["c156: X-07: expected 1, got 2"]);
    }
}
