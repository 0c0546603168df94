//! Which outcomes reject, and with what.

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use crate::context::abort_text;
use crate::engine::Outcome;
use crate::js;
use crate::result::{ErrorCode, error_text};

const UNAVAILABLE: &str =
    "document.modelContext is not available: no WebMCP in this browser, and no polyfill loaded.";

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
    let quoted = |before: &str, after: &str| JsString::from(before).concat(name).concat(&after.into());
    let (error, code, cause) = match outcome {
        Outcome::Completed { .. } | Outcome::Failed { .. } | Outcome::Navigated => return None,
        Outcome::NotFound { available } => {
            let error: JsValue = Error::new(&quoted("Unknown tool \"", "\"")).into();
            js::set(&error, "available", &available.iter().collect::<Array>());
            (error, ErrorCode::NotFound, None)
        }
        Outcome::Ambiguous { origins } => {
            let origins: Array = origins.iter().collect();
            let text = quoted("Several documents offer a tool \"", "\" (")
                .concat(&origins.join(", "))
                .concat(&"): name one with the option `origin` or `window`.".into());
            let error: JsValue = Error::new(&text).into();
            js::set(&error, "candidates", &origins);
            (error, ErrorCode::Ambiguous, None)
        }
        Outcome::Unavailable { cause: None } => {
            (Error::new(&UNAVAILABLE.into()).into(), ErrorCode::Unavailable, None)
        }
        Outcome::Unavailable { cause: Some(cause) } => {
            let text = JsString::from("The page's tools could not be listed: ").concat(&error_text(cause));
            (Error::new(&text).into(), ErrorCode::Unavailable, Some(cause))
        }
        Outcome::Refused { error } => return Some(of_provider(error)),
        Outcome::OwnerGone { cause } => {
            let text = quoted("The tool \"", "\" went away while it was running: what it did is not known.");
            (Error::new(&text).into(), ErrorCode::OutcomeUnknown, cause.as_ref())
        }
        Outcome::TimedOut { after_ms, .. } => {
            let what = match *name == "" {
                true => "The page's tools were not listed within ".into(),
                false => quoted("The tool \"", "\" did not answer within "),
            };
            let text = what.concat(&js::display(&(*after_ms).into())).concat(&" ms.".into());
            (js::DomException::new(&text, "TimeoutError").into(), ErrorCode::Timeout, None)
        }
        Outcome::Aborted { reason, .. } => (
            js::DomException::new(&abort_text(reason), "AbortError").into(),
            ErrorCode::Aborted,
            Some(reason),
        ),
        Outcome::BadArguments { error } => {
            let text = quoted("The arguments for \"", "\" were refused: ").concat(&error_text(error));
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

/// An error of the provider's own: its name and text, with a code beside them.
pub(crate) fn of_provider(cause: &JsValue) -> JsValue {
    let own_name = js::get(cause, &"name".into()).ok().and_then(|name| name.as_string());
    let own_name = own_name.unwrap_or_else(|| "Error".to_owned());
    let text = error_text(cause);
    let (error, code): (JsValue, _) = match own_name.as_str() {
        "TypeError" => (js::TypeError::new(&text).into(), ErrorCode::InvalidInput),
        // A name that is taken, or that no tool may have.
        "InvalidStateError" => (js::DomException::new(&text, &own_name).into(), ErrorCode::InvalidInput),
        "Error" => (Error::new(&text).into(), ErrorCode::InternalError),
        // A permissions policy, `document.domain`, an opaque origin, and whatever else a browser may think of.
        _ => (js::DomException::new(&text, &own_name).into(), ErrorCode::Unauthorized),
    };
    js::set(&error, "errorCode", &code.as_str().into());
    js::set_hidden(&error, &"cause".into(), cause);
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
