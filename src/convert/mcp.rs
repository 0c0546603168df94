//! The Model Context Protocol.

use js_sys::{Array, JsString};
use wasm_bindgen::JsValue;

use super::calls::{CallShape, Kind};
use super::description::{Part, ToolDescription};
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
    tool.parts(&[
        ("name", Part::Name),
        ("title", Part::Title),
        ("description", Part::Description),
        ("inputSchema", Part::InputSchema),
        ("annotations", Part::Annotations),
    ])
}

/// The call of a `tools/call` request or of its params, or of each in an array. It is answered by its place.
pub(super) const CALLS: CallShape = CallShape {
    list: |request| Array::of1(request).into(),
    kind: Kind::Any,
    inside: "params",
    name: "name",
    arguments: "arguments",
    id: "",
};

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
