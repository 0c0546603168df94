//! What the adapters share: running the calls that somebody else's library asks for.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::convert::option;
use super::execute_tool::execute_tool;
use crate::call_options::{CallOptions, function};
use crate::convert::aliases::Target;
use crate::js;
use crate::promise::{Settlement, settled, settled_call};
use crate::rejection::type_error;

/// How an adapter runs calls: on the page, or by a function of its user's.
#[derive(Debug)]
pub(super) struct Adapter {
    options: JsValue,
    execute: Option<JsValue>,
}

/// A call, with what is `undefined` where the library gave none.
#[derive(Debug, Default)]
pub(super) struct AdapterCall {
    pub(super) alias: JsValue,
    pub(super) input: JsValue,
    pub(super) id: JsValue,
    pub(super) signal: JsValue,
    pub(super) on_progress: JsValue,
}

impl Adapter {
    /// # Errors
    /// A `TypeError` that names the option that is wrong.
    pub(super) fn read(options: &JsValue) -> Result<Self, JsValue> {
        if CallOptions::read(options)?.is_signal {
            return Err(type_error("The options must be an object.", None));
        }
        let execute = function("execute", option(options, "execute")?)?;
        let options = if options.is_null() { JsValue::UNDEFINED } else { options.clone() };
        Ok(Self { options, execute })
    }

    /// Both parts as JavaScript values, for functions that are bound to them.
    pub(super) fn parts(&self) -> [JsValue; 2] {
        [self.options.clone(), self.execute.clone().unwrap_or_default()]
    }

    pub(super) fn of_parts([options, execute]: [JsValue; 2]) -> Self {
        Self { options, execute: Some(execute).filter(|execute| !execute.is_undefined()) }
    }

    /// What the call came to: a result of any of the package's functions, or a rejection.
    pub(super) async fn call(&self, target: &Target, call: &AdapterCall) -> Settlement {
        let options: JsValue = match self.options.is_undefined() {
            true => js::object_of(&[]),
            false => js::shallow_copy(&self.options)?.into(),
        };
        for (key, value) in [("signal", &call.signal), ("onProgress", &call.on_progress)] {
            if !value.is_undefined() {
                js::set(&options, key, value);
            }
        }
        let Some(execute) = &self.execute else {
            target.set_on(&options);
            return settled(&execute_tool(&target.name, &call.input, &options)).await;
        };
        let members =
            [("name", &target.name), ("input", &call.input), ("id", &call.id), ("alias", &call.alias)];
        let given = js::object_of(&members);
        target.set_on(&given);
        settled_call(execute, &JsValue::UNDEFINED, &Array::of2(&given, &options)).await
    }
}
