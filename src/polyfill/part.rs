//! The part of the API that a browser may have itself: Firefox's preview, `navigator.modelContext`.
//!
//! Agents of the browser know only that part, and scripts may register with either. So what is registered with
//! `document.modelContext` is registered there as well, and what is registered there is adopted: it is listed and run
//! like every other tool. The part tells of no change, so `polyfill/part.js` looks at it whenever tools are asked for.

use wasm_bindgen::JsValue;

use super::ModelContext;
use super::documents::ToolRecord;
use super::register_tool::{Implementation, Tool};
use super::registry::is_valid_name;

impl ModelContext {
    /// Takes a tool of the browser's part for one of this document; gives its registration, where there is one.
    pub(super) fn adopt(&self, record: ToolRecord, execute: JsValue) -> Option<u32> {
        let name = String::from(record.name());
        if !is_valid_name(&name) {
            return None;
        }
        self.add_tool(&name, Tool::new(record, Implementation::Function(execute)))
    }
}
