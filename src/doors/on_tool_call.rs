//! `onToolCall`: to hear of every call.

use std::thread::LocalKey;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;
use web_sys::EventTarget;

use super::call;
use crate::channel::{Channel, Members, own_place};
use crate::context::{Browser, Signal};
use crate::engine::Host;
use crate::js;
use crate::rejection::type_error;

/// Tells a function of the life of every call of this document; `types/events.d.ts` has the contract.
///
/// # Errors
/// A `TypeError` if the listener is no function or the options are wrong.
#[wasm_bindgen(js_name = onToolCall)]
pub fn on_tool_call(listener: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    if !listener.is_function() {
        return Err(type_error("The listener must be a function.", None));
    }
    let signal = match Signal::from_value(options) {
        Some(signal) => Some(signal),
        None if js::is_object_like(options) => {
            let signal = js::get(options, &"signal".into()).map_err(|error| call::unreadable(&error))?;
            call::signal(Some(signal).filter(|signal| !signal.is_undefined()))?
        }
        None if options.is_undefined() || options.is_null() => None,
        None => return Err(type_error("The options must be an object or an AbortSignal.", None)),
    };
    let Some(listeners) = Channel::open(&own_place()).listener_set() else {
        return Ok(js::nothing().into());
    };
    if signal.as_ref().and_then(|signal| Browser.abort_reason(signal)).is_some() {
        return Ok(js::nothing().into());
    }
    let _ = listeners.add(listener);
    let remove = bound(&REMOVE, &[&listeners, listener]);
    let signal = signal.as_ref().map(Signal::as_value).unwrap_or_default();
    if !signal.is_undefined() {
        let _ = target(&signal).add_event_listener_with_callback("abort", &remove);
    }
    Ok(bound(&STOP, &[&remove, &signal]).into())
}

fn target(signal: &JsValue) -> &EventTarget {
    signal.unchecked_ref()
}

thread_local! {
    // What is bound to these are JavaScript values: a listener is held by the document's channel alone.
    static REMOVE: Closure<dyn Fn(Members, JsValue)> = Closure::new(|listeners: Members, listener: JsValue| {
        let _ = listeners.delete(&listener);
    });
    static STOP: Closure<dyn Fn(Function, JsValue)> = Closure::new(|remove: Function, signal: JsValue| {
        let _ = js::apply(&remove, &JsValue::UNDEFINED, &Array::new());
        if !signal.is_undefined() {
            let _ = target(&signal).remove_event_listener_with_callback("abort", &remove);
        }
    });
}

fn bound<T: ?Sized>(closure: &'static LocalKey<Closure<T>>, arguments: &[&JsValue; 2]) -> Function {
    let [first, second] = arguments;
    closure.with(|closure| {
        let function: &Static = closure.as_ref().unchecked_ref();
        function.bind(&JsValue::NULL, first, second)
    })
}

#[wasm_bindgen]
extern "C" {
    type Static;
    #[wasm_bindgen(method)]
    fn bind(this: &Static, this_argument: &JsValue, first: &JsValue, second: &JsValue) -> Function;
}
