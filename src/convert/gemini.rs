//! Google's Gemini API.

use wasm_bindgen::JsValue;

use super::calls::{CallShape, Kind};
use super::description::{Part, ToolDescription};
use super::results::Answer;
use crate::js::{member, object_of};

/// A function declaration: `{name, description, parametersJsonSchema}`.
pub(crate) fn tool(tool: &ToolDescription) -> JsValue {
    tool.parts(&[
        ("name", Part::Name),
        ("description", Part::Description),
        ("parametersJsonSchema", Part::InputSchema),
    ])
}

/// The `functionCall` parts of a response (its first candidate), a content or an array of parts; of an array of
/// function calls, each.
pub(super) const CALLS: CallShape = CallShape {
    list: parts_of,
    kind: Kind::InsideOrNamed,
    inside: "functionCall",
    name: "name",
    arguments: "args",
    id: "id",
};

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
