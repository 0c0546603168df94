//! The record of executions: what a tool of this package did, beside what its browser says of it.
//!
//! Browsers mask what a tool throws and flatten what it returns, and have no way to tell of progress. Tools registered
//! through the package note all three here, and a call reads them. The two sides may be different copies of the package
//! (a frame's and the page's, a bundle and a script tag), so they meet in the [`Channel`] of the *tool's* document:
//!
//! ```js
//! // Watch: { name, args, signal, emit?, executions: Execution[], own?: Execution, surplus?: true }
//! // Execution: { state: 'running' | 'returned' | 'threw', value, ended?: Promise, watch?: Watch }
//! ```
//!
//! A call adds a watch before it is dispatched. An execution that begins is added to every watch of its
//! name and arguments; since it cannot belong to a call that is dispatched later, a watch that has seen
//! exactly one knows it for its own.

use js_sys::{Array, Function, JsString};
use wasm_bindgen::prelude::*;

use crate::channel::{Channel, Members};
use crate::engine::{Attribution, Execution};
use crate::js;
use crate::promise::settled;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = js_sys::Object, js_name = Object)]
    #[derive(Clone, Debug)]
    type WatchRecord;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> WatchRecord;
    #[wasm_bindgen(method, getter)]
    fn name(this: &WatchRecord) -> JsValue;
    #[wasm_bindgen(method, setter)]
    fn set_name(this: &WatchRecord, name: &JsString);
    #[wasm_bindgen(method, getter)]
    fn args(this: &WatchRecord) -> JsValue;
    #[wasm_bindgen(method, setter)]
    fn set_args(this: &WatchRecord, args: &JsString);
    #[wasm_bindgen(method, getter)]
    fn signal(this: &WatchRecord) -> JsValue;
    #[wasm_bindgen(method, setter)]
    fn set_signal(this: &WatchRecord, signal: &JsValue);
    #[wasm_bindgen(method, getter)]
    fn executions(this: &WatchRecord) -> Array;
    #[wasm_bindgen(method, setter)]
    fn set_executions(this: &WatchRecord, executions: &Array);
    #[wasm_bindgen(method, getter)]
    fn own(this: &WatchRecord) -> Option<ExecutionRecord>;
    #[wasm_bindgen(method, setter)]
    fn set_own(this: &WatchRecord, execution: &ExecutionRecord);
    #[wasm_bindgen(method, getter)]
    fn surplus(this: &WatchRecord) -> Option<bool>;
    #[wasm_bindgen(method, setter)]
    fn set_surplus(this: &WatchRecord, surplus: bool);
    #[wasm_bindgen(method, getter, catch)]
    fn emit(this: &WatchRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter)]
    fn set_emit(this: &WatchRecord, emit: &Function);

    /// One execution of a tool, shared with whoever watches for it.
    #[wasm_bindgen(extends = js_sys::Object, js_name = Object)]
    #[derive(Clone, Debug)]
    pub(crate) type ExecutionRecord;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> ExecutionRecord;
    #[wasm_bindgen(method, getter)]
    fn state(this: &ExecutionRecord) -> JsValue;
    #[wasm_bindgen(method, setter)]
    fn set_state(this: &ExecutionRecord, state: &str);
    #[wasm_bindgen(method, getter)]
    fn value(this: &ExecutionRecord) -> JsValue;
    #[wasm_bindgen(method, setter)]
    fn set_value(this: &ExecutionRecord, value: &JsValue);
    #[wasm_bindgen(method, getter)]
    fn ended(this: &ExecutionRecord) -> JsValue;
    #[wasm_bindgen(method, setter)]
    fn set_ended(this: &ExecutionRecord, ended: &JsValue);
    #[wasm_bindgen(method, getter)]
    fn watch(this: &ExecutionRecord) -> Option<WatchRecord>;
    #[wasm_bindgen(method, setter)]
    fn set_watch(this: &ExecutionRecord, watch: &WatchRecord);

    type Static;
    #[wasm_bindgen(method)]
    fn bind(this: &Static, this_argument: &JsValue, record: &ExecutionRecord) -> Function;
}

thread_local! {
    // What is bound to it is a JavaScript object: a tool that keeps its `emit` keeps nothing in here.
    static EMIT: Closure<dyn Fn(ExecutionRecord, JsValue)> =
        Closure::new(|record: ExecutionRecord, progress: JsValue| record.progressed(&progress));
}

/// The watches of a document, if a tool of this package has been registered in it.
fn watches(document: &JsValue) -> Option<Members> {
    Channel::of(document)?.watch_set()
}

/// Makes a document ready to have the executions of its tools recorded.
pub(crate) fn open(document: &JsValue) {
    if js::is_object_like(document) {
        Channel::open(document);
    }
}

/// A call's look-out for the execution that it causes. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Watch {
    watches: Members,
    record: WatchRecord,
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
        let watches = watches(document)?;
        let record = WatchRecord::new();
        record.set_name(name);
        record.set_args(&args());
        record.set_signal(signal);
        record.set_executions(&Array::new());
        if let Some(emit) = emit {
            record.set_emit(emit);
        }
        watches.add(&record).ok()?;
        Some(Self { watches, record })
    }

    /// The execution that is the call's own, as far as that can be said.
    fn found(&self, attribution: Attribution) -> Option<ExecutionRecord> {
        match attribution {
            Attribution::InOrder if self.record.surplus() != Some(true) => self.record.own(),
            _ => {
                let executions = self.record.executions();
                (executions.length() == 1).then(|| executions.get(0).unchecked_into())
            }
        }
    }

    pub(super) fn execution(&self, attribution: Attribution) -> Option<Execution<JsValue>> {
        let record = self.found(attribution)?;
        let state = record.state();
        if state == "returned" {
            Some(Execution::Returned(record.value()))
        } else if state == "threw" {
            Some(Execution::Threw(record.value()))
        } else {
            None
        }
    }

    pub(super) async fn execution_ended(&self, attribution: Attribution) -> Option<Execution<JsValue>> {
        let record = self.found(attribution)?;
        // How it ended is in the record itself.
        let _ = settled(&record.ended()).await;
        self.execution(attribution)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.watches.delete(&self.record);
    }
}

impl ExecutionRecord {
    /// Notes that a tool begins, and tells whoever watches for it; `args` is asked only if somebody does.
    /// Gives the signal of the call that it is attributed to by order, if there is one.
    pub(crate) fn begin(
        document: &JsValue,
        name: &JsValue,
        args: impl FnOnce() -> JsValue,
    ) -> (Self, Option<JsValue>) {
        let execution = Self::new();
        execution.set_state("running");
        let all = watches(document).map(|watches| watches.all()).unwrap_or_default();
        let mut matching: Vec<WatchRecord> = all.iter().map(JsCast::unchecked_into).collect();
        matching.retain(|watch| watch.name() == *name);
        if !matching.is_empty() {
            let args = args();
            matching.retain(|watch| watch.args() == args);
        }
        for watch in &matching {
            watch.executions().push(&execution);
        }
        let signal = match matching.iter().find(|watch| watch.own().is_none()) {
            Some(watch) => {
                watch.set_own(&execution);
                execution.set_watch(watch);
                Some(watch.signal()).filter(|signal| !signal.is_undefined())
            }
            None => {
                matching.iter().for_each(|watch| watch.set_surplus(true));
                None
            }
        };
        (execution, signal)
    }

    /// Notes the promise that it runs until.
    pub(crate) fn runs_until(&self, ended: &JsValue) {
        self.set_ended(ended);
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
        if self.state() == "running"
            && let Some(watch) = self.watch().filter(|watch| watch.surplus() != Some(true))
            && let Ok(Some(emit)) = watch.emit()
        {
            // It belongs to the call, which reports what the caller's function throws.
            let _ = js::apply(&emit, &JsValue::UNDEFINED, &Array::of1(progress));
        }
    }

    /// Notes that it returned.
    pub(crate) fn returned(&self, value: &JsValue) {
        self.set_state("returned");
        self.set_value(value);
    }

    /// Notes that it threw.
    pub(crate) fn threw(&self, error: &JsValue) {
        self.set_state("threw");
        self.set_value(error);
    }
}
