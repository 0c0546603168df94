//! OpenAI's Chat Completions API, which many others speak.

use wasm_bindgen::JsValue;

use super::calls::{CallShape, Kind};
use super::description::{Part, Parts, ToolDescription};
use super::results::Answer;
use crate::js::{member, object_of};

/// `{type: "function", function: {name, description, parameters, strict}}`.
pub(crate) fn tool(tool: &ToolDescription) -> JsValue {
    object_of(&[("type", &"function".into()), ("function", &flat(tool))])
}

/// The function alone: `{name, description, parameters, strict}`.
pub(crate) fn flat(tool: &ToolDescription) -> JsValue {
    tool.parts(FUNCTION)
}

pub(super) const FUNCTION: &Parts = &[
    ("name", Part::Name),
    ("description", Part::Description),
    ("parameters", Part::InputSchema),
    ("strict", Part::Strict),
];

/// The calls in a message or in its `tool_calls`; those of tools that are no functions are not ours.
pub(super) const CALLS: CallShape = CallShape {
    list: |message| member(message, "tool_calls"),
    kind: Kind::MayBe("function"),
    inside: "function",
    name: "name",
    arguments: "arguments",
    id: "id",
};

/// A message: `{role: "tool", tool_call_id, content}`.
pub(crate) fn result(answer: &Answer) -> JsValue {
    object_of(&[("role", &"tool".into()), ("tool_call_id", &answer.id), ("content", &answer.text())])
}
