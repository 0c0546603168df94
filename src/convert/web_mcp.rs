//! WebMCP: what `registerTool` takes.

use wasm_bindgen::JsValue;

use super::ToolDescription;
use crate::js::object_of;

/// `{name, title, description, inputSchema, outputSchema, annotations, execute}`.
pub(crate) fn tool(tool: &ToolDescription, execute: &JsValue) -> JsValue {
    object_of(&[
        ("name", &tool.name),
        ("title", &tool.title),
        ("description", &tool.description),
        ("inputSchema", &tool.input_schema),
        ("outputSchema", &tool.output_schema),
        ("annotations", &tool.annotations),
        ("execute", execute),
    ])
}
