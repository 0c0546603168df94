//! The record of executions: what a tool of this package did, beside what its browser says of it.
//!
//! Browsers mask what a tool throws and flatten what it returns. Tools registered through the package note
//! both here, and a call reads them. The two sides may be different copies of the package (a frame's and
//! the page's, a bundle and a script tag), so they meet in plain JavaScript objects that hang on the
//! *tool's* document:
//!
//! ```js
//! document[Symbol.for('webmcp-exec.executions@1')] = { // the version of this format
//!   watches: Set<{ name, args, signal, executions: Execution[], own?: Execution, surplus?: true }>,
//! }
//! // Execution: { state: 'running' | 'returned' | 'threw', value, ended?: Promise }
//! ```
//!
//! A call adds a watch before it is dispatched. An execution that begins is added to every watch of its
//! name and arguments; since it cannot belong to a call that is dispatched later, a watch that has seen
//! exactly one knows it for its own.

use js_sys::{Array, JsString, Set};
use wasm_bindgen::prelude::*;

use crate::engine::{Attribution, Execution};
use crate::js;
use crate::promise::settled;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = js_sys::Object, js_name = Object)]
    #[derive(Clone, Debug)]
    type Channel;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Channel;
    #[wasm_bindgen(method, getter, catch)]
    fn watches(this: &Channel) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter)]
    fn set_watches(this: &Channel, watches: &Set);

    #[wasm_bindgen(js_name = Set)]
    #[derive(Clone, Debug)]
    type Watches;
    #[wasm_bindgen(method, catch)]
    fn add(this: &Watches, watch: &WatchRecord) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn delete(this: &Watches, watch: &WatchRecord) -> Result<(), JsValue>;

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

}

thread_local! {
    static KEY: JsString = JsString::from("webmcp-exec.executions@1");
}

/// The watches of a document, if a tool of this package has been registered in it.
fn watches(document: &JsValue) -> Option<Watches> {
    let channel = js::get(document, &KEY.with(js::symbol_for)).ok()?;
    if !channel.is_object() {
        return None;
    }
    let channel: Channel = channel.unchecked_into();
    let watches = channel.watches().ok().flatten()?;
    Some(watches.unchecked_into())
}

/// Makes a document ready to have the executions of its tools recorded.
pub(crate) fn open(document: &JsValue) {
    if watches(document).is_none() && js::is_object_like(document) {
        let channel = Channel::new();
        channel.set_watches(&Set::new(&JsValue::UNDEFINED));
        js::set_hidden(document, &KEY.with(js::symbol_for), &channel);
    }
}

/// A call's look-out for the execution that it causes. Dropping it ends it.
#[derive(Debug)]
pub(super) struct Watch {
    watches: Watches,
    record: WatchRecord,
}

impl Watch {
    /// Begins to watch; `None` where the tool's document records nothing.
    pub(super) fn begin(
        document: &JsValue,
        name: &JsString,
        args: impl FnOnce() -> JsString,
        signal: &JsValue,
    ) -> Option<Self> {
        let watches = watches(document)?;
        let record = WatchRecord::new();
        record.set_name(name);
        record.set_args(&args());
        record.set_signal(signal);
        record.set_executions(&Array::new());
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
        let all = watches(document).and_then(|watches| js::copy_of(&watches).ok()).unwrap_or_default();
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
