//! Google's Gemini API.

use wasm_bindgen::JsValue;

use super::ToolDescription;
use crate::js::object_of;

/// A function declaration: `{name, description, parametersJsonSchema}`.
pub(crate) fn tool(tool: &ToolDescription) -> JsValue {
    object_of(&[
        ("name", &tool.name),
        ("description", &tool.description),
        ("parametersJsonSchema", &tool.input_schema),
    ])
}
