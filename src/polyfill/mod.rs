//! `document.modelContext` for browsers that have none, as Chromium 156 has it.
//!
//! | file | holds |
//! |---|---|
//! | `register_tool`, `get_tools`, `execute_tool` | the methods of `ModelContext`, one each |
//! | `run_tool` | the running of a tool, in the document that has it |
//! | `registry` | the tool map of a document |
//! | `documents` | the other documents of the tab, and what is said to them |
//! | `webidl`, `names` | the conversion of arguments |
//! | `origin` | which origins are secure |
//! | `task` | what is done later |
//! | `pending` | what is under way |
//! | `platform` | the realm's intrinsics, handed over by `polyfill.js` |
//!
//! Whatever calls JavaScript may be entered again by it before it returns: a tool may register, list and call
//! tools. So no borrow of the state below is held across such a call.

mod documents;
mod execute_tool;
mod get_tools;
mod names;
mod origin;
mod pending;
mod platform;
mod register_tool;
mod registry;
mod run_tool;
mod task;
mod webidl;

use std::cell::RefCell;

use js_sys::{Array, Function, JsString, Promise};
use wasm_bindgen::prelude::*;

use execute_tool::Call;
use pending::{Key, Pending};
use platform::{Platform, array_of};
use register_tool::Tool;
use registry::Registry;
use run_tool::Run;
use task::Tasks;

/// What stands behind the `ModelContext` object of one document.
///
/// `polyfill.js` makes it when a method is called for the first time, and calls it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ModelContext {
    platform: Platform,
    tools: RefCell<Registry<Tool>>,
    calls: RefCell<Pending<Call>>,
    runs: RefCell<Pending<Run>>,
    tasks: Tasks,
}

/// The methods of the interface. `present` is the number of arguments given.
#[wasm_bindgen]
impl ModelContext {
    /// A document without tools.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(platform: Platform) -> Self {
        Self {
            platform,
            tools: RefCell::new(Registry::new()),
            calls: RefCell::new(Pending::new()),
            runs: RefCell::new(Pending::new()),
            tasks: Tasks::default(),
        }
    }

    /// `registerTool(tool, options)`.
    #[wasm_bindgen(js_name = registerTool)]
    pub fn register_tool(&self, present: u32, tool: &JsValue, options: &JsValue) -> Promise {
        self.register_tool_steps(present, tool, options)
    }

    /// `getTools(options)`.
    #[wasm_bindgen(js_name = getTools)]
    pub fn get_tools(&self, options: &JsValue) -> Promise {
        self.get_tools_steps(options)
    }

    /// `executeTool(tool, input, options)`.
    #[wasm_bindgen(js_name = executeTool)]
    pub fn execute_tool(&self, present: u32, tool: &JsValue, input: &JsValue, options: &JsValue) -> Promise {
        self.execute_tool_steps(present, tool, input, options)
    }
}

/// What other documents ask of this one: see `documents::Peer`.
#[wasm_bindgen]
impl ModelContext {
    /// Whether a tool of this name is registered.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.tools.borrow().contains(name)
    }

    /// The listed tools, ordered by name.
    #[must_use]
    pub fn list(&self) -> Array {
        self.listed_tools()
    }

    /// Runs a tool; gives the two numbers that [`ModelContext::cancel`] wants, where it has begun.
    pub fn run(&self, name: &JsString, input: &JsString, settled: Function) -> Option<Array> {
        let key = self.run_steps(name, input, settled)?;
        Some(array_of([key.index, key.generation]))
    }

    /// Tells a running tool that nobody waits for it any more.
    pub fn cancel(&self, index: u32, generation: u32) {
        self.cancel_steps(Key { index, generation });
    }
}

/// What happens later: `polyfill.js` binds these to what they are about, so that nothing is made per call
/// that somebody would have to free.
#[wasm_bindgen]
impl ModelContext {
    /// The message of the tasks has come.
    #[wasm_bindgen(js_name = runTasks)]
    pub fn run_tasks(&self) {
        self.run_queued();
    }

    /// The signal of a registration has been aborted.
    pub fn unregister(&self, registration: u32, reason: &JsValue) {
        self.unregister_steps(registration, reason);
    }

    /// The signal of a call has been aborted.
    pub fn abort(&self, index: u32, generation: u32) {
        self.abort_steps(Key { index, generation });
    }

    /// A call made from this document has ended, with a failure or a text.
    pub fn settled(&self, index: u32, generation: u32, failure: Option<JsString>, text: JsValue) {
        self.settled_steps(Key { index, generation }, failure, text);
    }

    /// A tool has given its result.
    pub fn returned(&self, index: u32, generation: u32, value: &JsValue) {
        self.returned_steps(Key { index, generation }, value);
    }

    /// A tool has thrown.
    pub fn threw(&self, index: u32, generation: u32, error: &JsValue) {
        self.threw_steps(Key { index, generation }, error);
    }

    /// The document goes away for good.
    pub fn unload(&self) {
        self.abandon_runs();
        self.abandon_calls();
    }
}
