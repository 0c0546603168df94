//! What calls that navigated have left, in the session's storage.
//!
//! ```js
//! sessionStorage['webmcp-exec@1'] = JSON.stringify([{
//!   mark, // tells it from others
//!   name, args, callId?, // of the call; `args` is JSON text
//!   began, ended?, left, // when the call went out and came back, and when the document went away
//!   from, // the address of that document, without query and fragment
//! }])
//! ```

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use crate::js;

const KEY: &str = "webmcp-exec@1";

/// How many there may be: the documents that one call may take away, and those of a few others.
const MOST: u32 = 4;

#[wasm_bindgen]
extern "C" {
    type Storage;
    #[wasm_bindgen(method, catch, js_name = getItem)]
    fn get_item(this: &Storage, key: &str) -> Result<Option<JsString>, JsValue>;
    #[wasm_bindgen(method, catch, js_name = setItem)]
    fn set_item(this: &Storage, key: &str, text: &JsString) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = removeItem)]
    fn remove_item(this: &Storage, key: &str) -> Result<(), JsValue>;
}

/// The storage of the session; `None` where the browser refuses it (an opaque origin, by preference).
fn storage() -> Option<Storage> {
    let storage = js::get(&js_sys::global(), &"sessionStorage".into()).ok()?;
    js::is_object_like(&storage).then(|| storage.unchecked_into())
}

/// A number that a record has.
pub(super) fn number(record: &JsValue, member: &str) -> Option<f64> {
    js::get(record, &member.into()).ok()?.as_f64()
}

/// What is there, without what nobody may take any more: the newest last.
pub(super) fn read(is_current: impl Fn(&JsValue) -> bool) -> Array {
    let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    let read = text.and_then(|text| js::json_parse(&text).ok()).unwrap_or_default();
    let records = if js::is_array(&read) { js::copy_of(&read).unwrap_or_default() } else { Array::new() };
    records.iter().filter(|record| record.is_object() && is_current(record)).collect()
}

/// Leaves these records, the newest of them; silently nothing where the storage is full or refused.
pub(super) fn write(records: &Array) {
    let Some(storage) = storage() else { return };
    let newest = records.slice(records.length().saturating_sub(MOST), records.length());
    let written = match js::json_stringify(&newest) {
        Ok(Some(text)) if newest.length() > 0 => storage.set_item(KEY, &text),
        _ => storage.remove_item(KEY),
    };
    if written.is_err() {
        let _ = storage.remove_item(KEY);
    }
}

/// Whether there is anything at all.
pub(super) fn is_empty() -> bool {
    storage().and_then(|storage| storage.get_item(KEY).ok().flatten()).is_none()
}
