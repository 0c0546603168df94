//! Steps, one by one or until there is an answer.

use js_sys::Array;
use wasm_bindgen::JsValue;

use super::execution::{Made, make};
use super::model::{Answer, Wanted, ask};
use super::offered::Tools;
use super::{Agent, messages};
use crate::batch::entry::Entry;
use crate::batch::schedule::Running;
use crate::context::Browser;
use crate::convert::aliases::Before;
use crate::engine::Host;
use crate::js;

/// As many ids as can be told apart without a loss.
const MANY: f64 = (1_u64 << 52) as f64;

/// What came of a step.
struct Step {
    answer: Answer,
    /// The calls as the assistant's message has them.
    calls: Array,
    made: Vec<Made>,
    tools: Tools,
}

impl Agent {
    /// One step; gives a `StepResult`.
    ///
    /// # Errors
    /// The rejection, which has the conversation as far as it has come.
    pub(crate) async fn step(&self, conversation: &Array) -> Result<JsValue, JsValue> {
        let step =
            self.add_step(1, conversation, None).await.map_err(|error| with_messages(error, conversation))?;
        Ok(js::object_of(&[
            ("content", &step.answer.content),
            ("toolCalls", &step.calls),
            ("results", &step.results()),
            ("messages", conversation),
            ("done", &(step.calls.length() == 0).into()),
            ("reason", &step.answer.reason),
        ]))
    }

    /// Steps until the model wants no tool any more, and no more than that many; gives a `LoopResult`.
    ///
    /// # Errors
    /// The rejection, which has the conversation as far as it has come.
    pub(crate) async fn run(&self, conversation: &Array, most: f64) -> Result<JsValue, JsValue> {
        let started = Browser.now();
        let (mut steps, mut calls, mut errors) = (0, 0, 0);
        let mut before = None;
        let (content, stop_reason) = loop {
            steps += 1;
            let step = self.add_step(steps, conversation, before.as_ref()).await;
            let step = step.map_err(|error| with_messages(error, conversation))?;
            calls += step.calls.length();
            errors += step.made.iter().filter(|made| made.entry.has_failed()).count();
            if step.calls.length() == 0 {
                break (step.answer.content, "answer");
            }
            if f64::from(steps) >= most {
                break (step.answer.content, "max-steps");
            }
            before = Some(step.tools.into_before());
        };
        let stats = js::object_of(&[
            ("steps", &steps.into()),
            ("toolCalls", &calls.into()),
            ("errors", &(errors as u32).into()),
            ("durationMs", &(Browser.now() - started).into()),
        ]);
        Ok(js::object_of(&[
            ("result", &content),
            ("stopReason", &stop_reason.into()),
            ("messages", conversation),
            ("stats", &stats),
        ]))
    }

    /// Asks the model, makes the calls that it wants, and adds what was said to the conversation.
    async fn add_step(
        &self,
        number: u32,
        conversation: &Array,
        before: Option<&Before>,
    ) -> Result<Step, JsValue> {
        let tools = Tools::list(self, before).await?;
        let offered = tools.for_model();
        self.events.tell("step-start", number, &[("tools", &offered)]);
        let mut answer = ask(self, number, conversation, &offered).await?;
        identify(&mut answer.calls);
        let calls: Array = answer.calls.iter().map(messages::call).collect();
        self.add(number, conversation, &messages::of_assistant(&answer, &calls));

        let is_read_only = |index: usize| {
            let tool = answer.calls.get(index).and_then(|wanted| tools.find(&wanted.name));
            tool.is_none_or(|tool| tool.is_read_only)
        };
        let start = |wanted| -> Running<'_, Made> { Box::pin(make(self, number, &tools, wanted)) };
        let has_failed = |made: &Made| made.entry.has_failed();
        let made = self.schedule.run(&answer.calls, &is_read_only, &start, &has_failed).await;
        let made = made.into_iter().zip(&answer.calls);
        let made: Vec<Made> = made
            .map(|(made, wanted)| {
                made.unwrap_or_else(|| Made::failed(Entry::not_started(&wanted.name, &wanted.id)))
            })
            .collect();
        for (wanted, made) in answer.calls.iter().zip(&made) {
            self.add(number, conversation, &messages::of_tool(wanted, made, self.max_result_length));
        }
        if let Some(aborted) = self.aborted(made.iter().any(|made| made.is_unknown)) {
            return Err(aborted);
        }
        let step = Step { answer, calls, made, tools };
        self.events.tell(
            "step-end",
            number,
            &[
                ("content", &step.answer.content),
                ("toolCalls", &step.calls),
                ("results", &step.results()),
                ("reason", &step.answer.reason),
            ],
        );
        Ok(step)
    }

    fn add(&self, step: u32, conversation: &Array, message: &JsValue) {
        conversation.push(message);
        self.events.tell("message", step, &[("message", message)]);
    }
}

impl Step {
    fn results(&self) -> Array {
        self.made.iter().map(|made| made.entry.to_js()).collect()
    }
}

/// Gives calls without an id, and those that share one, an id of their own: results are told apart by them.
fn identify(calls: &mut [Wanted]) {
    let mut seen: Vec<JsValue> = Vec::new();
    for call in calls {
        if !call.id.is_string() || call.id == "" || seen.contains(&call.id) {
            call.id = format!("call_{:x}", (js_sys::Math::random() * MANY) as u64).into();
        }
        seen.push(call.id.clone());
    }
}

fn with_messages(error: JsValue, conversation: &Array) -> JsValue {
    js::set_hidden(&error, &"messages".into(), conversation);
    error
}
