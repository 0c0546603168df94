//! `getTools(options)`.
//!
//! <https://webmachinelearning.github.io/webmcp/#dom-modelcontext-gettools>

use js_sys::{Array, JsString, Promise};
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
            Ok(from_origins) if from_origins.is_empty() => {
                // The list is that of the moment of the call, whatever is registered before it arrives.
                let tools = self.registered_tools(&from_origins);
                self.queue(move |_| listing.resolve(&tools));
            }
            Ok(from_origins) => {
                for origin in &from_origins {
                    self.ask_for(origin);
                }
                let list = from_origins.clone();
                self.after_contact(from_origins, None, move |context| {
                    listing.resolve(&context.registered_tools(&list));
                });
            }
            Err(reason) => listing.reject(&reason),
        }
        promise
    }

    /// Gives the origins of other documents that are asked for.
    fn check_get_tools_options(&self, options: &JsValue) -> Result<Vec<JsString>, JsValue> {
        let operation = self.operation("getTools");
        let options = operation.optional_dictionary(options, "ModelContextGetToolOptions")?;
        let from_origins = options.strings(Member::FromOrigins)?.unwrap_or_default();
        self.require_permission()?;
        self.secure_origins(&from_origins, "fromOrigins")
    }

    /// A fresh array of fresh objects, ordered by name; equal names in the order of their documents.
    fn registered_tools(&self, from_origins: &[JsString]) -> Array {
        let mut tools: Vec<(String, JsValue)> = Vec::new();
        for window in self.windows() {
            let (origin, records) = match self.platform.peer(&window) {
                Some(peer) => match peer.list() {
                    Ok(Some(records)) => {
                        (self.platform.origin(), records.iter().map(JsCast::unchecked_into).collect())
                    }
                    _ => continue,
                },
                None => match self.tools_of(&window) {
                    Some((origin, records)) if from_origins.contains(&origin) => (origin, records),
                    _ => continue,
                },
            };
            let records: Vec<ToolRecord> = records;
            for record in records {
                let name = String::from(record.name());
                let tool = self.platform.registered_tool(&record, &origin, &window);
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
