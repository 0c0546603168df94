use std::path::Path;

use anyhow::{Context, Result};

use crate::log::Log;
use crate::node;

/// What the custom elements are made from.
pub(crate) const SOURCES: [&str; 2] = ["www/ui", "www/devtools"];

/// Where the package holds them, beside the entries that name the core.
const FOLDER: &str = "ui";

/// Each element: its name in the package, and where its sources begin.
const ELEMENTS: [(&str, &str); 1] = [("devtools", "www/devtools/element.js")];

/// How sources become JavaScript: components are Preact's, and the result fits pages of any encoding.
const COMMON: [&str; 7] = [
    "--bundle",
    "--minify",
    "--charset=ascii",
    "--target=es2022",
    "--jsx=automatic",
    "--jsx-import-source=preact",
    "--log-level=warning",
];

/// Bundles the elements into files that load each other when they are needed, and as classic scripts, each one file.
pub(crate) fn write(folder: &Path, log: &Log) -> Result<()> {
    let mut esbuild = node::tool("esbuild");
    for (name, source) in ELEMENTS {
        esbuild.arg(format!("{name}={source}"));
    }
    esbuild.args(COMMON).args(["--format=esm", "--splitting", "--chunk-names=[name]-[hash]"]);
    esbuild.arg("--legal-comments=none").arg(format!("--outdir={}", folder.join(FOLDER).display()));
    log.run(&mut esbuild).context("the elements could not be bundled")?;

    for (name, _) in ELEMENTS {
        let mut esbuild = node::tool("esbuild");
        esbuild.arg(folder.join(format!("{name}.js"))).args(COMMON).arg("--format=iife");
        esbuild.arg(format!("--outfile={}", folder.join(format!("{name}.iife.js")).display()));
        log.run(&mut esbuild).with_context(|| format!("{name}.iife.js could not be bundled"))?;
    }
    Ok(())
}
