//! What copies of the package on one page share: an npm bundle, a panel's script, another version.
//!
//! They meet in plain JavaScript objects that hang on the document, or on the global object where there is none:
//!
//! ```js
//! document[Symbol.for('webmcp-exec@1')] = { // the version of this format
//!   watches: Set<Watch>, // calls that watch for the execution they cause: `context::executions`
//!   listeners: Set<(event) => void>, // of every call's life: `events`
//!   calls: number, // how many calls listeners have heard of
//!   tools: Map<string, Tool>, // the tools of `registerTool`: `batch::registered`
//!   activity?: { began, gaveUp, stop }, // of others, while there are listeners: `context::activity`
//! }
//! ```
//!
//! Nobody may rely on what is in it: other versions add members, and a page can do with it what it wants.

use std::cell::Cell;

use js_sys::{Array, JsString, Map, Object, Set};
use wasm_bindgen::prelude::*;

use crate::context::own_document;
use crate::js;

#[wasm_bindgen]
extern "C" {
    /// The channel of one document.
    #[wasm_bindgen(extends = Object, js_name = Object)]
    #[derive(Clone, Debug)]
    pub(crate) type Channel;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> Channel;
    #[wasm_bindgen(method, getter, catch)]
    fn watches(this: &Channel) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter)]
    fn set_watches(this: &Channel, watches: &Set);
    #[wasm_bindgen(method, getter, catch)]
    fn listeners(this: &Channel) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter)]
    fn set_listeners(this: &Channel, listeners: &Set);
    #[wasm_bindgen(method, getter, catch)]
    fn tools(this: &Channel) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter)]
    fn set_tools(this: &Channel, tools: &Map);
    #[wasm_bindgen(method, getter, catch)]
    pub(crate) fn activity(this: &Channel) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    pub(crate) fn set_activity(this: &Channel, activity: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn calls(this: &Channel) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, setter, catch)]
    fn set_calls(this: &Channel, calls: f64) -> Result<(), JsValue>;

    /// A `Set` of any realm.
    #[wasm_bindgen(js_name = Set)]
    #[derive(Clone, Debug)]
    pub(crate) type Members;
    #[wasm_bindgen(method, catch)]
    pub(crate) fn add(this: &Members, member: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(crate) fn delete(this: &Members, member: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn size(this: &Members) -> Result<Option<JsValue>, JsValue>;

    /// A `Map` of any realm.
    #[wasm_bindgen(js_name = Map)]
    #[derive(Clone, Debug)]
    pub(crate) type Records;
    #[wasm_bindgen(method, catch)]
    pub(crate) fn get(this: &Records, key: &JsValue) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(crate) fn set(this: &Records, key: &JsValue, record: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(crate) fn delete(this: &Records, key: &JsValue) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn values(this: &Records) -> Result<Option<JsValue>, JsValue>;
}

thread_local! {
    static KEY: JsValue = js::symbol_for(&JsString::from("webmcp-exec@1"));
    static COUNTED: Cell<f64> = const { Cell::new(0.0) };
}

impl Channel {
    /// The channel of a document, if there is one.
    pub(crate) fn of(document: &JsValue) -> Option<Self> {
        let channel = KEY.with(|key| js::get(document, key)).ok()?;
        channel.is_object().then(|| channel.unchecked_into())
    }

    /// The channel of a document, made if need be.
    pub(crate) fn open(document: &JsValue) -> Self {
        Self::of(document).unwrap_or_else(|| {
            let channel = Self::new();
            channel.set_watches(&Set::new(&JsValue::UNDEFINED));
            channel.set_listeners(&Set::new(&JsValue::UNDEFINED));
            channel.set_tools(&Map::new());
            let _ = channel.set_calls(0.0);
            KEY.with(|key| js::set_hidden(document, key, &channel));
            channel
        })
    }

    /// Calls that watch for the execution that they cause.
    pub(crate) fn watch_set(&self) -> Option<Members> {
        self.watches().ok().flatten().map(JsCast::unchecked_into)
    }

    /// Functions that hear of every call.
    pub(crate) fn listener_set(&self) -> Option<Members> {
        self.listeners().ok().flatten().map(JsCast::unchecked_into)
    }

    /// The tools of `registerTool`, by name.
    pub(crate) fn tool_map(&self) -> Option<Records> {
        self.tools().ok().flatten().filter(js::is_object_like).map(JsCast::unchecked_into)
    }

    /// A number that no other call of the document has.
    pub(crate) fn next_call(&self) -> f64 {
        let told = self.calls().ok().flatten().and_then(|calls| calls.as_f64());
        // A page may have made something else of it: what this copy has counted stands in any case.
        let told = told.filter(|calls| calls.is_finite()).unwrap_or_default();
        let number = COUNTED.get().max(told) + 1.0;
        COUNTED.set(number);
        let _ = self.set_calls(number);
        number
    }

    /// The functions that hear of every call, now; `None` where there are none.
    pub(crate) fn heard_by(&self) -> Option<Array> {
        let listeners = self.listener_set().filter(|listeners| !listeners.is_empty())?.all();
        let functions: Array = listeners.iter().filter(JsValue::is_function).collect();
        (functions.length() > 0).then_some(functions)
    }

    /// Tells every listener of something.
    pub(crate) fn tell(&self, event: &Object) {
        let Some(listeners) = self.heard_by() else { return };
        let event = Array::of1(&Object::freeze(event));
        for listener in listeners.iter() {
            // One that throws disturbs neither the call nor the other listeners.
            if let Err(error) = js::apply(&listener, &JsValue::UNDEFINED, &event) {
                js::report_error(&error);
            }
        }
    }
}

impl Members {
    pub(crate) fn is_empty(&self) -> bool {
        self.size().ok().flatten().is_none_or(|size| size == 0)
    }

    /// Its members now; what becomes of it while they are gone through has no effect.
    pub(crate) fn all(&self) -> Array {
        js::copy_of(self).unwrap_or_default()
    }
}

impl Records {
    /// Its records now, in the order in which they were added.
    pub(crate) fn all(&self) -> Array {
        let values = self.values().ok().flatten();
        values.and_then(|values| js::copy_of(&values).ok()).unwrap_or_default()
    }
}

/// Where the channel of this realm hangs: its document, or its global object where there is none.
pub(crate) fn own_place() -> JsValue {
    let document = own_document();
    if js::is_object_like(&document) { document } else { js_sys::global().into() }
}
