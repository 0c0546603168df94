//! `defineWebTool`: the author's side of a page tool.

use js_sys::{JsString, Object, Promise};
use wasm_bindgen::prelude::*;

use super::call;
use super::register::register;
use crate::context::Browser;
use crate::context::registration::Definition;
use crate::engine::{self, Attribution, Outcome};
use crate::js;
use crate::part::in_part;
use crate::promise::promise;
use crate::rejection::{self, type_error};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = Object, js_name = Object)]
    type WebTool;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> WebTool;
    #[wasm_bindgen(method, setter)]
    fn set_name(this: &WebTool, name: &JsString);
    #[wasm_bindgen(method, setter)]
    fn set_definition(this: &WebTool, definition: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_invoke(this: &WebTool, invoke: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_register(this: &WebTool, register: &JsValue);

    /// What `invoke` resolves with.
    #[wasm_bindgen(extends = Object, js_name = Object)]
    type Invocation;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Invocation;
    #[wasm_bindgen(method, setter)]
    fn set_result(this: &Invocation, result: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_value(this: &Invocation, value: &JsValue);
}

/// Defines a tool; `index.d.ts` has the contract.
///
/// # Errors
/// A `TypeError` if the definition has no name, no description or nothing to execute.
#[wasm_bindgen(js_name = defineWebTool)]
pub fn define_web_tool(definition: &JsValue) -> Result<JsValue, JsValue> {
    in_part!("page" "03": define(definition: &JsValue) -> Result<JsValue, JsValue>)
}

fn define(definition: &JsValue) -> Result<JsValue, JsValue> {
    let definition = read(definition)?;
    let tool = WebTool::new();
    tool.set_name(&definition.name);
    tool.set_definition(&definition.object);
    let name = definition.name.clone();
    let invoke = move |input: JsValue, options: JsValue| invoke(&name, &input, &options);
    tool.set_invoke(&Closure::<dyn Fn(JsValue, JsValue) -> Promise>::new(invoke).into_js_value());
    let register = move |options: JsValue| register(&definition, &options);
    tool.set_register(&Closure::<dyn Fn(JsValue) -> Promise>::new(register).into_js_value());
    Ok(Object::freeze(&tool).into())
}

fn read(object: &JsValue) -> Result<Definition, JsValue> {
    let wrong = |problem: &str, cause: Option<&JsValue>| {
        type_error(&JsString::from("The tool definition ").concat(&problem.into()), cause)
    };
    if !object.is_object() {
        return Err(wrong("must be an object.", None));
    }
    let member =
        |name: &str| js::get(object, &name.into()).map_err(|error| wrong("cannot be read.", Some(&error)));
    let name = member("name")?.dyn_into().map_err(|_| wrong("needs a `name` that is a string.", None))?;
    if !member("description")?.is_string() {
        return Err(wrong("needs a `description` that is a string.", None));
    }
    let execute =
        member("execute")?.dyn_into().map_err(|_| wrong("needs an `execute` that is a function.", None))?;
    Ok(Definition { object: object.clone(), name, execute })
}

/// Calls the tool through the page and adds what it returned.
fn invoke(name: &JsString, input: &JsValue, options: &JsValue) -> Promise {
    let call = match call::read(name, input, options, Attribution::InOrder, "invoke") {
        Ok(call) => call,
        Err(error) => return Promise::reject(&error),
    };
    promise(async move {
        let outcome = engine::run(&Browser, &call).await.outcome;
        if let Some(error) = rejection::of(&call.name, &outcome) {
            return Err(error);
        }
        let (result, value) = match outcome {
            Outcome::Completed { result, value, .. } | Outcome::Failed { result, value, .. } => {
                (result, value)
            }
            _ => (JsValue::NULL, None),
        };
        let invocation = Invocation::new();
        invocation.set_result(&result);
        invocation.set_value(&value.unwrap_or_default());
        Ok(invocation.into())
    })
}
