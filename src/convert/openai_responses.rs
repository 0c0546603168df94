//! OpenAI's Responses API.

use wasm_bindgen::JsValue;

use super::ToolDescription;
use crate::js::object_of;

/// `{type: "function", name, description, parameters, strict}`.
pub(crate) fn tool(tool: &ToolDescription) -> JsValue {
    object_of(&[
        ("type", &"function".into()),
        ("name", &tool.name),
        ("description", &tool.description),
        ("parameters", &tool.input_schema),
        ("strict", &tool.strict),
    ])
}
