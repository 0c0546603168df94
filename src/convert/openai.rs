//! OpenAI's Chat Completions API, which many others speak.

use wasm_bindgen::JsValue;

use super::ToolDescription;
use super::calls::ModelCall;
use super::items::items;
use super::results::Answer;
use crate::js::{self, member, object_of};

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

/// The calls in a message or in its `tool_calls`; those of tools that are no functions are not ours.
pub(crate) fn calls(reply: &JsValue) -> Result<Vec<ModelCall>, JsValue> {
    let calls = match js::is_array(reply) {
        true => reply.clone(),
        false => member(reply, "tool_calls"),
    };
    if calls.is_undefined() {
        return Ok(vec![]);
    }
    let calls = items(&calls, "tool calls")?;
    let is_ours = |call: &JsValue| {
        let kind = member(call, "type");
        kind.is_undefined() || kind == "function"
    };
    let read = |call: JsValue| {
        let function = member(&call, "function");
        ModelCall {
            name: member(&function, "name"),
            arguments: member(&function, "arguments"),
            id: member(&call, "id"),
        }
    };
    Ok(calls.iter().filter(is_ours).map(read).collect())
}

/// A message: `{role: "tool", tool_call_id, content}`.
pub(crate) fn result(answer: &Answer) -> JsValue {
    object_of(&[("role", &"tool".into()), ("tool_call_id", &answer.id), ("content", &answer.text())])
}
