//! `getTools(options)`.
//!
//! <https://webmachinelearning.github.io/webmcp/#dom-modelcontext-gettools>

use js_sys::{Array, JsString, Promise};
use wasm_bindgen::prelude::*;

use super::ModelContext;
use super::documents::{Annotations, ToolRecord};
use super::names;
use super::platform::array_of;
use super::webidl::Operation;

#[wasm_bindgen]
extern "C" {
    /// <https://webmachinelearning.github.io/webmcp/#dictdef-registeredtool>
    #[wasm_bindgen(extends = js_sys::Object, js_name = Object)]
    type RegisteredTool;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> RegisteredTool;
    #[wasm_bindgen(method, setter)]
    fn set_annotations(this: &RegisteredTool, annotations: &Annotations);
    #[wasm_bindgen(method, setter)]
    fn set_description(this: &RegisteredTool, description: &JsString);
    #[wasm_bindgen(method, setter, js_name = inputSchema)]
    fn set_input_schema(this: &RegisteredTool, input_schema: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_name(this: &RegisteredTool, name: &JsString);
    #[wasm_bindgen(method, setter)]
    fn set_origin(this: &RegisteredTool, origin: &JsString);
    #[wasm_bindgen(method, setter)]
    fn set_title(this: &RegisteredTool, title: &JsString);
    #[wasm_bindgen(method, setter)]
    fn set_window(this: &RegisteredTool, window: &JsValue);
}

impl ModelContext {
    pub(super) fn get_tools_steps(&self, options: &JsValue) -> Promise {
        let listing = self.platform.deferred();
        let promise = listing.promise();
        match self.check_get_tools_options(options) {
            Ok(()) => {
                // The list is that of the moment of the call, whatever is registered before it arrives.
                let tools = self.registered_tools();
                self.queue(move |_| listing.resolve(&tools));
            }
            Err(reason) => listing.reject(&reason),
        }
        promise
    }

    fn check_get_tools_options(&self, options: &JsValue) -> Result<(), JsValue> {
        let operation = Operation { platform: &self.platform, name: "getTools" };
        let options = operation.optional_dictionary(options, "ModelContextGetToolOptions")?;
        let from_origins = options.strings(&names::FROM_ORIGINS)?.unwrap_or_default();
        self.require_secure_origins(&from_origins, "fromOrigins")
    }

    /// A fresh array of fresh objects, ordered by name; equal names in the order of their documents.
    fn registered_tools(&self) -> Array {
        let mut tools = Vec::new();
        for (window, peer) in self.documents() {
            let Ok(Some(records)) = peer.list() else { continue };
            for record in records.iter() {
                let record: ToolRecord = record.unchecked_into();
                tools.push((String::from(record.name()), tools.len(), record, window.clone()));
            }
        }
        tools.sort_unstable_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));

        let origin = self.platform.origin();
        array_of(tools.iter().map(|(_, _, record, window)| self.registered_tool(record, &origin, window)))
    }

    /// The members stand in the order in which Chromium writes them.
    fn registered_tool(&self, record: &ToolRecord, origin: &JsString, window: &JsValue) -> RegisteredTool {
        let tool = RegisteredTool::new();
        if let Some(annotations) = record.annotations() {
            tool.set_annotations(&annotations.copy());
        }
        tool.set_description(&record.description());
        if let Some(text) = record.input_schema()
            && let Ok(Some(input_schema)) = self.platform.parse(&text)
        {
            tool.set_input_schema(&input_schema);
        }
        tool.set_name(&record.name());
        tool.set_origin(origin);
        tool.set_title(&record.title());
        tool.set_window(window);
        tool
    }

    /// What this document tells others of its tools.
    pub(super) fn listed_tools(&self) -> Array {
        let listed: Vec<ToolRecord> = self
            .tools
            .borrow()
            .iter()
            .filter(|tool| tool.is_listed)
            .map(|tool| tool.record.clone())
            .collect();
        array_of(listed)
    }
}
