//! What lasts until its caller ends it: by a function, or by a signal.

use std::thread::LocalKey;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;
use web_sys::EventTarget;

use super::call;
use crate::context::{Browser, Signal};
use crate::engine::Host;
use crate::js;
use crate::rejection::type_error;

/// Reads a signal, or options that may have one.
///
/// # Errors
/// A `TypeError` if it is neither.
pub(super) fn read(options: &JsValue) -> Result<Option<Signal>, JsValue> {
    match Signal::from_value(options) {
        Some(signal) => Ok(Some(signal)),
        None if js::is_object_like(options) => {
            let signal = js::get(options, &"signal".into()).map_err(|error| call::unreadable(&error))?;
            call::signal(Some(signal).filter(|signal| !signal.is_undefined()))
        }
        None if options.is_undefined() || options.is_null() => Ok(None),
        None => Err(type_error("The options must be an object or an AbortSignal.", None)),
    }
}

/// Whether a signal has fired.
pub(super) fn is_over(signal: Option<&Signal>) -> bool {
    signal.and_then(|signal| Browser.abort_reason(signal)).is_some()
}

/// The function that calls `end` when it is called itself; the signal calls it, too.
pub(super) fn ended_by(end: &Function, signal: Option<&Signal>) -> Function {
    let signal = signal.map(Signal::as_value).unwrap_or_default();
    if !signal.is_undefined() {
        let _ = target(&signal).add_event_listener_with_callback("abort", end);
    }
    bound(&END, [end, &signal])
}

thread_local! {
    // What is bound to it are JavaScript values: it holds nothing in here.
    static END: Closure<dyn Fn(Function, JsValue)> = Closure::new(|end: Function, signal: JsValue| {
        let _ = js::apply(&end, &JsValue::UNDEFINED, &Array::new());
        if !signal.is_undefined() {
            let _ = target(&signal).remove_event_listener_with_callback("abort", &end);
        }
    });
}

fn target(signal: &JsValue) -> &EventTarget {
    signal.unchecked_ref()
}

/// A closure that knows its first two arguments.
pub(super) fn bound<T: ?Sized>(
    closure: &'static LocalKey<Closure<T>>,
    [first, second]: [&JsValue; 2],
) -> Function {
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
