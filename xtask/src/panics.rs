use anyhow::{Result, bail};
use walrus::ir::{Instr, Unreachable};
use walrus::{FunctionKind, Module};

/// What Rust's libraries end a panic with. None of them returns.
const NEVER_RETURN: [&str; 12] = [
    "__rustc::rust_begin_unwind",
    "alloc::alloc::handle_alloc_error",
    "alloc::raw_vec::handle_error",
    "core::cell::panic_already_borrowed",
    "core::cell::panic_already_mutably_borrowed",
    "core::option::expect_failed",
    "core::option::unwrap_failed",
    "core::panicking::panic_fmt",
    "core::result::unwrap_failed",
    "core::slice::index::slice_index_fail",
    "core::str::slice_error_fail",
    "core::str::slice_error_fail_rt",
];

/// Makes panics trap at once. In a page a panic's text goes nowhere, since there is no standard error, and the trap
/// comes right after; but writing it is two or three percent of a module.
pub(crate) fn trap(module: &mut Module) -> Result<()> {
    let mut found = 0;
    for function in module.funcs.iter_mut() {
        let name = function.name.as_deref().map(without_hashes).unwrap_or_default();
        if !NEVER_RETURN.contains(&name.as_str()) {
            continue;
        }
        let FunctionKind::Local(body) = &mut function.kind else { continue };
        let entry = body.entry_block();
        body.block_mut(entry).instrs = vec![(Instr::Unreachable(Unreachable {}), Default::default())];
        found += usize::from(name == "core::panicking::panic_fmt");
    }
    if found != 1 {
        bail!("panics end in {found} functions of that name: does this version of Rust name them otherwise?");
    }
    Ok(())
}

/// `core[c5930c85a12de822]::panicking::panic_fmt` without what tells versions of a crate apart.
pub(crate) fn without_hashes(name: &str) -> String {
    let mut parts = name.split('[');
    let first = parts.next().into_iter();
    first.chain(parts.map(|part| part.split_once(']').map_or(part, |(_, after)| after))).collect()
}

#[cfg(test)]
mod tests {
    use super::{trap, without_hashes};
    use walrus::ir::Instr;
    use walrus::{FunctionBuilder, Module, ValType};

    fn module(name: &str) -> Module {
        let mut module = Module::default();
        let mut function = FunctionBuilder::new(&mut module.types, &[], &[ValType::I32]);
        function.name(name.to_owned()).func_body().i32_const(1);
        function.finish(Vec::new(), &mut module.funcs);
        module
    }

    fn traps(module: &Module) -> bool {
        module.funcs.iter_local().all(|(_, function)| {
            let [(Instr::Unreachable(_), _)] = function.block(function.entry_block()).instrs.as_slice()
            else {
                return false;
            };
            true
        })
    }

    #[test]
    fn a_panic_traps_whatever_version_of_the_library_it_is_of() {
        let mut panics = module("core[c5930c85a12de822]::panicking::panic_fmt");
        assert!(trap(&mut panics).is_ok() && traps(&panics));
        assert_eq!(without_hashes("<alloc[0]::vec::Vec<_>>::x"), "<alloc::vec::Vec<_>>::x");
    }

    #[test]
    fn a_module_whose_panics_are_not_found_is_refused_and_kept() {
        let mut other = module("core::panicking::panic_str_of_another_day");
        assert!(trap(&mut other).is_err() && !traps(&other));
    }
}
