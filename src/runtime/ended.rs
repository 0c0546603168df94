//! How a call ended, and what its caller reads of it.

use js_sys::{JsString, Object};
use wasm_bindgen::prelude::*;

use super::{answer, size};
use crate::convert::items::items;
use crate::engine::Outcome;
use crate::js;
use crate::registry::closest;
use crate::rejection;
use crate::result::{ErrorCode, error_text};

/// How a call ended.
#[derive(Debug)]
#[non_exhaustive]
pub struct Ended {
    /// The id that was called.
    pub id: JsValue,
    /// What became of it. The result of a tool that answered or failed is one of a catalogue: `{ success, … }`.
    pub outcome: Outcome<JsValue>,
    /// From when its turn came to its end, in milliseconds.
    pub execution_ms: f64,
    /// The bytes of the input's JSON, where it has one.
    pub input_bytes: Option<f64>,
    /// What its caller may want to know.
    pub warnings: Vec<JsString>,
}

/// A call that rejects, since it was aborted.
#[derive(Debug)]
pub(crate) struct Rejected {
    /// With this error.
    pub(crate) error: JsValue,
    /// The same as a result, for who wants one of every call.
    pub(crate) result: JsValue,
}

impl Ended {
    /// Whether the tool, or the call, failed.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        !matches!(self.outcome, Outcome::Completed { .. } | Outcome::Navigated)
    }

    /// What went wrong, as an error: what the tool threw, or an error that says it.
    #[must_use]
    pub fn error(&self) -> JsValue {
        match &self.outcome {
            Outcome::Failed { cause: Some(cause), .. } => cause.clone(),
            Outcome::Failed { result, raw, .. } => {
                let text = js::display(&js::member(result, "error"));
                let error = rejection::coded(ErrorCode::ExecutionError, &text, raw.as_ref());
                js::set(&error, "errorCode", &js::member(result, "errorCode"));
                error
            }
            outcome => rejection::of(&self.id, outcome).unwrap_or_default(),
        }
    }

    /// What the caller gets: a result with its metadata, or an error where the call was aborted.
    pub(crate) fn into_result(self) -> Result<JsValue, Rejected> {
        let error = rejection::of(&self.id, &self.outcome);
        let result = match (&self.outcome, &error) {
            (Outcome::Completed { result, .. } | Outcome::Failed { result, .. }, _) => result.clone(),
            (outcome, Some(error)) => failure_of(&self.id, outcome, error),
            (_, None) => answer::success(&JsValue::NULL),
        };
        // What an unchecked tool returns may be anything.
        if js::is_record(&result) {
            js::set(&result, "metadata", &self.metadata(&result));
        }
        match (self.outcome, error) {
            (Outcome::Aborted { .. }, Some(error)) => Err(Rejected { error, result }),
            _ => Ok(result),
        }
    }

    /// What is told beside the result, over what the tool tells itself.
    fn metadata(&self, result: &JsValue) -> JsValue {
        let own = js::member(result, "metadata");
        let (metadata, own_warnings) = match js::is_object_like(&own) && !js::is_array(&own) {
            true => (js::shallow_copy(&own).unwrap_or_default(), js::member(&own, "warnings")),
            false => (Object::new(), JsValue::UNDEFINED),
        };
        let warnings = items(&own_warnings, "warnings").unwrap_or_default();
        for warning in &self.warnings {
            warnings.push(warning);
        }
        js::set(&metadata, "executionTime", &self.execution_ms.into());
        if let Some(bytes) = self.input_bytes {
            js::set(&metadata, "inputSize", &bytes.into());
        }
        let data = js::get_exactly(result, &"data".into()).unwrap_or_default();
        match size::json_bytes(&data) {
            Ok(bytes) => js::set(&metadata, "outputSize", &bytes.into()),
            Err(_) => {
                let text = "The output cannot be written as JSON: its size is not known.";
                warnings.push(&text.into());
            }
        }
        if matches!(self.outcome, Outcome::Navigated) {
            js::set(&metadata, "navigated", &true.into());
        }
        js::set(&metadata, "warnings", &warnings);
        metadata.into()
    }
}

/// The failure that stands for an outcome without an answer of the tool's.
fn failure_of(id: &JsValue, outcome: &Outcome<JsValue>, error: &JsValue) -> JsValue {
    let code = js::member(error, "errorCode");
    let suggestion = match outcome {
        Outcome::NotFound { available } => suggestion(id, available),
        _ => answer::suggestion_of(error),
    };
    let failure = answer::failure(&error_text(error), &code, suggestion.as_ref());
    if let Outcome::Invalid { .. } = outcome {
        js::set(&failure, "errors", &js::member(error, "errors"));
    }
    if outcome.is_unknown() {
        js::set(&failure, "outcomeUnknown", &true.into());
    }
    failure
}

/// The failure, with what metadata there is, that stands for a call that could not even be made.
#[cfg(feature = "js")]
pub(crate) fn failure_of_error(error: &JsValue) -> JsValue {
    let code = js::member(error, "errorCode");
    let code = if code.is_string() { code } else { ErrorCode::InvalidInput.as_str().into() };
    let failure = answer::failure(&error_text(error), &code, None);
    let metadata = [("executionTime", &0.into()), ("warnings", &JsValue::from(js_sys::Array::new()))];
    js::set(&failure, "metadata", &js::object_of(&metadata));
    failure
}

fn suggestion(id: &JsValue, available: &[JsValue]) -> Option<JsValue> {
    let names: Vec<String> = available.iter().filter_map(JsValue::as_string).collect();
    let meant = closest(&id.as_string()?, names.iter().map(|name| &**name))?;
    Some(["Did you mean \"", meant, "\"?"].concat().into())
}
