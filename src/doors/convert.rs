//! The converters between tools and the formats of model APIs.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::convert::Format;
use crate::convert::description::read_list;

/// A list of tools in a format; `types/convert.d.ts` has the contract.
///
/// # Errors
/// A `TypeError` that names the tool that is wrong.
#[wasm_bindgen(js_name = toTools)]
pub fn to_tools(format: &str, tools: &JsValue) -> Result<Array, JsValue> {
    let format = Format::named(format);
    Ok(read_list(tools)?.iter().map(|tool| format.tool(tool)).collect())
}
