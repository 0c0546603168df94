use std::fs;
use std::process::Command;

use anyhow::{Context, Result, anyhow, bail};

use crate::log::{self, Log};
use crate::repo;

/// The oldest Node whose `require` loads the package's ES modules.
const OLDEST: (u32, u32) = (20, 19);

/// Checks Node and installs the packages of package.json where its lock file changed.
pub(crate) fn install_packages() -> Result<()> {
    check_version()?;
    // npm's own record is written before the lock file at times and after it at others, so its age tells
    // nothing; a copy of the lock file does.
    let installed_from = repo::path("node_modules/.installed-from.json");
    let lock_file = repo::path("package-lock.json");
    let wanted = fs::read(&lock_file).context("cannot read package-lock.json")?;
    if fs::read(&installed_from).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("Installing the development tools from npm …");
    Log::create("target/npm-ci.log")?
        .run(npm().args(["ci", "--no-audit", "--no-fund", "--no-progress"]))
        .context("the npm packages could not be installed; is there a network?")?;
    fs::write(&installed_from, wanted).context("cannot write into node_modules")
}

/// `node script`, run at the repository's root.
pub(crate) fn script(path: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(path).current_dir(repo::path(""));
    command
}

/// A tool that npm installed.
pub(crate) fn tool(name: &str) -> Command {
    let file = if cfg!(windows) { format!("{name}.cmd") } else { name.to_owned() };
    let mut command = Command::new(repo::path("node_modules/.bin").join(file));
    command.current_dir(repo::path("")).env("NO_COLOR", "1");
    command
}

/// npm, run at the repository's root.
pub(crate) fn npm() -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(repo::path("")).env("NO_COLOR", "1");
    command
}

fn check_version() -> Result<()> {
    let (major, minor) = OLDEST;
    let version = log::answer(Command::new("node").arg("--version")).map_err(|_| {
        anyhow!("Node {major}.{minor} or newer is needed and was not found: see https://nodejs.org")
    })?;
    let version = version.trim();
    if parse(version).is_none_or(|found| found < OLDEST) {
        bail!("Node {major}.{minor} or newer is needed, and this is {version}: see https://nodejs.org");
    }
    log::answer(npm().arg("--version"))
        .map_err(|_| anyhow!("npm is needed beside Node and was not found"))?;
    Ok(())
}

/// `v20.19.1` → (20, 19)
fn parse(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.strip_prefix('v')?.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn versions_compare_as_numbers() {
        assert_eq!(parse("v20.19.1"), Some((20, 19)));
        assert!(parse("v20.9.0") < Some((20, 19)));
        assert!(parse("v100.0.0") > Some((20, 19)));
        assert_eq!(parse("v20"), None);
        assert_eq!(parse("twenty"), None);
    }
}
