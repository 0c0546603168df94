//! `Tool.define`: a function with its description, and an `execute` that never rejects.

use js_sys::{Array, Function, JsString, Object, Promise};
use wasm_bindgen::prelude::*;

use super::call::CallOptions;
use super::plugin_formats;
use crate::batch::local_tool::mark_plugin;
use crate::callable::Callable;
use crate::context::{Browser, Follower, abort_text};
use crate::convert::ToolDescription;
use crate::engine::{LocalCall, Outcome, run_local};
use crate::events;
use crate::js;
use crate::part::in_part;
use crate::promise::promise;
use crate::rejection::{self, type_error};
use crate::result::error_text;

#[wasm_bindgen]
extern "C" {
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

    type Static;
    #[wasm_bindgen(method)]
    fn bind(
        this: &Static,
        this_argument: &JsValue,
        function: &JsValue,
        config: &JsValue,
        name: &JsValue,
    ) -> Function;
}

type Execute = Closure<dyn Fn(JsValue, JsValue, JsValue, JsValue, JsValue, JsValue) -> Promise>;

thread_local! {
    // What is bound to it are the tool's function, what that is a method of, and its name.
    static EXECUTE: Execute = Closure::new(|function, config, name, input, options, emit| {
        execute(&Callable::new(function, config), name, input, &options, emit)
    });
}

/// Wraps a function as a tool; `types/tool.d.ts` has the contract.
///
/// # Errors
/// A `TypeError` that names the member of the definition that is wrong.
#[wasm_bindgen(js_name = defineTool)]
pub fn define_tool(config: &JsValue) -> Result<JsValue, JsValue> {
    in_part!("models" "08": define(config: &JsValue) -> Result<JsValue, JsValue>)
}

fn define(config: &JsValue) -> Result<JsValue, JsValue> {
    let description = ToolDescription::of_config(config)?;
    let function = js::get(config, &"execute".into()).map_err(|error| {
        let text = JsString::from("The tool definition cannot be read: ").concat(&error_text(&error));
        type_error(&text, Some(&error))
    })?;
    if !function.is_function() {
        return Err(type_error("The tool definition has no `execute` that is a function.", None));
    }
    let execute = EXECUTE.with(|execute| {
        let execute: &Static = execute.as_ref().unchecked_ref();
        execute.bind(&JsValue::NULL, &function, config, &description.name)
    });
    let plugin = js::object_of(&[
        ("name", &description.name),
        ("description", &description.description),
        ("parameters", &description.input_schema),
        ("execute", &execute),
    ]);
    plugin_formats::add(&plugin, &description, &function, config);
    mark_plugin(&plugin, &function, config);
    Ok(Object::freeze(plugin.unchecked_ref::<Object>()).into())
}

/// One call. `signal` and `emit` reach the tool as they are, unless the caller asks for more by options.
fn execute(callable: &Callable, name: JsValue, input: JsValue, options: &JsValue, emit: JsValue) -> Promise {
    const DOOR: &str = "Tool";
    let read = match CallOptions::read(options) {
        Ok(read) => read,
        // This door never rejects.
        Err(error) => {
            events::refused(&name, None, &input, DOOR, &error);
            return Promise::resolve(&failure(&error_text(&error)));
        }
    };
    let is_plain = read.is_signal || options.is_undefined() || options.is_null();
    let signal = if read.is_signal { options.clone() } else { JsValue::UNDEFINED };
    let callable = callable.clone();
    let call = LocalCall {
        name,
        input,
        id: None,
        door: DOOR,
        on_progress: read.on_progress.or_else(|| Some(emit.clone()).filter(JsValue::is_function)),
        limits: read.limits,
    };
    promise(async move {
        let report = run_local(&Browser, &call, async |running| {
            let follower = match is_plain || !call.limits.any() {
                true => None,
                false => Follower::of(call.limits.signal.as_ref()),
            };
            let signal = follower.as_ref().map_or(signal, Follower::signal);
            let emit = match is_plain {
                true => emit,
                false => running.observed.emit().map(JsValue::from).unwrap_or_default(),
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
