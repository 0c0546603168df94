//! `register`, the method of a tool by `defineWebTool`.

use std::rc::Rc;

use js_sys::{JsString, Promise};
use wasm_bindgen::prelude::*;

use super::call;
use crate::context::holders::{hold, is_shared, let_go};
use crate::context::registration::{Definition, is_taken};
use crate::context::{Browser, ModelContext, Signal};
use crate::engine::{Host, Outcome};
use crate::js;
use crate::promise::{promise, settled};
use crate::rejection::{self, type_error};

/// Registers a tool for who asks; `index.d.ts` has the contract.
pub(super) fn register(definition: &Definition, options: &JsValue) -> Promise {
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
            holder.until(signal);
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
