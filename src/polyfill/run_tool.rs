//! `executeTool`, the side of the document that has the tool.
//!
//! <https://webmachinelearning.github.io/webmcp/#execute-a-tool>

use js_sys::{Function, JsString};
use wasm_bindgen::JsValue;

use super::ModelContext;
use super::form::FormRun;
use super::platform::AbortController;
use super::register_tool::Implementation;
use super::webidl::{concat, is_object};
use crate::table::{Key, Table};

const FAILED: &str =
    "Tool was executed but the invocation failed. For example, the script function threw an error";
const UNPARSABLE: &str = "Failed to parse input arguments";

/// A tool of this document that runs.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) tool: JsString,
    pub(super) execution: Execution,
    pub(super) settled: Function,
}

/// What runs.
#[derive(Debug)]
pub(super) enum Execution {
    /// The callback of an imperative tool, by what aborts its signal.
    Function(AbortController),
    Form(FormRun),
}

impl ModelContext {
    pub(super) fn run(&self, name: &JsString, input: &JsString, settled: Function) -> Option<Key> {
        let implementation =
            self.tools.with(|tools| tools.get(&String::from(name)).map(|tool| tool.implementation.clone()));
        let execute = match implementation {
            Some(Implementation::Function(execute)) => execute,
            Some(Implementation::Form(form)) => return self.run_form(&form, name, input, settled),
            None => {
                self.fail(&settled, &concat(&["Tool not found: ", &String::from(name)]));
                return None;
            }
        };
        let input = self.platform.parse(input).ok().flatten().filter(is_object);
        let Some(input) = input else {
            self.queue_activation(name);
            self.fail(&settled, UNPARSABLE);
            return None;
        };
        let controller = self.platform.abort_controller();
        let execution = Execution::Function(controller.clone());
        let run = Run { tool: name.clone(), execution, settled };
        let key = self.runs.with(|runs| runs.insert(run));
        let invoked = self.platform.invoke(&execute, &input, &controller, key.index, key.generation);
        self.queue_activation(name);
        if let Err(error) = invoked {
            self.threw(key, &error);
        }
        Some(key)
    }

    /// Chromium fires the event when the microtasks that the tool left behind have run.
    pub(super) fn queue_activation(&self, name: &JsString) {
        let name = name.clone();
        self.queue(move |context| context.platform.fire("toolactivated", &name));
    }

    /// A tool has given its result.
    pub(super) fn returned(&self, key: Key, value: &JsValue) {
        match self.result_text(value) {
            Ok(text) => self.finish(key, Ok(&text)),
            Err(error) => self.threw(key, &error),
        }
    }

    /// A tool has thrown. What it threw stays in its document.
    pub(super) fn threw(&self, key: Key, error: &JsValue) {
        self.finish(key, Err(FAILED));
        // Last, since it runs the page's code: what was thrown may have a `toString`.
        self.platform.report(error);
    }

    /// A run has ended, with a text (`null` where a form has left) or a message.
    pub(super) fn finish(&self, key: Key, outcome: Result<&JsValue, &str>) {
        let Some(run) = self.runs.with(|runs| runs.remove(key)) else { return };
        if let Execution::Form(form) = &run.execution {
            self.let_go(key, form);
        }
        match outcome {
            Ok(text) => self.platform.tell(&run.settled, None, text),
            Err(message) => self.fail(&run.settled, message),
        }
    }

    /// What the caller gets for a value: the JSON text of an object, the string form of anything else.
    ///
    /// Two oddities of Chromium are not copied: it gives `null` for a string with a lone surrogate, and a
    /// symbol, which has no string form and fails here, ends the tab there.
    fn result_text(&self, value: &JsValue) -> Result<JsString, JsValue> {
        let text = self.text_of(value)?;
        Ok(if text.is_falsy() { "Operation succeeded".into() } else { text })
    }

    pub(super) fn text_of(&self, value: &JsValue) -> Result<JsString, JsValue> {
        if is_object(value) {
            return Ok(self.platform.stringify(value)?.unwrap_or_else(|| "undefined".into()));
        }
        self.platform.to_string(value)
    }

    /// Nobody waits for a run any more: in a task, its signal is aborted and `toolcancel` fired.
    pub(super) fn cancel(&self, key: Key) {
        self.queue(move |context| {
            let Some(run) = context.runs.with(|runs| runs.remove(key)) else {
                return;
            };
            match &run.execution {
                Execution::Function(controller) => controller.abort(),
                Execution::Form(form) => context.let_go(key, form),
            }
            context.platform.fire("toolcancel", &run.tool);
        });
    }

    /// This document goes away: who waits for one of its tools is told.
    pub(super) fn abandon_runs(&self) {
        let runs = self.runs.with(Table::drain);
        for run in &runs {
            if let Execution::Form(form) = &run.execution {
                self.abandon_form(form, &run.settled);
            }
        }
        // A caller of another origin hears by this that its call has failed, and not before: then it lists none of
        // the tools any more.
        self.leave_channels();
        for run in &runs {
            if let Execution::Function(_) = run.execution {
                self.fail(&run.settled, "");
            }
        }
    }

    /// Tells a caller that its call failed; an empty message stands for Chromium's general one.
    pub(super) fn fail(&self, settled: &Function, message: &str) {
        self.platform.tell(settled, Some(&message.into()), &JsValue::UNDEFINED);
    }
}
