//! Reading arrays that others made.

use js_sys::{Array, JsString};
use wasm_bindgen::JsValue;

use crate::js;
use crate::rejection::type_error;
use crate::result::error_text;

/// The most items that an array may have; a length beyond it is a mistake or an attack.
const MOST: f64 = 100_000.0;

/// The items of an array in a new one, each read once; `undefined` stands for `null`, too.
///
/// # Errors
/// A `TypeError` that names what `of` are: it is no array, it is too long, an item cannot be read.
pub(crate) fn items(array: &JsValue, of: &str) -> Result<Array, JsValue> {
    let wrong = |problem: &str| JsString::from("The ").concat(&of.into()).concat(&problem.into());
    let unreadable = |error: JsValue, at: &str| {
        let text = wrong(at).concat(&" cannot be read: ".into()).concat(&error_text(&error));
        type_error(&text, Some(&error))
    };
    if !js::is_array(array) {
        return Err(type_error(&wrong(" must be an array."), None));
    }
    let length = js::get(array, &"length".into()).map_err(|error| unreadable(error, ""))?;
    let length = length.as_f64().unwrap_or_default();
    if length > MOST {
        return Err(type_error(&wrong(" are too many: 100,000 is the most that is read."), None));
    }
    let copy = Array::new();
    for index in 0..length as u32 {
        let item = js::get(array, &index.into());
        copy.push(&item.map_err(|error| unreadable(error, &[" at index ", &index.to_string()].concat()))?);
    }
    Ok(copy)
}
