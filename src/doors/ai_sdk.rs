//! `toAiSdkTools`: page tools for the Vercel AI SDK.

use js_sys::{Array, JsString, Promise};
use wasm_bindgen::prelude::*;

use super::adapter::{Adapter, AdapterCall};
use super::convert::aliases;
use crate::convert::ToolDescription;
use crate::convert::alias_names::MODEL;
use crate::convert::aliases::{Aliases, Target};
use crate::convert::description::read_list;
use crate::convert::items::items;
use crate::convert::pieces::{Piece, pieces, text_of};
use crate::convert::results::result_of;
use crate::js::{self, member, object_of};
use crate::part::in_part;
use crate::promise::promise;
use crate::rejection;
use crate::result;

thread_local! {
    /// Gives back what is bound to it.
    static IDENTITY: Closure<dyn Fn(JsValue) -> JsValue> = Closure::new(|value| value);
    /// Arguments are for the tool itself to judge.
    static VALIDATE: Closure<dyn Fn(JsValue) -> JsValue> =
        Closure::new(|value: JsValue| object_of(&[("value", &value)]));
    static TO_MODEL_OUTPUT: Closure<dyn Fn(JsValue) -> JsValue> = Closure::new(model_output);
    /// Bound to it: the adapter's parts, the tool's target, its alias.
    static EXECUTE: Closure<dyn Fn(Array, JsValue, JsValue) -> Promise> =
        Closure::new(|bound: Array, input: JsValue, options: JsValue| {
            let [id, signal] = ["toolCallId", "abortSignal"].map(|key| member(&options, key));
            let call = AdapterCall { alias: bound.get(3), input, id, signal, ..AdapterCall::default() };
            let adapter = Adapter::of_parts([bound.get(0), bound.get(1)]);
            execute(adapter, bound.get(2), call)
        });
}

/// A `ToolSet`; `types/adapters.d.ts` has the contract.
///
/// # Errors
/// A `TypeError` that names what is wrong.
#[wasm_bindgen(js_name = toAiSdkTools)]
pub fn to_ai_sdk_tools(tools: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    in_part!("models" "05": tool_set(tools: &JsValue, options: &JsValue) -> Result<JsValue, JsValue>)
}

fn tool_set(tools: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let [options_given, execute] = Adapter::read(options)?.parts();
    let given = aliases(options)?;
    let tools = items(tools, "tools")?;
    let described = read_list(&tools)?;
    let own = Aliases::of(&tools, None, MODEL)?;
    let set = object_of(&[]);
    for (index, (tool, description)) in tools.iter().zip(&described).enumerate() {
        let alias = match &given {
            Some(given) => given.alias_of(&tool, index as u32)?,
            None => own.alias_of(&tool),
        };
        if let (Some(key), Some(target)) = (alias.as_string(), Target::of(&tool)) {
            let bound = Array::of4(&options_given, &execute, &target.to_js(), &alias);
            js::set(&set, &key, &ai_tool(description, &js::bound(&EXECUTE, &bound)));
        }
    }
    Ok(set)
}

fn ai_tool(description: &ToolDescription, execute: &JsValue) -> JsValue {
    let to_model_output = TO_MODEL_OUTPUT.with(|function| function.as_ref().clone());
    object_of(&[
        ("type", &"dynamic".into()),
        ("title", &description.title),
        ("description", &description.description),
        ("inputSchema", &schema(&description.input_schema)),
        ("strict", &description.strict),
        ("execute", execute),
        ("toModelOutput", &to_model_output),
    ])
}

/// A schema by Standard Schema, with its extension for JSON Schema. It bears the SDK's own mark as well: of schemas
/// without it, the SDK closes every object, and a tool that takes any members could be given none.
fn schema(json: &JsValue) -> JsValue {
    let schema = object_of(&[("jsonSchema", json)]);
    js::set(&schema, "validate", &JsValue::UNDEFINED);
    js::set_hidden(&schema, &js::symbol_for(&"vercel.ai.schema".into()), &JsValue::TRUE);
    let give = js::bound(&IDENTITY, json);
    let standard = object_of(&[
        ("version", &1.into()),
        ("vendor", &"webmcp-exec".into()),
        ("validate", &VALIDATE.with(|function| function.as_ref().clone())),
        ("jsonSchema", &object_of(&[("input", &give), ("output", &give)])),
    ]);
    js::set(&schema, "~standard", &standard);
    schema
}

/// The SDK takes failures as exceptions.
fn execute(adapter: Adapter, target: JsValue, call: AdapterCall) -> Promise {
    promise(async move {
        let Some(target) = Target::of(&target) else { return Ok(JsValue::UNDEFINED) };
        let result = result_of(&adapter.call(&target, &call).await?);
        match result::is_error(&result) {
            true => Err(rejection::of_result(&text_of(&pieces(&result)), &result)),
            false => Ok(result),
        }
    })
}

/// What the model is told of a result; it comes in an object, of older versions alone.
fn model_output(options: JsValue) -> JsValue {
    let output = match member(&options, "output") {
        output if output.is_undefined() => options,
        output => output,
    };
    let pieces = pieces(&result_of(&output));
    if !pieces.iter().any(|piece| matches!(piece, Piece::Image { .. })) {
        return object_of(&[("type", &"text".into()), ("value", &text_of(&pieces))]);
    }
    let parts: Array = pieces.iter().map(part).collect();
    object_of(&[("type", &"content".into()), ("value", &parts)])
}

fn part(piece: &Piece) -> JsValue {
    match piece {
        Piece::Text(text) => object_of(&[("type", &"text".into()), ("text", &JsString::clone(text))]),
        Piece::Image { data, mime_type } => {
            object_of(&[("type", &"image-data".into()), ("data", data), ("mediaType", mime_type)])
        }
    }
}
