//! What a tool of a catalogue answers, `{ success, data }` or `{ success, error, errorCode, suggestion }`, as the
//! outcome of its call.

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use crate::engine::Outcome;
use crate::js;
use crate::rejection;
use crate::result::{ErrorCode, error_text, own_code};
use crate::validate::Problem;

#[wasm_bindgen]
extern "C" {
    /// What a tool returned, each member of which may be a getter that throws.
    type Answer;
    #[wasm_bindgen(method, getter, catch)]
    fn success(this: &Answer) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn error(this: &Answer) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = errorCode)]
    fn error_code(this: &Answer) -> Result<Option<JsValue>, JsValue>;
}

/// The outcome of a tool that returned `value`. A checked one must be what the contract says.
pub(super) fn outcome_of(value: JsValue, is_checked: bool) -> Outcome<JsValue> {
    if !is_checked && !js::is_record(&value) {
        return Outcome::returned(value);
    }
    match copy_of(&value, is_checked) {
        Ok((result, true)) => Outcome::Completed { raw: value.clone(), result, value: Some(value) },
        Ok((result, false)) => {
            Outcome::Failed { raw: Some(value.clone()), result, cause: None, value: Some(value) }
        }
        Err(error) => Outcome::Failed {
            raw: Some(value.clone()),
            result: failure(&error_text(&error), &ErrorCode::InternalError.as_str().into(), None),
            cause: Some(error),
            value: Some(value),
        },
    }
}

/// The result that a caller gets for it, and whether it is a success. A copy: it will have more members.
fn copy_of(value: &JsValue, is_checked: bool) -> Result<(JsValue, bool), JsValue> {
    let wrong = |problem: &str, cause: Option<&JsValue>| {
        let text = JsString::from("The tool's result ").concat(&problem.into());
        rejection::coded(ErrorCode::InternalError, &text, cause)
    };
    if is_checked && (!value.is_object() || js::is_array(value)) {
        return Err(wrong("must be an object with `success`, `true` or `false`.", None));
    }
    let copy: JsValue =
        js::shallow_copy(value).map_err(|error| wrong("cannot be read.", Some(&error)))?.into();
    let result: &Answer = copy.unchecked_ref();
    let success = result.success().ok().flatten().and_then(|success| success.as_bool());
    if !is_checked {
        return Ok((copy, success != Some(false)));
    }
    match success {
        Some(true) if js::get_exactly(&copy, &"data".into()).is_ok_and(|data| !data.is_undefined()) => {
            Ok((copy, true))
        }
        Some(true) => Err(wrong("says that it is a success and has no `data`.", None)),
        Some(false)
            if result.error().ok().flatten().is_some_and(|error| error.is_string() && error != "") =>
        {
            if result.error_code().ok().flatten().is_none() {
                js::set(&copy, "errorCode", &ErrorCode::ExecutionError.as_str().into());
            }
            Ok((copy, false))
        }
        Some(false) => Err(wrong("says that it is a failure and has no `error`, a text.", None)),
        None => Err(wrong("must have `success`, `true` or `false`.", None)),
    }
}

/// The outcome of a tool that threw: the error's text, its `code` if that is one of ours, its `suggestion`.
pub(super) fn threw(error: JsValue) -> Outcome<JsValue> {
    let code = own_code(&error).unwrap_or_else(|| ErrorCode::ExecutionError.as_str().into());
    let result = failure(&error_text(&error), &code, suggestion_of(&error).as_ref());
    Outcome::Failed { raw: None, result, cause: Some(error), value: None }
}

/// The outcome of a call that fails for a reason of our own.
pub(super) fn failed(code: ErrorCode, text: &JsString, cause: Option<&JsValue>) -> Outcome<JsValue> {
    let error = rejection::coded(code, text, cause);
    Outcome::Failed {
        raw: None,
        result: failure(text, &code.as_str().into(), None),
        cause: Some(error),
        value: None,
    }
}

/// The outcome of a tool whose data do not fit the schema that its definition has for them.
pub(super) fn unfit(problems: &[Problem]) -> Outcome<JsValue> {
    let error = rejection::invalid(&"The tool's data ".into(), problems);
    let code = ErrorCode::InternalError.as_str().into();
    js::set(&error, "errorCode", &code);
    let result = failure(&error_text(&error), &code, None);
    js::set(&result, "errors", &Problem::to_js(problems));
    Outcome::Failed { raw: None, result, cause: Some(error), value: None }
}

/// A failure as a result.
pub(super) fn failure(text: &JsString, code: &JsValue, suggestion: Option<&JsValue>) -> JsValue {
    js::object_of(&[
        ("success", &false.into()),
        ("error", text),
        ("errorCode", code),
        ("suggestion", suggestion.unwrap_or(&JsValue::UNDEFINED)),
    ])
}

/// A success as a result.
pub(super) fn success(data: &JsValue) -> JsValue {
    js::object_of(&[("success", &true.into()), ("data", data)])
}

/// What an error, or a failure, advises.
pub(super) fn suggestion_of(error: &JsValue) -> Option<JsValue> {
    Some(js::member(error, "suggestion")).filter(JsValue::is_string)
}
