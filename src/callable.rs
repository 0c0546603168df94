//! JavaScript functions as tools that are run here.

use std::cell::Cell;

use js_sys::{Array, JsString, Symbol};
use wasm_bindgen::prelude::*;

use crate::events::Observed;
use crate::js;
use crate::promise::{Settlement, settled};

/// A function, and what it is called as a method of.
#[derive(Clone, Debug)]
pub(crate) struct Callable {
    function: JsValue,
    this: JsValue,
}

impl Callable {
    pub(crate) fn new(function: JsValue, this: JsValue) -> Self {
        Self { function, this }
    }

    /// Calls it, in the caller's own turn, and waits for what it gives: a value, a promise or thenable of any realm, or
    /// an async generator, whose yields are progress and whose return is the result.
    pub(crate) async fn call(&self, arguments: &Array, observed: &Observed) -> Settlement {
        let returned = js::apply_exactly(&self.function, &self.this, arguments)?;
        if !js::is_object_like(&returned) {
            return Ok(returned);
        }
        match Generator::of(&returned) {
            Some(generator) => generator.run(observed).await,
            None if is_thenable(&returned) => settled(&returned).await,
            None => Ok(returned),
        }
    }
}

/// Whether a value is awaited rather than taken as it is.
pub(crate) fn is_thenable(value: &JsValue) -> bool {
    // A `then` that throws when it is read is read again by the promise, which rejects with what it throws.
    js::is_object_like(value) && js::get(value, &"then".into()).map_or(true, |then| then.is_function())
}

/// An async generator under way. Dropping it before its end lets its `finally` run.
struct Generator {
    object: JsValue,
    next: JsValue,
    is_done: Cell<bool>,
}

thread_local! {
    static NEXT: JsString = JsString::from("next");
    static DONE: JsString = JsString::from("done");
    static VALUE: JsString = JsString::from("value");
}

impl Generator {
    fn of(value: &JsValue) -> Option<Self> {
        let is_async = js::get(value, &Symbol::async_iterator()).is_ok_and(|iterate| iterate.is_function());
        let next = if is_async { NEXT.with(|next| js::get(value, next)).ok()? } else { return None };
        next.is_function().then(|| Self { object: value.clone(), next, is_done: Cell::new(false) })
    }

    async fn run(self, observed: &Observed) -> Settlement {
        loop {
            let step = js::apply(&self.next, &self.object, &Array::new());
            let step = match step {
                Ok(promise) => settled(&promise).await,
                Err(error) => Err(error),
            };
            let step = step.inspect_err(|_| self.is_done.set(true))?;
            let is_done = DONE.with(|done| js::get(&step, done)).inspect_err(|_| self.is_done.set(true))?;
            if is_done.is_truthy() {
                self.is_done.set(true);
                return VALUE.with(|value| js::get_exactly(&step, value));
            }
            observed.report(&VALUE.with(|value| js::get_exactly(&step, value))?);
        }
    }
}

impl Drop for Generator {
    fn drop(&mut self) {
        if self.is_done.get() {
            return;
        }
        if let Ok(end) = js::get(&self.object, &"return".into())
            && end.is_function()
            && let Ok(ended) = js::apply(&end, &self.object, &Array::new())
        {
            js::ignore(&ended);
        }
    }
}
