//! What a value must be, in words that a language model can act on.

use js_sys::{JsString, Object};
use wasm_bindgen::prelude::*;

use crate::js;
use crate::sentences::joined;
use crate::validate::{kind_of, shown};

/// How many characters of a list or a pattern are shown.
const LONGEST: usize = 300;

/// The types that a schema names: `an integer or null`.
pub(super) fn types(named: &JsValue) -> String {
    let names = match js::is_array(named) {
        true => js::copy_of(named).unwrap_or_default().to_vec(),
        false => vec![named.clone()],
    };
    let names = names.iter().filter_map(JsValue::as_string);
    let words: Vec<&str> = names
        .map(|name| match &*name {
            "string" => "a string",
            "number" => "a number",
            "integer" => "an integer",
            "boolean" => "true or false",
            "object" => "an object",
            "array" => "an array",
            "null" => "null",
            _ => "of a type that there is not",
        })
        .collect();
    words.join(" or ")
}

/// A value as the opposite of what it must be: a number itself, anything else by its kind.
pub(super) fn actual(value: &JsValue) -> String {
    match value.as_f64() {
        Some(_) => js::display(value).into(),
        None => kind_of(value).to_owned(),
    }
}

/// Values in a row, as far as there is room.
pub(super) fn list(values: &[JsValue], between: &str) -> String {
    let mut text = String::new();
    for (index, value) in values.iter().enumerate() {
        let one = match value.is_object() {
            true => cut(&js::json_stringify(value).ok().flatten().unwrap_or_default()),
            false => shown(value),
        };
        if !text.is_empty() && text.len() + one.len() > LONGEST {
            return joined(&[&text, " and ", &(values.len() - index).to_string(), " more"]);
        }
        if !text.is_empty() {
            text.push_str(between);
        }
        text.push_str(&one);
    }
    text
}

/// The beginning of a text that may be long.
pub(super) fn cut(text: &JsString) -> String {
    let text = String::from(text);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => joined(&[text.get(..end).unwrap_or_default(), "…"]),
        None => text,
    }
}

/// What a keyword demands of a value beside its type.
pub(super) fn constraint(
    name: &str,
    keyword: &dyn Fn(&str) -> JsValue,
    value: &JsValue,
    error: &str,
) -> String {
    let limit = || String::from(js::display(&keyword(name)));
    let number = || String::from(js::display(value));
    let exclusive = |other: &str| keyword(other) == true;
    let items = |value: &JsValue| match js::is_array(value) {
        true => js::copy_of(value).unwrap_or_default().length() as usize,
        false => Object::keys(value.unchecked_ref::<Object>()).length() as usize,
    };
    let counted = |least: &str, unit: &str, count: usize| {
        joined(&["must have at ", least, " ", &limit(), " ", unit, ", not ", &count.to_string()])
    };
    let characters = || value.as_string().unwrap_or_default().chars().count();
    match name {
        "const" => joined(&["must be ", &list(&[keyword(name)], "")]),
        "enum" => {
            let choices = js::copy_of(&keyword(name)).unwrap_or_default().to_vec();
            joined(&["must be one of ", &list(&choices, ", "), ", not ", &shown(value)])
        }
        "minimum" if exclusive("exclusiveMinimum") => {
            joined(&["must be more than ", &limit(), ", not ", &number()])
        }
        "maximum" if exclusive("exclusiveMaximum") => {
            joined(&["must be less than ", &limit(), ", not ", &number()])
        }
        "minimum" => joined(&["must be at least ", &limit(), ", not ", &number()]),
        "maximum" => joined(&["must be at most ", &limit(), ", not ", &number()]),
        "exclusiveMinimum" => joined(&["must be more than ", &limit(), ", not ", &number()]),
        "exclusiveMaximum" => joined(&["must be less than ", &limit(), ", not ", &number()]),
        "multipleOf" => joined(&["must be a multiple of ", &limit(), ", not ", &number()]),
        "minLength" => counted("least", "characters", characters()),
        "maxLength" => counted("most", "characters", characters()),
        "minItems" => counted("least", "items", items(value)),
        "maxItems" => counted("most", "items", items(value)),
        "minProperties" => counted("least", "members", items(value)),
        "maxProperties" => counted("most", "members", items(value)),
        "uniqueItems" => match error.strip_prefix("Duplicate items at indexes ") {
            Some(places) => {
                joined(&["must not have an item twice, as it has at ", places.trim_end_matches('.')])
            }
            None => "must not have an item twice".to_owned(),
        },
        "contains" => "must have an item that fits, and has none".to_owned(),
        "minContains" => joined(&["must have at least ", &limit(), " items that fit"]),
        "maxContains" => joined(&["must have at most ", &limit(), " items that fit"]),
        "not" => "must not be what its schema excludes".to_owned(),
        "format" => joined(&["must be ", &format(&limit()), ", not ", &shown(value)]),
        _ => joined(&["does not fit its ", name]),
    }
}

fn format(name: &str) -> String {
    let example = match name {
        "date" => "a day such as 2026-01-31",
        "time" => "a time such as 12:30:00Z",
        "date-time" => "a moment such as 2026-01-31T12:30:00Z",
        "duration" => "a duration such as P1DT12H",
        "email" => "an e-mail address",
        "hostname" => "a host name",
        "ipv4" => "an IPv4 address",
        "ipv6" => "an IPv6 address",
        "uri" => "an absolute URI such as https://example.com/",
        "uuid" => "a UUID",
        "regex" => "a regular expression",
        other => return joined(&["in the format ", other]),
    };
    example.to_owned()
}
