//! Several calls at once: where each tool lives, which run side by side, what became of them.

pub(crate) mod call;
pub(crate) mod entry;
pub(crate) mod local_tool;
pub(crate) mod registered;
pub(crate) mod schedule;
#[cfg(test)]
mod schedule_tests;

use js_sys::Array;
use wasm_bindgen::JsValue;

use crate::call_options::CallOptions;
use crate::context::{Browser, annotations_of};
use crate::engine::{self, Attribution, Host, Limits, LocalCall, Outcome, Running, ToolCall, run_local};
use crate::events;
use call::{BadCall, Call};
use entry::Entry;
use local_tool::{LocalTool, is_read_only};
use schedule::{Concurrency, Schedule};

/// Several calls.
#[derive(Debug)]
pub(crate) struct Batch {
    pub(crate) calls: Vec<Result<Call, BadCall>>,
    /// Where tools are looked for first.
    pub(crate) tools: Vec<LocalTool>,
    pub(crate) schedule: Schedule,
    /// What holds for all calls.
    pub(crate) options: CallOptions,
}

/// Where a tool lives.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    Here(LocalTool),
    Page,
    /// Nowhere, as far as the caller looks.
    Nowhere {
        /// The names that there are.
        available: Vec<JsValue>,
    },
}

impl Batch {
    /// Runs the calls; gives their entries as an array, in the order of the calls.
    pub(crate) async fn run(&self) -> Array {
        let hints = self.page_hints().await;
        let is_read_only = |index: usize| match self.calls.get(index) {
            Some(Ok(call)) => match self.place(call) {
                Place::Here(tool) => tool.is_read_only(),
                _ => hints.get(index) == Some(&true),
            },
            _ => true,
        };
        let start = |call| -> schedule::Running<'_, Entry> { Box::pin(self.make(call)) };
        let ended = self.schedule.run(&self.calls, &is_read_only, &start, &Entry::has_failed).await;
        let entries = ended.into_iter().zip(&self.calls).map(|ended| match ended {
            (Some(entry), _) => entry.to_js(),
            (None, Err(bad)) => Entry::refused(bad).to_js(),
            (None, Ok(call)) => Entry::not_started(&call.name, &call.id).to_js(),
        });
        entries.collect()
    }

    async fn make(&self, call: &Result<Call, BadCall>) -> Entry {
        const DOOR: &str = "executeTools";
        match call {
            Ok(call) => match execute(call, self.place(call), DOOR).await {
                Ok(outcome) => Entry::of(call, &outcome),
                Err(bad) => refused(&bad, DOOR),
            },
            Err(bad) => refused(bad, DOOR),
        }
    }

    fn place(&self, call: &Call) -> Place {
        let given = self.tools.iter().find(|tool| tool.is_named(&call.name)).cloned();
        given.or_else(|| registered::find(&call.name)).map_or(Place::Page, Place::Here)
    }

    /// For each call, whether the page says of its tool that it changes nothing; none where that does not matter.
    async fn page_hints(&self) -> Vec<bool> {
        let is_of_page = |call: &&Result<Call, BadCall>| {
            call.as_ref().is_ok_and(|call| matches!(self.place(call), Place::Page))
        };
        if self.schedule.concurrency != Concurrency::ReadOnlyTogether
            || !self.calls.iter().any(|call| is_of_page(&call))
        {
            return Vec::new();
        }
        let limits = Limits { signal: self.options.limits.signal.clone(), ..Limits::default() };
        let Ok(listing) = engine::list(&Browser, self.options.scope.from.as_ref(), &limits).await else {
            return Vec::new();
        };
        let says_so = |call: &Result<Call, BadCall>| {
            let named = call.as_ref().map(|call| Browser.named(&listing, &call.name)).unwrap_or_default();
            !named.is_empty() && named.iter().all(|listed| is_read_only(&annotations_of(&listed.tool)))
        };
        self.calls.iter().map(says_so).collect()
    }
}

/// Tells listeners of a call that cannot be made.
pub(crate) fn refused(bad: &BadCall, door: &'static str) -> Entry {
    let id = Some(&bad.id).filter(|id| !id.is_undefined());
    events::refused(&bad.name, id, &bad.input, door, &bad.error);
    Entry::refused(bad)
}

/// Makes a call of a tool, wherever it lives.
///
/// # Errors
/// Says what is wrong with the input: nothing has run.
pub(crate) async fn execute(
    call: &Call,
    place: Place,
    door: &'static str,
) -> Result<Outcome<JsValue>, BadCall> {
    let id = Some(call.id.clone()).filter(|id| !id.is_undefined());
    let limits = call.limits.clone();
    let on_progress = call.on_progress.clone();
    if let Place::Page = place {
        let call = ToolCall {
            name: call.name.clone(),
            args: call.arguments()?,
            scope: call.scope.clone(),
            limits,
            on_progress,
            validator: call.validator.clone(),
            attribution: Attribution::Certain,
            id,
            door,
        };
        return Ok(engine::run(&Browser, &call).await.outcome);
    }
    let validator = call.validator.as_ref();
    let call =
        LocalCall { name: call.name.clone(), input: call.local_input()?, id, door, limits, on_progress };
    let run = async |running: Running<'_, Browser>| match place {
        Place::Here(tool) => match tool.problems(&call.input, validator).await {
            problems if problems.is_empty() => tool.run(&call, running).await,
            problems => Outcome::Invalid { problems },
        },
        Place::Page => Outcome::NotFound { available: Vec::new() },
        Place::Nowhere { available } => Outcome::NotFound { available },
    };
    Ok(run_local(&Browser, &call, run).await.outcome)
}
