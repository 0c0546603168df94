//! The way to the validator, from the entry file.

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::validate::imported;

/// Takes the function that imports `validator.js`.
#[wasm_bindgen(js_name = offerValidator)]
pub fn offer_validator(import: Function) {
    imported::offer(import);
}
