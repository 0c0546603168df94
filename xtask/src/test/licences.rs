use std::fs;

use anyhow::{Context, Result};
use serde_json::Value;

use super::{Row, Session};
use crate::log::{self, Log};
use crate::{examples, repo, toolchain};

/// Licences that let everybody use what they cover, under whatever licence their own work has.
const ALLOWED: [&str; 16] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BlueOak-1.0.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Python-2.0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// What only tests load and no product of ours holds, under a licence that asks something of those who change it.
const TOOLS: [(&str, &str); 1] = [("axe-core", "MPL-2.0")];

/// One check for the crates, one for those of each example, one for the npm packages.
pub(crate) fn check(_: &Session, log: &Log) -> Result<Vec<Row>> {
    let mut row = Row::empty("licences");
    row.count(judge(&crates("Cargo.toml")?, log));
    for example in examples::ALL {
        row.count(judge(&crates(&example.manifest())?, log));
    }
    row.count(judge(&npm_packages()?, log));
    Ok(vec![row])
}

/// Name and licence of something we depend on.
type Dependency = (String, String);

fn judge(dependencies: &[Dependency], log: &Log) -> Result<()> {
    let mut refused = Vec::new();
    for (name, licence) in dependencies {
        log.write(&format!("{name}: {licence}"))?;
        if !allowed(licence) && !TOOLS.contains(&(name, licence)) {
            refused.push(format!("{name} ({licence})"));
        }
    }
    anyhow::ensure!(!dependencies.is_empty(), "no dependency was found");
    anyhow::ensure!(refused.is_empty(), "not under an allowed licence: {}", refused.join(", "));
    Ok(())
}

fn crates(manifest: &str) -> Result<Vec<Dependency>> {
    let mut metadata = toolchain::cargo();
    metadata.args(["metadata", "--locked", "--format-version", "1", "--manifest-path", manifest]);
    let metadata = log::answer(&mut metadata)?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo metadata is not JSON")?;
    let packages =
        metadata.get("packages").and_then(Value::as_array).context("cargo metadata has no packages")?;
    Ok(packages.iter().map(|package| (text(package, "name"), text(package, "license"))).collect())
}

fn npm_packages() -> Result<Vec<Dependency>> {
    let lock =
        fs::read_to_string(repo::path("package-lock.json")).context("cannot read package-lock.json")?;
    let lock: Value = serde_json::from_str(&lock).context("package-lock.json is not JSON")?;
    let packages =
        lock.get("packages").and_then(Value::as_object).context("package-lock.json has no packages")?;
    let installed = packages.iter().filter(|(path, _)| !path.is_empty());
    Ok(installed
        .map(|(path, package)| (path.replace("node_modules/", ""), text(package, "license")))
        .collect())
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or("no licence named").to_owned()
}

/// Whether an SPDX expression such as `(MIT OR GPL-2.0) AND Zlib` leaves a choice that is allowed. Older crates
/// write `MIT/Apache-2.0`.
fn allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = expression.split_whitespace().peekable();
    any(&mut words) && words.next().is_none()
}

type Words<'text> = std::iter::Peekable<std::str::SplitWhitespace<'text>>;

fn any(words: &mut Words) -> bool {
    let mut allowed = all(words);
    while words.next_if_eq(&"OR").is_some() {
        allowed |= all(words);
    }
    allowed
}

fn all(words: &mut Words) -> bool {
    let mut allowed = single(words);
    while words.next_if_eq(&"AND").is_some() {
        allowed &= single(words);
    }
    allowed
}

fn single(words: &mut Words) -> bool {
    match words.next() {
        Some("(") => any(words) & words.next_if_eq(&")").is_some(),
        Some(name) => {
            let exception = words.next_if_eq(&"WITH").and_then(|_| words.next());
            let name =
                exception.map_or_else(|| name.to_owned(), |exception| format!("{name} WITH {exception}"));
            ALLOWED.contains(&name.as_str())
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::allowed;

    #[test]
    fn one_allowed_choice_is_enough() {
        for expression in [
            "MIT",
            "MIT OR GPL-3.0",
            "GPL-3.0 OR MIT",
            "MIT/Apache-2.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
            "(MIT OR GPL-2.0) AND Unicode-3.0",
        ] {
            assert!(allowed(expression), "{expression}");
        }
    }

    #[test]
    fn everything_required_must_be_allowed() {
        for expression in [
            "",
            "GPL-3.0",
            "no licence named",
            "MIT AND GPL-3.0",
            "(MIT OR GPL-2.0) AND AGPL-3.0",
            "Apache-2.0 WITH Other-exception",
            "(MIT",
            "MIT MIT",
        ] {
            assert!(!allowed(expression), "{expression}");
        }
    }
}
