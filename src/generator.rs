//! Async generators as tools: what one yields is progress, what it returns is the result.
//!
//! What drives one is held by JavaScript alone, so that a generator that never goes on keeps nothing in here.

use js_sys::{Array, Function, JsString, Promise, Symbol};
use wasm_bindgen::prelude::*;

use crate::js;
use crate::listener::{listen, unlisten};

/// An async generator that has not begun, or an object that does as one does.
#[derive(Debug)]
pub(crate) struct Generator {
    object: JsValue,
    next: JsValue,
}

impl Generator {
    /// The generator that a tool has returned, if it is one.
    pub(crate) fn of(value: &JsValue) -> Option<Self> {
        if !js::is_object_like(value)
            || !js::get(value, &Symbol::async_iterator()).is_ok_and(|iterate| iterate.is_function())
        {
            return None;
        }
        let next = js::get(value, &"next".into()).ok().filter(JsValue::is_function)?;
        Some(Self { object: value.clone(), next })
    }

    /// What iterates over an async iterable; `None` if that cannot be done with what it gives.
    pub(crate) fn iterate(iterable: &JsValue) -> Result<Option<Self>, JsValue> {
        let iterate = js::get(iterable, &Symbol::async_iterator())?;
        let object = js::apply(&iterate, iterable, &Array::new())?;
        let next = js::get(&object, &"next".into())?;
        Ok(next.is_function().then_some(Self { object, next }))
    }

    /// Runs it to its end: gives the promise of what it returns. `emit` is called with each value that it yields.
    /// When the signal fires nothing of it is told any more, and `return()` lets its `finally` run.
    pub(crate) fn drive(self, emit: &JsValue, signal: &JsValue) -> Promise {
        let drive = Drive(Array::new());
        drive.keep(Part::Generator, &self.object);
        drive.keep(Part::Next, &self.next);
        drive.keep(Part::Emit, emit);
        drive.keep(Part::Signal, signal);
        for (part, callback) in [(Part::Stepped, &STEPPED), (Part::Threw, &THREW), (Part::Aborted, &ABORTED)]
        {
            let callback = callback.with(|callback| {
                let callback: &Static = callback.as_ref().unchecked_ref();
                callback.bind(&JsValue::NULL, &drive.0)
            });
            drive.keep(part, &callback);
        }
        let promise = Promise::new(&mut |resolve, reject| {
            drive.keep(Part::Resolve, &resolve);
            drive.keep(Part::Reject, &reject);
        });
        if let Some(signal) = drive.signal() {
            listen(&signal, "abort", &drive.function(Part::Aborted));
        }
        drive.go_on();
        promise
    }
}

/// A generator under way, shared by the callbacks that it waits for.
struct Drive(Array);

/// What stands where in it.
#[derive(Clone, Copy)]
enum Part {
    Generator,
    Next,
    Emit,
    Signal,
    Resolve,
    Reject,
    Stepped,
    Threw,
    Aborted,
    IsOver,
}

#[wasm_bindgen]
extern "C" {
    type Static;
    #[wasm_bindgen(method)]
    fn bind(this: &Static, this_argument: &JsValue, drive: &Array) -> Function;
}

type Callback = Closure<dyn Fn(Array, JsValue)>;

thread_local! {
    static DONE: JsString = JsString::from("done");
    static VALUE: JsString = JsString::from("value");
    static STEPPED: Callback = Closure::new(|drive, step: JsValue| Drive(drive).stepped(&step));
    static THREW: Callback = Closure::new(|drive, error: JsValue| Drive(drive).end(Part::Reject, &error));
    static ABORTED: Callback = Closure::new(|drive, _: JsValue| Drive(drive).abort());
}

impl Drive {
    fn keep(&self, part: Part, value: &JsValue) {
        self.0.set(part as u32, value.clone());
    }

    fn part(&self, part: Part) -> JsValue {
        self.0.get(part as u32)
    }

    fn function(&self, part: Part) -> Function {
        self.part(part).unchecked_into()
    }

    fn signal(&self) -> Option<JsValue> {
        Some(self.part(Part::Signal)).filter(js::is_object_like)
    }

    fn is_over(&self) -> bool {
        self.part(Part::IsOver).is_truthy()
    }

    fn go_on(&self) {
        match js::apply(&self.part(Part::Next), &self.part(Part::Generator), &Array::new()) {
            Ok(step) => {
                js::then(&js::promise_of(&step), &self.function(Part::Stepped), &self.function(Part::Threw));
            }
            Err(error) => self.end(Part::Reject, &error),
        }
    }

    fn stepped(&self, step: &JsValue) {
        if self.is_over() {
            return;
        }
        let member = |name: &JsString| js::get_exactly(step, name);
        match DONE.with(member).and_then(|done| Ok((done.is_truthy(), VALUE.with(member)?))) {
            Ok((true, value)) => self.end(Part::Resolve, &value),
            Ok((false, value)) => {
                let emit = self.part(Part::Emit);
                if emit.is_function() {
                    // What it throws is the business of who gave it.
                    let _ = js::apply(&emit, &JsValue::UNDEFINED, &Array::of1(&value));
                }
                // Who heard of it may have ended it.
                if !self.is_over() {
                    self.go_on();
                }
            }
            Err(error) => self.end(Part::Reject, &error),
        }
    }

    fn abort(&self) {
        let is_aborted = self.signal().is_some_and(|signal| {
            js::get(&signal, &"aborted".into()).is_ok_and(|aborted| aborted.is_truthy())
        });
        // Anybody can fire an event of that name.
        if !is_aborted || self.is_over() {
            return;
        }
        let generator = self.part(Part::Generator);
        let end = js::get(&generator, &"return".into()).unwrap_or_default();
        let ended = match end.is_function() {
            true => js::apply(&end, &generator, &Array::new()),
            false => Ok(JsValue::UNDEFINED),
        };
        // It has ended once that has, as an async function would have.
        match ended {
            Ok(ended) => self.end(Part::Resolve, &ended),
            Err(error) => self.end(Part::Reject, &error),
        }
    }

    /// Settles the promise; what comes later is not heard any more.
    fn end(&self, settle: Part, value: &JsValue) {
        if self.is_over() {
            return;
        }
        self.keep(Part::IsOver, &true.into());
        if let Some(signal) = self.signal() {
            unlisten(&signal, "abort", &self.function(Part::Aborted));
        }
        let _ = js::apply(&self.part(settle), &JsValue::UNDEFINED, &Array::of1(value));
    }
}
