use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use walrus::Module;
use wasm_split_cli_support::{Options, transform};

/// What the linker must keep so that a module can be taken apart: which function and which data uses which.
pub(crate) const LINKER_FLAG: &str = "-Clink-arg=--emit-relocs";

/// A module that was taken apart at the calls of `src/part.rs`.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The module with everything that is in no part, for wasm-bindgen.
    pub(crate) main: PathBuf,
    /// Each part by its name, with the pieces that it needs beside the main module, in the order in which they load.
    /// What several parts have in common is a piece of its own.
    pub(crate) pieces: BTreeMap<String, Vec<String>>,
    folder: PathBuf,
}

impl Parts {
    /// Takes a linked module apart; the pieces go to `folder`.
    pub(crate) fn of(module: &Path, folder: &Path) -> Result<Parts> {
        let wasm = fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
        let main = folder.join("main.wasm");
        let mut options = Options::new(&wasm);
        options.output_dir = folder;
        options.main_out_path = &main;
        let split = transform(options).map_err(|error| anyhow!("{error:#}"))?;
        let pieces: BTreeMap<_, _> = split.prefetch_map.into_iter().collect();
        if pieces.is_empty() {
            bail!("{} has no part: is the feature `parts` on?", module.display());
        }
        Ok(Parts { main, pieces, folder: folder.to_owned() })
    }

    /// The names of all pieces.
    pub(crate) fn all(&self) -> Vec<&str> {
        let mut all: Vec<&str> = self.pieces.values().flatten().map(String::as_str).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The names of what the pieces import from the main module: its memory, its table.
    pub(crate) fn shared(&self) -> Result<BTreeSet<String>> {
        let mut names = BTreeSet::new();
        for piece in self.all() {
            let module = Module::from_file(self.path(piece))?;
            names.extend(module.imports.iter().map(|import| import.name.clone()));
        }
        Ok(names)
    }

    /// Where a piece is.
    pub(crate) fn path(&self, piece: &str) -> PathBuf {
        self.folder.join(format!("{piece}.wasm"))
    }
}

/// The module that gives the pieces of a part, each as a function that gives its bytes.
pub(crate) fn list(pieces: &[String]) -> String {
    let imports: String =
        pieces.iter().map(|name| format!("import {name} from './{name}.bytes.js';\n")).collect();
    format!("// Made by xtask/src/parts.rs.\n{imports}\nexport default [{}];\n", pieces.join(", "))
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn a_list_imports_its_pieces_in_order() {
        let list = list(&["chunk_2".to_owned(), "split_agent".to_owned()]);
        let lines: Vec<&str> = list.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "import chunk_2 from './chunk_2.bytes.js';",
                "import split_agent from './split_agent.bytes.js';",
                "",
                "export default [chunk_2, split_agent];",
            ]
        );
    }
}
