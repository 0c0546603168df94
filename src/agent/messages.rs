//! The messages that a step adds to the conversation.

use js_sys::{Array, JsString};
use wasm_bindgen::{JsCast, JsValue};

use super::execution::Made;
use super::model::{Answer, Wanted};
use crate::convert::calls::input_of;
use crate::js;

/// What a model is told of a tool that returned nothing: several APIs refuse a result without text.
const NOTHING: &str = "The tool returned nothing.";

/// `{role: 'assistant', content, toolCalls?}`: what the model said.
pub(super) fn of_assistant(answer: &Answer, calls: &Array) -> JsValue {
    let calls = if calls.length() == 0 { JsValue::UNDEFINED } else { calls.into() };
    js::object_of(&[("role", &"assistant".into()), ("content", &answer.content), ("toolCalls", &calls)])
}

/// `{id, name, input}`: a call that the model wants. The input is a copy, which no tool can change.
pub(super) fn call(wanted: &Wanted) -> JsValue {
    let input = input_of(wanted.input.clone());
    let copy = js::json_stringify(&input).and_then(|text| text.map(|text| js::json_parse(&text)).transpose());
    let input = copy.ok().flatten().unwrap_or(input);
    js::object_of(&[("id", &wanted.id), ("name", &wanted.name), ("input", &input)])
}

/// `{role: 'tool', toolCallId, name, content, isError?}`: what came of a call, and what the tool returned as a member
/// that is not enumerable, so that messages can be written as JSON.
pub(super) fn of_tool(wanted: &Wanted, made: &Made, longest: u32) -> JsValue {
    let text = if made.text.length() == 0 { NOTHING.into() } else { cut(&made.text, longest) };
    let is_error = if made.is_error { JsValue::TRUE } else { JsValue::UNDEFINED };
    let message = js::object_of(&[
        ("role", &"tool".into()),
        ("toolCallId", &wanted.id),
        ("name", &wanted.name),
        ("content", &text),
        ("isError", &is_error),
    ]);
    if let Ok(result) = &made.entry.answer {
        js::set_hidden(&message, &"result".into(), result);
    }
    message
}

/// A text that may be too long, and says so where something is missing.
fn cut(text: &JsString, longest: u32) -> JsString {
    let length = text.length();
    if length <= longest {
        return text.clone();
    }
    // Not through the middle of a character.
    let is_first_half = |at: u32| (0xd800..0xdc00).contains(&(text.char_code_at(at) as u32));
    let end = if longest > 0 && is_first_half(longest - 1) { longest - 1 } else { longest };
    text.slice(0, end)
        .concat(&"\n[cut: the whole result has ".into())
        .concat(&js::display(&length.into()))
        .concat(&" characters]".into())
        .unchecked_into()
}
