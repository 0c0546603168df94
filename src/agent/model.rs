//! Asking the model, and reading what it answers.

use std::pin::pin;

use js_sys::{Array, JsString, Symbol};
use wasm_bindgen::{JsCast, JsValue};

use super::Agent;
use super::deltas::collect;
use crate::context::Follower;
use crate::convert::items::items;
use crate::generator::Generator;
use crate::js;
use crate::promise::settled;
use crate::rejection;
use crate::result::error_text;

/// An answer of the model.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) content: JsString,
    pub(super) calls: Vec<Wanted>,
    /// Why the model stopped, as it says; `undefined` where it says nothing.
    pub(super) reason: JsValue,
}

/// A call that the model wants.
#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) id: JsValue,
    pub(super) name: JsValue,
    /// An object, or its JSON text, or nothing.
    pub(super) input: JsValue,
}

/// Asks the model. Its signal fires if the loop's does while it answers.
///
/// # Errors
/// The rejection: the signal has fired, the model failed, its answer makes no sense.
pub(super) async fn ask(
    agent: &Agent,
    step: u32,
    messages: &Array,
    tools: &Array,
) -> Result<Answer, JsValue> {
    let answered = pin!(async {
        let follower = Follower::of(agent.options.limits.signal.as_ref());
        let signal = follower.as_ref().map(Follower::signal).unwrap_or_default();
        let context = js::object_of(&[("tools", tools), ("signal", &signal)]);
        // Copies: what a model does with its lists is its own business.
        let messages = js::copy_of(messages).map_err(|error| failed(&error))?;
        let arguments = Array::of2(&messages, &context);
        let returned =
            js::apply(&agent.model, &JsValue::UNDEFINED, &arguments).map_err(|error| failed(&error))?;
        let answer = match is_iterable(&returned) {
            true => returned,
            false => settled(&returned).await.map_err(|error| failed(&error))?,
        };
        let answer = match is_iterable(&answer) {
            true => {
                let generator = Generator::iterate(&answer).map_err(|error| failed(&error))?;
                let generator = generator.ok_or_else(|| malformed("cannot be iterated"))?;
                collect(&agent.events, step, generator).await?
            }
            false => {
                let answer = Answer::read(&answer)?;
                if answer.content.length() > 0 {
                    // Who listens needs not care whether a model streams.
                    let delta = js::object_of(&[("type", &"text".into()), ("delta", &answer.content)]);
                    agent.events.tell("delta", step, &[("delta", &delta)]);
                }
                answer
            }
        };
        if let Some(follower) = &follower {
            follower.end();
        }
        Ok(answer)
    });
    agent.unless_aborted(answered).await?
}

fn is_iterable(answer: &JsValue) -> bool {
    js::is_object_like(answer)
        && js::get(answer, &Symbol::async_iterator()).is_ok_and(|iterate| iterate.is_function())
}

impl Answer {
    /// Reads `{content, toolCalls, reason}`.
    fn read(answer: &JsValue) -> Result<Self, JsValue> {
        if !answer.is_object() {
            return Err(malformed("is no object"));
        }
        let member = |name: &str| js::get(answer, &name.into()).map_err(|error| failed(&error));
        let content = member("content")?;
        if !content.is_undefined() && !content.is_string() {
            return Err(malformed("has a `content` that is no string"));
        }
        let calls = match member("toolCalls")? {
            calls if calls.is_undefined() => Array::new(),
            calls => items(&calls, "model's tool calls").map_err(|error| malformed_calls(&error))?,
        };
        if content.is_undefined() && calls.length() == 0 {
            return Err(malformed("has neither `content` nor `toolCalls`"));
        }
        let calls = (0..).zip(calls.iter()).map(|(index, call)| {
            let [id, name, input] =
                ["id", "name", "input"].map(|key| js::get(&call, &key.into()).unwrap_or_default());
            Wanted { id, name, input }.checked(index)
        });
        Ok(Self {
            calls: calls.collect::<Result<_, _>>()?,
            content: content.dyn_into().unwrap_or_default(),
            reason: member("reason")?,
        })
    }
}

impl Wanted {
    /// # Errors
    /// It has no name: nobody could say which tool is meant, nor could the model be told so.
    pub(super) fn checked(self, index: u32) -> Result<Self, JsValue> {
        match self.name.is_string() && self.name != "" {
            true => Ok(self),
            false => {
                let text =
                    JsString::from("The model's tool call at index ").concat(&js::display(&index.into()));
                let text = text.concat(&" has no `name` that is a string.".into());
                Err(rejection::of_model(&text, None))
            }
        }
    }
}

/// The rejection for a model that throws.
pub(super) fn failed(error: &JsValue) -> JsValue {
    rejection::of_model(&JsString::from("The model failed: ").concat(&error_text(error)), Some(error))
}

/// The rejection for an answer that makes no sense.
pub(super) fn malformed(problem: &str) -> JsValue {
    let text = JsString::from("The model's answer ").concat(&problem.into());
    rejection::of_model(&text.concat(&".".into()), None)
}

fn malformed_calls(error: &JsValue) -> JsValue {
    rejection::of_model(&error_text(error), Some(error))
}
