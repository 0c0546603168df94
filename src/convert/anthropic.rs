//! Anthropic's Messages API.

use wasm_bindgen::JsValue;

use super::ToolDescription;
use crate::js::object_of;

/// `{name, description, input_schema, input_examples, cache_control}`.
pub(crate) fn tool(tool: &ToolDescription) -> JsValue {
    object_of(&[
        ("name", &tool.name),
        ("description", &tool.description),
        ("input_schema", &tool.input_schema),
        ("input_examples", &tool.input_examples),
        ("cache_control", &tool.cache_control),
    ])
}
