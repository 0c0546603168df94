//! `onToolCall`: to hear of every call.

use wasm_bindgen::prelude::*;

use super::until;
use crate::channel::{Channel, own_place};
use crate::context::activity;
use crate::js;
use crate::part::in_part;
use crate::rejection::type_error;

/// Tells a function of the life of every call of this document; `types/events.d.ts` has the contract.
///
/// # Errors
/// A `TypeError` if the listener is no function or the options are wrong.
#[wasm_bindgen(js_name = onToolCall)]
pub fn on_tool_call(listener: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    in_part!("page" "01": listen(listener: &JsValue, options: &JsValue) -> Result<JsValue, JsValue>)
}

fn listen(listener: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    if !listener.is_function() {
        return Err(type_error("The listener must be a function.", None));
    }
    let signal = until::read(options)?;
    let channel = Channel::open(&own_place());
    let Some(listeners) = channel.listener_set() else {
        return Ok(js::nothing().into());
    };
    if until::is_over(signal.as_ref()) {
        return Ok(js::nothing().into());
    }
    let _ = listeners.add(listener);
    activity::listen(&channel);
    let remove = until::bound(&REMOVE, [&channel, listener]);
    Ok(until::ended_by(&remove, signal.as_ref()).into())
}

thread_local! {
    // What is bound to it are JavaScript values: a listener is held by the document's channel alone.
    static REMOVE: Closure<dyn Fn(Channel, JsValue)> = Closure::new(|channel: Channel, listener: JsValue| {
        if let Some(listeners) = channel.listener_set() {
            let _ = listeners.delete(&listener);
        }
        activity::rest(&channel);
    });
}
