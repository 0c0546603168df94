use anyhow::{Result, bail};

use super::{Row, Session};
use crate::log::Log;
use crate::toolchain::{self, WASM, cargo};

pub(crate) fn fmt(_: &Session, log: &Log) -> Result<Vec<Row>> {
    toolchain::add_component("rustfmt", "fmt")?;
    log.run(cargo().args(["fmt", "--all", "--check", "--", "--color=never"]))?;
    Ok(vec![Row::one("fmt")])
}

/// Each combination of target and features that is built for somebody.
const CLIPPY: [&[&str]; 7] = [
    &["--workspace"],
    &["--package", "webmcp-exec", "--target", WASM],
    &["--package", "webmcp-exec", "--target", WASM, "--features", "schemars"],
    &["--package", "webmcp-exec", "--target", WASM, "--features", "js"],
    &["--package", "webmcp-exec", "--target", WASM, "--features", "parts"],
    &["--package", "webmcp-exec", "--target", WASM, "--features", "polyfill"],
    &["--package", "webmcp-exec", "--target", WASM, "--features", "validate"],
];

pub(crate) fn clippy(_: &Session, log: &Log) -> Result<Vec<Row>> {
    toolchain::add_component("clippy", "clippy")?;
    toolchain::add_wasm_target()?;
    let mut row = Row::empty("clippy");
    for selection in CLIPPY {
        row.count(log.run(cargo().arg("clippy").args(selection).args([
            "--all-targets",
            "--",
            "--deny",
            "warnings",
        ])));
    }
    Ok(vec![row])
}

pub(crate) fn host_tests(_: &Session, log: &Log) -> Result<Vec<Row>> {
    log.status(cargo().args(["test", "--workspace", "--features", "webmcp-exec/schemars", "--no-fail-fast"]))
        .and_then(|status| {
            let row = counted("rust", log, status.success())?;
            Ok(vec![row])
        })
}

pub(crate) fn wasm_tests(session: &Session, log: &Log) -> Result<Vec<Row>> {
    toolchain::add_wasm_target()?;
    let browsers = session.browsers()?;
    if !browsers.can_run_wasm_tests() {
        let note = "skipped: they need Chromium and chromedriver".to_owned();
        return Ok(vec![Row { skipped: 1, note, ..Row::empty("wasm") }]);
    }
    let mut tests = cargo();
    tests.args(["test", "--package", "webmcp-exec", "--lib", "--tests", "--features", "schemars"]);
    tests.args(["--target", WASM, "--no-fail-fast"]);
    browsers.tell(&mut tests);
    let status = log.status(&mut tests)?;
    Ok(vec![counted("wasm", log, status.success())?])
}

/// The documentation as docs.rs builds it: every link leads somewhere.
pub(crate) fn docs(_: &Session, log: &Log) -> Result<Vec<Row>> {
    toolchain::add_wasm_target()?;
    let mut docs = cargo();
    docs.args(["doc", "--package", "webmcp-exec", "--no-deps", "--features", "schemars", "--target", WASM]);
    log.run(docs.env("RUSTDOCFLAGS", "--deny warnings"))?;
    Ok(vec![Row::one("docs")])
}

/// What crates.io would get: packed, unpacked and compiled.
pub(crate) fn package(_: &Session, log: &Log) -> Result<Vec<Row>> {
    log.run(cargo().args(["package", "--package", "webmcp-exec", "--allow-dirty", "--target", WASM]))?;
    Ok(vec![Row::one("crate")])
}

/// Reads how many tests ran from what cargo printed.
fn counted(name: &str, log: &Log, success: bool) -> Result<Row> {
    let text = log.text();
    let counts = results(&text);
    let mut row = Row { passed: counts.passed, skipped: counts.ignored, ..Row::empty(name) };
    if success && counts.failed == 0 {
        return Ok(row);
    }
    if counts.failed == 0 {
        bail!(
            "cargo test failed outside of the tests; the end of {}:\n{}",
            log.path().display(),
            log.tail(40)
        );
    }
    row.failed = counts.failed;
    row.failures = text
        .lines()
        .filter(|line| line.starts_with("test ") && line.contains("FAIL"))
        .map(Into::into)
        .collect();
    row.failures.push(format!("see {}; its end:\n{}", log.path().display(), log.tail(40)));
    Ok(row)
}

#[derive(Debug, Default, PartialEq)]
struct Counts {
    passed: usize,
    failed: usize,
    ignored: usize,
}

/// Sums the lines `test result: ok. 3 passed; 0 failed; 1 ignored; …`.
fn results(text: &str) -> Counts {
    let mut counts = Counts::default();
    for line in text.lines().filter_map(|line| line.trim().strip_prefix("test result: ")) {
        for (number, kind) in line.split([';', '.']).filter_map(|part| part.trim().split_once(' ')) {
            let number = number.parse().unwrap_or(0);
            match kind {
                "passed" => counts.passed += number,
                "failed" => counts.failed += number,
                "ignored" => counts.ignored += number,
                _ => {}
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::{Counts, results};

    #[test]
    fn results_are_summed_over_all_test_files() {
        let text = "running 2 tests\n\
            test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.01s\n\
            test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 filtered out; finished in 1.50s\n";
        assert_eq!(results(text), Counts { passed: 16, failed: 2, ignored: 1 });
        assert_eq!(results("error: could not compile"), Counts::default());
    }
}
