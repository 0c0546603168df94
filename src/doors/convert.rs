//! The converters between tools and the formats of model APIs; `types/convert.d.ts` has their contracts.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::call;
use crate::convert::Format;
use crate::convert::alias_names::MODEL;
use crate::convert::aliases::{Aliases, Before};
use crate::convert::calls::read_calls;
use crate::convert::description::read_list;
use crate::convert::given_aliases::GivenAliases;
use crate::convert::items::items;
use crate::convert::results::answer;
use crate::js;
use crate::part::in_part;
use crate::rejection::type_error;

/// A list of tools in a format.
///
/// # Errors
/// A `TypeError` that names what is wrong.
#[wasm_bindgen(js_name = toTools)]
pub fn to_tools(format: &str, tools: &JsValue, options: &JsValue) -> Result<Array, JsValue> {
    in_part!("models" "01": tools_in(format: &str, tools: &JsValue, options: &JsValue) -> Result<Array, JsValue>)
}

fn tools_in(format: &str, tools: &JsValue, options: &JsValue) -> Result<Array, JsValue> {
    let format = Format::named(format);
    let aliases = aliases(options)?;
    let tools = items(tools, "tools")?;
    let mut described = read_list(&tools)?;
    if let Some(aliases) = aliases {
        for (index, (tool, description)) in tools.iter().zip(&mut described).enumerate() {
            description.name = aliases.alias_of(&tool, index as u32)?;
        }
    }
    Ok(described.iter().map(|tool| format.tool(tool)).collect())
}

/// The tool calls in what a model answered.
///
/// # Errors
/// A `TypeError` that names what is wrong.
#[wasm_bindgen(js_name = fromToolCalls)]
pub fn from_tool_calls(format: &str, reply: &JsValue, options: &JsValue) -> Result<Array, JsValue> {
    in_part!("models" "02": calls_of(format: &str, reply: &JsValue, options: &JsValue) -> Result<Array, JsValue>)
}

fn calls_of(format: &str, reply: &JsValue, options: &JsValue) -> Result<Array, JsValue> {
    read_calls(Format::named(format), reply, aliases(options)?.as_ref())
}

/// The results of calls in a format.
///
/// # Errors
/// A `TypeError` that names what is wrong.
#[wasm_bindgen(js_name = toToolResults)]
pub fn to_tool_results(format: &str, results: &JsValue, calls: &JsValue) -> Result<Array, JsValue> {
    in_part!("models" "03": results_in(format: &str, results: &JsValue, calls: &JsValue) -> Result<Array, JsValue>)
}

fn results_in(format: &str, results: &JsValue, calls: &JsValue) -> Result<Array, JsValue> {
    answer(Format::named(format), results, calls)
}

/// Names for tools that every model API takes.
///
/// # Errors
/// A `TypeError` that names what is wrong.
#[wasm_bindgen(js_name = createToolAliases)]
pub fn create_tool_aliases(tools: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    in_part!("models" "04": make_aliases(tools: &JsValue, options: &JsValue) -> Result<JsValue, JsValue>)
}

fn make_aliases(tools: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let before = option(options, "previous")?.map(Before::read).transpose()?;
    Ok(Aliases::of(tools, before.as_ref(), MODEL)?.to_js())
}

/// The option `aliases`.
pub(super) fn aliases(options: &JsValue) -> Result<Option<GivenAliases>, JsValue> {
    option(options, "aliases")?.map(|given| GivenAliases::read(given, "aliases")).transpose()
}

/// An option; `null` and `undefined` are none.
pub(super) fn option(options: &JsValue, name: &str) -> Result<Option<JsValue>, JsValue> {
    if options.is_undefined() || options.is_null() {
        return Ok(None);
    }
    if !options.is_object() {
        return Err(type_error("The options must be an object.", None));
    }
    match js::get(options, &name.into()) {
        Ok(value) => Ok(Some(value).filter(|value| !value.is_undefined())),
        Err(error) => Err(call::unreadable(&error)),
    }
}
