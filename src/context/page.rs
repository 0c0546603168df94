//! Whether this is a browser.

use std::cell::OnceCell;

use js_sys::{JsString, Object};
use wasm_bindgen::JsValue;

use crate::js;

thread_local! {
    static DOCUMENT: JsString = JsString::from("document");
    static OWN_DOCUMENT: OnceCell<JsValue> = const { OnceCell::new() };
}

/// The document of this realm; whatever stands for it elsewhere, or `undefined`.
pub(crate) fn own_document() -> JsValue {
    if let Some(document) = OWN_DOCUMENT.with(|own| own.get().cloned()) {
        return document;
    }
    let global = js_sys::global();
    let document = DOCUMENT.with(|name| js::get(&global, name)).unwrap_or_default();
    // In a window it is there for good, but for the empty one with which a frame begins; in a test's it may change.
    if js::is_object_like(&document)
        && DOCUMENT.with(|name| is_fixed(&global, name))
        && js::member(&document, "URL") != "about:blank"
    {
        let _ = OWN_DOCUMENT.with(|own| own.set(document.clone()));
    }
    document
}

fn is_fixed(holder: &Object, name: &JsValue) -> bool {
    let descriptor = Object::get_own_property_descriptor(holder, name);
    descriptor.is_object() && js::member(&descriptor, "configurable") == false
}

/// Whether this runs in a browser, in a page or a worker of one; else on a server, as in Node.
pub(crate) fn is_browser() -> bool {
    let global = js_sys::global();
    let member = |name: &str| js::get(&global, &name.into()).unwrap_or_default();
    // Workers have no document, and module workers have this function all the same.
    js::is_object_like(&member("document")) || member("importScripts").is_function()
}
