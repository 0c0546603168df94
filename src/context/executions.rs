//! The record of executions: what a tool of this package did, beside what its browser says of it.
//!
//! Browsers mask what a tool throws and flatten what it returns, and have no way to tell of progress. Tools registered
//! through the package note all three here, and a call reads them. The two sides may be different copies of the package
//! (a frame's and the page's, a bundle and a script tag), so they meet in the [`Channel`] of the *tool's* document:
//!
//! ```js
//! // Watch: {
//! //   name, args, signal, emit?,
//! //   dispatched, begun, // how often the call went out, and how often that was seen to begin
//! //   executions: Execution[], own?: Execution, surplus?: true,
//! // }
//! // Execution: { state: 'running' | 'returned' | 'threw', value, ended?: Promise, watch?: Watch, heard? }
//! ```
//!
//! A call adds a watch before it is dispatched. An execution that begins is added to every watch of its
//! name and arguments; since it cannot belong to a call that is dispatched later, a watch that has seen
//! exactly one knows it for its own.

use std::cell::Cell;

use js_sys::{Array, Function, JsString};
use wasm_bindgen::prelude::*;

use super::activity;
pub(crate) use super::records::ExecutionRecord;
use super::records::WatchRecord;
use crate::channel::{Channel, Members};
use crate::engine::{Attribution, Execution};
use crate::js;
use crate::promise::settled;

#[wasm_bindgen]
extern "C" {
    type Static;
    #[wasm_bindgen(method)]
    fn bind(this: &Static, this_argument: &JsValue, record: &ExecutionRecord) -> Function;
}

thread_local! {
    static VALUE: JsString = JsString::from("value");
    // What is bound to it is a JavaScript object: a tool that keeps its `emit` keeps nothing in here.
    static EMIT: Closure<dyn Fn(ExecutionRecord, JsValue)> =
        Closure::new(|record: ExecutionRecord, progress: JsValue| record.progressed(&progress));
}

/// Makes a document ready to have the executions of its tools recorded.
pub(crate) fn open(document: &JsValue) {
    if js::is_object_like(document) {
        Channel::open(document);
    }
}

/// The watches for executions of that tool.
pub(super) fn watching(channel: &Channel, name: &JsValue) -> Vec<WatchRecord> {
    let all = channel.watch_set().map(|watches| watches.all()).unwrap_or_default();
    let records = all.iter().filter(JsValue::is_object).map(JsCast::unchecked_into);
    records.filter(|watch: &WatchRecord| watch.is_of(name)).collect()
}

/// A call's look-out for the execution that it causes. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct Watch {
    channel: Channel,
    watches: Members,
    record: WatchRecord,
    name: JsString,
    is_answered: Cell<bool>,
}

impl Watch {
    /// Begins to watch; `None` where the tool's document records nothing.
    pub(super) fn begin(
        document: &JsValue,
        name: &JsString,
        args: impl FnOnce() -> JsString,
        signal: &JsValue,
        emit: Option<&Function>,
    ) -> Option<Self> {
        let channel = Channel::of(document)?;
        let watches = channel.watch_set()?;
        let record = WatchRecord::of(name, &args(), signal, emit);
        watches.add(&record).ok()?;
        Some(Self { channel, watches, record, name: name.clone(), is_answered: Cell::new(false) })
    }

    /// The call goes out.
    pub(super) fn went_out(&self) {
        self.record.went_out();
    }

    /// The call has ended by itself: what it caused has begun before.
    pub(super) fn is_answered(&self) {
        self.is_answered.set(true);
        self.end();
    }

    /// The execution that is the call's own, as far as that can be said.
    fn found(&self, attribution: Attribution) -> Option<ExecutionRecord> {
        match attribution {
            Attribution::InOrder if !self.record.is_surplus() => self.record.attributed(),
            _ => {
                let executions = self.record.seen()?;
                (executions.length() == 1).then(|| executions.get(0).unchecked_into())
            }
        }
    }

    pub(super) fn execution(&self, attribution: Attribution) -> Option<Execution<JsValue>> {
        let record = self.found(attribution)?;
        let state = record.state().ok().flatten()?;
        let value = || VALUE.with(|value| js::get_exactly(&record, value)).ok();
        if state == "returned" {
            value().map(Execution::Returned)
        } else if state == "threw" {
            value().map(Execution::Threw)
        } else {
            None
        }
    }

    pub(super) async fn execution_ended(&self, attribution: Attribution) -> Option<Execution<JsValue>> {
        let record = self.found(attribution)?;
        // How it ended is in the record itself.
        let _ = settled(&record.ended().ok().flatten().unwrap_or_default()).await;
        self.execution(attribution)
    }

    /// Ends the look-out.
    pub(crate) fn end(&self) {
        let _ = self.watches.delete(&self.record);
        if !self.is_answered.replace(true) && self.record.has_gone_out() {
            activity::gave_up(&self.channel, &self.name, self.record.outstanding());
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether a provider hands a tool the very arguments that went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fidelity {
    Exact,
    /// It may make others of them, so that only a tool's name tells whose execution it is.
    Unknown,
}

impl ExecutionRecord {
    /// Notes that a tool begins, and tells whoever watches for it; `args` is asked only if somebody does.
    /// Gives the signal of the call that it is attributed to by order, if there is one.
    pub(crate) fn begin(
        document: &JsValue,
        name: &JsValue,
        args: impl Fn() -> JsValue,
        fidelity: Fidelity,
    ) -> (Self, Option<JsValue>) {
        let execution = Self::new();
        let _ = execution.set_state("running");
        let Some(channel) = Channel::of(document) else { return (execution, None) };
        let of_the_tool = watching(&channel, name);
        let mut matching = of_the_tool.clone();
        if !matching.is_empty() {
            let args = args();
            matching.retain(|watch| watch.has_args(&args));
        }
        for watch in &matching {
            if let Some(executions) = watch.seen() {
                executions.push(&execution);
            }
        }
        let own = matching.iter().find(|watch| watch.attributed().is_none());
        match own {
            Some(watch) => {
                let _ = watch.set_own(&execution);
                let _ = execution.set_watch(watch);
            }
            None => matching.iter().for_each(|watch| {
                let _ = watch.set_surplus(true);
            }),
        }
        let caller = match fidelity {
            Fidelity::Exact => own,
            Fidelity::Unknown => own.or_else(|| of_the_tool.iter().find(|watch| watch.outstanding() > 0.0)),
        };
        if let Some(watch) = caller {
            watch.begins();
        }
        if let Some(heard) = activity::began(&channel, name, caller.is_some(), args) {
            let _ = execution.set_heard(&heard);
        }
        (execution, own.and_then(|watch| watch.signal().ok().flatten()))
    }

    /// Notes the promise that it runs until.
    pub(crate) fn runs_until(&self, ended: &JsValue) {
        let _ = self.set_ended(ended);
    }

    /// The function through which the tool tells of its progress.
    pub(crate) fn emit(&self) -> Function {
        EMIT.with(|emit| {
            let emit: &Static = emit.as_ref().unchecked_ref();
            emit.bind(&JsValue::NULL, self)
        })
    }

    /// Passes progress on to the call, while the tool runs and as long as it is not in doubt whose execution it is.
    pub(crate) fn progressed(&self, progress: &JsValue) {
        let is_running = self.state().ok().flatten().is_some_and(|state| state == "running");
        if is_running
            && let Ok(Some(watch)) = self.watch()
            && let watch = watch.unchecked_into::<WatchRecord>()
            && !watch.is_surplus()
            && let Ok(Some(emit)) = watch.emit()
        {
            // It belongs to the call, which reports what the caller's function throws.
            let _ = js::apply(&emit, &JsValue::UNDEFINED, &Array::of1(progress));
        }
    }

    /// Notes that it returned.
    pub(crate) fn returned(&self, value: &JsValue) {
        self.end("returned", value);
    }

    /// Notes that it threw.
    pub(crate) fn threw(&self, error: &JsValue) {
        self.end("threw", error);
    }

    fn end(&self, state: &str, value: &JsValue) {
        let _ = self.set_state(state);
        let _ = self.set_value(value);
        if let Ok(Some(heard)) = self.heard() {
            activity::ended(&heard, state == "threw", value);
        }
    }
}
