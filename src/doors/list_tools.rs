//! `listTools`, and who provides them.

use js_sys::{JsString, Promise};
use serde::Serialize;
use serde_wasm_bindgen::preserve;
use wasm_bindgen::prelude::*;

use super::call::CallOptions;
use crate::context::{Browser, describe};
use crate::engine;
use crate::js;
use crate::promise::promise;
use crate::rejection;

/// A `ToolInfo`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolInfo {
    #[serde(with = "preserve")]
    name: JsValue,
    #[serde(with = "preserve")]
    title: JsValue,
    #[serde(with = "preserve")]
    description: JsValue,
    #[serde(with = "preserve")]
    input_schema: JsValue,
    #[serde(with = "preserve")]
    annotations: JsValue,
    #[serde(with = "preserve")]
    origin: JsValue,
    own: bool,
    #[serde(with = "preserve")]
    window: JsValue,
    #[serde(with = "preserve")]
    tool: JsValue,
}

/// Lists the tools of the page; `index.d.ts` has the contract.
#[wasm_bindgen(js_name = listTools)]
pub fn list_tools(options: &JsValue) -> Promise {
    let options = match CallOptions::read(options) {
        Ok(options) => options,
        Err(error) => return Promise::reject(&error),
    };
    promise(async move {
        let from = options.scope.from.as_ref();
        let listing = match engine::list(&Browser, from, &options.limits).await {
            Ok(listing) => listing,
            Err(outcome) => {
                return Err(rejection::of(&JsString::from("").into(), &outcome).unwrap_or_default());
            }
        };
        let tools: Vec<ToolInfo> = listing.tools().iter().map(info).collect();
        serde_wasm_bindgen::to_value(&tools).map_err(JsValue::from)
    })
}

/// Who provides `modelContext` in this page; `index.d.ts` has the contract.
#[wasm_bindgen]
#[must_use]
pub fn provider() -> JsValue {
    Browser.provider().map_or(JsValue::NULL, |provider| provider.as_str().into())
}

fn info(tool: JsValue) -> ToolInfo {
    let listed = describe(tool);
    let read = |member: &str| js::get(&listed.tool, &member.into()).unwrap_or_default();
    let text = |member: &str| match read(member) {
        value if value.is_string() => value,
        _ => JsString::from("").into(),
    };
    // Builds up to 153 list the schema as JSON text.
    let input_schema = match read("inputSchema") {
        schema if schema.is_string() => js::json_parse(&schema).unwrap_or_default(),
        schema => schema,
    };
    ToolInfo {
        name: text("name"),
        title: text("title"),
        description: text("description"),
        input_schema,
        annotations: read("annotations"),
        origin: listed.origin,
        own: listed.own,
        window: listed.window,
        tool: listed.tool,
    }
}
