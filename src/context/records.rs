//! The objects in which executions and those who watch for them are noted, shared by all copies of the package.

use js_sys::{Array, Function, JsString};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    // Whatever a page makes of these, reading and writing them does no harm.
    #[wasm_bindgen(extends = js_sys::Object, js_name = Object)]
    #[derive(Clone, Debug)]
    pub(super) type WatchRecord;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> WatchRecord;
    #[wasm_bindgen(method, getter, catch)]
    fn name(this: &WatchRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter)]
    fn set_name(this: &WatchRecord, name: &JsString);
    #[wasm_bindgen(method, getter, catch)]
    fn args(this: &WatchRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter)]
    fn set_args(this: &WatchRecord, args: &JsString);
    #[wasm_bindgen(method, getter, catch)]
    pub(super) fn signal(this: &WatchRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter)]
    fn set_signal(this: &WatchRecord, signal: &JsValue);
    #[wasm_bindgen(method, getter, catch)]
    fn executions(this: &WatchRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter)]
    fn set_executions(this: &WatchRecord, executions: &Array);
    #[wasm_bindgen(method, getter, catch)]
    fn own(this: &WatchRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    pub(super) fn set_own(this: &WatchRecord, execution: &ExecutionRecord) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn surplus(this: &WatchRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    pub(super) fn set_surplus(this: &WatchRecord, surplus: bool) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    pub(super) fn emit(this: &WatchRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter)]
    fn set_emit(this: &WatchRecord, emit: &Function);
    #[wasm_bindgen(method, getter, catch)]
    fn dispatched(this: &WatchRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    fn set_dispatched(this: &WatchRecord, times: f64) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn begun(this: &WatchRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    fn set_begun(this: &WatchRecord, times: f64) -> Result<(), JsValue>;

    /// One execution of a tool, shared with whoever watches for it.
    #[wasm_bindgen(extends = js_sys::Object, js_name = Object)]
    #[derive(Clone, Debug)]
    pub(crate) type ExecutionRecord;
    #[wasm_bindgen(constructor, js_class = "Object")]
    pub(super) fn new() -> ExecutionRecord;
    #[wasm_bindgen(method, getter, catch)]
    pub(super) fn state(this: &ExecutionRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    pub(super) fn set_state(this: &ExecutionRecord, state: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    pub(super) fn set_value(this: &ExecutionRecord, value: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    pub(super) fn ended(this: &ExecutionRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    pub(super) fn set_ended(this: &ExecutionRecord, ended: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    pub(super) fn watch(this: &ExecutionRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    pub(super) fn set_watch(this: &ExecutionRecord, watch: &WatchRecord) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    pub(super) fn heard(this: &ExecutionRecord) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    pub(super) fn set_heard(this: &ExecutionRecord, heard: &JsValue) -> Result<(), JsValue>;
}

impl WatchRecord {
    /// Makes a record of a call that goes out with those arguments.
    pub(super) fn of(name: &JsString, args: &JsString, signal: &JsValue, emit: Option<&Function>) -> Self {
        let record = Self::new();
        record.set_name(name);
        record.set_args(args);
        record.set_signal(signal);
        record.set_executions(&Array::new());
        let _ = record.set_dispatched(0.0);
        let _ = record.set_begun(0.0);
        if let Some(emit) = emit {
            record.set_emit(emit);
        }
        record
    }

    /// Whether it waits for an execution of that tool.
    pub(super) fn is_of(&self, name: &JsValue) -> bool {
        self.name().ok().flatten().is_some_and(|own| own == *name)
    }

    /// Whether it waits for one with those arguments.
    pub(super) fn has_args(&self, args: &JsValue) -> bool {
        self.args().ok().flatten().is_some_and(|own| own == *args)
    }

    /// The executions that it has seen.
    pub(super) fn seen(&self) -> Option<Array> {
        self.executions().ok().flatten().and_then(|executions| executions.dyn_into().ok())
    }

    /// The one that is attributed to it by order.
    pub(super) fn attributed(&self) -> Option<ExecutionRecord> {
        self.own().ok().flatten().filter(JsValue::is_object).map(JsCast::unchecked_into)
    }

    /// Whether more executions have begun than calls were watching: then the order says nothing.
    pub(super) fn is_surplus(&self) -> bool {
        self.surplus().ok().flatten().is_some_and(|surplus| surplus.is_truthy())
    }

    /// Whether the call has been dispatched.
    pub(super) fn has_gone_out(&self) -> bool {
        number(self.dispatched()).is_some_and(|times| times > 0.0)
    }

    /// How many of its dispatches have not been seen to begin.
    pub(super) fn outstanding(&self) -> f64 {
        // An older copy does not say; it dispatches once.
        number(self.dispatched()).unwrap_or(1.0) - number(self.begun()).unwrap_or_default()
    }

    /// Notes that the call went out, once more.
    pub(super) fn went_out(&self) {
        let _ = self.set_dispatched(number(self.dispatched()).unwrap_or_default() + 1.0);
    }

    /// Notes that one of its dispatches has begun.
    pub(super) fn begins(&self) {
        let _ = self.set_begun(number(self.begun()).unwrap_or_default() + 1.0);
    }
}

fn number(value: Result<Option<JsValue>, JsValue>) -> Option<f64> {
    value.ok().flatten()?.as_f64()
}
