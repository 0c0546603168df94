//! The agent loop: a model is asked, the tools that it wants are run, their results go back to it.
//!
//! A round is a *step*: one answer of the model, and the calls in it. [`steps`] has the loop; what a step is made of has
//! a file each: the tools that are [`offered`], the [`model`] and its stream of [`deltas`], the [`approval`] of a call,
//! its [`execution`], the [`messages`] that are added, and the [`events`] that are told on the way.

mod approval;
mod deltas;
pub(crate) mod events;
mod execution;
mod messages;
mod model;
mod offered;
pub(crate) mod steps;

use js_sys::JsString;
use wasm_bindgen::JsValue;

use events::Events;

use crate::batch::local_tool::LocalTool;
use crate::batch::schedule::Schedule;
use crate::call_options::CallOptions;
use crate::context::{Browser, Signal};
use crate::engine::{Host, Limits, Outcome, within};
use crate::rejection;

/// What a loop is run with.
#[derive(Debug)]
pub(crate) struct Agent {
    /// Messages and tools → answer.
    pub(crate) model: JsValue,
    /// Tools that are offered beside the registered ones and those of the page.
    pub(crate) tools: Vec<LocalTool>,
    pub(crate) options: CallOptions,
    pub(crate) schedule: Schedule,
    /// Says of a call whether it may be made.
    pub(crate) approve: Option<JsValue>,
    /// Says of a tool whether it is offered.
    pub(crate) filter: Option<JsValue>,
    pub(crate) events: Events,
    /// The most characters of a result that a model is told.
    pub(crate) max_result_length: u32,
    /// The function that was called.
    pub(crate) door: &'static str,
}

impl Agent {
    /// The signal alone: it ends what is no call.
    fn until_aborted(&self) -> Limits<Signal> {
        Limits { signal: self.options.limits.signal.clone(), ..Limits::default() }
    }

    /// Waits for something that may never come, until the signal fires.
    async fn unless_aborted<F: Future + Unpin>(&self, step: F) -> Result<F::Output, JsValue> {
        within(&Browser, &self.until_aborted(), step).await.map_err(|outcome| rejected(&outcome))
    }

    /// The rejection, if the signal has fired.
    fn aborted(&self, dispatched: bool) -> Option<JsValue> {
        let reason = Browser.abort_reason(self.options.limits.signal.as_ref()?)?;
        Some(rejected(&Outcome::Aborted { reason, dispatched }))
    }
}

fn rejected(outcome: &Outcome<JsValue>) -> JsValue {
    rejection::of(&JsString::from("").into(), outcome).unwrap_or_default()
}
