//! Futures of promises and events, and promises of futures.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::*;

use crate::executor;
use crate::js;
use crate::listener::{listen, unlisten};
use crate::slot::Slot;

/// What a promise settles to: its value, or the reason of its rejection.
pub(crate) type Settlement = Result<JsValue, JsValue>;

/// Waits for a value to settle as `await` would; dropping it lets go of the promise.
#[must_use = "does nothing unless awaited"]
#[derive(Debug)]
pub(crate) struct Settled(Slot);

/// The settlement of a promise, a thenable or a plain value, of any realm.
pub(crate) fn settled(value: &JsValue) -> Settled {
    let slot = Slot::new();
    let [fulfilled, rejected] = slot.callbacks();
    js::then(&js::promise_of(value), &fulfilled, &rejected);
    Settled(slot)
}

/// Calls a function and waits for what it gives to settle; one that throws at once is a rejection.
pub(crate) async fn settled_call(function: &JsValue, this: &JsValue, arguments: &Array) -> Settlement {
    settled(&js::apply(function, this, arguments)?).await
}

impl Future for Settled {
    type Output = Settlement;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Settlement> {
        self.0.poll(context)
    }
}

/// Waits for one event of a target; dropping it removes the listener.
#[must_use = "does nothing unless awaited"]
#[derive(Debug)]
pub(crate) struct NextEvent {
    slot: Slot,
    target: JsValue,
    kind: &'static str,
    listener: Function,
}

impl NextEvent {
    /// Listens at once. A target that refuses listeners never has an event.
    pub(crate) fn of(target: &JsValue, kind: &'static str) -> Self {
        let slot = Slot::new();
        let listener = slot.on_event();
        listen(target, kind, &listener);
        Self { slot, target: target.clone(), kind, listener }
    }

    /// Whether the event has come.
    pub(crate) fn has_come(&self) -> bool {
        self.slot.is_filled()
    }
}

impl Future for NextEvent {
    type Output = JsValue;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<JsValue> {
        self.slot.poll(context).map(|event| event.unwrap_or_default())
    }
}

impl Drop for NextEvent {
    fn drop(&mut self) {
        unlisten(&self.target, self.kind, &self.listener);
    }
}

/// Runs a future as far as it goes in the caller's own turn, then in microtasks; gives its promise.
///
/// The first step is taken at once so that a call goes out in the order in which it was made.
pub(crate) fn promise(future: impl Future<Output = Settlement> + 'static) -> Promise {
    executor::start(Box::pin(future))
}
