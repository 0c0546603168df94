//! One thing that is wrong with a value, said to whoever has to mend it: most often a language model.

use js_sys::{Array, JsString, Object};
use wasm_bindgen::prelude::*;

use crate::js;
use crate::result::ErrorCode;
use crate::sentences::joined;
use crate::sentences::{UNCHECKED, UNFIT};

#[wasm_bindgen]
extern "C" {
    /// A `Problem` of `types/validation.d.ts`.
    #[wasm_bindgen(extends = Object, js_name = Object)]
    type JsProblem;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> JsProblem;
    #[wasm_bindgen(method, setter)]
    fn set_pointer(this: &JsProblem, pointer: &str);
    #[wasm_bindgen(method, setter)]
    fn set_keyword(this: &JsProblem, keyword: &str);
    #[wasm_bindgen(method, setter)]
    fn set_code(this: &JsProblem, code: &str);
    #[wasm_bindgen(method, setter)]
    fn set_message(this: &JsProblem, message: &str);
}

/// What is wrong at one place of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, as a JSON pointer into the value: `/address/0/city`; the value itself is the empty text.
    pub pointer: String,
    /// The keyword of JSON Schema that is broken.
    pub keyword: String,
    /// What kind of mistake it is: `MISSING_REQUIRED`, `TYPE_ERROR`, `CONSTRAINT_VIOLATION` or
    /// `INVALID_INPUT`. Where the value could not be checked at all: `INTERNAL_ERROR` if that is the schema's
    /// fault, `UNAVAILABLE` if there is no validator.
    pub code: ErrorCode,
    /// One sentence that says what it has to be: `"/qty" must be an integer, not a string.`
    pub message: String,
}

impl Problem {
    /// A problem whose sentence begins with the place: `said` goes on after it.
    #[must_use]
    pub fn at(pointer: &str, keyword: &str, code: ErrorCode, said: &str) -> Self {
        let message = match pointer {
            "" => joined(&["The value ", said, "."]),
            _ => joined(&["\"", pointer, "\" ", said, "."]),
        };
        Self { pointer: pointer.to_owned(), keyword: keyword.to_owned(), code, message }
    }

    /// The code for all of these together: why the value could not be checked, else `INVALID_INPUT`.
    #[must_use]
    pub fn code_of(problems: &[Self]) -> ErrorCode {
        let unchecked = |one: &&Self| matches!(one.code, ErrorCode::InternalError | ErrorCode::Unavailable);
        problems.iter().find(unchecked).map_or(ErrorCode::InvalidInput, |one| one.code)
    }

    /// All of these in one sentence and more, to go on after "The arguments …".
    pub(crate) fn sentence_of(problems: &[Self]) -> String {
        const MOST: usize = 5;
        let mut sentence = match Self::code_of(problems) {
            ErrorCode::InvalidInput => UNFIT,
            _ => UNCHECKED,
        }
        .to_owned();
        let told: Vec<&str> = problems.iter().take(MOST).map(|problem| &*problem.message).collect();
        sentence.push_str(&told.join(" "));
        if let Some(more) = problems.len().checked_sub(MOST).filter(|more| *more > 0) {
            sentence.push_str(&joined(&[" (", &more.to_string(), " more in `errors`.)"]));
        }
        sentence
    }

    /// The problems as the array that JavaScript reads, each `{ pointer, keyword, code, message }`.
    #[must_use]
    pub fn to_js(problems: &[Self]) -> Array {
        let object = |one: &Self| {
            let object = JsProblem::new();
            object.set_pointer(&one.pointer);
            object.set_keyword(&one.keyword);
            object.set_code(one.code.as_str());
            object.set_message(&one.message);
            object
        };
        problems.iter().map(object).collect()
    }
}

/// The JSON pointer of a member.
pub(crate) fn pointer_to(parent: &str, member: &str) -> String {
    joined(&[parent, "/", &member.replace('~', "~0").replace('/', "~1")])
}

/// What kind of value this is, in words.
pub(crate) fn kind_of(value: &JsValue) -> &'static str {
    if value.is_null() {
        return "null";
    }
    if js::is_array(value) {
        return "an array";
    }
    match value.js_typeof().as_string().unwrap_or_default().as_str() {
        "string" => "a string",
        "number" => "a number",
        "boolean" => "a boolean",
        "object" => "an object",
        "function" => "a function",
        "bigint" => "a bigint",
        "symbol" => "a symbol",
        _ => "undefined",
    }
}

/// A value as a message shows it: a short text or number itself, anything else by its kind.
pub(crate) fn shown(value: &JsValue) -> String {
    const LONGEST: u32 = 60;
    if value.is_string() {
        let text: &JsString = value.unchecked_ref();
        let (cut, ending) = match text.length() > LONGEST {
            true => (text.slice(0, LONGEST), "…"),
            false => (text.clone(), ""),
        };
        // As JSON, so that quotes and line breaks in it do not end the sentence.
        let quoted = js::json_stringify(&cut.concat(&ending.into())).ok().flatten();
        return quoted.map(String::from).unwrap_or_default();
    }
    match value.as_f64().is_some() || value.as_bool().is_some() {
        true => js::display(value).into(),
        false => kind_of(value).to_owned(),
    }
}
