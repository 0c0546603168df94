//! What an application does around every call of a runtime.

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use crate::js;
use crate::promise::settled_call;

/// Functions of the application; each is called as a method of the object that they came in.
#[derive(Clone, Debug, Default)]
pub struct Hooks {
    /// What they are called as methods of.
    pub this: JsValue,
    /// `(call)`, before the tool; what it throws is the call's failure, and the tool does not run.
    pub before_execute: Option<JsValue>,
    /// `(call, result)`, of every call that ends with a result.
    pub after_execute: Option<JsValue>,
    /// `(call, error)`, of every call that fails or is aborted.
    pub on_error: Option<JsValue>,
}

/// A call as hooks are told of it: `{ toolId, params, context, definition }`.
#[derive(Debug)]
pub(super) struct HookCall {
    object: Option<Object>,
}

impl HookCall {
    /// Nothing where nobody would be told.
    pub(super) fn of(hooks: &Hooks, id: &JsValue, params: &JsValue) -> Self {
        let wanted = [&hooks.before_execute, &hooks.after_execute, &hooks.on_error];
        let object = wanted.iter().any(|hook| hook.is_some()).then(Object::new);
        let call = Self { object };
        call.set("toolId", || id.clone());
        call.set("params", || params.clone());
        call
    }

    pub(super) fn set(&self, name: &str, value: impl FnOnce() -> JsValue) {
        if let Some(object) = &self.object {
            js::set(object, name, &value());
        }
    }

    fn with(&self, more: Option<&JsValue>) -> Array {
        let arguments = Array::of1(self.object.as_ref().map_or(&JsValue::UNDEFINED, AsRef::as_ref));
        if let Some(more) = more {
            arguments.push(more);
        }
        arguments
    }
}

impl Hooks {
    /// Waits for the hook that may keep the tool from running.
    pub(super) async fn before(&self, call: &HookCall) -> Result<(), JsValue> {
        match &self.before_execute {
            Some(hook) => settled_call(hook, &self.this, &call.with(None)).await.map(drop),
            None => Ok(()),
        }
    }

    /// Tells of a call's result.
    pub(super) fn after(&self, call: &HookCall, result: &JsValue) {
        self.tell(self.after_execute.as_ref(), &call.with(Some(result)));
    }

    /// Tells of a call's error.
    pub(super) fn error(&self, call: &HookCall, error: impl FnOnce() -> JsValue) {
        if self.on_error.is_some() {
            self.tell(self.on_error.as_ref(), &call.with(Some(&error())));
        }
    }

    /// Nobody waits for it, and what it throws is no longer the call's: it is reported.
    fn tell(&self, hook: Option<&JsValue>, arguments: &Array) {
        thread_local! {
            static REPORT: Closure<dyn Fn(JsValue)> = Closure::new(|error: JsValue| js::report_error(&error));
        }
        let Some(hook) = hook else { return };
        match js::apply(hook, &self.this, arguments) {
            Ok(returned) if js::is_object_like(&returned) => REPORT.with(|report| {
                js::then(&js::promise_of(&returned), &js::nothing(), report.as_ref().unchecked_ref());
            }),
            Ok(_) => {}
            Err(error) => js::report_error(&error),
        }
    }
}
