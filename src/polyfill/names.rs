//! The names of dictionary members, made once.
//!
//! (Not as wasm-bindgen's `static_string`: rustfmt drops the text of a foreign static.)

use js_sys::JsString;

thread_local! {
    pub(super) static ANNOTATIONS: JsString = JsString::from("annotations");
    pub(super) static CONSEQUENTIAL_HINT: JsString = JsString::from("consequentialHint");
    pub(super) static DEBUGGING: JsString = JsString::from("debugging");
    pub(super) static DESCRIPTION: JsString = JsString::from("description");
    pub(super) static EXECUTE: JsString = JsString::from("execute");
    pub(super) static EXPOSED_TO: JsString = JsString::from("exposedTo");
    pub(super) static FROM_ORIGINS: JsString = JsString::from("fromOrigins");
    pub(super) static INPUT_SCHEMA: JsString = JsString::from("inputSchema");
    pub(super) static NAME: JsString = JsString::from("name");
    pub(super) static ORIGIN: JsString = JsString::from("origin");
    pub(super) static READ_ONLY_HINT: JsString = JsString::from("readOnlyHint");
    pub(super) static SIGNAL: JsString = JsString::from("signal");
    pub(super) static TITLE: JsString = JsString::from("title");
    pub(super) static UNTRUSTED_CONTENT_HINT: JsString = JsString::from("untrustedContentHint");
    pub(super) static WINDOW: JsString = JsString::from("window");
}
