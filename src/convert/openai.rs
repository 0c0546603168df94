//! OpenAI's Chat Completions API, which many others speak.

use wasm_bindgen::JsValue;

use super::ToolDescription;
use crate::js::object_of;

/// `{type: "function", function: {name, description, parameters, strict}}`.
pub(crate) fn tool(tool: &ToolDescription) -> JsValue {
    object_of(&[("type", &"function".into()), ("function", &flat(tool))])
}

/// The function alone: `{name, description, parameters, strict}`.
pub(crate) fn flat(tool: &ToolDescription) -> JsValue {
    object_of(&[
        ("name", &tool.name),
        ("description", &tool.description),
        ("parameters", &tool.input_schema),
        ("strict", &tool.strict),
    ])
}
