//! Tool calls of models, read as `executeTools` takes them.

use js_sys::{Array, JsString};
use wasm_bindgen::{JsCast, JsValue};

use super::Format;
use super::aliases::GivenAliases;
use super::items::items;
use crate::js::{self, member};
use crate::rejection::type_error;

/// A call as a model made it: what was not there is `undefined`.
#[derive(Debug, Default)]
pub(crate) struct ModelCall {
    pub(crate) name: JsValue,
    /// Arguments, or their JSON text.
    pub(crate) arguments: JsValue,
    pub(crate) id: JsValue,
}

/// The tool calls in a model's answer, as an array of `{name, input, id}`.
///
/// A call that is malformed stays in its place: one without a name has an empty one, arguments that are no JSON stay
/// text. What runs the calls makes failures of those, and the model hears of them.
///
/// # Errors
/// A `TypeError` if there can be no calls in the value.
pub(crate) fn read_calls(
    format: Format,
    reply: &JsValue,
    aliases: Option<&GivenAliases>,
) -> Result<Array, JsValue> {
    if !reply.is_object() {
        return Err(type_error("The model's answer must be a message, or an array of what is in it.", None));
    }
    let calls = Array::new();
    for call in format.calls(reply)? {
        let name = if call.name.is_string() { call.name } else { JsString::from("").into() };
        let input = input_of(&call.arguments);
        let target = aliases.map(|aliases| aliases.target_of(&name)).transpose()?.flatten();
        let object = match target {
            Some(target) => {
                let members = [("name", &target.name), ("input", &input), ("id", &call.id), ("alias", &name)];
                let object = js::object_of(&members);
                target.set_on(&object);
                object
            }
            None => js::object_of(&[("name", &name), ("input", &input), ("id", &call.id)]),
        };
        calls.push(&object);
    }
    Ok(calls)
}

/// Arguments as an object; text that is none stays what it is.
fn input_of(arguments: &JsValue) -> JsValue {
    if arguments.is_undefined() {
        return js::object_of(&[]);
    }
    if !arguments.is_string() {
        return arguments.clone();
    }
    if arguments.unchecked_ref::<JsString>().trim().length() == 0 {
        return js::object_of(&[]);
    }
    match js::json_parse(arguments) {
        Ok(value) if value.is_object() => value,
        Ok(value) if value.is_null() => js::object_of(&[]),
        _ => arguments.clone(),
    }
}

/// The items of a type: of an array, or of the one in that member. No array there, no items.
pub(super) fn items_of_kind(
    reply: &JsValue,
    key: &str,
    kind: &'static str,
) -> Result<impl Iterator<Item = JsValue>, JsValue> {
    let all = match js::is_array(reply) {
        true => reply.clone(),
        false => member(reply, key),
    };
    let all = if js::is_array(&all) { items(&all, key)? } else { Array::new() };
    Ok(all.into_iter().filter(move |item| member(item, "type") == kind))
}
