//! One call of a step: found, approved, made.

use js_sys::JsString;
use wasm_bindgen::JsValue;

use super::Agent;
use super::approval::{self, Verdict};
use super::model::Wanted;
use super::offered::{Offered, Tools};
use crate::batch::call::{BadCall, Call};
use crate::batch::entry::Entry;
use crate::batch::local_tool::Takes;
use crate::batch::{Place, execute, refused};
use crate::convert::pieces::{pieces, text_of};
use crate::convert::results::NAVIGATED;
use crate::engine::Outcome;
use crate::js;
use crate::result::{self, error_text};

/// What the model is told of a call whose outcome is not known.
const MAY_HAVE_RUN: &str = " It may have run all the same: find out before you call it again.";

/// What came of a call.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) entry: Entry,
    /// What the model is told.
    pub(super) text: JsString,
    pub(super) is_error: bool,
    /// Whether the tool may have run without word of what it did.
    pub(super) is_unknown: bool,
}

/// Makes a call that the model wants, if it may be made.
pub(super) async fn make(agent: &Agent, step: u32, tools: &Tools, wanted: &Wanted) -> Made {
    let object = js::object_of(&[("id", &wanted.id), ("name", &wanted.name)]);
    let made = attempt(agent, step, tools, wanted, &object).await;
    agent.events.tell("result", step, &[("call", &object), ("result", &made.entry.to_js())]);
    made
}

/// `object` is the call as it is told of.
async fn attempt(agent: &Agent, step: u32, tools: &Tools, wanted: &Wanted, object: &JsValue) -> Made {
    let offered = tools.find(&wanted.name);
    let name = offered.map_or(&wanted.name, |offered| &offered.name);
    let mut call = Call::new(name, &wanted.id, &wanted.input, &agent.options);
    js::set(object, "name", name);
    js::set(object, "input", &wanted.input);
    match call.local_input() {
        Ok(input) => call.input = input,
        Err(bad) => return Made::failed(refused(&bad, agent.door)),
    }
    js::set(object, "input", &call.input);
    let Some(offered) = offered else {
        let place = Place::Nowhere { available: tools.names() };
        return Made::of(&call, execute(&call, place, agent.door).await, None);
    };
    let changed = match approval::ask(agent, object, &offered.tool).await {
        Ok(Verdict::Allowed { input: None }) => None,
        Ok(Verdict::Allowed { input: Some(input) }) => {
            call.input = input;
            match call.local_input() {
                Ok(input) => call.input = input,
                Err(bad) => return Made::failed(refused(&bad, agent.door)),
            }
            js::set(object, "input", &call.input);
            js::json_stringify(&call.input).ok().flatten()
        }
        Ok(Verdict::Denied { reason }) => return Made::failed(Entry::failed(&call, denial(&call, reason))),
        Err(aborted) => return Made::failed(Entry::failed(&call, error_text(&aborted))),
    };
    agent.events.tell("call", step, &[("call", object), ("tool", &offered.tool)]);
    call.scope = offered.scope.clone();
    call.on_progress = agent.events.progress_of(object, step);
    let outcome = execute(&call, offered.place.clone(), agent.door).await;
    let mut made = Made::of(&call, outcome, Some(offered));
    if let Some(changed) = changed {
        let note = JsString::from("The arguments were changed before the call, to ").concat(&changed);
        made.text = note.concat(&".\n".into()).concat(&made.text);
    }
    made
}

fn denial(call: &Call, reason: Option<JsString>) -> JsString {
    let text = JsString::from("The call of \"").concat(&call.name).concat(&"\" was not approved".into());
    match reason {
        Some(reason) => text.concat(&": ".into()).concat(&reason),
        None => text.concat(&".".into()),
    }
}

impl Made {
    /// A call that was not made, or came to nothing.
    pub(super) fn failed(entry: Entry) -> Self {
        let text = entry.answer.as_ref().err().cloned().unwrap_or_default();
        Self { entry, text, is_error: true, is_unknown: false }
    }

    fn of(call: &Call, outcome: Result<Outcome<JsValue>, BadCall>, offered: Option<&Offered>) -> Self {
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(bad) => return Self::failed(Entry::refused(&bad)),
        };
        let entry = Entry::of(call, &outcome);
        let is_unknown = outcome.is_unknown();
        let Ok(value) = &entry.answer else {
            let mut made = Self::failed(entry);
            if is_unknown {
                made.text = made.text.concat(&MAY_HAVE_RUN.into());
            }
            return Self { is_unknown, ..made };
        };
        if let Outcome::Navigated = outcome {
            return Self { entry, text: NAVIGATED.into(), is_error: false, is_unknown };
        }
        let is_plugin = matches!(
            offered.map(|offered| &offered.place),
            Some(Place::Here(tool)) if tool.takes == Takes::SignalAndEmit
        );
        let value = if is_plugin { result::result_of_plugin(value) } else { value.clone() };
        // What cannot be written as JSON is a failure to the model.
        let result = result::to_tool_result(&value);
        let is_error = result::is_error(&result);
        Self { entry, text: text_of(&pieces(&result)), is_error, is_unknown }
    }
}
