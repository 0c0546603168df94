//! `normalizeToolResult`, `toToolResult`, `toolErrorCode`.

use wasm_bindgen::prelude::*;

use crate::result;

/// Turns what a provider resolved with into a tool result; `index.d.ts` has the contract.
#[wasm_bindgen(js_name = normalizeToolResult)]
#[must_use]
pub fn normalize_tool_result(raw: &JsValue) -> JsValue {
    result::normalize_tool_result(raw)
}

/// Turns any value that a tool may return into a tool result; `index.d.ts` has the contract.
#[wasm_bindgen(js_name = toToolResult)]
#[must_use]
pub fn to_tool_result(value: &JsValue) -> JsValue {
    result::to_tool_result(value)
}

/// The code of a failed result; `index.d.ts` has the contract.
#[wasm_bindgen(js_name = toolErrorCode)]
#[must_use]
pub fn tool_error_code(value: &JsValue) -> JsValue {
    result::tool_error_code(value).unwrap_or_default()
}
