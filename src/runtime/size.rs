//! How large a value is.

use js_sys::{JsString, Uint8Array};
use wasm_bindgen::prelude::*;

use crate::js;

#[wasm_bindgen]
extern "C" {
    type TextEncoder;
    #[wasm_bindgen(constructor)]
    fn new() -> TextEncoder;
    #[wasm_bindgen(method)]
    fn encode(this: &TextEncoder, text: &JsString) -> Uint8Array;
}

/// The bytes of a value's JSON in UTF-8: 0 for what has none (`undefined`, a function).
///
/// # Errors
/// What was thrown when it was written: for a cyclic value, or one with a bigint.
pub(super) fn json_bytes(value: &JsValue) -> Result<f64, JsValue> {
    thread_local! {
        static ENCODER: TextEncoder = TextEncoder::new();
    }
    // The text stays outside: memory of the module never shrinks.
    let text = js::json_stringify(value)?;
    Ok(text.map_or(0.0, |text| ENCODER.with(|encoder| f64::from(encoder.encode(&text).length()))))
}
