//! Listeners of events, before the page's own, which may stop an event.

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::js;

#[wasm_bindgen]
extern "C" {
    type Target;
    #[wasm_bindgen(method, catch, js_name = addEventListener)]
    fn add(this: &Target, kind: &str, listener: &Function, options: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = removeEventListener)]
    fn remove(this: &Target, kind: &str, listener: &Function, options: &JsValue) -> Result<(), JsValue>;
}

thread_local! {
    // Not `true`, which Node takes when a listener is added and does not when it is removed.
    static CAPTURE: JsValue = js::object_of(&[("capture", &true.into())]);
}

/// Adds a listener. A target that refuses it never has an event.
pub(crate) fn listen(target: &JsValue, kind: &str, listener: &Function) {
    let _ = CAPTURE.with(|capture| target.unchecked_ref::<Target>().add(kind, listener, capture));
}

/// Takes a listener away.
pub(crate) fn unlisten(target: &JsValue, kind: &str, listener: &Function) {
    let _ = CAPTURE.with(|capture| target.unchecked_ref::<Target>().remove(kind, listener, capture));
}
