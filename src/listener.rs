//! Listeners of events, before the page's own, which may stop an event.

use std::cell::RefCell;

use js_sys::{Function, JsString};
use wasm_bindgen::prelude::*;

use crate::js;

#[wasm_bindgen]
extern "C" {
    type Target;
    #[wasm_bindgen(method, catch, js_name = addEventListener)]
    fn add(this: &Target, kind: &JsString, listener: &Function, options: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = removeEventListener)]
    fn remove(this: &Target, kind: &JsString, listener: &Function, options: &JsValue) -> Result<(), JsValue>;
}

thread_local! {
    // Not `true`, which Node takes when a listener is added and does not when it is removed.
    static CAPTURE: JsValue = js::object_of(&[("capture", &true.into())]);
    /// The types of events that there are here, made once.
    static KINDS: RefCell<Vec<(&'static str, JsString)>> = const { RefCell::new(Vec::new()) };
}

fn kind_of(name: &'static str) -> JsString {
    KINDS.with_borrow_mut(|kinds| match kinds.iter().find(|(known, _)| *known == name) {
        Some((_, kind)) => kind.clone(),
        None => {
            let kind = JsString::from(name);
            kinds.push((name, kind.clone()));
            kind
        }
    })
}

/// Adds a listener, once however often; whether the target took it. One that refuses it never has an event.
pub(crate) fn listen(target: &JsValue, kind: &'static str, listener: &Function) -> bool {
    CAPTURE.with(|capture| target.unchecked_ref::<Target>().add(&kind_of(kind), listener, capture)).is_ok()
}

/// Takes a listener away.
pub(crate) fn unlisten(target: &JsValue, kind: &'static str, listener: &Function) {
    let _ =
        CAPTURE.with(|capture| target.unchecked_ref::<Target>().remove(&kind_of(kind), listener, capture));
}
