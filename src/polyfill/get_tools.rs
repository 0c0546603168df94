//! `getTools(options)`.
//!
//! <https://webmachinelearning.github.io/webmcp/#dom-modelcontext-gettools>

use js_sys::{Array, Promise};
use wasm_bindgen::{JsCast, JsValue};

use super::ModelContext;
use super::documents::ToolRecord;
use super::names::Member;
use super::platform::array_of;
use super::register_tool::Tool;

impl ModelContext {
    pub(super) fn get_tools(&self, options: &JsValue) -> Promise {
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
        let operation = self.operation("getTools");
        let options = operation.optional_dictionary(options, "ModelContextGetToolOptions")?;
        let from_origins = options.strings(Member::FromOrigins)?.unwrap_or_default();
        self.require_secure_origins(&from_origins, "fromOrigins")
    }

    /// A fresh array of fresh objects, ordered by name; equal names in the order of their documents.
    fn registered_tools(&self) -> Array {
        let mut tools: Vec<(String, JsValue)> = Vec::new();
        for (window, peer) in self.documents() {
            let Ok(Some(records)) = peer.list() else { continue };
            for record in records.iter() {
                let record: ToolRecord = record.unchecked_into();
                let name = String::from(record.name());
                let tool = self.platform.registered_tool(&record, &window);
                // The tools of one document come in order: mostly this is the end.
                let place = tools.partition_point(|(earlier, _)| *earlier <= name);
                tools.insert(place, (name, tool));
            }
        }
        array_of(tools.into_iter().map(|(_, tool)| tool))
    }

    /// What this document tells others of its tools.
    pub(super) fn list(&self) -> Array {
        let is_listed = |tool: &&Tool| tool.is_listed;
        array_of(self.tools.with(|tools| -> Vec<ToolRecord> {
            tools.iter().filter(is_listed).map(|tool| tool.record.clone()).collect()
        }))
    }
}
