//! `executeTools`: several calls at once.

use js_sys::Promise;
use wasm_bindgen::prelude::*;

use crate::batch::Batch;
use crate::batch::call::Call;
use crate::batch::local_tool::LocalTool;
use crate::batch::schedule::{Concurrency, Schedule};
use crate::call_options::{CallOptions, unreadable, wrong_option};
use crate::convert::items::items;
use crate::js;
use crate::part::in_part;
use crate::promise::promise;
use crate::rejection::type_error;

/// Makes several calls; `types/batch.d.ts` has the contract.
#[wasm_bindgen(js_name = executeTools)]
pub fn execute_tools(options: &JsValue) -> Promise {
    in_part!("agent" "01": run(options: &JsValue) -> Promise)
}

fn run(options: &JsValue) -> Promise {
    let batch = match read(options) {
        Ok(batch) => batch,
        Err(error) => return Promise::reject(&error),
    };
    promise(async move { Ok(batch.run().await.into()) })
}

fn read(options: &JsValue) -> Result<Batch, JsValue> {
    let common = BatchOptions::read(options, Concurrency::All)?;
    let calls = items(&member(options, "toolCalls")?.unwrap_or_default(), "tool calls")?;
    let calls = (0..).zip(calls.iter()).map(|(index, call)| Call::read(&call, index, &common.options));
    Ok(Batch {
        calls: calls.collect(),
        tools: common.tools,
        schedule: common.schedule,
        options: common.options,
    })
}

/// What a batch and an agent loop are told alike.
pub(super) struct BatchOptions {
    pub(super) options: CallOptions,
    pub(super) tools: Vec<LocalTool>,
    pub(super) schedule: Schedule,
}

impl BatchOptions {
    /// # Errors
    /// A `TypeError` that names what is wrong.
    pub(super) fn read(options: &JsValue, concurrency: Concurrency) -> Result<Self, JsValue> {
        if !options.is_object() {
            return Err(type_error("The options must be an object.", None));
        }
        let tools = match member(options, "tools")? {
            Some(tools) => LocalTool::read_list(&tools)?,
            None => Vec::new(),
        };
        let schedule = Schedule {
            concurrency: match member(options, "concurrency")? {
                Some(value) => read_concurrency(&value)?,
                None => concurrency,
            },
            stop_on_error: member(options, "stopOnError")?.is_some_and(|stop| stop.is_truthy()),
        };
        Ok(Self { options: CallOptions::read(options)?, tools, schedule })
    }
}

fn read_concurrency(value: &JsValue) -> Result<Concurrency, JsValue> {
    if value == "auto" {
        return Ok(Concurrency::ReadOnlyTogether);
    }
    match value.as_f64() {
        Some(f64::INFINITY) => Ok(Concurrency::All),
        Some(most) if most >= 1.0 && most.fract() == 0.0 => Ok(Concurrency::AtMost(most as usize)),
        _ => Err(wrong_option("concurrency", "must be a whole number, 1 or more, or 'auto'.")),
    }
}

/// An option; `null` and `undefined` are none.
pub(super) fn member(options: &JsValue, name: &str) -> Result<Option<JsValue>, JsValue> {
    match js::get(options, &name.into()) {
        Ok(value) => Ok(Some(value).filter(|value| !value.is_undefined())),
        Err(error) => Err(unreadable(&error)),
    }
}
