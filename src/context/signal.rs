//! The caller's abort signal: of any realm, or an object that does as one does.

use std::cell::Cell;

use js_sys::JsString;
use wasm_bindgen::prelude::*;
use web_sys::AbortController;

use crate::js;
use crate::listener::{listen, unlisten};
use crate::promise::NextEvent;

#[wasm_bindgen]
extern "C" {
    type Members;
    #[wasm_bindgen(method, getter, catch)]
    fn aborted(this: &Members) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn reason(this: &Members) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = reason)]
    fn reason_or_null(this: &Members) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = addEventListener)]
    fn add_event_listener(this: &Members) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = removeEventListener)]
    fn remove_event_listener(this: &Members) -> Result<Option<JsValue>, JsValue>;
}

/// A caller's signal. It is known by its members, since `instanceof` fails for one of another frame.
#[derive(Clone, Debug)]
pub struct Signal(JsValue);

impl Signal {
    /// The value as a signal, if it is one: `aborted` is a boolean and it takes listeners.
    #[must_use]
    pub fn from_value(value: &JsValue) -> Option<Self> {
        if !js::is_object_like(value) {
            return None;
        }
        let members: &Members = value.unchecked_ref();
        let callable = |member: Result<Option<JsValue>, JsValue>| {
            member.ok().flatten().is_some_and(|it| it.is_function())
        };
        let aborted = members.aborted().ok().flatten()?;
        let is_signal = aborted.as_bool().is_some()
            && callable(members.add_event_listener())
            && callable(members.remove_event_listener());
        is_signal.then(|| Self(value.clone()))
    }

    /// The signal as it was given.
    pub(crate) fn as_value(&self) -> JsValue {
        self.0.clone()
    }

    /// Its reason, once it has fired.
    pub(super) fn reason_if_aborted(&self) -> Option<JsValue> {
        let members: &Members = self.0.unchecked_ref();
        members.aborted().ok().flatten().filter(|aborted| *aborted == true).map(|_| self.reason())
    }

    fn reason(&self) -> JsValue {
        let members: &Members = self.0.unchecked_ref();
        match members.reason() {
            Ok(Some(reason)) => reason,
            // `abort(null)` has a reason, which is not `undefined`. This form leaks where it throws (see
            // `crate::js`), so it is kept for what did not throw a moment ago.
            Ok(None) => members.reason_or_null().unwrap_or_default(),
            Err(_) => JsValue::UNDEFINED,
        }
    }

    /// Ends when it fires, with its reason. Dropping it removes the listener.
    pub(super) async fn aborted(&self) -> JsValue {
        loop {
            if let Some(reason) = self.reason_if_aborted() {
                return reason;
            }
            // Anybody can fire an event of that name at a signal that has not been aborted.
            NextEvent::of(&self.0, "abort").await;
        }
    }
}

/// Calls a function when a signal fires. Dropping it removes the listener.
#[derive(Debug)]
pub(crate) struct OnAbort {
    signal: Signal,
    listener: Closure<dyn Fn()>,
}

impl OnAbort {
    pub(crate) fn of(signal: &Signal, react: impl Fn() + 'static) -> Self {
        let listener = Closure::<dyn Fn()>::new(react);
        listen(&signal.0, "abort", listener.as_ref().unchecked_ref());
        Self { signal: signal.clone(), listener }
    }
}

impl Drop for OnAbort {
    fn drop(&mut self) {
        unlisten(&self.signal.0, "abort", self.listener.as_ref().unchecked_ref());
    }
}

/// A signal of our own that fires, for the same reason, when the first of several does. Dropping it removes the
/// listeners.
#[derive(Debug)]
pub(crate) struct AnyOf {
    signal: Signal,
    _listeners: Vec<OnAbort>,
}

impl AnyOf {
    /// `None` where the platform has no signals.
    pub(crate) fn of(signals: &[Signal]) -> Option<Self> {
        let controller = AbortController::new().ok()?;
        let signal = Signal(controller.signal().into());
        if let Some(reason) = signals.iter().find_map(Signal::reason_if_aborted) {
            controller.abort_with_reason(&reason);
            return Some(Self { signal, _listeners: Vec::new() });
        }
        let follow = |leader: &Signal| {
            let (source, controller) = (leader.clone(), controller.clone());
            OnAbort::of(leader, move || {
                if let Some(reason) = source.reason_if_aborted() {
                    controller.abort_with_reason(&reason);
                }
            })
        };
        Some(Self { signal, _listeners: signals.iter().map(follow).collect() })
    }

    pub(crate) fn signal(&self) -> Signal {
        self.signal.clone()
    }
}

/// A signal of our own that follows a call's: providers are given this one, since they refuse signals that
/// only do as one, and since a deadline has to reach them as well. Dropping it aborts it, unless the call
/// has ended.
#[derive(Debug)]
pub(crate) struct Follower {
    controller: AbortController,
    leader: Option<Signal>,
    ended: Cell<bool>,
}

impl Follower {
    pub(crate) fn of(leader: Option<&Signal>) -> Option<Self> {
        let controller = AbortController::new().ok()?;
        Some(Self { controller, leader: leader.cloned(), ended: Cell::new(false) })
    }

    pub(crate) fn signal(&self) -> JsValue {
        self.controller.signal().into()
    }

    /// The call has ended: a tool may go on to use its signal, which must not fire any more.
    pub(crate) fn end(&self) {
        self.ended.set(true);
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        if self.ended.get() {
            return;
        }
        let reason = self.leader.as_ref().and_then(Signal::reason_if_aborted).unwrap_or_default();
        self.controller.abort_with_reason(&reason);
    }
}

/// The text of an abort's reason: `String(reason)`, or `Aborted` where none was given.
#[must_use]
pub fn abort_text(reason: &JsValue) -> JsString {
    if reason.is_falsy() || is_default(reason) {
        return JsString::from("Aborted");
    }
    js::display(reason)
}

/// Whether a reason is the one that the platform makes up where the caller gives none.
fn is_default(reason: &JsValue) -> bool {
    thread_local! {
        static DEFAULT: Option<JsValue> = {
            let controller = AbortController::new().ok();
            controller.and_then(|controller| {
                controller.abort();
                Signal(controller.signal().into()).reason_if_aborted()
            })
        };
    }
    let told = |error: &JsValue| ["name", "message"].map(|member| js::get(error, &member.into()).ok());
    js::is_object_like(reason)
        && DEFAULT.with(|default| default.as_ref().is_some_and(|default| told(default) == told(reason)))
}
