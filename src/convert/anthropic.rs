//! Anthropic's Messages API.

use js_sys::{Array, JsString};
use wasm_bindgen::JsValue;

use super::calls::{CallShape, Kind};
use super::description::{Part, ToolDescription};
use super::pieces::Piece;
use super::results::Answer;
use crate::js::{member, object_of};

/// `{name, description, input_schema, input_examples, cache_control}`.
pub(crate) fn tool(tool: &ToolDescription) -> JsValue {
    tool.parts(&[
        ("name", Part::Name),
        ("description", Part::Description),
        ("input_schema", Part::InputSchema),
        ("input_examples", Part::InputExamples),
        ("cache_control", Part::CacheControl),
    ])
}

/// The `tool_use` blocks of a message or of its `content`.
pub(super) const CALLS: CallShape = CallShape {
    list: |message| member(message, "content"),
    kind: Kind::Is("tool_use"),
    inside: "",
    name: "name",
    arguments: "input",
    id: "id",
};

/// A block: `{type: "tool_result", tool_use_id, content, is_error}`.
pub(crate) fn result(answer: &Answer) -> JsValue {
    let mut content: Array = answer.pieces().iter().filter_map(block).collect();
    if answer.is_error && content.length() == 0 {
        // A failure without content is refused.
        content.extend(block(&Piece::Text("The tool failed.".into())));
    }
    let content = if content.length() == 0 { JsValue::UNDEFINED } else { content.into() };
    let is_error = if answer.is_error { JsValue::TRUE } else { JsValue::UNDEFINED };
    object_of(&[
        ("type", &"tool_result".into()),
        ("tool_use_id", &answer.id),
        ("content", &content),
        ("is_error", &is_error),
    ])
}

/// A content block; empty texts and images of other types are refused.
fn block(piece: &Piece) -> Option<JsValue> {
    const IMAGES: [&str; 4] = ["image/jpeg", "image/png", "image/gif", "image/webp"];
    if let Piece::Image { data, mime_type } = piece
        && IMAGES.iter().any(|image| mime_type == image)
    {
        let source = object_of(&[("type", &"base64".into()), ("media_type", mime_type), ("data", data)]);
        return Some(object_of(&[("type", &"image".into()), ("source", &source)]));
    }
    let text: JsString = piece.as_text();
    (text.length() > 0).then(|| object_of(&[("type", &"text".into()), ("text", &text)]))
}
