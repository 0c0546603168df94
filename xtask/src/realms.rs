use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::log::{self, Log};
use crate::pkg::{self, IN_REALM, WORK};
use crate::wasm2js::Twin;
use crate::{inline, node, repo};

/// The module of the polyfill, which is the feature that makes the crate export it, too.
pub(crate) const MODULE: &str = "polyfill";

/// The same module as JavaScript, for pages that refuse WebAssembly.
pub(crate) const TWIN: &str = "polyfill_no_wasm";

/// Where the files of the polyfill stand as they import each other: with the glue of both modules.
const STAGE: &str = "target/pkg-work/realm";

/// Writes the polyfill and its twin: of each the module, and a function that makes the polyfill of a realm.
pub(crate) fn write(compiled: &Path, generated: &Path, log: &Log) -> Result<()> {
    let stage = repo::path(STAGE);
    pkg::empty(&stage)?;
    for name in IN_REALM {
        pkg::copy(&repo::path("pkg-template").join(name), &stage.join(name))?;
    }
    let glue = stage.join("generated");
    pkg::empty(&glue)?;
    let wasm = pkg::finish(MODULE, compiled, &BTreeSet::new(), &glue, log)?;
    pkg::write(&generated.join("polyfill.bytes.js"), inline::module(&wasm))?;
    bundle("with-wasm", &generated.join("polyfill.js"), log)?;

    let twin =
        Twin { name: TWIN, stand_ins: "{ Array, WebAssembly } from '../polyfill/javascript-module.js'" };
    twin.write(compiled, &glue, &generated.join("polyfill.translated.js"), log)?;
    bundle("without-wasm", &generated.join("polyfill.no-wasm.js"), log)
}

/// Bundles the polyfill of one realm into a function of that realm's global object, so that it may be made of more
/// than the realm that has loaded it. The globals that it uses are variables of that function.
fn bundle(entry: &str, to: &Path, log: &Log) -> Result<()> {
    let start = repo::path(STAGE).join(format!("{entry}.start.js"));
    pkg::write(
        &start,
        format!("import {{ polyfill }} from './polyfill/{entry}.js';\nmade = polyfill(module);\n"),
    )?;
    let esbuild = |to: &Path| {
        let mut esbuild = node::tool("esbuild");
        esbuild.arg(&start).args(["--bundle", "--format=iife", "--charset=ascii"]);
        esbuild.arg("--log-level=warning").arg(outfile(to));
        esbuild
    };
    let names = repo::path(WORK).join(format!("{entry}.names.js"));
    run(esbuild(&names).arg("--minify-identifiers"), log)?;
    let globals = log::answer(node::script("xtask/src/realm-globals.mjs").arg(&names))?;
    let globals: Vec<String> = serde_json::from_str(&globals).context("realm-globals.mjs printed no list")?;
    let banner = format!(
        "\
// @ts-nocheck
// Made by xtask/src/realms.rs of the files in pkg-template/polyfill.
export const polyfillIn = (globalThis, module) => {{
const {{ {} }} = globalThis;
let made;",
        globals.join(", "),
    );
    let footer = "return made;\n};";
    run(esbuild(to).args([format!("--banner:js={banner}"), format!("--footer:js={footer}")]), log)
}

fn run(esbuild: &mut Command, log: &Log) -> Result<()> {
    log.run(esbuild).context("the polyfill could not be bundled")
}

fn outfile(to: &Path) -> String {
    format!("--outfile={}", to.display())
}
