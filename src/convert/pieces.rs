//! The content of a tool result, in the pieces that model APIs take.

use js_sys::{Array, JsString};
use wasm_bindgen::{JsCast, JsValue};

use super::items::items;
use crate::js::{self, member};

/// A piece of a result.
#[derive(Debug)]
pub(crate) enum Piece {
    Text(JsString),
    Image {
        /// The image, in base64.
        data: JsValue,
        mime_type: JsValue,
    },
}

/// The pieces of a result: its content, else its structured content as JSON.
pub(crate) fn pieces(result: &JsValue) -> Vec<Piece> {
    let content = items(&member(result, "content"), "blocks").unwrap_or_default();
    let pieces: Vec<Piece> = content.iter().map(|block| piece(&block)).collect();
    let structured = member(result, "structuredContent");
    match pieces.is_empty() && !structured.is_undefined() {
        true => vec![Piece::Text(json(&structured))],
        false => pieces,
    }
}

fn piece(block: &JsValue) -> Piece {
    let [kind, data, mime_type] = ["type", "data", "mimeType"].map(|key| member(block, key));
    if kind == "image" && data.is_string() && mime_type.is_string() {
        return Piece::Image { data, mime_type };
    }
    let resource = member(block, "resource");
    let text = match kind == "text" {
        true => member(block, "text"),
        false => member(&resource, "text"),
    };
    if text.is_string() {
        return Piece::Text(text.unchecked_into());
    }
    if data.is_string() {
        return Piece::Text(stand_in(&kind, &mime_type));
    }
    if member(&resource, "blob").is_string() {
        return Piece::Text(stand_in(&member(&resource, "uri"), &member(&resource, "mimeType")));
    }
    Piece::Text(json(block))
}

/// What stands for bytes that no model can read: what they are of, and their type.
fn stand_in(of: &JsValue, mime_type: &JsValue) -> JsString {
    let text = JsString::from("[").concat(&js::display(of));
    match mime_type.is_string() {
        true => text.concat(&", ".into()).concat(mime_type).concat(&"]".into()),
        false => text.concat(&"]".into()),
    }
}

/// The JSON of a value, or what `String` makes of one that has none.
pub(crate) fn json(value: &JsValue) -> JsString {
    js::json_stringify(value).ok().flatten().unwrap_or_else(|| js::display(value))
}

/// All of it as text, for APIs that take nothing else.
pub(crate) fn text_of(pieces: &[Piece]) -> JsString {
    let texts: Array = pieces.iter().map(|piece| JsValue::from(piece.as_text())).collect();
    texts.join("\n")
}

impl Piece {
    pub(crate) fn as_text(&self) -> JsString {
        match self {
            Self::Text(text) => text.clone(),
            Self::Image { mime_type, .. } => stand_in(&"image".into(), mime_type),
        }
    }
}
