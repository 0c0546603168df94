//! `executeToolDetailed`: the call, with all that is known of it.

use js_sys::Promise;
use serde::Serialize;
use serde_wasm_bindgen::preserve;
use wasm_bindgen::prelude::*;

use super::call;
use crate::context::Browser;
use crate::engine::{self, Attribution, Outcome, Report, Shape, Status};
use crate::js;
use crate::promise::promise;
use crate::rejection;
use crate::result::tool_error_code;

/// A `ToolCallReport`. JavaScript values pass through it as they are.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolCallReport {
    status: &'static str,
    #[serde(with = "preserve")]
    name: JsValue,
    #[serde(with = "preserve")]
    result: JsValue,
    #[serde(with = "preserve")]
    raw: JsValue,
    #[serde(with = "preserve")]
    value: JsValue,
    value_known: bool,
    #[serde(with = "preserve")]
    error_code: JsValue,
    #[serde(with = "preserve")]
    error: JsValue,
    outcome_unknown: bool,
    duration_ms: f64,
    provider: Option<&'static str>,
    args_shape: Option<&'static str>,
    #[serde(with = "preserve")]
    origin: JsValue,
}

/// Calls a tool of the page by its name and says all about it; `index.d.ts` has the contract.
#[wasm_bindgen(js_name = executeToolDetailed)]
pub fn execute_tool_detailed(name: &JsValue, args: &JsValue, options: &JsValue) -> Promise {
    let call = match call::read(name, args, options, Attribution::Certain, "executeToolDetailed") {
        Ok(call) => call,
        Err(error) => return Promise::reject(&error),
    };
    promise(async move {
        let provider = Browser.provider().map(|provider| provider.as_str());
        let report = engine::run(&Browser, &call).await;
        let error = rejection::of(&call.name, &report.outcome);
        // Malformed arguments are the caller's mistake in every door.
        match (report.outcome.status(), error) {
            (Status::BadArguments, Some(error)) => Err(error),
            (_, error) => render(call.name, report, error, provider),
        }
    })
}

fn render(
    name: JsValue,
    report: Report<JsValue>,
    error: Option<JsValue>,
    provider: Option<&'static str>,
) -> Result<JsValue, JsValue> {
    let status = report.outcome.status().as_str();
    let outcome_unknown = report.outcome.is_unknown();
    let (result, raw, value, cause) = match report.outcome {
        Outcome::Completed { raw, result, value } => (result, raw, value, None),
        Outcome::Failed { raw, result, cause, value } => (result, raw.unwrap_or_default(), value, cause),
        Outcome::Navigated => (JsValue::NULL, JsValue::NULL, None, None),
        _ => (JsValue::NULL, JsValue::UNDEFINED, None, None),
    };
    let error_code = match &error {
        Some(error) => js::get(error, &"errorCode".into()).unwrap_or_default(),
        None => tool_error_code(&result).unwrap_or_default(),
    };
    let report = ToolCallReport {
        status,
        name,
        result,
        raw,
        value_known: value.is_some(),
        value: value.unwrap_or_default(),
        error_code,
        error: error.or(cause).unwrap_or_default(),
        outcome_unknown,
        duration_ms: report.duration_ms,
        provider,
        args_shape: report.shape.map(Shape::as_str),
        origin: report.origin.unwrap_or_default(),
    };
    serde_wasm_bindgen::to_value(&report).map_err(JsValue::from)
}
