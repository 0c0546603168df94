//! JavaScript functions as tools that are run here.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::context::Follower;
use crate::events::Observed;
use crate::generator::Generator;
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
        match Returned::of(js::apply_exactly(&self.function, &self.this, arguments)?) {
            Returned::Value(value) => Ok(value),
            Returned::Thenable(thenable) => settled(&thenable).await,
            Returned::Generator(generator) => {
                let emit = observed.emit().map(JsValue::from).unwrap_or_default();
                // Fires when this is dropped.
                let given_up = Follower::of(None);
                let signal = given_up.as_ref().map(Follower::signal).unwrap_or_default();
                let settlement = settled(&generator.drive(&emit, &signal)).await;
                if let Some(given_up) = given_up {
                    given_up.end();
                }
                settlement
            }
        }
    }
}

/// What a tool's function gave.
pub(crate) enum Returned {
    /// The result.
    Value(JsValue),
    /// What becomes the result.
    Thenable(JsValue),
    /// What gives progress first.
    Generator(Generator),
}

impl Returned {
    pub(crate) fn of(value: JsValue) -> Self {
        match Generator::of(&value) {
            Some(generator) => Self::Generator(generator),
            None if is_thenable(&value) => Self::Thenable(value),
            None => Self::Value(value),
        }
    }
}

fn is_thenable(value: &JsValue) -> bool {
    // A `then` that throws when it is read is read again by the promise, which rejects with what it throws.
    js::is_object_like(value) && js::get(value, &"then".into()).map_or(true, |then| then.is_function())
}
