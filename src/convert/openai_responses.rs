//! OpenAI's Responses API.

use js_sys::{Array, JsString};
use wasm_bindgen::JsValue;

use super::ToolDescription;
use super::calls::{CallShape, Kind};
use super::openai::FUNCTION;
use super::pieces::Piece;
use super::results::Answer;
use crate::js::{member, object_of};

/// `{type: "function", name, description, parameters, strict}`.
pub(crate) fn tool(tool: &ToolDescription) -> JsValue {
    let object = object_of(&[("type", &"function".into())]);
    tool.set_parts(&object, FUNCTION);
    object
}

/// The `function_call` items of a response or of its `output`.
pub(super) const CALLS: CallShape = CallShape {
    list: |response| member(response, "output"),
    kind: Kind::Is("function_call"),
    inside: "",
    name: "name",
    arguments: "arguments",
    id: "call_id",
};

/// An item: `{type: "function_call_output", call_id, output}`; with an image in it, the output is an array.
pub(crate) fn result(answer: &Answer) -> JsValue {
    let pieces = answer.pieces();
    let output: JsValue = match pieces.iter().any(|piece| matches!(piece, Piece::Image { .. })) {
        true => pieces.iter().map(part).collect::<Array>().into(),
        false => answer.text().into(),
    };
    object_of(&[("type", &"function_call_output".into()), ("call_id", &answer.id), ("output", &output)])
}

fn part(piece: &Piece) -> JsValue {
    match piece {
        Piece::Text(text) => object_of(&[("type", &"input_text".into()), ("text", text)]),
        Piece::Image { data, mime_type } => {
            let url = JsString::from("data:").concat(mime_type).concat(&";base64,".into()).concat(data);
            object_of(&[("type", &"input_image".into()), ("image_url", &url)])
        }
    }
}
