//! `executeStep` and `reActLoop`: a model that calls tools.

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;

use super::execute_tools::{BatchOptions, member};
use crate::agent::Agent;
use crate::agent::events::Events;
use crate::batch::schedule::Concurrency;
use crate::call_options::{function, wrong_option};
use crate::convert::items::items;
use crate::part::in_part;
use crate::promise::promise;

/// How many steps a loop makes where its caller does not say.
const STEPS: f64 = 5.0;

/// How many characters of a result a model is told where the caller does not say.
const RESULT_LENGTH: u32 = 100_000;

/// One answer of a model, and the calls in it; `types/agent.d.ts` has the contract.
#[wasm_bindgen(js_name = executeStep)]
pub fn execute_step(options: &JsValue) -> Promise {
    in_part!("agent" "02": step(options: &JsValue) -> Promise)
}

fn step(options: &JsValue) -> Promise {
    match read(options, "executeStep") {
        Ok((agent, conversation)) => promise(async move { agent.step(&conversation).await }),
        Err(error) => Promise::reject(&error),
    }
}

/// Steps until there is an answer; `types/agent.d.ts` has the contract.
#[wasm_bindgen(js_name = reActLoop)]
pub fn re_act_loop(options: &JsValue) -> Promise {
    in_part!("agent" "03": steps(options: &JsValue) -> Promise)
}

fn steps(options: &JsValue) -> Promise {
    let read = read(options, "reActLoop").and_then(|(agent, conversation)| {
        let most = member(options, "maxSteps")?.map(|most| number("maxSteps", &most, 1.0)).transpose()?;
        Ok((agent, conversation, most.unwrap_or(STEPS)))
    });
    match read {
        Ok((agent, conversation, most)) => promise(async move { agent.run(&conversation, most).await }),
        Err(error) => Promise::reject(&error),
    }
}

fn read(options: &JsValue, door: &'static str) -> Result<(Agent, Array), JsValue> {
    let common = BatchOptions::read(options, Concurrency::ReadOnlyTogether)?;
    let of = |name: &str| function(name, member(options, name)?);
    let model = of("model")?.ok_or_else(|| wrong_option("model", "must be a function."))?;
    let longest = match member(options, "maxResultLength")? {
        Some(length) => number("maxResultLength", &length, 0.0)? as u32,
        None => RESULT_LENGTH,
    };
    let agent = Agent {
        model,
        tools: common.tools,
        options: common.options,
        schedule: common.schedule,
        approve: of("approve")?,
        filter: of("filter")?,
        events: Events(of("onEvent")?),
        max_result_length: longest,
        door,
    };
    let conversation = items(&member(options, "messages")?.unwrap_or_default(), "messages")?;
    Ok((agent, conversation))
}

/// A whole number, or `Infinity`.
fn number(name: &str, value: &JsValue, least: f64) -> Result<f64, JsValue> {
    match value.as_f64() {
        Some(number) if number >= least && (number.fract() == 0.0 || number.is_infinite()) => Ok(number),
        _ if least > 0.0 => Err(wrong_option(name, "must be a whole number, 1 or more.")),
        _ => Err(wrong_option(name, "must be a whole number, 0 or more.")),
    }
}
