use std::path::Path;

use anyhow::{Context, Result};

use crate::log::Log;
use crate::node;

/// Each script: what it is made of, its name, and the global that holds what it exports, if that is anything.
const SCRIPTS: [(&str, &str, Option<&str>); 3] = [
    ("index.js", "webmcp-exec.iife.js", Some("webmcpExec")),
    ("polyfill.js", "polyfill.iife.js", None),
    ("polyfill.no-wasm.js", "polyfill.no-wasm.iife.js", None),
];

/// Writes the entries as classic scripts, each one file.
pub(crate) fn write(folder: &Path, log: &Log) -> Result<()> {
    for (entry, name, global) in SCRIPTS {
        let mut esbuild = node::tool("esbuild");
        esbuild.arg(folder.join(entry));
        esbuild.args(["--bundle", "--format=iife", "--minify", "--charset=ascii", "--log-level=warning"]);
        // What only pages need that refuse WebAssembly is twice as large as all the rest: it stays beside the script.
        esbuild.arg("--external:./core.no-wasm.js");
        if let Some(global) = global {
            esbuild.arg(format!("--global-name={global}"));
            // Where the script is not run as one, but imported, what it declares is its own.
            esbuild.arg(format!("--footer:js=globalThis.{global} = {global};"));
        }
        esbuild.arg(format!("--outfile={}", folder.join(name).display()));
        log.run(&mut esbuild).with_context(|| format!("{name} could not be bundled"))?;
    }
    Ok(())
}
