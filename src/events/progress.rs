//! The progress of a call: what its tool emits, on its way to the caller and to listeners.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function};
use wasm_bindgen::prelude::*;

use super::HeardCall;
use crate::context::Browser;
use crate::engine::{Host, LastProgress};
use crate::js;
use crate::table::{Key, Table};

/// What a call's progress goes to. Dropping it ends that: a tool may go on to emit, and nobody hears it.
pub(super) struct Progress(Key);

struct Receiver {
    on_progress: Option<JsValue>,
    renewal: Option<Rc<LastProgress>>,
    call: Option<Rc<HeardCall>>,
}

#[wasm_bindgen]
extern "C" {
    type Static;
    #[wasm_bindgen(method)]
    fn bind(this: &Static, this_argument: &JsValue, index: u32, generation: u32) -> Function;
}

thread_local! {
    static RECEIVERS: RefCell<Table<Rc<Receiver>>> = RefCell::default();
    // What is bound to it are two numbers: a tool that keeps its `emit` keeps nothing in here.
    static EMIT: Closure<dyn Fn(u32, u32, JsValue)> = Closure::new(|index, generation, progress: JsValue| {
        let key = Key { index, generation };
        let receiver = RECEIVERS.with_borrow_mut(|receivers| receivers.get_mut(key).cloned());
        if let Some(receiver) = receiver {
            receiver.receive(&progress);
        }
    });
}

impl Progress {
    pub(super) fn new(
        on_progress: Option<JsValue>,
        renewal: Option<Rc<LastProgress>>,
        call: Option<Rc<HeardCall>>,
    ) -> Self {
        let receiver = Rc::new(Receiver { on_progress, renewal, call });
        Self(RECEIVERS.with_borrow_mut(|receivers| receivers.insert(receiver)))
    }

    /// The function that a tool is given.
    pub(super) fn emit(&self) -> Function {
        EMIT.with(|emit| {
            let emit: &Static = emit.as_ref().unchecked_ref();
            emit.bind(&JsValue::NULL, self.0.index, self.0.generation)
        })
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let receiver = RECEIVERS.with_borrow_mut(|receivers| receivers.remove(self.0));
        drop(receiver);
    }
}

impl Receiver {
    fn receive(&self, progress: &JsValue) {
        if let Some(renewal) = &self.renewal {
            renewal.note(Browser.now());
        }
        if let Some(on_progress) = &self.on_progress
            && let Err(error) = js::apply(on_progress, &JsValue::UNDEFINED, &Array::of1(progress))
        {
            js::report_error(&error);
        }
        if let Some(call) = &self.call {
            call.tell("progress", &[("progress", progress)]);
        }
    }
}
