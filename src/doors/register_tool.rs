//! `registerTool` and `registeredTools`: tools in memory.

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use super::until;
use crate::batch::local_tool::LocalTool;
use crate::batch::registered::{self, ToolRecord};
use crate::channel::Records;
use crate::js;
use crate::part::in_part;
use crate::rejection;

/// Registers a tool for `executeTools` and the agent loop; `types/batch.d.ts` has the contract.
///
/// # Errors
/// A `TypeError` if the tool or the options are wrong, an `Error` if the name is taken.
#[wasm_bindgen(js_name = registerTool)]
pub fn register_tool(tool: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    in_part!("agent" "04": register(tool: &JsValue, options: &JsValue) -> Result<JsValue, JsValue>)
}

fn register(tool: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let tool = LocalTool::read(tool).map_err(|problem| problem.into_error(&"".into()))?;
    let signal = until::read(options)?;
    if until::is_over(signal.as_ref()) {
        return Ok(js::nothing().into());
    }
    let Some((tools, record)) = registered::add(&tool)? else {
        let text = JsString::from("A tool \"").concat(&tool.name).concat(&"\" is registered already.".into());
        return Err(rejection::taken(&text));
    };
    let remove = until::bound(&REMOVE, [&tools, &record]);
    Ok(until::ended_by(&remove, signal.as_ref()).into())
}

/// The tools of `registerTool`; `types/batch.d.ts` has the contract.
#[wasm_bindgen(js_name = registeredTools)]
#[must_use]
pub fn registered_tools() -> Array {
    in_part!("agent" "05": all() -> Array)
}

fn all() -> Array {
    registered::all().into_iter().map(|tool| tool.given).collect()
}

thread_local! {
    // What is bound to it are JavaScript values: a tool is held by the document's channel alone.
    static REMOVE: Closure<dyn Fn(Records, ToolRecord)> =
        Closure::new(|tools: Records, record: ToolRecord| registered::remove(&tools, &record));
}
