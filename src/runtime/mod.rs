//! Running the tools of a catalogue: look up → mode → normalise → validate → run → check the output.
//!
//! Every call goes through the engine, so that limits, progress and events are those of every other call.

mod answer;
mod attempt;
mod closing;
mod ended;
mod hooks;
mod remote;
mod remote_error;
mod size;
mod turns;

pub use ended::Ended;
#[cfg(feature = "js")]
pub(crate) use ended::failure_of_error;
pub use hooks::Hooks;
pub use remote::Remote;

use std::rc::Rc;

use wasm_bindgen::JsValue;

use crate::context::{Browser, Signal, is_browser};
use crate::engine::{Host, Limits, LocalCall, run_local};
use crate::js;
use crate::registry::ToolRegistry;
use crate::validate::Validate;
use attempt::{Attempt, Notes};
use closing::Closing;
use hooks::HookCall;
use turns::Turns;

/// What listeners read of where a call was made.
pub(crate) const DOOR: &str = "runtime";

/// How a runtime runs tools.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RuntimeOptions {
    /// Milliseconds that a tool has, from when its turn comes; `None` is for ever. 30,000 by default.
    pub timeout_ms: Option<f64>,
    /// Milliseconds that a call has in all, however long it waits for its turn and whatever progress it makes.
    pub max_total_ms: Option<f64>,
    /// How many tools may run at the same time; `None` is any number.
    pub max_concurrent: Option<usize>,
    /// Whether input must fit the definition. `true` by default.
    pub validate_input: bool,
    /// Whether a tool's result must be one, and its data fit the definition. `true` by default.
    pub validate_output: bool,
    /// What checks input and data against their schemas; without one they are not.
    pub validator: Option<Rc<dyn Validate>>,
    /// What the application does around calls.
    pub hooks: Hooks,
    /// What has the tools of a server.
    pub remote: Option<Remote>,
}

impl Default for RuntimeOptions {
    fn default() -> Self {
        Self {
            timeout_ms: Some(30_000.0),
            max_total_ms: None,
            max_concurrent: None,
            validate_input: true,
            validate_output: true,
            validator: None,
            hooks: Hooks::default(),
            remote: None,
        }
    }
}

/// One call of a tool of the catalogue.
#[derive(Debug)]
pub struct RuntimeCall {
    /// The tool's id, a string.
    pub id: JsValue,
    /// What it is given.
    pub params: JsValue,
    /// What the tool's context has beside what the runtime puts there: an object that nobody else uses, or `undefined`.
    pub context: JsValue,
    /// What may end the call: `timeout_ms` counts from when its turn comes, `max_total_ms` from now.
    pub limits: Limits<Signal>,
    /// Told of the tool's progress.
    pub on_progress: Option<JsValue>,
}

/// What runs the tools of a catalogue.
#[derive(Debug)]
pub struct Runtime {
    registry: Rc<ToolRegistry>,
    options: RuntimeOptions,
    turns: Rc<Turns>,
    closing: Closing,
    is_browser: bool,
}

impl Runtime {
    /// Runs the tools of this catalogue, also those that are registered later.
    #[must_use]
    pub fn new(registry: Rc<ToolRegistry>, options: RuntimeOptions) -> Self {
        let turns = Turns::new(options.max_concurrent);
        Self { registry, options, turns, closing: Closing::default(), is_browser: is_browser() }
    }

    /// How it runs tools.
    #[must_use]
    pub fn options(&self) -> &RuntimeOptions {
        &self.options
    }

    /// Ends every call that is under way, and all that are made later.
    pub fn dispose(&self) {
        self.closing.close();
    }

    /// Runs a tool. Dropping the future gives the call up.
    pub async fn execute(&self, call: RuntimeCall) -> Ended {
        let hook_call = HookCall::of(&self.options.hooks, &call.id, &call.params);
        self.run(call, &hook_call).await
    }

    /// The same for JavaScript: the call's result, or the error with which it rejects. Its hooks hear of either.
    #[cfg(feature = "js")]
    pub(crate) async fn execute_to_js(&self, call: RuntimeCall) -> Result<JsValue, ended::Rejected> {
        let hooks = &self.options.hooks;
        let hook_call = HookCall::of(hooks, &call.id, &call.params);
        let ended = self.run(call, &hook_call).await;
        if ended.is_failure() {
            hooks.error(&hook_call, || ended.error());
        }
        let result = ended.into_result();
        if let Ok(result) = &result {
            hooks.after(&hook_call, result);
        }
        result
    }

    async fn run(&self, call: RuntimeCall, hook_call: &HookCall) -> Ended {
        let made = Browser.now();
        let RuntimeCall { id, params, context, limits, on_progress } = call;
        // The time of the tool does not run while it waits for its turn; that of the call does.
        let of_tool = Limits { signal: None, max_total_ms: None, ..limits.clone() };
        let request_id = js::is_object_like(&context).then(|| js::get(&context, &"requestId".into()));
        let call = LocalCall::<Browser> {
            name: id,
            input: params,
            id: request_id.and_then(Result::ok).filter(|id| !id.is_undefined()),
            door: DOOR,
            limits: Limits { timeout_ms: None, ..limits },
            on_progress,
        };
        let notes = Notes::default();
        let input_bytes = size::json_bytes(&call.input).ok();
        if input_bytes.is_none() {
            notes.warn("The input cannot be written as JSON: its size is not known.".into());
        }
        let report = run_local(&Browser, &call, async |running| {
            let attempt = Attempt {
                runtime: self,
                call: &call,
                context: &context,
                of_tool: &of_tool,
                notes: &notes,
                hook_call,
            };
            match attempt.run(&running).await {
                Ok(outcome) | Err(outcome) => outcome,
            }
        })
        .await;
        let started = notes.started().unwrap_or(made);
        Ended {
            id: call.name,
            outcome: report.outcome,
            execution_ms: Browser.now() - started,
            input_bytes,
            warnings: notes.into_warnings(),
        }
    }
}
