//! The Model Context Protocol.

use wasm_bindgen::JsValue;

use super::ToolDescription;
use super::calls::{ModelCall, member};
use super::items::items;
use super::results::Answer;
use crate::js;
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

/// The call of a `tools/call` request or of its params, or of each in an array.
pub(crate) fn calls(reply: &JsValue) -> Result<Vec<ModelCall>, JsValue> {
    if !js::is_array(reply) {
        return Ok(vec![call(reply)]);
    }
    Ok(items(reply, "requests")?.iter().map(|request| call(&request)).collect())
}

fn call(request: &JsValue) -> ModelCall {
    let params = member(request, "params");
    let params = if params.is_object() { &params } else { request };
    ModelCall { name: member(params, "name"), arguments: member(params, "arguments"), id: JsValue::UNDEFINED }
}

/// A `CallToolResult`.
pub(crate) fn result(answer: &Answer) -> JsValue {
    answer.result.clone()
}
