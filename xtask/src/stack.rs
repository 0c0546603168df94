use anyhow::{Context, Result, bail};
use walrus::ir::Value;
use walrus::{ConstExpr, DataKind, GlobalKind, Module};

/// The stack of a module, in bytes: at least four times what the tests are seen to need, and a page counts for as much
/// as it takes in memory from the start. The linker's own choice is a mebibyte.
pub(crate) fn size(module: &str) -> u32 {
    match module {
        // It needs less than one KB.
        "polyfill" | "polyfill_no_wasm" => 64 << 10,
        _ => 128 << 10,
    }
}

/// Checks that the stack is as large as it was asked for and lies below all data: it grows down, so that an overflow
/// leaves the memory, which traps, and never writes over what is kept.
pub(crate) fn check(module: &Module, name: &str) -> Result<()> {
    let size = size(name);
    let pointer = module.globals.iter().find(|global| global.name.as_deref() == Some("__stack_pointer"));
    let pointer = pointer.context("the module has no __stack_pointer")?;
    let GlobalKind::Local(ConstExpr::Value(Value::I32(top))) = pointer.kind else {
        bail!("the stack of {name} begins nowhere");
    };
    if u32::try_from(top) != Ok(size) {
        bail!("the stack of {name} begins at {top} and was to have {size} bytes");
    }
    for data in module.data.iter() {
        let DataKind::Active { offset: ConstExpr::Value(Value::I32(offset)), .. } = data.kind else {
            bail!("the data of {name} lies nowhere");
        };
        if offset < top {
            bail!("the data of {name} begins at {offset}, and its stack at {top}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{check, size};
    use walrus::ir::Value;
    use walrus::{ConstExpr, DataKind, Module, ValType};

    fn judge(top: u32, data: u32) -> bool {
        let mut module = Module::default();
        let at = |address: u32| ConstExpr::Value(Value::I32(address.cast_signed()));
        let pointer = module.globals.add_local(ValType::I32, true, false, at(top));
        module.globals.get_mut(pointer).name = Some("__stack_pointer".to_owned());
        let memory = module.memories.add_local(false, false, 2, None, None);
        module.data.add(DataKind::Active { memory, offset: at(data) }, vec![1]);
        check(&module, "polyfill").is_ok()
    }

    #[test]
    fn a_stack_lies_below_all_data() {
        let size = size("polyfill");
        assert!(judge(size, size));
        assert!(!judge(size, size - 1), "data within the stack");
        assert!(!judge(size + 16, size + 16), "another size than was asked for");
        assert!(check(&Module::default(), "polyfill").is_err(), "no stack");
    }
}
