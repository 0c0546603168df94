//! `takeNavigationResult`: what the page before wanted to know of this one.

use wasm_bindgen::prelude::*;

use crate::navigation::arrival;
use crate::part::in_part;

/// The call that led to this page; `types/navigation.d.ts` has the contract.
#[wasm_bindgen(js_name = takeNavigationResult)]
#[must_use]
pub fn take_navigation_result() -> JsValue {
    in_part!("page" "02": take() -> JsValue)
}

fn take() -> JsValue {
    arrival::take().unwrap_or(JsValue::NULL)
}
