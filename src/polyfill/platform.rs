//! What the polyfill uses of its document's realm.
//!
//! `polyfill.js` takes these functions before the page can replace any of them (a native API is not
//! changed by a page that patches `JSON.stringify` or `Promise.prototype.then`) and hands them over.
//! Every one that may run the page's code is bound as `Result<Option<_>, _>` or `Result<(), _>`, the forms in
//! which wasm-bindgen 0.2.130 keeps no table slot per exception.

use js_sys::{Array, Function, JsString, Promise};
use wasm_bindgen::prelude::*;

use super::channels::{Port, Ports};
use super::documents::{Peer, ToolRecord};
use super::form::Dom;

#[wasm_bindgen]
extern "C" {
    /// The intrinsics of the realm.
    #[derive(Debug)]
    pub type Platform;

    /// Stands for a member that is `null`, which `Option` cannot tell from `undefined`.
    #[wasm_bindgen(method, getter)]
    pub(super) fn null(this: &Platform) -> JsValue;

    /// The intrinsics of forms.
    #[wasm_bindgen(method, getter)]
    pub(super) fn forms(this: &Platform) -> Dom;

    /// `dictionary[key]`, with [`Platform::null`] for `null`.
    #[wasm_bindgen(method, catch)]
    fn member(this: &Platform, dictionary: &JsValue, key: &JsString) -> Result<Option<JsValue>, JsValue>;

    /// The conversion to a DOMString.
    #[wasm_bindgen(method, catch)]
    fn string(this: &Platform, value: &JsValue) -> Result<Option<JsString>, JsValue>;

    /// The conversion to a sequence; `None` for what is no iterable object.
    #[wasm_bindgen(method, catch)]
    pub(super) fn sequence(this: &Platform, value: &JsValue) -> Result<Option<Array>, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(super) fn stringify(this: &Platform, value: &JsValue) -> Result<Option<JsString>, JsValue>;

    /// `JSON.parse`; `None` also for `null`.
    #[wasm_bindgen(method, catch)]
    pub(super) fn parse(this: &Platform, text: &JsValue) -> Result<Option<JsValue>, JsValue>;

    /// Whether `JSON.stringify` made this error itself, rather than a `toJSON` or a getter of the page.
    #[wasm_bindgen(method, js_name = isSerializationError)]
    pub(super) fn is_serialization_error(this: &Platform, error: &JsValue) -> bool;

    #[wasm_bindgen(method, js_name = isAbortSignal)]
    pub(super) fn is_abort_signal(this: &Platform, value: &JsValue) -> bool;

    #[wasm_bindgen(method, js_name = isWindow)]
    pub(super) fn is_window(this: &Platform, value: &JsValue) -> bool;

    #[wasm_bindgen(method, js_name = isAborted)]
    pub(super) fn is_aborted(this: &Platform, signal: &JsValue) -> bool;

    #[wasm_bindgen(method, js_name = abortReason)]
    pub(super) fn abort_reason(this: &Platform, signal: &JsValue) -> JsValue;

    /// The serialised origin of a URL; `None` where it does not parse.
    #[wasm_bindgen(method, js_name = originOf)]
    pub(super) fn origin_of(this: &Platform, url: &JsString) -> Option<JsString>;

    /// The origin of this document.
    #[wasm_bindgen(method, getter)]
    pub(super) fn origin(this: &Platform) -> JsString;

    /// The window of this document.
    #[wasm_bindgen(method, getter)]
    pub(super) fn window(this: &Platform) -> JsValue;

    /// The polyfill of the document shown in a window, if this document may see it.
    #[wasm_bindgen(method)]
    pub(super) fn peer(this: &Platform, window: &JsValue) -> Option<Peer>;

    /// The frames in a window, those in shadow trees last, as far as they are known.
    #[wasm_bindgen(method)]
    pub(super) fn frames(this: &Platform, window: &JsValue) -> Array;

    #[wasm_bindgen(method, js_name = isDetached)]
    pub(super) fn is_detached(this: &Platform, window: &JsValue) -> bool;

    #[wasm_bindgen(method, js_name = typeError)]
    pub(super) fn type_error(this: &Platform, message: &str) -> JsValue;

    #[wasm_bindgen(method)]
    pub(super) fn exception(this: &Platform, name: &str, message: &str) -> JsValue;

    #[wasm_bindgen(method)]
    pub(super) fn deferred(this: &Platform) -> Deferred;

    /// <https://webmachinelearning.github.io/webmcp/#dictdef-toolannotations>
    #[wasm_bindgen(method)]
    pub(super) fn annotations(
        this: &Platform,
        consequential_hint: bool,
        debugging: bool,
        read_only_hint: bool,
        untrusted_content_hint: bool,
    ) -> JsValue;

    #[wasm_bindgen(method, js_name = toolRecord)]
    pub(super) fn tool_record(
        this: &Platform,
        name: &JsString,
        title: &JsString,
        description: &JsString,
        input_schema: Option<&JsString>,
        annotations: Option<&JsValue>,
    ) -> ToolRecord;

    /// A fresh <https://webmachinelearning.github.io/webmcp/#dictdef-registeredtool> of this realm.
    #[wasm_bindgen(method, js_name = registeredTool)]
    pub(super) fn registered_tool(
        this: &Platform,
        tool: &ToolRecord,
        origin: &JsString,
        window: &JsValue,
    ) -> JsValue;

    /// Runs the tasks later, each time in a task of its own.
    #[wasm_bindgen(method, js_name = postTasks)]
    pub(super) fn post_tasks(this: &Platform);

    /// Fires an event at this document's `modelContext`.
    #[wasm_bindgen(method)]
    pub(super) fn fire(this: &Platform, kind: &str, tool_name: &JsValue);

    /// Invokes a tool's callback and has [`super::Core`] told how what it gave settles.
    #[wasm_bindgen(method, catch)]
    pub(super) fn invoke(
        this: &Platform,
        execute: &JsValue,
        input: &JsValue,
        controller: &AbortController,
        index: u32,
        generation: u32,
    ) -> Result<(), JsValue>;

    /// Says on the console that a tool has thrown; it does not throw itself.
    #[wasm_bindgen(method)]
    pub(super) fn report(this: &Platform, error: &JsValue);

    /// Calls what [`Platform::on_settled`] has given to a caller; it does not throw, whatever becomes of that.
    #[wasm_bindgen(method)]
    pub(super) fn tell(this: &Platform, settled: &Function, failure: Option<&JsString>, text: &JsValue);

    #[wasm_bindgen(method, js_name = abortController)]
    pub(super) fn abort_controller(this: &Platform) -> AbortController;

    /// Has [`super::Core`] told of the signal's abort; gives the listener.
    #[wasm_bindgen(method, catch, js_name = onUnregister)]
    pub(super) fn on_unregister(this: &Platform, signal: &JsValue, registration: u32) -> Result<(), JsValue>;

    /// Has [`super::Core`] told of the signal's abort; gives the listener.
    #[wasm_bindgen(method, catch, js_name = onAbort)]
    pub(super) fn on_abort(
        this: &Platform,
        signal: &JsValue,
        index: u32,
        generation: u32,
    ) -> Result<Option<Function>, JsValue>;

    #[wasm_bindgen(method, catch, js_name = removeListener)]
    pub(super) fn remove_listener(
        this: &Platform,
        signal: &JsValue,
        listener: &Function,
    ) -> Result<(), JsValue>;

    /// Registers a tool with the browser's own part of the API, if it has one; it does not throw.
    #[wasm_bindgen(method, js_name = passOn)]
    pub(super) fn pass_on(this: &Platform, tool: &ToolRecord, execute: &JsValue);

    /// Ends that registration; it does not throw.
    #[wasm_bindgen(method, js_name = takeBack)]
    pub(super) fn take_back(this: &Platform, name: &JsString);

    /// A function that tells [`super::Core`] how a call made from this document went.
    #[wasm_bindgen(method, js_name = onSettled)]
    pub(super) fn on_settled(this: &Platform, index: u32, generation: u32) -> Function;
}

/// What reaches documents of other origins: see `frames.js`.
#[wasm_bindgen]
extern "C" {
    /// A number that no other document of this window has.
    #[wasm_bindgen(method, getter, js_name = documentId)]
    pub(super) fn document_id(this: &Platform) -> u32;

    /// Whether a window shows a document of another origin in this tab.
    #[wasm_bindgen(method, js_name = isForeign)]
    pub(super) fn is_foreign(this: &Platform, window: &JsValue) -> bool;

    /// Posts a message to a window; it does not throw.
    #[wasm_bindgen(method)]
    pub(super) fn post(
        this: &Platform,
        window: &JsValue,
        kind: u32,
        target_origin: &str,
        document: u32,
        port: Option<&Port>,
    );

    #[wasm_bindgen(method)]
    pub(super) fn channel(this: &Platform) -> Ports;

    /// Has [`super::Core`] told what comes through a port.
    #[wasm_bindgen(method)]
    pub(super) fn listen(this: &Platform, port: &Port, index: u32, generation: u32);

    #[wasm_bindgen(method)]
    pub(super) fn send(
        this: &Platform,
        port: &Port,
        kind: u32,
        index: u32,
        generation: u32,
        first: &JsValue,
        second: &JsValue,
    );

    #[wasm_bindgen(method)]
    pub(super) fn close(this: &Platform, port: &Port);

    /// Has [`super::Core`] told when it has been waited long enough for a frame.
    #[wasm_bindgen(method)]
    pub(super) fn deadline(this: &Platform, contact: u32);

    /// A function that tells [`super::Core`] how a call made from another document went.
    #[wasm_bindgen(method, js_name = onAnswered)]
    pub(super) fn on_answered(
        this: &Platform,
        index: u32,
        generation: u32,
        call_index: u32,
        call_generation: u32,
    ) -> Function;

    /// The parent of a window, which of the top one is that itself.
    #[wasm_bindgen(method)]
    pub(super) fn parent(this: &Platform, window: &JsValue) -> Option<JsValue>;

    /// The element that shows a window: undefined where this document cannot look into the parent, null where there
    /// is none.
    #[wasm_bindgen(method)]
    pub(super) fn container(this: &Platform, parent: &JsValue, child: &JsValue) -> JsValue;
}

/// An array that is filled without the page's `Array.prototype`.
pub(super) fn array_of<T: Into<JsValue>>(items: impl IntoIterator<Item = T>) -> Array {
    let array = Array::new();
    for (index, item) in (0..).zip(items) {
        array.set(index, item.into());
    }
    array
}

impl Platform {
    /// A member of a dictionary, `None` where it is undefined.
    pub(super) fn get(&self, dictionary: &JsValue, key: &JsString) -> Result<Option<JsValue>, JsValue> {
        let value = self.member(dictionary, key)?;
        Ok(value.map(|value| if value == self.null() { JsValue::NULL } else { value }))
    }

    pub(super) fn to_string(&self, value: &JsValue) -> Result<JsString, JsValue> {
        self.string(value).map(Option::unwrap_or_default)
    }
}

#[wasm_bindgen]
extern "C" {
    /// A promise of this realm and the functions that settle it.
    #[derive(Debug)]
    pub(super) type Deferred;
    #[wasm_bindgen(method, getter)]
    pub(super) fn promise(this: &Deferred) -> Promise;
    #[wasm_bindgen(method)]
    pub(super) fn resolve(this: &Deferred, value: &JsValue);
    #[wasm_bindgen(method)]
    pub(super) fn reject(this: &Deferred, reason: &JsValue);

    #[derive(Clone, Debug)]
    pub(super) type AbortController;
    /// Aborts with the default reason; listeners that throw are reported, not thrown.
    #[wasm_bindgen(method)]
    pub(super) fn abort(this: &AbortController);
}
