use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use walrus::{ImportKind, Module};

use crate::{log, node};

/// Where the glue has the name of something that the module imports or exports.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    of: Of,
    name: String,
    at: Range<usize>,
}

#[derive(Debug, Clone, PartialEq)]
enum Of {
    /// The one module that everything is imported from.
    Module,
    /// Something imported: the text of its function, and its whole entry.
    Import { code: String, entry: Range<usize> },
    /// Something exported, where it is used.
    Export,
}

/// Reads the glue with a parser of JavaScript.
pub(crate) fn places(glue: &Path) -> Result<Vec<Place>> {
    let found = log::answer(node::script("xtask/src/glue-names.mjs").arg(glue))?;
    let found: Value = serde_json::from_str(&found).context("glue-names.mjs printed no JSON")?;
    let found = found.as_array().context("glue-names.mjs printed no list")?;
    found.iter().map(|place| Place::read(place).context("glue-names.mjs left something out")).collect()
}

impl Place {
    fn read(place: &Value) -> Option<Place> {
        let text = |key| place.get(key).and_then(Value::as_str).map(str::to_owned);
        let number = |key| place.get(key).and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok());
        let of = match place.get("kind")?.as_str()? {
            "module" => Of::Module,
            "import" => Of::Import { code: text("code")?, entry: number("from")?..number("until")? },
            "export" => Of::Export,
            _ => return None,
        };
        Some(Place { of, name: text("name")?, at: number("start")?..number("end")? })
    }
}

/// Gives what a module imports and exports short names, in it and in its glue, which wasm-bindgen names by hashes that
/// no compression shortens: a fifth of what a small module weighs. Imports that are the same function become one; an
/// export that the glue never uses is none any more, so that the optimiser drops what only it kept.
///
/// Module and glue must agree on every name. The exports of the names `kept` stay as they are: others import them.
pub(crate) fn shorten(
    module: &mut Module,
    glue: &str,
    places: &[Place],
    kept: &BTreeSet<String>,
) -> Result<String> {
    let mut edits = rename_imports(module, places)?;
    edits.extend(rename_exports(module, places, kept)?);
    edited(glue, edits)
}

/// What to write instead of a part of the glue.
type Edit = (Range<usize>, String);

fn rename_imports(module: &mut Module, places: &[Place]) -> Result<Vec<Edit>> {
    let of_modules: Vec<&Place> = places.iter().filter(|place| place.of == Of::Module).collect();
    let [from] = of_modules.as_slice() else { bail!("the glue gives not one module of imports") };
    let mut edits = vec![(from.at.clone(), "a".to_owned())];

    let mut types = BTreeMap::new();
    for import in module.imports.iter() {
        let ImportKind::Function(function) = import.kind else { bail!("{} is no function", import.name) };
        if import.module != from.name {
            bail!("the module imports from {}, and the glue gives {}", import.module, from.name);
        }
        let ty = module.types.get(module.funcs.get(function).ty());
        types.insert(import.name.clone(), format!("{:?} {:?}", ty.params(), ty.results()));
    }

    // Each function, by its text and its type, which must be equal, too, so that a module may import it once.
    let mut functions: BTreeMap<(&str, &str), String> = BTreeMap::new();
    let mut names = BTreeMap::new();
    for place in places {
        let Of::Import { code, entry } = &place.of else { continue };
        let ty = types.get(&place.name).with_context(|| format!("the module lacks {}", place.name))?;
        let count = functions.len();
        let known = functions.contains_key(&(code.as_str(), ty.as_str()));
        let name = functions.entry((code, ty)).or_insert_with(|| short(count)).clone();
        edits.push(if known { (entry.clone(), String::new()) } else { (place.at.clone(), name.clone()) });
        if names.insert(place.name.as_str(), name).is_some() {
            bail!("the glue gives {} twice", place.name);
        }
    }
    for import in module.imports.iter_mut() {
        let name = names.get(import.name.as_str());
        import.name = name.with_context(|| format!("the glue lacks {}", import.name))?.clone();
        "a".clone_into(&mut import.module);
    }
    Ok(edits)
}

fn rename_exports(module: &mut Module, places: &[Place], kept: &BTreeSet<String>) -> Result<Vec<Edit>> {
    let used: Vec<&Place> = places.iter().filter(|place| place.of == Of::Export).collect();
    let different: BTreeSet<&str> = used.iter().map(|place| place.name.as_str()).collect();
    let mut new = (0..).map(short).filter(|name| !kept.contains(name));
    let mut names = BTreeMap::new();
    for name in different {
        let new = if kept.contains(name) { Some(name.to_owned()) } else { new.next() };
        names.insert(name, new.context("there is no further name")?);
    }
    let mut exported = BTreeSet::new();
    let mut unused = Vec::new();
    for export in module.exports.iter_mut() {
        match names.get_key_value(export.name.as_str()) {
            Some((old, new)) => {
                exported.insert(*old);
                export.name.clone_from(new);
            }
            None if kept.contains(&export.name) => {}
            None => unused.push(export.id()),
        }
    }
    for export in unused {
        module.exports.delete(export);
    }
    let to_edit = |place: &Place| {
        let name = names.get(place.name.as_str()).filter(|_| exported.contains(place.name.as_str()));
        let name = name.with_context(|| format!("the module does not export {}", place.name))?;
        Ok((place.at.clone(), name.clone()))
    };
    used.into_iter().map(to_edit).collect()
}

/// `a` … `z`, `A` … `Z`, `aa` …: names that are the shorter the earlier.
fn short(index: usize) -> String {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let last = LETTERS.chars().nth(index % LETTERS.len());
    let before = (index / LETTERS.len()).checked_sub(1).map(short);
    before.into_iter().flat_map(|before| before.chars().collect::<Vec<_>>()).chain(last).collect()
}

fn edited(glue: &str, mut edits: Vec<Edit>) -> Result<String> {
    edits.sort_by_key(|(at, _)| at.start);
    let mut text = String::new();
    let mut done = 0;
    for (at, instead) in edits {
        text.push_str(glue.get(done..at.start).context("two names of the glue overlap")?);
        text.push_str(&instead);
        done = at.end;
    }
    text.push_str(glue.get(done..).context("a name is beyond the glue")?);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Of, Place, short, shorten};
    use walrus::{FunctionBuilder, Module, ValType};

    /// A module of two functions that it imports and one that it exports beside an unused one.
    fn module() -> Module {
        let mut module = Module::default();
        let ty = module.types.add(&[ValType::I32], &[]);
        for name in ["__wbg_get_0123456789abcdef", "__wbg_get_fedcba9876543210"] {
            module.add_import_func("./x_bg.js", name, ty);
        }
        for name in ["run", "unused"] {
            let function = FunctionBuilder::new(&mut module.types, &[], &[]);
            let function = function.finish(Vec::new(), &mut module.funcs);
            module.exports.add(name, function);
        }
        module
    }

    fn imports(module: &Module) -> Vec<&str> {
        module.imports.iter().map(|import| import.name.as_str()).collect()
    }

    /// The places of glue that is written as `@kind:name@` for each of them.
    fn glue(parts: &[&str]) -> (String, Vec<Place>) {
        let mut text = String::new();
        let mut places = Vec::new();
        for part in parts {
            let Some((kind, name)) = part.split_once(':') else {
                text.push_str(part);
                continue;
            };
            let start = text.len();
            text.push_str(name);
            let at = start..text.len();
            let of = match kind {
                "module" => Of::Module,
                "export" => Of::Export,
                code => Of::Import { code: code.to_owned(), entry: at.clone() },
            };
            places.push(Place { of, name: name.to_owned(), at });
        }
        (text, places)
    }

    const FIRST: &str = "__wbg_get_0123456789abcdef";
    const SECOND: &str = "__wbg_get_fedcba9876543210";

    #[test]
    fn names_are_short_and_different() {
        assert_eq!([0, 51, 52, 53, 104].map(short), ["a", "Z", "aa", "ab", "ba"]);
        let names: std::collections::BTreeSet<String> = (0..3000).map(short).collect();
        assert_eq!(names.len(), 3000);
    }

    #[test]
    fn one_name_each_the_same_in_module_and_glue_every_time() {
        let (first, second) = (format!("one:{FIRST}"), format!("two:{SECOND}"));
        let (text, places) =
            glue(&["{", &first, ",", &second, "}", "module:./x_bg.js", " wasm.", "export:run"]);
        let mut twice = [module(), module()];
        for module in &mut twice {
            assert_eq!(
                shorten(module, &text, &places, &BTreeSet::new()).ok().as_deref(),
                Some("{a,b}a wasm.a")
            );
            assert_eq!(imports(module), ["a", "b"]);
            assert!(module.imports.iter().all(|import| import.module == "a"));
            assert_eq!(module.exports.iter().map(|export| export.name.as_str()).collect::<Vec<_>>(), ["a"]);
        }
        let [first, second] = &mut twice;
        assert_eq!(first.emit_wasm(), second.emit_wasm());
    }

    #[test]
    fn what_others_import_keeps_its_name() {
        let (first, second) = (format!("one:{FIRST}"), format!("two:{SECOND}"));
        let (text, places) = glue(&[&first, &second, "module:./x_bg.js", " wasm.", "export:run"]);
        let mut module = module();
        let kept = BTreeSet::from(["run", "unused", "a"].map(str::to_owned));
        assert_eq!(shorten(&mut module, &text, &places, &kept).ok().as_deref(), Some("aba wasm.run"));
        let names: Vec<&str> = module.exports.iter().map(|export| export.name.as_str()).collect();
        assert_eq!(names, ["run", "unused"]);
    }

    #[test]
    fn imports_that_are_the_same_function_are_one() {
        let (first, second) = (format!("same:{FIRST}"), format!("same:{SECOND}"));
        let (text, places) = glue(&["{", &first, &second, "}", "module:./x_bg.js", "export:run"]);
        let mut module = module();
        assert_eq!(shorten(&mut module, &text, &places, &BTreeSet::new()).ok().as_deref(), Some("{a}aa"));
        assert_eq!(imports(&module), ["a", "a"]);
    }

    #[test]
    fn a_module_and_glue_that_do_not_fit_are_refused() {
        let (first, second) = (format!("one:{FIRST}"), format!("two:{SECOND}"));
        let third = "three:__wbg_third_0123456789abcdef";
        let of = "module:./x_bg.js";
        let fits: &[&str] = &[&first, &second, of, "export:run"];
        let more_imports: &[&str] = &[&first, &second, third, of];
        let fewer_imports: &[&str] = &[&first, of];
        let one_twice: &[&str] = &[&first, &first, &second, of];
        let another_module: &[&str] = &[&first, &second, "module:./y_bg.js"];
        let no_module: &[&str] = &[&first, &second];
        let more_exports: &[&str] = &[&first, &second, of, "export:stop"];
        let judge = |parts: &[&str]| {
            let (text, places) = glue(parts);
            shorten(&mut module(), &text, &places, &BTreeSet::new()).is_ok()
        };
        assert!(judge(fits));
        for refused in [more_imports, fewer_imports, one_twice, another_module, no_module, more_exports] {
            assert!(!judge(refused), "{refused:?}");
        }
    }
}
