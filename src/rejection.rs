//! Which outcomes reject, and with what.

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use crate::context::{BadArguments, abort_text};
use crate::engine::Outcome;
use crate::js;
use crate::result::{ErrorCode, code_of_provider, error_text, name_of_error, own_code, tool_error_code};
use crate::sentences;
use crate::validate::Problem;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Error)]
    type Error;
    #[wasm_bindgen(constructor, js_class = "Error")]
    fn new(message: &JsString) -> Error;
}

/// The error with which `executeTool` rejects for an outcome; `None` for those that it resolves with. The
/// empty name stands for the list of tools.
pub(crate) fn of(name: &JsValue, outcome: &Outcome<JsValue>) -> Option<JsValue> {
    let quoted = |(before, after): (&str, &str)| JsString::from(before).concat(name).concat(&after.into());
    let (error, code, cause) = match outcome {
        Outcome::Completed { .. } | Outcome::Failed { .. } | Outcome::Navigated => return None,
        Outcome::NotFound { available } => {
            let error: JsValue = Error::new(&quoted(sentences::UNKNOWN_TOOL)).into();
            js::set(&error, "available", &available.iter().collect::<Array>());
            (error, ErrorCode::NotFound, None)
        }
        Outcome::Ambiguous { origins } => {
            let origins: Array = origins.iter().collect();
            let (before, between, after) = sentences::AMBIGUOUS;
            let text = quoted((before, between)).concat(&origins.join(", ")).concat(&after.into());
            let error: JsValue = Error::new(&text).into();
            js::set(&error, "candidates", &origins);
            (error, ErrorCode::Ambiguous, None)
        }
        Outcome::Unavailable { cause: None } => {
            (Error::new(&sentences::UNAVAILABLE.into()).into(), ErrorCode::Unavailable, None)
        }
        // What is known to be missing says so itself.
        Outcome::Unavailable { cause: Some(cause) } if is_coded(cause) => return Some(cause.clone()),
        Outcome::Unavailable { cause: Some(cause) } => {
            let text = JsString::from(sentences::NOT_LISTED).concat(&error_text(cause));
            (Error::new(&text).into(), ErrorCode::Unavailable, Some(cause))
        }
        Outcome::Refused { error } => return Some(of_provider(error)),
        Outcome::OwnerGone { cause } => {
            (Error::new(&quoted(sentences::OWNER_GONE)).into(), ErrorCode::OutcomeUnknown, cause.as_ref())
        }
        Outcome::TimedOut { after_ms, .. } => {
            let (before, between, after) = sentences::TIMED_OUT;
            let what = match *name == "" {
                true => sentences::LISTING_TIMED_OUT.0.into(),
                false => quoted((before, between)),
            };
            let text = what.concat(&js::display(&(*after_ms).into())).concat(&after.into());
            (js::DomException::new(&text, "TimeoutError").into(), ErrorCode::Timeout, None)
        }
        Outcome::Aborted { reason, .. } => (
            js::DomException::new(&abort_text(reason), "AbortError").into(),
            ErrorCode::Aborted,
            Some(reason),
        ),
        Outcome::Invalid { problems } => return Some(invalid(&quoted(sentences::ARGUMENTS), problems)),
        Outcome::BadArguments { error } => {
            let text =
                quoted(sentences::ARGUMENTS).concat(&sentences::REFUSED.into()).concat(&error_text(error));
            (js::TypeError::new(&text).into(), ErrorCode::InvalidInput, Some(error))
        }
    };
    js::set(&error, "errorCode", &code.as_str().into());
    if outcome.is_unknown() {
        js::set(&error, "outcomeUnknown", &true.into());
    }
    if let Some(cause) = cause {
        js::set_hidden(&error, &"cause".into(), cause);
    }
    Some(error)
}

/// The error for values that do not fit their schema, or could not be checked: `subject` begins its sentence.
pub(crate) fn invalid(subject: &JsString, problems: &[Problem]) -> JsValue {
    let code = Problem::code_of(problems);
    let text = subject.concat(&Problem::sentence_of(problems).into());
    let error: JsValue = match code {
        ErrorCode::InvalidInput => js::TypeError::new(&text).into(),
        _ => Error::new(&text).into(),
    };
    js::set(&error, "errorCode", &code.as_str().into());
    js::set(&error, "errors", &Problem::to_js(problems));
    error
}

/// An error of the provider's own: its name and text, with a code beside them.
pub(crate) fn of_provider(cause: &JsValue) -> JsValue {
    let own_name = name_of_error(cause);
    let text = error_text(cause);
    let error: JsValue = match own_name.as_str() {
        "TypeError" => js::TypeError::new(&text).into(),
        "Error" => Error::new(&text).into(),
        _ => js::DomException::new(&text, &own_name).into(),
    };
    js::set(&error, "errorCode", &code_of_provider(&own_name).as_str().into());
    js::set_hidden(&error, &"cause".into(), cause);
    error
}

/// An error of our own: one sentence, its code, and what it comes of.
pub(crate) fn coded(code: ErrorCode, text: &JsString, cause: Option<&JsValue>) -> JsValue {
    let error: JsValue = Error::new(text).into();
    js::set(&error, "errorCode", &code.as_str().into());
    if let Some(cause) = cause {
        js::set_hidden(&error, &"cause".into(), cause);
    }
    error
}

/// Whether it is an error of our own.
pub(crate) fn is_coded(error: &JsValue) -> bool {
    let code = js::get(error, &"errorCode".into()).ok().and_then(|code| code.as_string());
    js::is_error(error) && code.is_some_and(|code| ErrorCode::from_name(&code).is_some())
}

/// The error for a name that is taken.
pub(crate) fn taken(text: &JsString) -> JsValue {
    coded(ErrorCode::InvalidInput, text, None)
}

/// The error that stands for a failed result, for callers who take failures as exceptions.
pub(crate) fn of_result(text: &JsString, result: &JsValue) -> JsValue {
    let error: JsValue = Error::new(text).into();
    js::set(&error, "errorCode", &tool_error_code(result).unwrap_or_default());
    js::set_hidden(&error, &"cause".into(), result);
    error
}

/// An error with a code of JSON-RPC.
pub(crate) fn of_protocol(text: &JsString, code: i32) -> JsValue {
    let error: JsValue = Error::new(text).into();
    js::set(&error, "code", &code.into());
    error
}

/// The error for a model that failed, or that nobody can understand; a code of ours that the cause has goes on.
pub(crate) fn of_model(text: &JsString, cause: Option<&JsValue>) -> JsValue {
    let error: JsValue = Error::new(text).into();
    let code = cause.and_then(own_code).unwrap_or_else(|| ErrorCode::InternalError.as_str().into());
    js::set(&error, "errorCode", &code);
    if let Some(cause) = cause {
        js::set_hidden(&error, &"cause".into(), cause);
    }
    error
}

/// The error for an argument of ours that is wrong.
pub(crate) fn type_error<'a>(message: impl Into<Message<'a>>, cause: Option<&JsValue>) -> JsValue {
    let error: JsValue = match message.into() {
        Message::Rust(text) => js::TypeError::new(&text.into()).into(),
        Message::JavaScript(text) => js::TypeError::new(text).into(),
    };
    js::set(&error, "errorCode", &ErrorCode::InvalidInput.as_str().into());
    if let Some(cause) = cause {
        js::set_hidden(&error, &"cause".into(), cause);
    }
    error
}

/// The error for arguments that no tool can be given.
pub(crate) fn bad_arguments(name: &JsValue, bad: &BadArguments) -> JsValue {
    let (before, after) = sentences::ARGUMENTS;
    let quoted = JsString::from(before).concat(name).concat(&after.into());
    type_error(&quoted.concat(&bad.problem).concat(&".".into()), bad.cause.as_ref())
}

/// The text of an error, which may have to keep what is not well formed (a tool's name is any string).
pub(crate) enum Message<'a> {
    Rust(&'a str),
    JavaScript(&'a JsString),
}

impl<'a> From<&'a str> for Message<'a> {
    fn from(text: &'a str) -> Self {
        Self::Rust(text)
    }
}

impl<'a> From<&'a JsString> for Message<'a> {
    fn from(text: &'a JsString) -> Self {
        Self::JavaScript(text)
    }
}
