//! Results of calls, as what models are told of them.

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use super::Format;
use super::items::items;
use super::pieces::{Piece, pieces, text_of};
use crate::js::{self, member};
use crate::rejection::type_error;
use crate::result;

/// What a model is told where a call navigated.
pub(crate) const NAVIGATED: &str = "The call navigated to another page.";

/// The answer to one call.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) id: JsValue,
    /// The name by which the model called.
    pub(crate) name: JsValue,
    /// A tool result.
    pub(crate) result: JsValue,
    pub(crate) is_error: bool,
}

/// The results of calls in a format, in the order of the results.
///
/// # Errors
/// A `TypeError` that names what is wrong: no arrays, a result that a format cannot place.
pub(crate) fn answer(format: Format, results: &JsValue, calls: &JsValue) -> Result<Array, JsValue> {
    let results = items(results, "results")?;
    let calls = match calls.is_undefined() || calls.is_null() {
        true => Array::new(),
        false => items(calls, "tool calls")?,
    };
    let answers = Array::new();
    for (index, entry) in results.iter().enumerate() {
        let answer = Answer::read(&entry, &calls, index as u32);
        if !format.can_place(&answer) {
            let text = JsString::from("It is not known which call the result at index ")
                .concat(&js::display(&(index as u32).into()))
                .concat(&" answers: give the tool calls as the second argument.".into());
            return Err(type_error(&text, None));
        }
        answers.push(&format.result(&answer));
    }
    Ok(answers)
}

impl Answer {
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        pieces(&self.result)
    }

    /// All of it as text.
    pub(crate) fn text_alone(&self) -> JsString {
        text_of(&self.pieces())
    }

    /// All of it as text, which says so where it is a failure, for APIs that have no other way.
    pub(crate) fn text(&self) -> JsString {
        let text = self.text_alone();
        match self.is_error {
            true => JsString::from("Error: ").concat(&text),
            false => text,
        }
    }

    fn read(entry: &JsValue, calls: &Array, index: u32) -> Self {
        let own_id = member(entry, "id");
        let call = call_of(&own_id, calls, index);
        let known = |value: JsValue, holder: &JsValue, key: &str| match value.is_undefined() {
            true => member(holder, key),
            false => value,
        };
        let result = result_of(entry);
        let name = known(member(&call, "alias"), &call, "name");
        Self {
            id: known(own_id, &call, "id"),
            name: known(name, entry, "name"),
            is_error: result::is_error(&result),
            result,
        }
    }
}

/// The call that a result answers: the one of its id, or in its place where it has none.
fn call_of(id: &JsValue, calls: &Array, index: u32) -> JsValue {
    let in_place = calls.get(index);
    if id.is_undefined() || member(&in_place, "id") == *id {
        return in_place;
    }
    calls.iter().find(|call| member(call, "id") == *id).unwrap_or_default()
}

/// The tool result in what a function of this package gave for a call.
pub(crate) fn result_of(entry: &JsValue) -> JsValue {
    if entry.is_undefined() || entry.is_null() {
        return result::to_tool_result(&NAVIGATED.into());
    }
    let of_plugin = result::result_of_plugin(entry);
    if result::is_result(&of_plugin) {
        return of_plugin;
    }
    match member(entry, "success").as_bool() {
        None => result::to_tool_result(entry),
        Some(false) => {
            let error = Some(member(entry, "error")).filter(|error| !error.is_undefined());
            result::failed_result(&error.unwrap_or_else(|| JsString::from("").into()))
        }
        Some(true) => {
            let result = js::get_exactly(entry, &"result".into()).unwrap_or_default();
            // A runtime's answer has `data`.
            let value = if result.is_undefined() { member(entry, "data") } else { result };
            result::to_tool_result(&value)
        }
    }
}
