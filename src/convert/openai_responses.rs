//! OpenAI's Responses API.

use js_sys::{Array, JsString};
use wasm_bindgen::JsValue;

use super::ToolDescription;
use super::calls::{ModelCall, items_of_kind};
use super::pieces::Piece;
use super::results::Answer;
use crate::js::{member, object_of};

/// `{type: "function", name, description, parameters, strict}`.
pub(crate) fn tool(tool: &ToolDescription) -> JsValue {
    object_of(&[
        ("type", &"function".into()),
        ("name", &tool.name),
        ("description", &tool.description),
        ("parameters", &tool.input_schema),
        ("strict", &tool.strict),
    ])
}

/// The `function_call` items of a response or of its `output`.
pub(crate) fn calls(reply: &JsValue) -> Result<Vec<ModelCall>, JsValue> {
    let read = |item: JsValue| ModelCall {
        name: member(&item, "name"),
        arguments: member(&item, "arguments"),
        id: member(&item, "call_id"),
    };
    Ok(items_of_kind(reply, "output", "function_call")?.map(read).collect())
}

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
