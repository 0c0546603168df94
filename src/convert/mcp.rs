//! The Model Context Protocol.

use wasm_bindgen::JsValue;

use super::ToolDescription;
use crate::js::object_of;

/// What `tools/list` says of a tool: `{name, title, description, inputSchema, annotations}`.
///
/// Not its `outputSchema`: clients refuse the results of a tool that has one, where they lack structured content,
/// and a page's tool may answer with text all the same.
pub(crate) fn tool(tool: &ToolDescription) -> JsValue {
    object_of(&[
        ("name", &tool.name),
        ("title", &tool.title),
        ("description", &tool.description),
        ("inputSchema", &tool.input_schema),
        ("annotations", &tool.annotations),
    ])
}
