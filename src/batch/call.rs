//! One call of a batch, as it is asked for.

use std::rc::Rc;

use js_sys::{Array, Function, JsString};
use wasm_bindgen::prelude::*;

use crate::call_options::{CallOptions, scope_of, timeout};
use crate::context::{Arguments, Browser, Signal};
use crate::engine::{Host, LastProgress, Limits, Scope};
use crate::js;
use crate::rejection::{bad_arguments, type_error};
use crate::validate::Validate;

/// A call that can be made.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) name: JsValue,
    /// `undefined` where the caller gave none.
    pub(crate) id: JsValue,
    /// As it was given: an object or array, JSON text, nothing.
    pub(crate) input: JsValue,
    pub(crate) scope: Scope<JsValue>,
    pub(crate) limits: Limits<Signal>,
    pub(crate) on_progress: Option<JsValue>,
    /// Checks the input against the tool's schema.
    pub(crate) validator: Option<Rc<dyn Validate>>,
}

/// A call that cannot be made.
#[derive(Debug)]
pub(crate) struct BadCall {
    /// `''` where there is none.
    pub(crate) name: JsValue,
    pub(crate) id: JsValue,
    pub(crate) input: JsValue,
    /// A `TypeError` that says what is wrong with it.
    pub(crate) error: JsValue,
}

impl Call {
    /// A call for which nothing is said but what `options` say for all.
    pub(crate) fn new(name: &JsValue, id: &JsValue, input: &JsValue, options: &CallOptions) -> Self {
        let [name, id, input] = [name, id, input].map(JsValue::clone);
        Self {
            name,
            id,
            input,
            scope: options.scope.clone(),
            limits: limits_of_one(options),
            on_progress: None,
            validator: options.validator.clone(),
        }
    }

    /// Reads an item of a list of calls; what it does not say itself is as `options` say for all of them.
    ///
    /// # Errors
    /// What can be said of a call that is malformed.
    pub(crate) fn read(value: &JsValue, index: u32, options: &CallOptions) -> Result<Self, BadCall> {
        let member = |name: &str| js::get(value, &name.into()).unwrap_or_default();
        let [name, id, input] = ["name", "id", "input"].map(member);
        let has_name = name.is_string() && name != "";
        let own = match has_name {
            true => Own::read(value, options),
            false => {
                let problem = match value.is_object() {
                    true => " has no `name` that is a string.",
                    false => " is no object.",
                };
                let text = JsString::from("The tool call at index ").concat(&js::display(&index.into()));
                Err(type_error(&text.concat(&problem.into()), None))
            }
        };
        match own {
            Ok(Own { limits, scope }) => {
                let on_progress = options.on_progress.as_ref().map(|listener| with_call(listener, value));
                let validator = options.validator.clone();
                Ok(Self { name, id, input, scope, limits, on_progress, validator })
            }
            Err(error) => Err(BadCall { name: if has_name { name } else { "".into() }, id, input, error }),
        }
    }

    /// The input for a tool that is run here: an object as it was given, text parsed.
    pub(crate) fn local_input(&self) -> Result<JsValue, BadCall> {
        match self.input.is_object() {
            true => Ok(self.input.clone()),
            false => self.arguments().map(|arguments| Browser.value_of(&arguments)),
        }
    }

    /// The input for a tool of the page.
    pub(crate) fn arguments(&self) -> Result<Arguments, BadCall> {
        Arguments::read(&self.input).map_err(|bad| {
            let error = bad_arguments(&self.name, &bad);
            let [name, id, input] = [&self.name, &self.id, &self.input].map(JsValue::clone);
            BadCall { name, id, input, error }
        })
    }
}

/// The limits of one call: its progress puts its own deadline off.
fn limits_of_one(options: &CallOptions) -> Limits<Signal> {
    let renewal = options.limits.renewal.as_ref().map(|_| Rc::new(LastProgress::default()));
    Limits { renewal, ..options.limits.clone() }
}

/// What holds for one call, by its own options and those of all.
struct Own {
    limits: Limits<Signal>,
    scope: Scope<JsValue>,
}

impl Own {
    fn read(call: &JsValue, options: &CallOptions) -> Result<Self, JsValue> {
        let mut limits = limits_of_one(options);
        let own_timeout = js::get(call, &"timeout".into())?;
        if !own_timeout.is_undefined() {
            limits.timeout_ms = timeout("timeout", Some(own_timeout))?;
        }
        let own = scope_of(call)?;
        let scope = match own.origin.is_some() || own.window.is_some() {
            true => Scope { from: own.from.or_else(|| options.scope.from.clone()), ..own },
            false => options.scope.clone(),
        };
        Ok(Self { limits, scope })
    }
}

#[wasm_bindgen]
extern "C" {
    type Static;
    #[wasm_bindgen(method)]
    fn bind(this: &Static, this_argument: &JsValue, listener: &JsValue, call: &JsValue) -> Function;
}

/// A listener that is told of which call the progress is.
fn with_call(listener: &JsValue, call: &JsValue) -> JsValue {
    thread_local! {
        // What is bound to it are JavaScript values.
        static TELL: Closure<dyn Fn(JsValue, JsValue, JsValue) -> Result<JsValue, JsValue>> =
            Closure::new(|listener: JsValue, call: JsValue, progress: JsValue| {
                js::apply(&listener, &JsValue::UNDEFINED, &Array::of2(&progress, &call))
            });
    }
    TELL.with(|tell| {
        let tell: &Static = tell.as_ref().unchecked_ref();
        tell.bind(&JsValue::NULL, listener, call).into()
    })
}
