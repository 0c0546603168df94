//! Google's Gemini API.

use wasm_bindgen::JsValue;

use super::ToolDescription;
use super::calls::ModelCall;
use super::items::items;
use super::results::Answer;
use crate::js::{self, member, object_of};

/// A function declaration: `{name, description, parametersJsonSchema}`.
pub(crate) fn tool(tool: &ToolDescription) -> JsValue {
    object_of(&[
        ("name", &tool.name),
        ("description", &tool.description),
        ("parametersJsonSchema", &tool.input_schema),
    ])
}

/// The `functionCall` parts of a response (its first candidate), a content or an array of parts; of an array of
/// function calls, each.
pub(crate) fn calls(reply: &JsValue) -> Result<Vec<ModelCall>, JsValue> {
    let parts = match js::is_array(reply) {
        true => reply.clone(),
        false => parts_of(reply),
    };
    if parts.is_undefined() {
        return Ok(vec![]);
    }
    let call_in = |part: JsValue| match member(&part, "functionCall") {
        call if !call.is_undefined() => Some(call),
        _ => member(&part, "name").is_string().then_some(part),
    };
    let read = |call: JsValue| ModelCall {
        name: member(&call, "name"),
        arguments: member(&call, "args"),
        id: member(&call, "id"),
    };
    Ok(items(&parts, "parts")?.iter().filter_map(call_in).map(read).collect())
}

fn parts_of(reply: &JsValue) -> JsValue {
    let candidate = member(&member(reply, "candidates"), "0");
    let holder = if candidate.is_undefined() { reply } else { &candidate };
    match member(&member(holder, "content"), "parts") {
        parts if parts.is_undefined() => member(holder, "parts"),
        parts => parts,
    }
}

/// A part: `{functionResponse: {id, name, response}}`, the response being `{output}` or `{error}`.
pub(crate) fn result(answer: &Answer) -> JsValue {
    let text = answer.text_alone().into();
    let response = match answer.is_error {
        true => object_of(&[("error", &text)]),
        false => match member(&answer.result, "structuredContent") {
            structured if structured.is_object() => object_of(&[("output", &structured)]),
            _ => object_of(&[("output", &text)]),
        },
    };
    let response = [("id", &answer.id), ("name", &answer.name), ("response", &response)];
    object_of(&[("functionResponse", &object_of(&response))])
}
