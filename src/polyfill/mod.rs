//! `document.modelContext` for browsers that have none, as Chromium 156 has it.
//!
//! | file | holds |
//! |---|---|
//! | `register_tool`, `get_tools`, `execute_tool` | the methods of `ModelContext`, one each |
//! | `run_tool` | the running of a tool, in the document that has it |
//! | `form` | the declarative API: forms that are tools |
//! | `registry` | the tool map of a document |
//! | `documents` | the other documents of the tab, and what is said to those of the same origin |
//! | `channels` | what is said to those of other origins, and the threat model |
//! | `contacts` | who is waited for, and how long |
//! | `policy` | which documents may have and call tools |
//! | `part` | the part of the API that a browser may have itself |
//! | `webidl`, `names` | the conversion of arguments |
//! | `origin` | which origins are secure |
//! | `task` | what is done later |
//! | `pending` | what is under way |
//! | `platform` | the realm's intrinsics, handed over by `polyfill.js` |
//! | `state` | the cell that all state is kept in |

mod channels;
mod contacts;
mod documents;
mod execute_tool;
mod form;
mod get_tools;
mod names;
mod origin;
mod part;
mod platform;
mod policy;
mod register_tool;
mod registry;
mod run_tool;
mod state;
mod task;
mod webidl;

use std::cell::Cell;

use js_sys::{Array, Function, JsString, Promise};
use wasm_bindgen::prelude::*;

use crate::table::{Key, Table};
use channels::Channel;
use contacts::{Contacts, Waiting};
use documents::ToolRecord;
use execute_tool::Call;
use form::{Dom, FormTool};
use names::Names;
use platform::{Platform, array_of};
use register_tool::Tool;
use registry::Registry;
use run_tool::Run;
use state::State;
use task::Task;

/// What stands behind the `ModelContext` object of one document.
#[derive(Debug)]
struct ModelContext {
    platform: Platform,
    dom: Dom,
    names: Names,
    tools: State<Registry<Tool>>,
    forms: State<Vec<FormTool>>,
    calls: State<Table<Call>>,
    runs: State<Table<Run>>,
    tasks: State<Vec<Task>>,
    channels: State<Table<Channel>>,
    /// The other origins whose tools have been asked for.
    asked: State<Vec<JsString>>,
    contacts: State<Contacts>,
    waiting: State<Vec<Waiting>>,
    /// Whether the tools of this turn have been announced.
    is_announced: Cell<bool>,
    /// Whether this document may have and call tools, once it is known.
    is_permitted: Cell<Option<bool>>,
}

/// The part of the polyfill that is not JavaScript. `polyfill.js` makes it when a method is called for the first
/// time, and calls it.
///
/// It lives as long as its document, and so does what it points to.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Core(&'static ModelContext);

/// The methods of the interface. `present` is the number of arguments given.
#[wasm_bindgen]
impl Core {
    /// A document without tools.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(platform: Platform) -> Self {
        Self(Box::leak(Box::new(ModelContext {
            dom: platform.forms(),
            platform,
            names: Names::new(),
            tools: State::default(),
            forms: State::default(),
            calls: State::default(),
            runs: State::default(),
            tasks: State::default(),
            channels: State::default(),
            asked: State::default(),
            contacts: State::default(),
            waiting: State::default(),
            is_announced: Cell::new(false),
            is_permitted: Cell::new(None),
        })))
    }

    /// `registerTool(tool, options)`.
    #[wasm_bindgen(js_name = registerTool)]
    pub fn register_tool(&self, present: u32, tool: &JsValue, options: &JsValue) -> Promise {
        self.0.register_tool(present, tool, options)
    }

    /// `getTools(options)`.
    #[wasm_bindgen(js_name = getTools)]
    pub fn get_tools(&self, options: &JsValue) -> Promise {
        self.0.get_tools(options)
    }

    /// `executeTool(tool, input, options)`.
    #[wasm_bindgen(js_name = executeTool)]
    pub fn execute_tool(&self, present: u32, tool: &JsValue, input: &JsValue, options: &JsValue) -> Promise {
        self.0.execute_tool(present, tool, input, options)
    }
}

/// What other documents ask of this one: see `documents::Peer`.
#[wasm_bindgen]
impl Core {
    /// Whether a tool of this name is registered.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.has(name)
    }

    /// The listed tools, ordered by name.
    #[must_use]
    pub fn list(&self) -> Array {
        self.0.list()
    }

    /// Runs a tool; gives the two numbers that [`Core::cancel`] wants, where it has begun.
    pub fn run(&self, name: &JsString, input: &JsString, settled: Function) -> Option<Array> {
        let key = self.0.run(name, input, settled)?;
        Some(array_of([key.index, key.generation]))
    }

    /// Tells a running tool that nobody waits for it any more.
    pub fn cancel(&self, index: u32, generation: u32) {
        self.0.cancel(Key { index, generation });
    }
}

/// What is registered with the part of the API that the browser has itself.
#[wasm_bindgen]
impl Core {
    /// Takes a tool over; gives the number that [`Core::unregister`] wants, where the name is free and may be one.
    pub fn adopt(&self, tool: ToolRecord, execute: JsValue) -> Option<u32> {
        self.0.adopt(tool, execute)
    }
}

/// What documents of other origins say: see `channels`.
#[wasm_bindgen]
impl Core {
    /// The message of a window has come.
    pub fn said(&self, kind: u32, origin: &JsString, window: &JsValue, document: u32, port: &JsValue) {
        self.0.said(kind, origin, window, document, port);
    }

    /// A message has come through a channel.
    #[allow(clippy::too_many_arguments, reason = "two keys, and what is said")]
    pub fn heard(
        &self,
        index: u32,
        generation: u32,
        kind: u32,
        call_index: u32,
        call_generation: u32,
        first: &JsValue,
        second: &JsValue,
    ) {
        let call = Key { index: call_index, generation: call_generation };
        self.0.heard(Key { index, generation }, kind, call, first, second);
    }

    /// A tool that a document of another origin has called has settled.
    pub fn answered(
        &self,
        index: u32,
        generation: u32,
        call_index: u32,
        call_generation: u32,
        failure: Option<JsString>,
        text: &JsValue,
    ) {
        let call = Key { index: call_index, generation: call_generation };
        self.0.answered(Key { index, generation }, call, failure, text);
    }

    /// A frame is gone by now, whether it has said so or not.
    #[wasm_bindgen(js_name = endGone)]
    pub fn end_gone(&self) {
        self.0.end_gone();
    }

    /// It has been waited long enough for a frame.
    pub fn deadline(&self, contact: u32) {
        self.0.deadline(contact);
    }
}

/// What happens later. `polyfill.js` makes the listeners and reactions; the numbers they hold keep nothing alive.
#[wasm_bindgen]
impl Core {
    /// The message of the tasks has come.
    #[wasm_bindgen(js_name = runTasks)]
    pub fn run_tasks(&self) {
        self.0.run_tasks();
    }

    /// The signal of a registration has been aborted.
    pub fn unregister(&self, registration: u32, reason: &JsValue) {
        self.0.unregister(registration, reason);
    }

    /// The signal of a call has been aborted.
    pub fn abort(&self, index: u32, generation: u32) {
        self.0.abort(Key { index, generation });
    }

    /// A call made from this document has ended, with a failure or a text.
    pub fn settled(&self, index: u32, generation: u32, failure: Option<JsString>, text: JsValue) {
        self.0.settled(Key { index, generation }, failure, text);
    }

    /// A tool has given its result.
    pub fn returned(&self, index: u32, generation: u32, value: &JsValue) {
        self.0.returned(Key { index, generation }, value);
    }

    /// A tool has thrown.
    pub fn threw(&self, index: u32, generation: u32, error: &JsValue) {
        self.0.threw(Key { index, generation }, error);
    }

    /// Forms that are tools were found, elements removed, or something changed that a form is made of.
    #[wasm_bindgen(js_name = lookAtForms)]
    pub fn look_at_forms(&self, found: &Array, removed: &Array, is_stale: bool) {
        self.0.look_at_forms(found, removed, is_stale);
    }

    /// A form that is being run fires `submit`.
    pub fn submitting(&self, index: u32, generation: u32, event: JsValue) {
        self.0.submitting(Key { index, generation }, event);
    }

    /// A form that is being run fires `reset`.
    pub fn resetting(&self, index: u32, generation: u32, event: JsValue) {
        self.0.resetting(Key { index, generation }, event);
    }

    /// A form that is being run may have refused to be submitted, by a click unless that is cancelled.
    pub fn attempted(&self, index: u32, generation: u32, click: Option<JsValue>) {
        self.0.attempted(Key { index, generation }, click);
    }

    /// A form that is being run has been submitted without an event.
    pub fn submitted(&self, index: u32, generation: u32) {
        self.0.submitted(Key { index, generation });
    }

    /// What a page has responded with has been fulfilled.
    pub fn responded(&self, index: u32, generation: u32, value: &JsValue) {
        self.0.responded(Key { index, generation }, value);
    }

    /// What a page has responded with has been rejected.
    pub fn refused(&self, index: u32, generation: u32, error: &JsValue) {
        self.0.refused(Key { index, generation }, error);
    }

    /// The document goes away for good.
    pub fn unload(&self) {
        self.0.abandon_runs();
        self.0.abandon_calls();
    }

    /// The document no longer has this polyfill: documents of other origins see its tools no more.
    #[wasm_bindgen(js_name = leaveChannels)]
    pub fn leave_channels(&self) {
        self.0.leave_channels();
    }
}
