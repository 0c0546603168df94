//! Parts of the npm package's module that load by themselves.
//!
//! One module with every door would make everybody pay for all of them. What [`in_part!`] calls is taken out of it,
//! with all that only it needs, once the module has been linked: `xtask/src/parts.rs` does that. The parts share the
//! module's memory and its table, so they are one program still; an entry file brings a part before it calls into it.

/// Calls a function of a part. The number tells its calls apart: each has its own, of two hexadecimal digits.
macro_rules! in_part {
    ($part:literal $number:literal: $function:ident($($argument:ident: $type:ty),*) -> $answer:ty) => {{
        #[cfg(feature = "parts")]
        {
            // The names are those that the splitter looks for. Both sides are compiled together, so whatever Rust
            // types they exchange are the same.
            #[link(wasm_import_module = "__wasm_split_placeholder__")]
            #[allow(improper_ctypes, reason = "both sides are Rust")]
            unsafe extern "C" {
                #[link_name = concat!("__wasm_split_00", $part, "00_import_000000000000000000000000000000", $number)]
                fn elsewhere($($argument: $type),*) -> $answer;
            }
            #[unsafe(export_name = concat!("__wasm_split_00", $part, "00_export_000000000000000000000000000000", $number))]
            #[allow(improper_ctypes_definitions, reason = "both sides are Rust")]
            extern "C" fn here($($argument: $type),*) -> $answer {
                $function($($argument),*)
            }
            // SAFETY: the splitter makes this a call of the function above.
            unsafe { elsewhere($($argument),*) }
        }
        #[cfg(not(feature = "parts"))]
        $function($($argument),*)
    }};
}
pub(crate) use in_part;
