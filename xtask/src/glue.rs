use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use wasm_bindgen_cli::{wasm_bindgen, wasm_bindgen_test_runner};

use crate::{browsers, examples, repo};

/// Writes `<name>.js`, its types `<name>.d.ts` and `<name>_bg.wasm` for a compiled module.
pub(crate) fn write(module: &Path, name: &str, folder: &Path) -> Result<()> {
    let args: [OsString; 10] = [
        "wasm-bindgen".into(),
        module.into(),
        "--target".into(),
        "web".into(),
        // The entry files bring the bytes themselves; without this the glue would name a file to fetch.
        "--omit-default-module-path".into(),
        // The parts of a module import its table.
        "--keep-lld-exports".into(),
        "--out-name".into(),
        name.into(),
        "--out-dir".into(),
        folder.into(),
    ];
    wasm_bindgen::run_cli_with_args(args)
        .with_context(|| format!("wasm-bindgen failed on {}", module.display()))
}

/// Checks that Cargo.lock has the library and the tool at the same version: they share a private format.
pub(crate) fn check_versions() -> Result<String> {
    let lock = fs::read_to_string(repo::path("Cargo.lock")).context("cannot read Cargo.lock")?;
    let library = locked_version(&lock, "wasm-bindgen")?;
    let tool = locked_version(&lock, "wasm-bindgen-cli-support")?;
    if library != tool {
        bail!(
            "Cargo.lock has wasm-bindgen {library} and wasm-bindgen-cli {tool}: give both the same version"
        );
    }
    for example in examples::ALL {
        let lock_file = example.lock_file();
        let lock =
            fs::read_to_string(repo::path(&lock_file)).with_context(|| format!("cannot read {lock_file}"))?;
        let of_example = locked_version(&lock, "wasm-bindgen").context(lock_file.clone())?;
        if of_example != library {
            bail!(
                "{lock_file} has wasm-bindgen {of_example} and Cargo.lock {library}: give both the same version"
            );
        }
    }
    Ok(library.to_owned())
}

fn locked_version<'lock>(lock: &'lock str, package: &str) -> Result<&'lock str> {
    let name = format!("name = \"{package}\"\nversion = \"");
    let mut found = lock.split(&name).skip(1).filter_map(|rest| rest.split('"').next());
    match (found.next(), found.next()) {
        (Some(version), None) => Ok(version),
        (None, _) => Err(anyhow!("Cargo.lock does not name {package}")),
        (Some(one), Some(other)) => Err(anyhow!("Cargo.lock has {package} twice: {one} and {other}")),
    }
}

/// Runs a compiled test file in headless Chromium, as `cargo test --target wasm32-unknown-unknown` asks.
pub(crate) fn run_wasm_tests(args: Vec<OsString>) -> Result<()> {
    let mut args = args.into_iter();
    let file = args.next().context("cargo names the test file")?;
    let file = std::path::absolute(PathBuf::from(file)).context("cannot read the working folder")?;

    let mut chrome = json!({
        // A container runs browsers as root and has a small /dev/shm. Tests that want another provider than the
        // browser put it before it.
        "args": [
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--enable-features=WebMCP",
        ]
    });
    if let (Some(binary), Some(options)) = (browsers::CHROMIUM.find(), chrome.as_object_mut()) {
        options.insert("binary".into(), json!(binary));
    }
    // The runner reads the file of this name in its working folder.
    let folder = repo::path("target/wasm-tests");
    fs::create_dir_all(&folder).context("cannot create target/wasm-tests")?;
    let capabilities = json!({ "goog:chromeOptions": chrome });
    fs::write(folder.join("webdriver.json"), capabilities.to_string())
        .context("cannot write webdriver.json")?;
    std::env::set_current_dir(&folder).context("cannot enter target/wasm-tests")?;

    let args = [OsString::from("wasm-bindgen-test-runner"), file.into()].into_iter().chain(args);
    wasm_bindgen_test_runner::run_cli_with_args(args)
}

#[cfg(test)]
mod tests {
    use super::locked_version;

    #[test]
    fn the_lock_file_names_each_version_once() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"a-b\"\nversion = \"2.0.0\"\n";
        assert_eq!(locked_version(lock, "a").ok(), Some("1.0.0"));
        assert_eq!(locked_version(lock, "a-b").ok(), Some("2.0.0"));
        assert!(locked_version(lock, "b").is_err());
        let twice = format!("{lock}[[package]]\nname = \"a\"\nversion = \"3.0.0\"\n");
        assert!(locked_version(&twice, "a").is_err());
    }
}
