//! `defineWebTool`: the author's side of a page tool.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use js_sys::{JsString, Object, Promise};
use wasm_bindgen::prelude::*;

use super::call;
use super::rejection::{self, type_error};
use crate::context::registration::{Definition, Registration, is_taken};
use crate::context::{Browser, ModelContext, OnAbort, Signal};
use crate::engine::{self, Attribution, Host, Outcome};
use crate::js;
use crate::promise::{promise, settled};

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
    let call = match call::read(name, input, options, Attribution::InOrder) {
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

/// A definition that is registered, once, for everyone who asked for it.
#[derive(Debug)]
struct Shared {
    definition: JsValue,
    registration: Registration,
    holders: Vec<Rc<Holder>>,
}

/// One who asked for a registration: it lasts until the last of them lets go.
#[derive(Debug, Default)]
struct Holder {
    has_let_go: Cell<bool>,
    on_abort: RefCell<Option<OnAbort>>,
}

thread_local! {
    static SHARED: RefCell<Vec<Shared>> = const { RefCell::new(Vec::new()) };
}

fn register(definition: &Definition, options: &JsValue) -> Promise {
    let started = RegisterOptions::read(options).and_then(|options| {
        if let Some(reason) = options.signal.as_ref().and_then(|signal| Browser.abort_reason(signal)) {
            return Err(aborted(&definition.name, reason));
        }
        let context = match ModelContext::find() {
            Ok(Some(context)) => context,
            found => return Err(unavailable(&definition.name, found.err())),
        };
        Ok((context, options))
    });
    let (context, options) = match started {
        Ok(started) => started,
        Err(error) => return Promise::reject(&error),
    };
    let definition = definition.clone();
    promise(async move {
        if !is_shared(&definition, &context) && is_taken(&context, &definition.name) {
            let taken = js::DomException::new(&"Duplicate tool name".into(), "InvalidStateError");
            return Err(rejection::of_provider(&taken));
        }
        let (holder, registered) = match hold(&definition, context, options.exposed_to.as_ref()) {
            Ok(Some(held)) => held,
            Ok(None) => return Err(unavailable(&definition.name, None)),
            Err(error) => return Err(rejection::of_provider(&error)),
        };
        let weak = Rc::downgrade(&holder);
        if let Some(signal) = &options.signal {
            let weak = weak.clone();
            holder.on_abort.replace(Some(OnAbort::of(signal, move || let_go(&weak))));
        }
        drop(holder);
        let reason = || options.signal.as_ref().and_then(|signal| Browser.abort_reason(signal));
        // It may have fired while the provider registered.
        let listed = match reason() {
            Some(_) => Ok(JsValue::UNDEFINED),
            None => settled(&registered).await,
        };
        if let Some(reason) = reason() {
            let_go(&weak);
            js::ignore(&registered);
            return Err(aborted(&definition.name, reason));
        }
        if let Err(error) = listed {
            let_go(&weak);
            return Err(rejection::of_provider(&error));
        }
        Ok(Closure::<dyn Fn()>::new(move || let_go(&weak)).into_js_value())
    })
}

fn is_shared(definition: &Definition, context: &ModelContext) -> bool {
    SHARED.with_borrow(|all| all.iter().any(|shared| shared.is(definition, context)))
}

/// Joins the registration of this definition, or begins it.
fn hold(
    definition: &Definition,
    context: ModelContext,
    exposed_to: Option<&JsValue>,
) -> Result<Option<(Rc<Holder>, JsValue)>, JsValue> {
    let holder = Rc::new(Holder::default());
    let joined = SHARED.with_borrow_mut(|all| {
        let shared = all.iter_mut().find(|shared| shared.is(definition, &context))?;
        shared.holders.push(holder.clone());
        Some(shared.registration.registered())
    });
    if let Some(registered) = joined {
        return Ok(Some((holder, registered)));
    }
    // The page's own code may run in here, and may register in its turn: nothing is borrowed.
    let Some(registration) = Registration::begin(context, definition, exposed_to)? else {
        return Ok(None);
    };
    let registered = registration.registered();
    let shared =
        Shared { definition: definition.object.clone(), registration, holders: vec![holder.clone()] };
    SHARED.with_borrow_mut(|all| all.push(shared));
    Ok(Some((holder, registered)))
}

fn let_go(holder: &Weak<Holder>) {
    let Some(holder) = holder.upgrade().filter(|holder| !holder.has_let_go.replace(true)) else {
        return;
    };
    let ended = SHARED.with_borrow_mut(|all| {
        let index =
            all.iter().position(|shared| shared.holders.iter().any(|one| Rc::ptr_eq(one, &holder)))?;
        let shared = all.get_mut(index)?;
        shared.holders.retain(|one| !Rc::ptr_eq(one, &holder));
        shared.holders.is_empty().then(|| all.swap_remove(index))
    });
    // Dropped outside the borrow: unregistering fires events.
    drop(ended);
    drop(holder);
}

impl Shared {
    fn is(&self, definition: &Definition, context: &ModelContext) -> bool {
        self.definition == definition.object && self.registration.is_with(context)
    }
}

struct RegisterOptions {
    signal: Option<Signal>,
    exposed_to: Option<JsValue>,
}

impl RegisterOptions {
    fn read(value: &JsValue) -> Result<Self, JsValue> {
        if value.is_undefined() || value.is_null() {
            return Ok(Self { signal: None, exposed_to: None });
        }
        if let Some(signal) = Signal::from_value(value) {
            return Ok(Self { signal: Some(signal), exposed_to: None });
        }
        if !value.is_object() {
            return Err(type_error("The options must be an object or an AbortSignal.", None));
        }
        let signal = call::signal(member(value, "signal")?)?;
        Ok(Self { signal, exposed_to: member(value, "exposedTo")? })
    }
}

/// An option; `null` and `undefined` are none.
fn member(options: &JsValue, name: &str) -> Result<Option<JsValue>, JsValue> {
    match js::get(options, &name.into()) {
        Ok(value) => Ok(Some(value).filter(|value| !value.is_undefined())),
        Err(error) => Err(call::unreadable(&error)),
    }
}

fn aborted(name: &JsString, reason: JsValue) -> JsValue {
    rejection::of(name, &Outcome::Aborted { reason, dispatched: false }).unwrap_or_default()
}

fn unavailable(name: &JsString, cause: Option<JsValue>) -> JsValue {
    rejection::of(name, &Outcome::Unavailable { cause }).unwrap_or_default()
}
