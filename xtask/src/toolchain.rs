use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, anyhow};

use crate::log::{self, Log};
use crate::repo;

/// The target of everything that runs in a page.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The cargo that runs this program, at the repository's root.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(repo::path("")).env("CARGO_TERM_COLOR", "never");
    command
}

/// Adds the wasm target to the toolchain where it is missing.
pub(crate) fn add_wasm_target() -> Result<()> {
    let libraries = Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]).output();
    if libraries.is_ok_and(|found| Path::new(String::from_utf8_lossy(&found.stdout).trim()).is_dir()) {
        return Ok(());
    }
    println!("Adding the Rust target {WASM} …");
    rustup(&["target", "add", WASM])
}

/// Adds a component (`rustfmt`, `clippy`) where its command is missing.
pub(crate) fn add_component(component: &str, command: &str) -> Result<()> {
    if log::answer(cargo().args([command, "--version"])).is_ok() {
        return Ok(());
    }
    println!("Adding the Rust component {component} …");
    rustup(&["component", "add", component])
}

fn rustup(args: &[&str]) -> Result<()> {
    let wanted = args.join(" ");
    Log::create("target/rustup.log")?
        .run(Command::new("rustup").args(args))
        .map_err(|error| anyhow!("`rustup {wanted}` failed, and this build needs it: {error:#}"))
}

/// Compiler flags that keep this machine's folders out of the module's panic messages, so that the same
/// source makes the same bytes everywhere.
pub(crate) fn path_free_flags() -> Vec<String> {
    let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let sources = cargo_home.map(|home| home.join("registry").join("src"));
    let folders = [(Some(repo::path("")), ""), (sources, "registry")];
    let remapped = folders
        .into_iter()
        .filter_map(|(folder, name)| Some(format!("--remap-path-prefix={}={name}", folder?.display())));
    remapped.collect()
}
