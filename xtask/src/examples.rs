use anyhow::{Context, Result};

use crate::log::Log;
use crate::test::{Row, Session};
use crate::toolchain::{self, WASM, cargo};
use crate::{demo, glue, node, repo};

/// An application in www/examples: a crate with a lock file of its own.
#[derive(Debug)]
pub(crate) struct Example {
    pub(crate) folder: &'static str,
    /// The name of its crate, by which its page loads what is made of it.
    pub(crate) name: &'static str,
}

pub(crate) const ALL: [Example; 1] = [Example { folder: "leptos", name: "pinboard" }];

impl Example {
    pub(crate) fn manifest(&self) -> String {
        format!("www/examples/{}/Cargo.toml", self.folder)
    }

    pub(crate) fn lock_file(&self) -> String {
        format!("www/examples/{}/Cargo.lock", self.folder)
    }
}

/// Compiles the examples and writes their glue to where the demo's server finds it.
pub(crate) fn build(log: &Log) -> Result<()> {
    toolchain::add_wasm_target()?;
    for example in ALL {
        println!("Building the example {} (the first time this takes two minutes) …", example.name);
        let target = repo::path("target/examples-build");
        log.run(
            cargo()
                .args(["build", "--locked", "--target", WASM, "--manifest-path", &example.manifest()])
                .arg("--target-dir")
                .arg(&target),
        )
        .with_context(|| format!("the example {} does not compile", example.name))?;
        let module = target.join(WASM).join("debug").join(format!("{}.wasm", example.name));
        glue::write(&module, example.name, &repo::path("target/examples").join(example.folder))?;
    }
    Ok(())
}

/// Builds the examples and uses them in the browsers.
pub(crate) fn test(session: &Session, log: &Log) -> Result<Vec<Row>> {
    session.package()?;
    for example in ALL {
        log.run(cargo().args([
            "fmt",
            "--check",
            "--manifest-path",
            &example.manifest(),
            "--",
            "--color=never",
        ]))?;
    }
    build(log)?;
    Ok(vec![demo::checked("examples", node::script("www/examples/check.mjs"), session, log)?])
}
