use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use walrus::Module;

use crate::freshness::Freshness;
use crate::log::{self, Log};
use crate::parts::{self, Parts};
use crate::wasm2js::{self, Twin};
use crate::{
    classic, elements, extension, glue, inline, names, node, panics, realms, repo, stack, toolchain,
};

/// What the package is made from; a change in any of them makes it anew.
const INPUTS: [&str; 12] = [
    "src",
    "Cargo.toml",
    "Cargo.lock",
    "pkg-template",
    "package-lock.json",
    "README.md",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "xtask/src",
    elements::SOURCES[0],
    elements::SOURCES[1],
];

/// What its modules are made from, which takes most of the time.
const MODULES_INPUTS: [&str; 6] =
    ["src", "Cargo.toml", "Cargo.lock", "pkg-template/polyfill", "package-lock.json", "xtask/src"];

/// The hand-written files, shipped as they are.
pub(crate) const HAND_WRITTEN: &[&str] = &[
    "agent.js",
    "core.js",
    "core.no-wasm.js",
    "devtools.js",
    "devtools.d.ts",
    "index.js",
    "index.d.ts",
    "models.js",
    "no-wasm.d.ts",
    "page.js",
    "polyfill.js",
    "polyfill.d.ts",
    "polyfill.no-wasm.js",
    "polyfill.no-wasm.d.ts",
    "realms.js",
    "registry.js",
    "tool.js",
    "types/adapters.d.ts",
    "types/agent.d.ts",
    "types/aliases.d.ts",
    "types/batch.d.ts",
    "types/convert.d.ts",
    "types/definition.d.ts",
    "types/events.d.ts",
    "types/formats.d.ts",
    "types/navigation.d.ts",
    "types/registry.d.ts",
    "types/runtime.d.ts",
    "types/tool.d.ts",
    "types/validation.d.ts",
    "validator.js",
    "webmcp-exec.iife.d.ts",
    "validator.no-wasm.js",
];

/// What the polyfill of a realm is made of: its two entries are bundled, each with the glue of its module.
pub(crate) const IN_REALM: &[&str] = &[
    "polyfill/core.js",
    "polyfill/elements.js",
    "polyfill/form-access.js",
    "polyfill/form-watch.js",
    "polyfill/frames.js",
    "polyfill/installation.js",
    "polyfill/interface.js",
    "polyfill/javascript-module.js",
    "polyfill/model-context.js",
    "polyfill/observed-methods.js",
    "polyfill/part.js",
    "polyfill/peer.js",
    "polyfill/platform.js",
    "polyfill/realm.js",
    "polyfill/standing.js",
    "polyfill/submission.js",
    "polyfill/submit-event.js",
    "polyfill/tool-events.js",
    "polyfill/with-wasm.js",
    "polyfill/without-wasm.js",
];

/// The texts of the repository's root that the package carries too.
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Each module of the package: its name there, and the feature that makes the crate export it.
pub(crate) const MODULES: [(&str, &str); 3] =
    [("exec", IN_PARTS), ("polyfill", "polyfill"), ("validate", "validate")];

/// The feature of the module that is taken apart.
const IN_PARTS: &str = "parts";

/// The modules that the package holds as JavaScript too: the name there, the feature that makes the crate export it, and
/// the name of its twin.
pub(crate) const TWINS: [(&str, &str, &str); 2] =
    [("exec", "js", "exec_no_wasm"), ("validate", "validate", "validate_no_wasm")];

/// Where the glue of the twins is bundled with what stands for WebAssembly there.
const TWINS_STAGE: &str = "target/pkg-work/twins";

/// Where each module is compiled, with what the package does not hold: the types of its glue.
pub(crate) const WORK: &str = "target/pkg-work";

/// Where the finished modules are.
const FINISHED: &str = "target/pkg-modules";

/// Where the pieces of the module are that is taken apart.
const PIECES: &str = "target/pkg-work/parts";

/// Where the tests and the demo find the installed package.
pub(crate) const INSTALLED: &str = "target/consumer/node_modules/webmcp-exec";

/// The finished package.
#[derive(Debug, Clone)]
pub(crate) struct Package {
    pub(crate) tarball: PathBuf,
}

/// Makes `target/pkg`, packs it and installs the tarball, unless nothing changed since.
pub(crate) fn build() -> Result<Package> {
    toolchain::add_wasm_target()?;
    node::install_packages()?;
    let version = crate_version()?;
    let package = Package { tarball: repo::path(format!("target/webmcp-exec-{version}.tgz")) };
    let freshness = Freshness::of(&INPUTS, "target/pkg.inputs")?;
    let products = [
        package.tarball.clone(),
        repo::path(INSTALLED).join("package.json"),
        repo::path(extension::FOLDER).join("manifest.json"),
    ];
    if freshness.holds() && products.iter().all(|product| product.is_file()) {
        return Ok(package);
    }
    freshness.forget()?;
    println!("Building the package (the first time this takes a minute) …");
    let log = Log::create("target/pkg.log")?;
    glue::check_versions()?;
    assemble(&version, &log)?;
    pack(&package, &log)?;
    install(&package, &log)?;
    freshness.record()?;
    Ok(package)
}

/// The version of the crate, which is that of the package.
fn crate_version() -> Result<String> {
    let metadata = log::answer(toolchain::cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo metadata is not JSON")?;
    let packages = metadata.get("packages").and_then(Value::as_array).into_iter().flatten();
    let of_crate = packages.filter(|package| package.get("name").is_some_and(|name| name == "webmcp-exec"));
    let version = of_crate.filter_map(|package| package.get("version")?.as_str()).next();
    Ok(version.context("the workspace has no package webmcp-exec")?.to_owned())
}

/// Fills `target/pkg` with everything the tarball holds.
fn assemble(version: &str, log: &Log) -> Result<()> {
    let folder = repo::path("target/pkg");
    empty(&folder)?;
    for name in HAND_WRITTEN {
        copy(&repo::path("pkg-template").join(name), &folder.join(name))?;
    }
    for name in TEXTS {
        copy(&repo::path(name), &folder.join(name))?;
    }
    write(&folder.join("package.json"), stamped_manifest(version)?)?;
    make_modules(log)?;
    let finished = repo::path(FINISHED);
    let generated = folder.join("generated");
    copy_all(&finished.join("generated"), &generated)?;
    copy(&finished.join("core.wasm"), &folder.join("core.wasm"))?;
    bundle_validator(&generated.join("json-schema.js"), log)?;
    bundle_without_wasm(&folder, log)?;
    elements::write(&folder, log)?;
    bundle_command(&folder, log)?;
    classic::write(&folder, log)?;
    extension::write(version, log)
}

/// Makes the modules, with their glue, unless nothing changed since.
fn make_modules(log: &Log) -> Result<()> {
    let freshness = Freshness::of(&MODULES_INPUTS, "target/pkg-modules.inputs")?;
    if freshness.holds() && repo::path(FINISHED).is_dir() {
        return Ok(());
    }
    freshness.forget()?;
    let finished = repo::path(FINISHED);
    empty(&finished)?;
    let generated = finished.join("generated");
    empty(&generated)?;
    for (name, feature) in MODULES {
        let compiled = compile(name, feature, log)?;
        let inlined = generated.join(format!("{name}.bytes.js"));
        if feature == realms::MODULE {
            realms::write(&compiled, &generated, log)?;
            continue;
        }
        if feature != IN_PARTS {
            let wasm = finish(name, &compiled, &BTreeSet::new(), &generated, log)?;
            write(&inlined, inline::module(&wasm))?;
            continue;
        }
        let pieces = repo::path(PIECES);
        empty(&pieces)?;
        let parts = Parts::of(&compiled, &pieces)?;
        let wasm = finish(name, &parts.main, &parts.shared()?, &generated, log)?;
        write(&inlined, inline::module(&wasm))?;
        write_parts(&parts, &wasm, &generated.join("parts"), log)?;
        write(&finished.join("core.wasm"), wasm)?;
    }
    for (name, feature, twin) in TWINS {
        write_twin(name, feature, twin, &generated, log)?;
    }
    freshness.record()
}

/// Writes a module as JavaScript, with its glue, for pages that refuse WebAssembly.
fn write_twin(name: &str, feature: &str, twin: &'static str, generated: &Path, log: &Log) -> Result<()> {
    let compiled = compile(twin, feature, log)?;
    let stage = repo::path(TWINS_STAGE);
    empty(&stage)?;
    copy(&repo::path("pkg-template/polyfill/javascript-module.js"), &stage.join("javascript-module.js"))?;
    let to = generated.join(format!("{name}.translated.js"));
    let stand_ins = "{ WebAssembly } from './javascript-module.js'";
    Twin { name: twin, stand_ins }.write(&compiled, &stage, &to, log)?;

    let mut outfile = OsString::from("--outfile=");
    outfile.push(generated.join(format!("{name}.no-wasm.js")));
    let args =
        ["--bundle", "--format=esm", "--charset=ascii", "--log-level=warning", "--banner:js=// @ts-nocheck"];
    log.run(node::tool("esbuild").arg(stage.join(format!("{twin}.js"))).args(args).arg(outfile))
        .with_context(|| format!("the glue of {twin} could not be bundled"))
}

/// The template's package.json with the crate's version in it.
fn stamped_manifest(version: &str) -> Result<String> {
    const PLACEHOLDER: &str = "\"version\": \"0.0.0\"";
    let path = repo::path("pkg-template/package.json");
    let template = fs::read_to_string(&path).context("cannot read pkg-template/package.json")?;
    if template.matches(PLACEHOLDER).count() != 1 {
        bail!("pkg-template/package.json must hold {PLACEHOLDER} once: the version is stamped there");
    }
    Ok(template.replace(PLACEHOLDER, &format!("\"version\": \"{version}\"")))
}

/// Compiles the crate with one feature; gives where the module is.
fn compile(name: &str, feature: &str, log: &Log) -> Result<PathBuf> {
    let mut flags = toolchain::path_free_flags();
    flags.push(wasm2js::PLAIN_CONVERSIONS.to_owned());
    if feature == IN_PARTS {
        flags.push(parts::LINKER_FLAG.to_owned());
    }
    let mut build = toolchain::cargo();
    build
        .args(["rustc", "--package", "webmcp-exec", "--lib", "--release", "--target", toolchain::WASM])
        // With the crate's other type, which Rust users link, cargo would optimise nothing across crates: ten percent.
        .args(["--crate-type", "cdylib", "--features", feature])
        .args(["--", "-C", &format!("link-arg=-zstack-size={}", stack::size(name))])
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    log.run(&mut build).context("the crate does not compile for the browser")?;

    // All modules have the same file name: each is taken away before the next is compiled.
    let work = repo::path(WORK);
    fs::create_dir_all(&work).with_context(|| format!("cannot create {WORK}"))?;
    let compiled = work.join(format!("{name}.wasm"));
    let target = repo::path("target").join(toolchain::WASM);
    copy(&target.join("release/webmcp_exec.wasm"), &compiled)?;
    Ok(compiled)
}

/// Writes the glue of a compiled module into `generated`; gives the optimised module, whose exports of the names
/// `kept` are kept.
pub(crate) fn finish(
    name: &str,
    compiled: &Path,
    kept: &BTreeSet<String>,
    generated: &Path,
    log: &Log,
) -> Result<Vec<u8>> {
    let work = repo::path(WORK);
    glue::write(compiled, name, &work)?;
    let short = short(name);
    write(&generated.join(format!("{name}.js")), shrink(name, kept, &work, &short)?)?;
    optimise(&short, &work.join(format!("{name}.opt.wasm")), log)
}

/// Writes the pieces of a module, and for each part the list of those that it needs.
fn write_parts(parts: &Parts, main: &[u8], folder: &Path, log: &Log) -> Result<()> {
    for piece in parts.all() {
        let wasm = parts.path(piece);
        let optimised = optimise(&wasm, &wasm.with_extension("opt.wasm"), log)?;
        write(&folder.join(format!("{piece}.bytes.js")), inline::piece(&optimised, main))?;
    }
    for (part, pieces) in &parts.pieces {
        write(&folder.join(format!("{part}.js")), parts::list(pieces))?;
    }
    Ok(())
}

fn optimise(module: &Path, to: &Path, log: &Log) -> Result<Vec<u8>> {
    let args = ["-Oz", "--strip-debug", "--strip-producers", "--output"];
    log.run(node::tool("wasm-opt").arg(module).args(args).arg(to)).context("wasm-opt failed")?;
    fs::read(to).with_context(|| format!("cannot read {}", to.display()))
}

/// A module before it is optimised.
pub(crate) fn short(name: &str) -> PathBuf {
    repo::path(WORK).join(format!("{name}.short.wasm"))
}

/// Each module of the package and each piece of one, by its name, before it is optimised.
pub(crate) fn compiled() -> Result<Vec<(String, PathBuf)>> {
    let mut all: Vec<_> = MODULES.iter().map(|(name, _)| ((*name).to_owned(), short(name))).collect();
    let pieces = fs::read_dir(repo::path(PIECES)).with_context(|| format!("cannot read {PIECES}"))?;
    for piece in pieces {
        let path = piece?.path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let is_piece = path.extension().is_some_and(|extension| extension == "wasm");
        if is_piece && name != "main" && !name.contains('.') {
            all.push((name.to_owned(), path.clone()));
        }
    }
    all.sort();
    Ok(all)
}

/// An optimised module with the names of its functions, which the package's is without.
pub(crate) fn named(module: &Path, log: &Log) -> Result<Vec<u8>> {
    let named = module.with_extension("named.wasm");
    log.run(node::tool("wasm-opt").arg(module).args(["-Oz", "-g", "--output"]).arg(&named))
        .context("wasm-opt failed")?;
    fs::read(&named).with_context(|| format!("cannot read {}", named.display()))
}

/// Writes a module to `to` whose names are short and whose panics trap; gives its glue.
pub(crate) fn shrink(name: &str, kept: &BTreeSet<String>, work: &Path, to: &Path) -> Result<String> {
    let glue = work.join(format!("{name}.js"));
    let places = names::places(&glue)?;
    let glue = fs::read_to_string(&glue).with_context(|| format!("cannot read {}", glue.display()))?;
    let mut module = Module::from_file(work.join(format!("{name}_bg.wasm")))?;
    let glue = names::shorten(&mut module, &glue, &places, kept)
        .with_context(|| format!("module and glue of {name} do not fit"))?;
    panics::trap(&mut module)?;
    stack::check(&module, name)?;
    write(to, module.emit_wasm())?;
    Ok(glue)
}

/// Writes the JSON Schema validator of others, with our few lines around it, as one module of the package: so it
/// depends on nothing. What it takes from globals that may run for ever is replaced.
fn bundle_validator(to: &Path, log: &Log) -> Result<()> {
    let mut outfile = OsString::from("--outfile=");
    outfile.push(to);
    log.run(
        node::tool("esbuild")
            .args(["pkg-template/json-schema/entry.js", "--bundle", "--format=esm", "--charset=ascii"])
            .args(["--inject:pkg-template/json-schema/globals.js", "--legal-comments=inline"])
            .args(["--banner:js=// @ts-nocheck", "--log-level=warning"])
            .arg(outfile),
    )
    .context("the JSON Schema validator could not be bundled")
}

/// Writes the package's command, with the panel's reader of sessions in it. It finds Playwright where it is run.
fn bundle_command(folder: &Path, log: &Log) -> Result<()> {
    log.run(
        node::tool("esbuild")
            .args(["pkg-template/replay/cli.js", "--bundle", "--platform=node", "--format=esm"])
            .args(["--target=node20.19", "--charset=ascii", "--log-level=warning"])
            .args(["--banner:js=#!/usr/bin/env node"])
            .arg(format!("--outfile={}", folder.join("replay.js").display())),
    )
    .context("the command could not be bundled")
}

/// Writes the main entry for pages that refuse WebAssembly: the same files over the core as JavaScript, which has all
/// parts.
fn bundle_without_wasm(folder: &Path, log: &Log) -> Result<()> {
    let stage = repo::path(WORK).join("without-wasm");
    empty(&stage)?;
    for name in HAND_WRITTEN.iter().filter(|name| name.ends_with(".js")) {
        copy(&folder.join(name), &stage.join(name))?;
    }
    write(&stage.join("core.js"), "export { load, promised } from './core.no-wasm.js';\n")?;
    let parts = folder.join("generated/parts");
    for entry in fs::read_dir(&parts).with_context(|| format!("cannot read {}", parts.display()))? {
        write(&stage.join("generated/parts").join(entry?.file_name()), "export default [];\n")?;
    }
    let mut outfile = OsString::from("--outfile=");
    outfile.push(folder.join("no-wasm.js"));
    let args = [
        "--bundle",
        "--format=esm",
        "--charset=ascii",
        "--external:./core.no-wasm.js",
        "--log-level=warning",
    ];
    log.run(node::tool("esbuild").arg(stage.join("index.js")).args(args).arg(outfile))
        .context("the entry for pages that refuse WebAssembly could not be bundled")
}

fn pack(package: &Package, log: &Log) -> Result<()> {
    let args = ["pack", "--ignore-scripts", "--pack-destination"];
    log.run(node::npm().args(args).arg(repo::path("target")).current_dir(repo::path("target/pkg")))?;
    if !package.tarball.is_file() {
        bail!("npm pack did not make {}", repo::relative(&package.tarball).display());
    }
    Ok(())
}

/// Installs the tarball as an application would.
fn install(package: &Package, log: &Log) -> Result<()> {
    let consumer = repo::path("target/consumer");
    empty(&consumer.join("node_modules"))?;
    write(&consumer.join("package.json"), "{ \"private\": true, \"type\": \"module\" }\n")?;
    let args = ["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--offline"];
    log.run(node::npm().args(args).arg(&package.tarball).current_dir(&consumer))
}

pub(crate) fn empty(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot empty {}", folder.display()));
        }
        _ => {}
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    if !from.is_file() {
        bail!("{} is missing, and the package needs it", repo::relative(from).display());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    fs::copy(from, to).with_context(|| format!("cannot copy to {}", to.display()))?;
    Ok(())
}

/// Copies a folder with all that it holds.
fn copy_all(from: &Path, to: &Path) -> Result<()> {
    let entries = fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_all(&entry.path(), &to)?;
        } else {
            copy(&entry.path(), &to)?;
        }
    }
    Ok(())
}

pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}
