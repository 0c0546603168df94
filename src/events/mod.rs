//! The life of calls, told to whoever listens: every call of every function of the package, once.
//!
//! Listeners stand in the [`Channel`] of the document, so that those of one copy of the package hear of the calls of
//! another. A call that nobody hears of costs one look there.

mod progress;

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use js_sys::{Array, Function, Object};
use wasm_bindgen::prelude::*;

use crate::channel::{Channel, own_place};
use crate::engine::{Outcome, Report, Status, Subject};
use crate::js;
use crate::rejection;
use crate::result::{ErrorCode, own_code, tool_error_code};
use progress::Progress;

/// A call that listeners may hear of, and its progress. Dropping it before it is settled tells them that it was given
/// up.
pub struct Observed {
    call: Option<Rc<HeardCall>>,
    progress: Option<Progress>,
}

impl fmt::Debug for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observed").field("call", &self.call).finish_non_exhaustive()
    }
}

/// A call that somebody hears of.
#[derive(Debug)]
struct HeardCall {
    channel: Channel,
    id: f64,
    name: JsValue,
    caller_id: JsValue,
    door: &'static str,
    is_settled: Cell<bool>,
}

impl Observed {
    /// Tells listeners that a call begins.
    pub(crate) fn begin(subject: Subject<'_, JsValue>) -> Self {
        let channel = Channel::of(&own_place());
        let heard = channel.filter(|it| it.listener_set().is_some_and(|listeners| !listeners.is_empty()));
        let call = heard.map(|channel| {
            Rc::new(HeardCall {
                id: channel.next_call(),
                channel,
                name: subject.name.clone(),
                caller_id: subject.id.cloned().unwrap_or_default(),
                door: subject.door,
                is_settled: Cell::new(false),
            })
        });
        if let Some(call) = &call {
            call.tell("start", &[("args", &(subject.args)())]);
        }
        let wanted = call.is_some() || subject.on_progress.is_some() || subject.renewal.is_some();
        let progress = wanted
            .then(|| Progress::new(subject.on_progress.cloned(), subject.renewal.cloned(), call.clone()));
        Self { call, progress }
    }

    /// Tells listeners what became of it.
    pub(crate) fn settle(self, report: &Report<JsValue>) {
        let Some(call) = &self.call else { return };
        let outcome = &report.outcome;
        let (result, error) = match outcome {
            Outcome::Completed { result, .. } => (result.clone(), None),
            Outcome::Failed { result, cause, .. } => (result.clone(), cause.clone()),
            Outcome::Navigated => (JsValue::NULL, None),
            _ => (JsValue::UNDEFINED, rejection::of(&call.name, outcome)),
        };
        let error = error.unwrap_or_default();
        call.end(&[
            ("status", &outcome.status().as_str().into()),
            ("durationMs", &report.duration_ms.into()),
            ("outcomeUnknown", &outcome.is_unknown().into()),
            ("result", &result),
            ("errorCode", &code_of(outcome, &result, &error)),
            ("error", &error),
            ("origin", &report.origin.clone().unwrap_or_default()),
        ]);
    }

    /// The function through which a tool tells of its progress; `None` where nobody wants to know.
    pub(crate) fn emit(&self) -> Option<Function> {
        self.progress.as_ref().map(Progress::emit)
    }

    /// Tells of progress.
    pub(crate) fn report(&self, progress: &JsValue) {
        if let Some(told) = &self.progress {
            told.report(progress);
        }
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        // Rust callers give a call up by dropping it.
        if let Some(call) = &self.call
            && !call.is_settled.get()
        {
            call.end(&[
                ("status", &Status::Aborted.as_str().into()),
                ("outcomeUnknown", &true.into()),
                ("errorCode", &ErrorCode::Aborted.as_str().into()),
            ]);
        }
    }
}

impl HeardCall {
    /// Makes a `ToolCallEvent` and hands it to the listeners.
    fn tell(&self, kind: &str, members: &[(&str, &JsValue)]) {
        let Some(listeners) = self.channel.listener_set() else { return };
        let event: Object = Object::new();
        js::set(&event, "type", &kind.into());
        js::set(&event, "id", &self.id.into());
        js::set(&event, "name", &self.name);
        js::set(&event, "door", &self.door.into());
        if !self.caller_id.is_undefined() {
            js::set(&event, "callId", &self.caller_id);
        }
        for (name, value) in members {
            js::set(&event, name, value);
        }
        let event = Array::of1(&Object::freeze(&event));
        for listener in listeners.all().iter() {
            // One that throws disturbs neither the call nor the other listeners.
            if let Err(error) = js::apply(&listener, &JsValue::UNDEFINED, &event) {
                js::report_error(&error);
            }
        }
    }

    fn end(&self, members: &[(&str, &JsValue)]) {
        self.is_settled.set(true);
        self.tell("settle", members);
    }
}

/// The code of what went wrong; `undefined` where nothing did.
fn code_of(outcome: &Outcome<JsValue>, result: &JsValue, error: &JsValue) -> JsValue {
    match outcome.status() {
        Status::Completed | Status::Navigated => JsValue::UNDEFINED,
        Status::Failed => tool_error_code(result)
            .or_else(|| own_code(error))
            .unwrap_or_else(|| ErrorCode::ExecutionError.as_str().into()),
        _ => js::get(error, &"errorCode".into()).unwrap_or_default(),
    }
}
