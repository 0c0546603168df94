//! The Model Context Protocol.

use js_sys::{Array, JsString};
use wasm_bindgen::JsValue;

use super::ToolDescription;
use super::calls::ModelCall;
use super::items::items;
use super::pieces::json;
use super::results::Answer;
use crate::js::{self, member, object_of};
use crate::result::is_error;

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

/// A `CallToolResult`: what the protocol has no place for is in it as text.
///
/// One block of an unknown type makes SDKs refuse the whole result; structured content that is no object does in all
/// but the newest.
pub(crate) fn tool_result(result: &JsValue) -> JsValue {
    let content = items(&member(result, "content"), "blocks").unwrap_or_default();
    let mut blocks: Array = content.iter().map(block).collect();
    let structured = member(result, "structuredContent");
    let is_record = structured.is_object() && !js::is_array(&structured);
    if blocks.length() == 0 && !structured.is_undefined() {
        blocks.extend([text_block(&json(&structured))]);
    }
    object_of(&[
        ("content", &blocks),
        ("structuredContent", &if is_record { structured } else { JsValue::UNDEFINED }),
        ("isError", &if is_error(result) { JsValue::TRUE } else { JsValue::UNDEFINED }),
        ("_meta", &Some(member(result, "_meta")).filter(JsValue::is_object).unwrap_or_default()),
    ])
}

/// The result of a call.
pub(crate) fn result(answer: &Answer) -> JsValue {
    tool_result(&answer.result)
}

fn block(block: JsValue) -> JsValue {
    let has = |holder: &JsValue, key: &str| member(holder, key).is_string();
    let resource = member(&block, "resource");
    let is_known = match member(&block, "type").as_string().as_deref() {
        Some("text") => has(&block, "text"),
        Some("image" | "audio") => has(&block, "data") && has(&block, "mimeType"),
        Some("resource") => has(&resource, "uri") && (has(&resource, "text") || has(&resource, "blob")),
        Some("resource_link") => has(&block, "uri") && has(&block, "name"),
        _ => false,
    };
    if is_known { block } else { text_block(&json(&block)) }
}

fn text_block(text: &JsString) -> JsValue {
    object_of(&[("type", &"text".into()), ("text", text)])
}
