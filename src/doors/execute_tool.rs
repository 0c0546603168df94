//! `executeTool`: the call.

use js_sys::Promise;
use wasm_bindgen::prelude::*;

use super::call;
use crate::context::Browser;
use crate::engine::{self, Attribution, Outcome};
use crate::promise::promise;
use crate::rejection;

/// Calls a tool of the page by its name; `index.d.ts` has the contract.
#[wasm_bindgen(js_name = executeTool)]
pub fn execute_tool(name: &JsValue, args: &JsValue, options: &JsValue) -> Promise {
    let call = match call::read(name, args, options, Attribution::Certain, "executeTool") {
        Ok(call) => call,
        Err(error) => return Promise::reject(&error),
    };
    promise(async move {
        let report = engine::run(&Browser, &call).await;
        match rejection::of(&call.name, &report.outcome) {
            Some(error) => Err(error),
            None => Ok(match report.outcome {
                Outcome::Completed { result, .. } | Outcome::Failed { result, .. } => result,
                _ => JsValue::NULL,
            }),
        }
    })
}
