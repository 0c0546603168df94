//! The arguments of a call: checked once, then handed over in whichever shape is wanted.

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use crate::engine::Shape;
use crate::js;
use crate::result::error_text;
use crate::sentences::joined;

/// JSON text of an object or an array, and the value if it has been parsed already.
///
/// It is made when the call is made, so that later changes of the caller's object have no effect, and so
/// that builds which turn objects into text in different ways are all given the same.
#[derive(Clone, Debug)]
pub struct Arguments {
    text: JsString,
    parsed: Option<JsValue>,
}

thread_local! {
    static NONE: JsString = JsString::from("{}");
}

/// Why a value cannot be the arguments of a call.
#[derive(Debug)]
pub struct BadArguments {
    /// What is wrong, to go on after "The arguments …".
    pub problem: JsString,
    /// What was thrown when they were read.
    pub cause: Option<JsValue>,
}

impl Arguments {
    /// Reads arguments: an object or array, the JSON text of one, or nothing, which is `{}`.
    ///
    /// # Errors
    /// If they are anything else, or cannot be written as JSON.
    pub fn read(value: &JsValue) -> Result<Self, BadArguments> {
        if !value.is_object() {
            if value.is_undefined() || value.is_null() {
                return Ok(Self::none());
            }
            if value.is_string() {
                return Self::from_text(value.unchecked_ref());
            }
            let kind = value.js_typeof().as_string().unwrap_or_default();
            return Err(BadArguments::new(&joined(&["must be an object, not a ", &kind]), None));
        }
        match js::json_stringify(value) {
            Ok(Some(text)) if is_object_text(&text) => Ok(Self { text, parsed: None }),
            Ok(_) => Err(BadArguments::new(
                "must be an object, and their `toJSON` makes something else of them",
                None,
            )),
            Err(error) => Err(BadArguments::new("cannot be written as JSON", Some(error))),
        }
    }

    fn from_text(text: &JsString) -> Result<Self, BadArguments> {
        if text.trim().length() == 0 {
            return Ok(Self::none());
        }
        match js::json_parse(text) {
            Ok(value) if value.is_object() => Ok(Self { text: text.clone(), parsed: Some(value) }),
            Ok(_) => Err(BadArguments::new("must be the JSON text of an object", None)),
            Err(error) => Err(BadArguments::new("are not valid JSON", Some(error))),
        }
    }

    fn none() -> Self {
        Self { text: NONE.with(JsString::clone), parsed: None }
    }

    /// The value that they are.
    pub(crate) fn value(&self) -> JsValue {
        self.shaped(Shape::Object)
    }

    /// The arguments in the shape that a provider wants. A caller's own text is written anew: older builds
    /// refuse text that is not well formed (half a character), and keep numbers that newer ones do not.
    pub(super) fn shaped(&self, shape: Shape) -> JsValue {
        match shape {
            Shape::Json => self.canonical().into(),
            Shape::Object => match &self.parsed {
                Some(value) => value.clone(),
                None => js::json_parse(&self.text).unwrap_or_default(),
            },
        }
    }

    /// Their text as `JSON.stringify` writes it.
    pub(crate) fn canonical(&self) -> JsString {
        match &self.parsed {
            Some(value) => js::json_stringify(value).ok().flatten().unwrap_or_else(|| self.text.clone()),
            None => self.text.clone(),
        }
    }
}

impl BadArguments {
    fn new(problem: &str, cause: Option<JsValue>) -> Self {
        let problem = JsString::from(problem);
        let problem = match &cause {
            Some(error) => problem.concat(&": ".into()).concat(&error_text(error)),
            None => problem,
        };
        Self { problem, cause }
    }
}

/// Whether text written by `JSON.stringify` is that of an object or an array.
fn is_object_text(text: &JsString) -> bool {
    matches!(char::from_u32(text.char_code_at(0) as u32), Some('{' | '['))
}
