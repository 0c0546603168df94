use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;

use anyhow::Result;
use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

use crate::log::Log;
use crate::{panics, pkg, repo};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// How many functions to list
    #[arg(long, default_value_t = 25)]
    functions: usize,
}

/// Builds the package and prints what each module is made of, in bytes before compression.
pub(crate) fn run(options: &Options) -> Result<()> {
    pkg::build()?;
    let log = Log::create("target/size.log")?;
    for (name, module) in pkg::compiled()? {
        // A piece uses the glue of its module.
        let glue = fs::read(repo::path("target/pkg/generated").join(format!("{name}.js")));
        let glue = glue.map_or(0, |glue| glue.len());
        let Weights { sections, mut functions } = read(&pkg::named(&module, &log)?)?;
        functions.sort_by_key(|(name, bytes)| (std::cmp::Reverse(*bytes), name.clone()));
        println!("{name}: glue {glue}, {}", listed(&sections));
        let mut parts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (name, bytes) in &functions {
            let (sum, count) = parts.entry(part_of(name)).or_default();
            *sum += bytes;
            *count += 1;
        }
        let mut parts: Vec<_> = parts.into_iter().collect();
        parts.sort_by_key(|(_, (sum, _))| std::cmp::Reverse(*sum));
        println!("  by part, with the number of functions");
        for (part, (sum, count)) in parts {
            println!("{sum:>9} {count:>4}  {part}");
        }
        println!("  the largest of {} functions", functions.len());
        for (name, bytes) in functions.iter().take(options.functions) {
            println!("{bytes:>9}  {name}");
        }
    }
    Ok(())
}

/// A module's sections and functions, each with its name and its bytes.
#[derive(Debug)]
struct Weights {
    sections: Vec<(&'static str, usize)>,
    functions: Vec<(String, usize)>,
}

fn read(wasm: &[u8]) -> Result<Weights> {
    let mut sections = Vec::new();
    let mut add = |name, range: Range<usize>| sections.push((name, range.len()));
    let mut imported = 0;
    let mut bodies = Vec::new();
    let mut names = BTreeMap::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ImportSection(reader) => {
                add("imports", reader.range());
                for import in reader.into_imports() {
                    imported += usize::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::ExportSection(reader) => add("exports", reader.range()),
            Payload::CodeSectionStart { range, .. } => add("code", range),
            Payload::DataSection(reader) => add("data", reader.range()),
            Payload::CodeSectionEntry(body) => bodies.push(body.range().len()),
            Payload::CustomSection(section) => {
                let KnownCustom::Name(reader) = section.as_known() else { continue };
                for part in reader {
                    let Name::Function(of_functions) = part? else { continue };
                    for naming in of_functions {
                        let naming = naming?;
                        names.insert(naming.index, naming.name.to_owned());
                    }
                }
            }
            _ => {}
        }
    }
    let named = |(index, bytes): (usize, usize)| {
        let name = u32::try_from(imported + index).ok().and_then(|index| names.get(&index));
        // wasm-bindgen has written the names of a module as people do; those of its pieces it has not seen.
        let readable = |name: &String| panics::without_hashes(&rustc_demangle::demangle(name).to_string());
        (name.map_or_else(|| "without a name".to_owned(), readable), bytes)
    };
    Ok(Weights { sections, functions: bodies.into_iter().enumerate().map(named).collect() })
}

fn listed(sections: &[(&str, usize)]) -> String {
    sections.iter().map(|(name, bytes)| format!("{name} {bytes}")).collect::<Vec<_>>().join(", ")
}

/// The folder of ours that a function is of, or the crate.
fn part_of(function: &str) -> String {
    const OURS: &str = "webmcp_exec::";
    if let Some((_, of_ours)) = function.split_once(OURS) {
        let folder: String =
            of_ours.chars().take_while(|one| one.is_ascii_alphanumeric() || *one == '_').collect();
        return format!("{OURS}{folder}");
    }
    let start = function.trim_start_matches(['<', '&', '(', '[']);
    match start.split_once("::") {
        Some((first, _)) if first.chars().all(|one| one.is_ascii_alphanumeric() || one == '_') => {
            first.to_owned()
        }
        _ => "exports, and what wasm-bindgen adds".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{part_of, read};
    use walrus::{FunctionBuilder, Module};

    #[test]
    fn a_function_counts_for_its_folder_or_its_crate() {
        assert_eq!(part_of("webmcp_exec::engine::run::{{closure}}"), "webmcp_exec::engine");
        assert_eq!(part_of("core::ptr::drop_in_place<webmcp_exec::slot::Slot>"), "webmcp_exec::slot");
        assert_eq!(part_of("<alloc::string::String as core::fmt::Write>::write_str"), "alloc");
        assert_eq!(part_of("executeTool externref shim"), "exports, and what wasm-bindgen adds");
    }

    #[test]
    fn names_are_those_of_the_functions_after_the_imported_ones() {
        let mut module = Module::default();
        let ty = module.types.add(&[], &[]);
        module.add_import_func("a", "a", ty);
        let mut function = FunctionBuilder::new(&mut module.types, &[], &[]);
        function.name("ours[0]".to_owned());
        let function = function.finish(Vec::new(), &mut module.funcs);
        module.exports.add("b", function);
        let weights = read(&module.emit_wasm());
        let functions = weights.map(|weights| weights.functions).unwrap_or_default();
        assert_eq!(functions, [("ours".to_owned(), 2)]);
    }
}
