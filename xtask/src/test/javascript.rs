use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Row, Session};
use crate::log::Log;
use crate::pkg::{HAND_WRITTEN, IN_REALM, MODULES, TWINS, WORK, copy, empty};
use crate::{node, realms, repo};

pub(crate) fn biome(_: &Session, log: &Log) -> Result<Vec<Row>> {
    node::install_packages()?;
    log.run(node::tool("biome").args(["ci", "--colors=off", "--max-diagnostics=60", "."]))?;
    Ok(vec![Row::one("biome")])
}

/// The ways an application resolves the package: as Node does, and as bundlers do.
const RESOLUTIONS: [&str; 2] = ["nodenext", "bundler"];

pub(crate) fn types(session: &Session, log: &Log) -> Result<Vec<Row>> {
    session.package()?;
    let mut row = Row::empty("types");
    // The fixtures stand beside the installed package, so that they find it as an application would.
    let fixtures = repo::path("target/consumer/types");
    copy_folder(&repo::path("tests/types"), &fixtures)?;
    for resolution in RESOLUTIONS {
        let project = fixtures.join(format!("tsconfig.{resolution}.json"));
        row.count(log.run(node::tool("tsc").arg("--project").arg(project)));
    }
    // Our own JavaScript: the entry files of the package, then the tests and the site.
    let entries = entries_with_types_of_the_glue()?;
    for project in [entries, repo::path("tsconfig.json")] {
        row.count(log.run(node::tool("tsc").arg("--project").arg(project)));
    }
    Ok(vec![row])
}

/// The package again with the types that wasm-bindgen wrote for its glue. Packed, they would be noise: the
/// entries have types by hand. Without them the compiler would look for types in the generated code itself.
fn entries_with_types_of_the_glue() -> Result<PathBuf> {
    let folder = repo::path("target/entry-types");
    empty(&folder)?;
    copy_folder(&repo::path("target/pkg/generated"), &folder.join("generated"))?;
    for name in HAND_WRITTEN {
        copy(&repo::path("target/pkg").join(name), &folder.join(name))?;
    }
    // The files that are bundled stand by themselves, since what they are bundled into has the name of the glue.
    let realm = folder.join("realm");
    for name in IN_REALM.iter().chain(&["polyfill.d.ts"]) {
        copy(&repo::path("pkg-template").join(name), &realm.join(name))?;
    }
    for module in MODULES.map(|(module, _)| module).into_iter().chain([realms::TWIN]) {
        let folder = if module.starts_with(realms::MODULE) { &realm } else { &folder };
        let types = format!("{module}.d.ts");
        copy(&repo::path(WORK).join(&types), &folder.join("generated").join(types))?;
    }
    for (name, _, twin) in TWINS {
        let types = folder.join("generated").join(format!("{name}.no-wasm.d.ts"));
        copy(&repo::path(WORK).join(format!("{twin}.d.ts")), &types)?;
    }
    let project = folder.join("tsconfig.json");
    copy(&repo::path("tests/types/tsconfig.entries.json"), &project)?;
    Ok(project)
}

pub(crate) fn lint(session: &Session, log: &Log) -> Result<Vec<Row>> {
    let package = session.package()?;
    let mut row = Row::empty("lint");
    row.count(log.run(node::tool("publint").arg("run").arg(&package.tarball).arg("--strict")));
    let attw = [
        "--profile",
        "esm-only",
        "--exclude-entrypoints",
        "core.wasm",
        "devtools.iife.js",
        "polyfill.iife.js",
        "polyfill.no-wasm.iife.js",
        "webmcp-exec.iife.js",
        "--no-emoji",
        "--no-color",
    ];
    row.count(log.run(node::tool("attw").arg(&package.tarball).args(attw)));
    Ok(vec![row])
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry.with_context(|| format!("cannot read {}", from.display()))?;
        let copied = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &copied)?;
        } else {
            copy(&entry.path(), &copied)?;
        }
    }
    Ok(())
}
