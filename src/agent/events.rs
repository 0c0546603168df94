//! What is told while a loop runs: to a user interface, mostly.

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use crate::js;

/// Whoever hears of it, if anybody does.
#[derive(Clone, Debug)]
pub(crate) struct Events(pub(crate) Option<JsValue>);

#[wasm_bindgen]
extern "C" {
    type Static;
    #[wasm_bindgen(method)]
    fn bind(this: &Static, this_argument: &JsValue, listener: &JsValue, event: &JsValue) -> Function;
}

thread_local! {
    // What is bound to it are JavaScript values: the listener, and an event that lacks the progress.
    static TELL: Closure<dyn Fn(JsValue, JsValue, JsValue)> =
        Closure::new(|listener: JsValue, event: JsValue, progress: JsValue| {
            let event = js::shallow_copy(&event).unwrap_or_default();
            js::set(&event, "progress", &progress);
            tell(&listener, &event);
        });
}

impl Events {
    /// Tells of something that happened in a step.
    pub(super) fn tell(&self, kind: &str, step: u32, members: &[(&str, &JsValue)]) {
        if let Some(listener) = &self.0 {
            tell(listener, &event(kind, step, members));
        }
    }

    /// The function that tells of the progress of a call.
    pub(super) fn progress_of(&self, call: &JsValue, step: u32) -> Option<JsValue> {
        let listener = self.0.as_ref()?;
        Some(TELL.with(|tell| {
            let tell: &Static = tell.as_ref().unchecked_ref();
            tell.bind(&JsValue::NULL, listener, &event("progress", step, &[("call", call)])).into()
        }))
    }
}

fn event(kind: &str, step: u32, members: &[(&str, &JsValue)]) -> JsValue {
    let event = js::object_of(&[("type", &kind.into()), ("step", &step.into())]);
    for (name, value) in members.iter().filter(|(_, value)| !value.is_undefined()) {
        js::set(&event, name, value);
    }
    event
}

/// What a listener throws disturbs nobody.
fn tell(listener: &JsValue, event: &JsValue) {
    if let Err(error) = js::apply(listener, &JsValue::UNDEFINED, &Array::of1(event)) {
        js::report_error(&error);
    }
}
