//! `toAiSdkTools`: page tools for the Vercel AI SDK.

use std::rc::Rc;

use js_sys::{Array, Function, JsString, Promise};
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
use crate::promise::promise;
use crate::rejection;
use crate::result;

/// A `ToolSet`; `types/adapters.d.ts` has the contract.
///
/// # Errors
/// A `TypeError` that names what is wrong.
#[wasm_bindgen(js_name = toAiSdkTools)]
pub fn to_ai_sdk_tools(tools: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let adapter = Rc::new(Adapter::read(options)?);
    let given = aliases(options)?;
    let tools = items(tools, "tools")?;
    let described = read_list(&tools)?;
    let own = Aliases::of(&tools, None, MODEL)?;
    let shared = Shared::new();
    let set = object_of(&[]);
    for (index, (tool, description)) in tools.iter().zip(&described).enumerate() {
        let alias = match &given {
            Some(given) => given.alias_of(&tool, index as u32)?.as_string(),
            None => own.alias_of(&tool).cloned(),
        };
        if let (Some(alias), Some(target)) = (alias, Target::of(&tool)) {
            js::set(&set, &alias, &ai_tool(&shared, adapter.clone(), target, &alias, description));
        }
    }
    Ok(set)
}

/// The functions that all tools have in common.
struct Shared {
    /// Gives back what is bound to it.
    identity: Function,
    /// What the tool itself takes is its own to judge.
    validate: JsValue,
    to_model_output: JsValue,
}

impl Shared {
    fn new() -> Self {
        let validate = |value: JsValue| object_of(&[("value", &value)]);
        Self {
            identity: Closure::<dyn Fn(JsValue) -> JsValue>::new(|value| value)
                .into_js_value()
                .unchecked_into(),
            validate: Closure::<dyn Fn(JsValue) -> JsValue>::new(validate).into_js_value(),
            to_model_output: Closure::<dyn Fn(JsValue) -> JsValue>::new(model_output).into_js_value(),
        }
    }

    /// A schema by Standard Schema, with its extension for JSON Schema. It bears the SDK's own mark as well: of schemas
    /// without it, the SDK closes every object, and a tool that takes any members could be given none.
    fn schema(&self, json: &JsValue) -> JsValue {
        let schema = object_of(&[("jsonSchema", json)]);
        js::set(&schema, "validate", &JsValue::UNDEFINED);
        js::set_hidden(&schema, &js::symbol_for(&"vercel.ai.schema".into()), &JsValue::TRUE);
        let give = self.identity.bind1(&JsValue::UNDEFINED, json);
        let standard = object_of(&[
            ("version", &1.into()),
            ("vendor", &"webmcp-exec".into()),
            ("validate", &self.validate),
            ("jsonSchema", &object_of(&[("input", &give), ("output", &give)])),
        ]);
        js::set(&schema, "~standard", &standard);
        schema
    }
}

fn ai_tool(
    shared: &Shared,
    adapter: Rc<Adapter>,
    target: Target,
    alias: &str,
    description: &ToolDescription,
) -> JsValue {
    let alias = JsValue::from(alias);
    let target = Rc::new(target);
    let execute = move |input: JsValue, options: JsValue| {
        let [id, signal] = ["toolCallId", "abortSignal"].map(|key| member(&options, key));
        let call = AdapterCall { alias: alias.clone(), input, id, signal, ..AdapterCall::default() };
        execute(adapter.clone(), target.clone(), call)
    };
    let execute = Closure::<dyn Fn(JsValue, JsValue) -> Promise>::new(execute).into_js_value();
    object_of(&[
        ("type", &"dynamic".into()),
        ("title", &description.title),
        ("description", &description.description),
        ("inputSchema", &shared.schema(&description.input_schema)),
        ("strict", &description.strict),
        ("execute", &execute),
        ("toModelOutput", &shared.to_model_output),
    ])
}

/// The SDK takes failures as exceptions.
fn execute(adapter: Rc<Adapter>, target: Rc<Target>, call: AdapterCall) -> Promise {
    promise(async move {
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
