//! What became of one call of a batch.

use js_sys::{JsString, Object};
use wasm_bindgen::prelude::*;

use super::call::{BadCall, Call};
use crate::context::abort_text;
use crate::convert::pieces::{pieces, text_of};
use crate::engine::Outcome;
use crate::js;
use crate::rejection;
use crate::result::{self, error_text};
use crate::sentences::NOT_STARTED;

#[wasm_bindgen]
extern "C" {
    /// A `ToolExecutionResult`.
    #[wasm_bindgen(extends = Object, js_name = Object)]
    type ToolExecutionResult;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> ToolExecutionResult;
    #[wasm_bindgen(method, setter)]
    fn set_name(this: &ToolExecutionResult, name: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_id(this: &ToolExecutionResult, id: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_success(this: &ToolExecutionResult, success: bool);
    #[wasm_bindgen(method, setter)]
    fn set_result(this: &ToolExecutionResult, result: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_error(this: &ToolExecutionResult, error: &JsString);
}

/// What became of one call.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: JsValue,
    /// `undefined` where the caller gave none.
    pub(crate) id: JsValue,
    /// What the tool answered, or the text of what went wrong.
    pub(crate) answer: Result<JsValue, JsString>,
}

impl Entry {
    /// The entry for an outcome.
    pub(crate) fn of(call: &Call, outcome: &Outcome<JsValue>) -> Self {
        Self { name: call.name.clone(), id: call.id.clone(), answer: answer(&call.name, outcome) }
    }

    /// The entry of a call that could not be made.
    pub(crate) fn refused(bad: &BadCall) -> Self {
        Self { name: bad.name.clone(), id: bad.id.clone(), answer: Err(error_text(&bad.error)) }
    }

    /// The entry of a call that was not started.
    pub(crate) fn not_started(name: &JsValue, id: &JsValue) -> Self {
        let (before, after) = NOT_STARTED;
        let text = JsString::from(before).concat(name).concat(&after.into());
        Self { name: name.clone(), id: id.clone(), answer: Err(text) }
    }

    /// The entry of a call that came to nothing.
    pub(crate) fn failed(call: &Call, text: JsString) -> Self {
        Self { name: call.name.clone(), id: call.id.clone(), answer: Err(text) }
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.answer.is_err()
    }

    pub(crate) fn to_js(&self) -> JsValue {
        let object = ToolExecutionResult::new();
        object.set_name(&self.name);
        if !self.id.is_undefined() {
            object.set_id(&self.id);
        }
        object.set_success(self.answer.is_ok());
        match &self.answer {
            Ok(result) => object.set_result(result),
            Err(error) => object.set_error(error),
        }
        object.into()
    }
}

fn answer(name: &JsValue, outcome: &Outcome<JsValue>) -> Result<JsValue, JsString> {
    match outcome {
        Outcome::Completed { result, .. } => Ok(result.clone()),
        Outcome::Navigated => Ok(JsValue::NULL),
        Outcome::Failed { result, .. } => Err(failure_text(result)),
        Outcome::NotFound { .. } | Outcome::Unavailable { cause: None } => {
            Err(JsString::from("Tool ").concat(name).concat(&" not found".into()))
        }
        Outcome::Aborted { reason, .. } => Err(abort_text(reason)),
        outcome => Err(rejection::of(name, outcome).as_ref().map(error_text).unwrap_or_default()),
    }
}

/// What a failure says: the text of a result or of a plugin's failure, else that of what was thrown.
fn failure_text(failure: &JsValue) -> JsString {
    if result::is_result(failure) {
        return text_of(&pieces(failure));
    }
    match js::get(failure, &"text".into()) {
        Ok(text) if text.is_string() && !js::is_error(failure) => text.unchecked_into(),
        _ => error_text(failure),
    }
}
