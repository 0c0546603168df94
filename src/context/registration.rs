//! Registering a tool with the page, whoever provides its `modelContext`.
//!
//! What native and other agents see of the tool is unchanged; beside it, each execution is recorded, and
//! what would break a browser is turned into a failure: a symbol kills the tab of Chromium, and a value
//! without JSON becomes the text `[object Object]` on its older builds and in the polyfill that copies them.

use js_sys::{Array, Function, JsString, Object};
use wasm_bindgen::prelude::*;
use web_sys::AbortController;

use super::executions::{self, ExecutionRecord, Fidelity};
use super::provider::{ModelContext, Provider};
use super::{named_in, shape};
use crate::callable::Returned;
use crate::engine::Shape;
use crate::js;
use crate::result::{UNSERIALISABLE, error_text};

#[wasm_bindgen]
extern "C" {
    type Methods;
    #[wasm_bindgen(method, getter, catch, js_name = registerTool)]
    fn register_tool(this: &Methods) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = unregisterTool)]
    fn unregister_tool(this: &Methods) -> Result<Option<JsValue>, JsValue>;

    #[wasm_bindgen(extends = Object, js_name = Object)]
    type Options;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Options;
    #[wasm_bindgen(method, setter)]
    fn set_signal(this: &Options, signal: &JsValue);
    #[wasm_bindgen(method, setter, js_name = exposedTo)]
    fn set_exposed_to(this: &Options, origins: &JsValue);

    type Static;
    #[wasm_bindgen(method)]
    fn bind(this: &Static, this_argument: &JsValue, record: &ExecutionRecord, guard: u32) -> Function;
}

/// A tool as its author defined it: the whole definition, and the members that matter here.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) object: JsValue,
    pub(crate) name: JsString,
    pub(crate) execute: Function,
}

/// A tool that is registered with the page. Dropping it unregisters the tool; running calls go on.
#[derive(Debug)]
pub(crate) struct Registration {
    context: ModelContext,
    name: JsString,
    controller: AbortController,
    /// What `registerTool` gave: settles once the tool is listed, or says why it is not.
    registered: JsValue,
}

impl Registration {
    /// Registers at once; `Ok(None)` where the provider takes no tools. What a provider throws at once, as
    /// Chromium 150 does, comes as the error; what it says later is in [`Self::registered`].
    pub(crate) fn begin(
        context: ModelContext,
        definition: &Definition,
        exposed_to: Option<&JsValue>,
    ) -> Result<Option<Self>, JsValue> {
        let document = js::get(&js_sys::global(), &"document".into()).unwrap_or_default();
        executions::open(&document);
        let tool = js::shallow_copy(&definition.object)?;
        // A definition may be an instance of a class; the browser reads what it inherits.
        for member in ["title", "description", "inputSchema", "outputSchema", "annotations"] {
            let value = js::get(&definition.object, &member.into())?;
            if !value.is_undefined() {
                js::set(&tool, member, &value);
            }
        }
        js::set(&tool, "name", &definition.name);
        js::set(
            &tool,
            "execute",
            &recorded(definition, Guard::of(&context), fidelity_of(&context), document),
        );
        let controller = AbortController::new()?;
        let arguments = Array::of1(&tool);
        if context.provider != Provider::Preview {
            let options = Options::new();
            options.set_signal(&controller.signal());
            if let Some(origins) = exposed_to {
                options.set_exposed_to(origins);
            }
            arguments.push(&options);
        }
        let Some(register) = context.object.unchecked_ref::<Methods>().register_tool()? else {
            return Ok(None);
        };
        let registered = js::apply(&register, &context.object, &arguments)?;
        Ok(Some(Self { context, name: definition.name.clone(), controller, registered }))
    }

    /// Whether it is of this `modelContext`.
    pub(crate) fn is_with(&self, context: &ModelContext) -> bool {
        self.context.object == context.object
    }

    /// What `registerTool` gave.
    pub(crate) fn registered(&self) -> JsValue {
        self.registered.clone()
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.controller.abort();
        if self.context.provider == Provider::Preview
            && let Ok(Some(unregister)) = self.context.object.unchecked_ref::<Methods>().unregister_tool()
        {
            let _ = js::apply(&unregister, &self.context.object, &Array::of1(&self.name));
        }
    }
}

/// The preview accepts a name twice without a word: there, the name is looked up before. It lists its tools
/// at once, so that nobody can come in between.
pub(crate) fn is_taken(context: &ModelContext, name: &JsString) -> bool {
    if context.provider != Provider::Preview {
        return false;
    }
    let listed = js::apply(&context.get_tools, &context.object, &Array::new());
    let tools = listed.and_then(|tools| js::copy_of(&tools)).unwrap_or_default();
    named_in(&tools, name).next().is_some()
}

/// What a tool may not return, by provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guard {
    /// No symbol.
    Symbol,
    /// Nothing that JSON cannot hold, either.
    Unserialisable,
}

impl Guard {
    fn of(context: &ModelContext) -> Self {
        match (context.provider, shape::of(context)) {
            (Provider::Native | Provider::McpB, Shape::Json) => Self::Unserialisable,
            _ => Self::Symbol,
        }
    }

    fn check(self, value: &JsValue) -> Result<(), JsValue> {
        if value.is_symbol() {
            let text = "The tool returned a symbol, which cannot be handed on; return text or an object.";
            return Err(js::TypeError::new(&text.into()).into());
        }
        if self == Self::Unserialisable && js::is_object_like(value) {
            js::json_stringify(value).map_err(|error| {
                let text = JsString::from(UNSERIALISABLE).concat(&error_text(&error));
                JsValue::from(js::TypeError::new(&text))
            })?;
        }
        Ok(())
    }
}

fn fidelity_of(context: &ModelContext) -> Fidelity {
    match context.provider {
        Provider::Native | Provider::Polyfill | Provider::Preview => Fidelity::Exact,
        Provider::McpB | Provider::Other => Fidelity::Unknown,
    }
}

/// The function that the page is given for the tool's own.
fn recorded(definition: &Definition, guard: Guard, fidelity: Fidelity, document: JsValue) -> JsValue {
    let definition = definition.clone();
    let execute = move |input: JsValue, client: JsValue| -> Result<JsValue, JsValue> {
        let args = || js::json_stringify(&input).ok().flatten().map(JsValue::from).unwrap_or_default();
        let (record, signal) = ExecutionRecord::begin(&document, &definition.name, args, fidelity);
        let client = with_signal(client, signal);
        let signal = js::get(&client, &"signal".into()).unwrap_or_default();
        let emit = record.emit();
        js::set(&client, "emit", &emit);
        let arguments = Array::of2(&input, &client);
        let returned = js::apply_exactly(&definition.execute, &definition.object, &arguments);
        let ends = match returned.map(Returned::of) {
            Ok(Returned::Value(value)) => return end(&record, guard, value),
            Ok(Returned::Thenable(thenable)) => js::promise_of(&thenable),
            Ok(Returned::Generator(generator)) => generator.drive(&emit, &signal),
            Err(error) => {
                record.threw(&error);
                return Err(error);
            }
        };
        let [fulfilled, rejected] = RETURNED_LATER.with(|returned| {
            THREW_LATER.with(|threw| {
                [returned, threw].map(|callback| {
                    let callback: &Static = callback.as_ref().unchecked_ref();
                    callback.bind(&JsValue::NULL, &record, guard as u32)
                })
            })
        });
        let ended = js::chain(&ends, &fulfilled, &rejected);
        record.runs_until(&ended);
        Ok(ended)
    };
    Closure::<dyn Fn(JsValue, JsValue) -> Result<JsValue, JsValue>>::new(execute).into_js_value()
}

type Ending = Closure<dyn Fn(ExecutionRecord, u32, JsValue) -> Result<JsValue, JsValue>>;

thread_local! {
    // What is bound to these is a JavaScript object: an execution that never ends holds nothing in here.
    static RETURNED_LATER: Ending = Closure::new(|record: ExecutionRecord, guard: u32, value: JsValue| {
        let guard = if guard == Guard::Symbol as u32 { Guard::Symbol } else { Guard::Unserialisable };
        end(&record, guard, value)
    });
    static THREW_LATER: Ending = Closure::new(|record: ExecutionRecord, _: u32, error: JsValue| {
        record.threw(&error);
        Err(error)
    });
}

fn end(record: &ExecutionRecord, guard: Guard, value: JsValue) -> Result<JsValue, JsValue> {
    match guard.check(&value) {
        Ok(()) => {
            record.returned(&value);
            Ok(value)
        }
        Err(error) => {
            record.threw(&error);
            Err(error)
        }
    }
}

/// The tool's second argument: the provider's own, where it gives one, with a signal in any case: its own, else
/// that of the call (older builds and the preview give none), else one that never fires.
fn with_signal(client: JsValue, of_call: Option<JsValue>) -> JsValue {
    let own = js::get(&client, &"signal".into()).unwrap_or_default();
    if js::is_object_like(&own) {
        return client;
    }
    let context = if js::is_object_like(&client) { client } else { Options::new().into() };
    js::set(&context, "signal", &of_call.or_else(never).unwrap_or_default());
    context
}

/// A signal that never fires.
fn never() -> Option<JsValue> {
    AbortController::new().ok().map(|controller| controller.signal().into())
}
