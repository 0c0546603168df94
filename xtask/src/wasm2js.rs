use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use walrus::{ImportKind, Module, RawCustomSection};

use crate::log::Log;
use crate::pkg::{self, WORK};
use crate::{glue, node, repo};

/// The features whose values wasm2js knows no table for: it refuses a module with a second table.
const REFERENCES: [&[u8]; 2] = [b"multivalue", b"reference-types"];

/// Where the glue's array of JavaScript's values begins to hold other than fixed ones: an internal of wasm-bindgen, which
/// gives it to a module with references as `__wbindgen_externref_statics_end`, and to one without not at all. The two
/// must agree, or values are dropped that are still used: [`check_glue`].
const FIRST_FREE: u32 = 1028;

/// Lets the compiler write out what Rust's `as` makes of a float that no integer holds: the pass that replaces the
/// instruction for it takes such floats for none, and gives 0 for infinity.
pub(crate) const PLAIN_CONVERSIONS: &str = "-Ctarget-feature=-nontrapping-fptoint";

/// A module as JavaScript, for pages that refuse WebAssembly.
#[derive(Debug)]
pub(crate) struct Twin {
    pub(crate) name: &'static str,
    /// What its glue imports in the place of globals, in the words of an import: see `javascript-module.js`.
    pub(crate) stand_ins: &'static str,
}

impl Twin {
    /// Writes the module to `to`, and its glue, which has its name, into a folder.
    pub(crate) fn write(&self, compiled: &Path, glue_folder: &Path, to: &Path, log: &Log) -> Result<()> {
        let work = repo::path(WORK);
        let plain = work.join(format!("{}.plain.wasm", self.name));
        without_references(compiled, &plain)?;
        glue::write(&plain, self.name, &work)?;
        let short = pkg::short(self.name);
        let glue = pkg::shrink(self.name, &BTreeSet::new(), &work, &short)?;
        check_glue(&glue)?;
        // In the glue alone, these are no globals.
        let glue = format!("import {};\n{glue}", self.stand_ins);
        pkg::write(&glue_folder.join(format!("{}.js", self.name)), glue)?;
        translate(&short, to, log)
    }
}

/// Writes a compiled module to `to` whose glue keeps JavaScript's values in an array of its own, as it does where the
/// compiler had no references to them.
fn without_references(compiled: &Path, to: &Path) -> Result<()> {
    const FEATURES: &str = "target_features";
    let mut module = Module::from_file(compiled)?;
    let section = module.customs.remove_raw(FEATURES).context("the compiled module names no features")?;
    let data = without(&section.data, &REFERENCES).context("the list of features cannot be read")?;
    module.customs.add(RawCustomSection { name: FEATURES.to_owned(), data });
    answer_first_free(&mut module)?;
    fs::write(to, module.emit_wasm()).with_context(|| format!("cannot write {}", to.display()))
}

/// Answers in the module itself what wasm-bindgen would leave to be imported.
fn answer_first_free(module: &mut Module) -> Result<()> {
    let import = module.imports.find("__wbindgen_externref_xform__", "__wbindgen_externref_statics_end");
    let import = import.context("the compiled module does not ask where free slots begin")?;
    let ImportKind::Function(function) = module.imports.get(import).kind else {
        bail!("the compiled module asks for something else")
    };
    module.replace_imported_func(function, |(body, _)| {
        body.i32_const(FIRST_FREE.cast_signed());
    })?;
    Ok(())
}

/// Checks that the glue frees from there on.
fn check_glue(glue: &str) -> Result<()> {
    if glue.contains(&format!("if (idx < {FIRST_FREE}) return;")) {
        return Ok(());
    }
    bail!(
        "wasm-bindgen's glue does not keep {FIRST_FREE} fixed values: what does this version keep, and where?"
    )
}

/// A list of features without some: how many there are, then each as a sign, its length and its name. No number has
/// more than one byte.
fn without(features: &[u8], left_out: &[&[u8]]) -> Option<Vec<u8>> {
    let (count, mut rest) = features.split_first()?;
    let mut kept = vec![0];
    for _ in 0..*count {
        let [_, length, ..] = rest else { return None };
        let (feature, after) = rest.split_at_checked(2 + usize::from(*length))?;
        if !left_out.contains(&feature.get(2..)?) {
            kept.extend(feature);
            *kept.first_mut()? += 1;
        }
        rest = after;
    }
    rest.is_empty().then_some(kept)
}

/// Writes a module as an ES module whose default export makes an instance of it, given what it imports.
fn translate(module: &Path, to: &Path, log: &Log) -> Result<()> {
    let lowered = module.with_extension("lowered.wasm");
    // What the compiler uses, and JavaScript has no instruction for.
    let features = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals"];
    let passes = ["llvm-nontrapping-fptoint-lowering", "llvm-memory-copy-fill-lowering", "signext-lowering"];
    log.run(
        node::tool("wasm-opt")
            .arg(module)
            .args(features.map(|feature| format!("--enable-{feature}")))
            .arg("-Oz")
            .args(passes.map(|pass| format!("--{pass}")))
            .args(["--strip-debug", "--strip-producers", "--output"])
            .arg(&lowered),
    )
    .context("wasm-opt failed")?;
    let script = module.with_extension("translated.js");
    // In this form it is a function; in the other one a script that makes an instance at once.
    let args = ["-Oz", "--emscripten", "--output"];
    log.run(node::tool("wasm2js").arg(&lowered).args(args).arg(&script)).context("wasm2js failed")?;
    let text = fs::read_to_string(&script).with_context(|| format!("cannot read {}", script.display()))?;
    fs::write(&script, as_module(&text)?).with_context(|| format!("cannot write {}", script.display()))?;
    log.run(
        node::tool("esbuild")
            .arg(&script)
            .args(["--minify", "--charset=ascii", "--log-level=warning"])
            .arg("--banner:js=// @ts-nocheck")
            .arg(format!("--outfile={}", to.display())),
    )
    .context("what wasm2js wrote is no script")
}

/// What wasm2js wrote, as a module. Where its memory grows, the old one is detached, as that of WebAssembly is: the glue
/// knows by that alone that it has to look for the new one.
fn as_module(text: &str) -> Result<String> {
    const GROWN: &str = "buffer = newBuffer;";
    if text.matches(GROWN).count() != 1 {
        bail!("wasm2js grows memory in another way than by `{GROWN}`");
    }
    let text = text.replace(GROWN, &format!("detach(buffer);\n   {GROWN}"));
    Ok(format!(
        "\
const {{ structuredClone }} = globalThis;
const detach = (buffer) => structuredClone(buffer, {{ transfer: [buffer] }});
{text}
export default instantiate;
"
    ))
}

#[cfg(test)]
mod tests {
    use super::{FIRST_FREE, REFERENCES, answer_first_free, as_module, check_glue, without};
    use walrus::ir::{Const, Instr, Value};
    use walrus::{Module, ValType};

    #[test]
    fn a_list_of_features_loses_some() {
        let list = b"\x03+\x0amultivalue+\x08sign-ext+\x0freference-types";
        assert_eq!(without(list, &REFERENCES).as_deref(), Some(b"\x01+\x08sign-ext".as_slice()));
        assert_eq!(without(b"\x00", &REFERENCES).as_deref(), Some(b"\x00".as_slice()));
        for broken in [b"".as_slice(), b"\x01", b"\x01+\x09sign-ext", b"\x00+\x08sign-ext"] {
            assert_eq!(without(broken, &REFERENCES), None, "{broken:?}");
        }
    }

    #[test]
    fn the_module_answers_where_free_slots_begin() {
        let mut module = Module::default();
        assert!(answer_first_free(&mut module).is_err(), "it is not asked");
        let ty = module.types.add(&[], &[ValType::I32]);
        module.add_import_func("__wbindgen_externref_xform__", "__wbindgen_externref_statics_end", ty);
        assert!(answer_first_free(&mut module).is_ok());
        assert_eq!(module.imports.iter().count(), 0);
        let answers = module.funcs.iter_local().all(|(_, function)| {
            let [(Instr::Const(Const { value: Value::I32(answer) }), _)] =
                function.block(function.entry_block()).instrs.as_slice()
            else {
                return false;
            };
            u32::try_from(*answer) == Ok(FIRST_FREE)
        });
        assert!(answers);
    }

    #[test]
    fn memory_that_has_grown_is_detached() {
        let module = as_module("function instantiate() { buffer = newBuffer; }").unwrap_or_default();
        assert!(module.contains("detach(buffer);\n   buffer = newBuffer;"), "{module}");
        assert!(as_module("function instantiate() {}").is_err());
    }

    #[test]
    fn glue_that_frees_from_elsewhere_is_refused() {
        assert!(check_glue("function dropObject(idx) {\n    if (idx < 1028) return;\n").is_ok());
        assert!(check_glue("function dropObject(idx) {\n    if (idx < 132) return;\n").is_err());
    }
}
