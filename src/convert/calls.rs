//! Tool calls of models, read as `executeTools` takes them.

use js_sys::{Array, JsString};
use wasm_bindgen::{JsCast, JsValue};

use super::Format;
use super::given_aliases::GivenAliases;
use super::items::items;
use crate::js::{self, member};
use crate::rejection::type_error;

/// Where a format has the calls of a model's answer, and their parts.
pub(super) struct CallShape {
    /// The array that they are in, of an answer that is none itself.
    pub(super) list: fn(&JsValue) -> JsValue,
    /// Which items of it are calls of ours.
    pub(super) kind: Kind,
    /// The member of an item that holds the call; of one that has none there, it is the item itself.
    pub(super) inside: &'static str,
    pub(super) name: &'static str,
    pub(super) arguments: &'static str,
    pub(super) id: &'static str,
}

/// How calls are told from other items.
pub(super) enum Kind {
    Any,
    /// By their `type`.
    Is(&'static str),
    /// By their `type`, if they have one.
    MayBe(&'static str),
    /// They are inside, or have a name.
    InsideOrNamed,
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
    let shape = format.calls();
    let list = if js::is_array(reply) { reply.clone() } else { (shape.list)(reply) };
    let calls = Array::new();
    // An answer without calls has none of it, or text in its place.
    if list.is_undefined() || list.is_string() {
        return Ok(calls);
    }
    for item in items(&list, "tool calls")?.iter() {
        if let Some(call) = shape.read(&item, aliases)? {
            calls.push(&call);
        }
    }
    Ok(calls)
}

impl CallShape {
    /// The call in an item, if there is one.
    fn read(&self, item: &JsValue, aliases: Option<&GivenAliases>) -> Result<Option<JsValue>, JsValue> {
        let inside = member(item, self.inside);
        let call = if inside.is_undefined() { item } else { &inside };
        let name = Some(member(call, self.name)).filter(JsValue::is_string);
        let kind = member(item, "type");
        let is_ours = match self.kind {
            Kind::Any => true,
            Kind::Is(ours) => kind == ours,
            Kind::MayBe(ours) => kind.is_undefined() || kind == ours,
            Kind::InsideOrNamed => name.is_some() || !inside.is_undefined(),
        };
        if !is_ours {
            return Ok(None);
        }
        let name = name.unwrap_or_else(|| JsString::from("").into());
        let input = input_of(member(call, self.arguments));
        let id = match member(call, self.id) {
            id if id.is_undefined() => member(item, self.id),
            id => id,
        };
        let target = match aliases {
            Some(aliases) => aliases.target_of(&name)?,
            None => None,
        };
        let (own_name, alias) = match &target {
            Some(target) => (&target.name, &name),
            None => (&name, &JsValue::UNDEFINED),
        };
        let members = [("name", own_name), ("input", &input), ("id", &id), ("alias", alias)];
        let object = js::object_of(&members);
        if let Some(target) = &target {
            target.set_on(&object);
        }
        Ok(Some(object))
    }
}

/// Arguments as an object; text that is none stays what it is.
pub(crate) fn input_of(arguments: JsValue) -> JsValue {
    if arguments.is_undefined() {
        return js::object_of(&[]);
    }
    if !arguments.is_string() {
        return arguments;
    }
    if arguments.unchecked_ref::<JsString>().trim().length() == 0 {
        return js::object_of(&[]);
    }
    match js::json_parse(&arguments) {
        Ok(value) if value.is_object() => value,
        Ok(value) if value.is_null() => js::object_of(&[]),
        _ => arguments,
    }
}
