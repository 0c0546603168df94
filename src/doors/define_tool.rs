//! `Tool.define`: a function with its description, and an `execute` that never rejects.

use js_sys::{Array, JsString, Object, Promise};
use wasm_bindgen::prelude::*;

use super::call::CallOptions;
use crate::callable::Callable;
use crate::context::{Browser, Follower, abort_text};
use crate::engine::{LocalCall, Outcome, run_local};
use crate::js;
use crate::promise::promise;
use crate::rejection::{self, type_error};
use crate::result::error_text;

#[wasm_bindgen]
extern "C" {
    /// A `ToolPlugin`.
    #[wasm_bindgen(extends = Object, js_name = Object)]
    type ToolPlugin;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> ToolPlugin;
    #[wasm_bindgen(method, setter)]
    fn set_name(this: &ToolPlugin, name: &JsString);
    #[wasm_bindgen(method, setter)]
    fn set_execute(this: &ToolPlugin, execute: &JsValue);

    /// The failure that `execute` resolves with.
    #[wasm_bindgen(extends = Object, js_name = Object)]
    type Failure;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Failure;
    #[wasm_bindgen(method, setter)]
    fn set_success(this: &Failure, success: bool);
    #[wasm_bindgen(method, setter)]
    fn set_json(this: &Failure, json: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_text(this: &Failure, text: &JsString);
}

/// Wraps a function as a tool; `types/tool.d.ts` has the contract.
///
/// # Errors
/// A `TypeError` if the definition has no name or nothing to execute.
#[wasm_bindgen(js_name = defineTool)]
pub fn define_tool(config: &JsValue) -> Result<JsValue, JsValue> {
    let wrong = |problem: &str, cause: Option<&JsValue>| {
        type_error(&JsString::from("The tool definition ").concat(&problem.into()), cause)
    };
    if !config.is_object() {
        return Err(wrong("must be an object.", None));
    }
    let member =
        |name: &str| js::get(config, &name.into()).map_err(|error| wrong("cannot be read.", Some(&error)));
    let name: JsString =
        member("name")?.dyn_into().map_err(|_| wrong("needs a `name` that is a string.", None))?;
    let execute = member("execute")?;
    if !execute.is_function() {
        return Err(wrong("needs an `execute` that is a function.", None));
    }
    let plugin = ToolPlugin::new();
    plugin.set_name(&name);
    let callable = Callable::new(execute, config.clone());
    let execute = move |input: JsValue, options: JsValue, emit: JsValue| {
        execute_plugin(&name, &callable, input, &options, emit)
    };
    plugin
        .set_execute(&Closure::<dyn Fn(JsValue, JsValue, JsValue) -> Promise>::new(execute).into_js_value());
    Ok(Object::freeze(&plugin).into())
}

/// One call. `signal` and `emit` reach the tool as they are, unless the caller asks for more by options.
fn execute_plugin(
    name: &JsString,
    callable: &Callable,
    input: JsValue,
    options: &JsValue,
    emit: JsValue,
) -> Promise {
    let read = match CallOptions::read(options) {
        Ok(read) => read,
        // This door never rejects.
        Err(error) => return Promise::resolve(&failure(&error_text(&error))),
    };
    let is_signal = read.is_signal;
    let callable = callable.clone();
    let call = LocalCall {
        name: name.clone().into(),
        input,
        id: None,
        door: "Tool",
        on_progress: read.on_progress.or_else(|| Some(emit.clone()).filter(JsValue::is_function)),
        limits: read.limits,
    };
    let options = options.clone();
    promise(async move {
        let report = run_local(&Browser, &call, async |running| {
            let follower = match is_signal || !call.limits.any() {
                true => None,
                false => Follower::of(call.limits.signal.as_ref()),
            };
            let signal = match &follower {
                Some(follower) => follower.signal(),
                None if is_signal => options,
                None => JsValue::UNDEFINED,
            };
            let emit = match emit.is_undefined() && !is_signal {
                true => running.observed.emit().map(JsValue::from).unwrap_or_default(),
                false => emit,
            };
            running.begin();
            let settled = callable.call(&Array::of3(&call.input, &signal, &emit), running.observed).await;
            if let Some(follower) = &follower {
                follower.end();
            }
            settled.map_or_else(Outcome::threw, Outcome::returned)
        })
        .await;
        Ok(match report.outcome {
            Outcome::Completed { result, .. } => result,
            outcome => failure(&text_of(&call.name, &outcome)),
        })
    })
}

/// What the failure says: the message of an error, the text of an abort's reason, `String()` of anything else.
fn text_of(name: &JsValue, outcome: &Outcome<JsValue>) -> JsString {
    match outcome {
        Outcome::Failed { cause: Some(error), .. } if js::is_error(error) => error_text(error),
        Outcome::Failed { cause: Some(thrown), .. } => js::display(thrown),
        Outcome::Aborted { reason, .. } => abort_text(reason),
        outcome => rejection::of(name, outcome).as_ref().map(error_text).unwrap_or_default(),
    }
}

fn failure(text: &JsString) -> JsValue {
    let failure = Failure::new();
    failure.set_success(false);
    failure.set_json(&JsValue::NULL);
    failure.set_text(text);
    failure.into()
}
