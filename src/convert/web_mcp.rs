//! WebMCP: what `registerTool` takes.

use wasm_bindgen::JsValue;

use super::description::{Part, ToolDescription};
use crate::js;

/// `{name, title, description, inputSchema, outputSchema, annotations, execute}`.
pub(crate) fn tool(tool: &ToolDescription, execute: &JsValue) -> JsValue {
    let object = tool.parts(&[
        ("name", Part::Name),
        ("title", Part::Title),
        ("description", Part::Description),
        ("inputSchema", Part::InputSchema),
        ("outputSchema", Part::OutputSchema),
        ("annotations", Part::Annotations),
    ]);
    js::set(&object, "execute", execute);
    object
}
