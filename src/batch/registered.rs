//! The tools of `registerTool`, which all copies of the package in a document share.
//!
//! Each has a record in the [`Channel`]:
//!
//! ```js
//! // Tool: { name, given, definition, execute, this, takes: 'context' | 'signal' }
//! ```

use js_sys::{JsString, Object};
use wasm_bindgen::prelude::*;

use super::local_tool::{LocalTool, Takes};
use crate::channel::{Channel, Records, own_place};
use crate::js;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(extends = Object, js_name = Object)]
    #[derive(Clone, Debug)]
    pub(crate) type ToolRecord;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> ToolRecord;
    #[wasm_bindgen(method, setter)]
    fn set_name(this: &ToolRecord, name: &JsString);
    #[wasm_bindgen(method, setter)]
    fn set_given(this: &ToolRecord, given: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_definition(this: &ToolRecord, definition: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_execute(this: &ToolRecord, execute: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_this(this: &ToolRecord, value: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_takes(this: &ToolRecord, takes: &str);
}

/// The tool of a name.
pub(crate) fn find(name: &JsValue) -> Option<LocalTool> {
    let record = Channel::of(&own_place())?.tool_map()?.get(name).ok()??;
    read(&record)
}

/// All of them, in the order in which they were registered.
pub(crate) fn all() -> Vec<LocalTool> {
    let tools = Channel::of(&own_place()).and_then(|channel| channel.tool_map());
    let records = tools.map(|tools| tools.all()).unwrap_or_default();
    records.iter().filter_map(|record| read(&record)).collect()
}

/// Adds a tool; gives the map and the record that it now has there, or `None` where the name is taken.
pub(crate) fn add(tool: &LocalTool) -> Result<Option<(Records, ToolRecord)>, JsValue> {
    let Some(tools) = Channel::open(&own_place()).tool_map() else { return Ok(None) };
    if tools.get(&tool.name)?.is_some() {
        return Ok(None);
    }
    let record = ToolRecord::new();
    record.set_name(&tool.name);
    record.set_given(&tool.given);
    record.set_definition(&tool.definition);
    record.set_execute(&tool.execute);
    record.set_this(&tool.this);
    record.set_takes(match tool.takes {
        Takes::Context => "context",
        Takes::SignalAndEmit => "signal",
    });
    Object::freeze(&record);
    tools.set(&tool.name, &record)?;
    Ok(Some((tools, record)))
}

/// Takes a tool out, unless another has been registered under its name since.
pub(crate) fn remove(tools: &Records, record: &ToolRecord) {
    let name = js::get(record, &"name".into()).unwrap_or_default();
    if tools.get(&name).ok().flatten().is_some_and(|now| now == *AsRef::<JsValue>::as_ref(record)) {
        let _ = tools.delete(&name);
    }
}

/// A record as a tool; `None` where the page has made something else of it.
fn read(record: &JsValue) -> Option<LocalTool> {
    let member = |name: &str| js::get(record, &name.into()).ok();
    let takes = if member("takes")? == "signal" { Takes::SignalAndEmit } else { Takes::Context };
    Some(LocalTool {
        name: member("name")?.dyn_into().ok()?,
        given: member("given")?,
        definition: member("definition")?,
        execute: member("execute").filter(JsValue::is_function)?,
        this: member("this")?,
        takes,
    })
}
