//! The life of calls, told to whoever listens: every call of every function of the package, once.
//!
//! Listeners stand in the [`Channel`] of the document, so that those of one copy of the package hear of the calls of
//! another. A call that nobody hears of costs one look there.

mod progress;

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use js_sys::{Function, Object};
use wasm_bindgen::prelude::*;

use crate::channel::{Channel, own_place};
use crate::context::activity;
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
    began: f64,
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
        let call = HeardCall::begin(subject.name, subject.args, subject.id, subject.door).map(Rc::new);
        let wanted = call.is_some() || subject.on_progress.is_some() || subject.renewal.is_some();
        let progress = wanted
            .then(|| Progress::new(subject.on_progress.cloned(), subject.renewal.cloned(), call.clone()));
        Self { call, progress, began: subject.began }
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

    /// When the call began, on the host's clock.
    pub(crate) fn began(&self) -> f64 {
        self.began
    }

    /// The function through which a tool tells of its progress; `None` where nobody wants to know.
    pub(crate) fn emit(&self) -> Option<Function> {
        self.progress.as_ref().map(Progress::emit)
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

/// Tells listeners of a call whose arguments or options are wrong: of its beginning, and that it was refused.
pub(crate) fn refused(
    name: &JsValue,
    caller_id: Option<&JsValue>,
    args: &JsValue,
    door: &'static str,
    error: &JsValue,
) {
    // The name may be what is wrong.
    let name = if name.is_string() { name.clone() } else { js::display(name).into() };
    let Some(call) = HeardCall::begin(&name, &|| args.clone(), caller_id, door) else { return };
    call.end(&[
        ("status", &Status::BadArguments.as_str().into()),
        ("durationMs", &0.into()),
        ("outcomeUnknown", &false.into()),
        ("errorCode", &js::get(error, &"errorCode".into()).unwrap_or_default()),
        ("error", error),
    ]);
}

impl HeardCall {
    /// Tells listeners that a call begins; `None` where there are none.
    fn begin(
        name: &JsValue,
        args: &dyn Fn() -> JsValue,
        caller_id: Option<&JsValue>,
        door: &'static str,
    ) -> Option<Self> {
        let channel = Channel::of(&own_place())?;
        channel.heard_by()?;
        activity::listen(&channel);
        let call = Self {
            id: channel.next_call(),
            channel,
            name: name.clone(),
            caller_id: caller_id.cloned().unwrap_or_default(),
            door,
            is_settled: Cell::new(false),
        };
        call.tell("start", &[("args", &args())]);
        Some(call)
    }

    /// Makes a `ToolCallEvent` and hands it to the listeners.
    fn tell(&self, kind: &str, members: &[(&str, &JsValue)]) {
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
        self.channel.tell(&event);
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
            .or_else(|| stated_code(result))
            .or_else(|| own_code(error))
            .unwrap_or_else(|| ErrorCode::ExecutionError.as_str().into()),
        _ => js::get(error, &"errorCode".into()).unwrap_or_default(),
    }
}

/// The code that a failure of a catalogue's tool states.
fn stated_code(result: &JsValue) -> Option<JsValue> {
    if !js::is_object_like(result) {
        return None;
    }
    js::get(result, &"errorCode".into()).ok().filter(JsValue::is_string)
}
