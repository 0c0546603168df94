//! What forms and models send, as the values that a definition means.

use js_sys::{Array, JsString, Object, Reflect};
use wasm_bindgen::prelude::*;

use super::parameter::{Parameter, ParameterType};
use crate::js;
use crate::result::{ErrorCode, error_text};
use crate::sentences::joined;
use crate::validate::{Problem, kind_of, pointer_to};

/// The input with its values converted and defaults filled in, and what could not be read.
pub(super) fn normalise(parameters: &[Parameter], input: &JsValue) -> (JsValue, Vec<Problem>) {
    if input.is_undefined() || input.is_null() {
        return normalise(parameters, &Object::new());
    }
    if !js::is_object_like(input) || js::is_array(input) {
        let said = joined(&["must be an object, not ", kind_of(input)]);
        return (input.clone(), vec![Problem::at("", "type", ErrorCode::TypeError, &said)]);
    }
    let values = match js::shallow_copy(input) {
        Ok(copy) => copy,
        Err(error) => {
            let said = joined(&["cannot be read: ", &String::from(error_text(&error))]);
            return (input.clone(), vec![Problem::at("", "type", ErrorCode::InvalidInput, &said)]);
        }
    };
    let mut problems = Vec::new();
    for parameter in parameters {
        let key = JsValue::from(&*parameter.name);
        // Not what it inherits: a parameter may be called `constructor`.
        let given = Object::has_own(&values, &key);
        let value = if given { Reflect::get(&values, &key).unwrap_or_default() } else { JsValue::UNDEFINED };
        match convert(parameter, &value) {
            Ok(Some(converted)) => js::set(&values, &parameter.name, &converted),
            Ok(None) => match &parameter.default {
                Some(default) => js::set(&values, &parameter.name, &own(default)),
                None if given => {
                    let _ = Reflect::delete_property(&values, &key);
                }
                None => {}
            },
            Err(said) => {
                let pointer = pointer_to("", &parameter.name);
                problems.push(Problem::at(&pointer, "type", ErrorCode::TypeError, &said));
            }
        }
    }
    (values.into(), problems)
}

/// One value as its parameter means it; `None` where it stands for no value. The error says what it must be.
/// What a validator finds as well is left to it.
pub(super) fn convert(parameter: &Parameter, value: &JsValue) -> Result<Option<JsValue>, String> {
    if value.is_undefined() || !parameter.required && stands_for_nothing(parameter.kind, value) {
        return Ok(None);
    }
    if !parameter.multiple {
        return convert_one(parameter, value).map(Some);
    }
    let items = match value.as_string().filter(|text| text.starts_with('[')).map(|_| js::json_parse(value)) {
        Some(Ok(parsed)) => parsed,
        _ => value.clone(),
    };
    if !js::is_array(&items) {
        // A form sends the only choice by itself.
        return Ok(Some(Array::of1(&convert_one(parameter, &items)?).into()));
    }
    let copy = js::copy_of(&items).map_err(|_| "cannot be read".to_owned())?;
    let converted: Array = copy.iter().map(|item| convert_one(parameter, &item)).collect::<Result<_, _>>()?;
    Ok(Some(converted.into()))
}

/// How forms (an empty text) and models (`null`) leave out what is optional.
fn stands_for_nothing(kind: ParameterType, value: &JsValue) -> bool {
    *value == "" || kind != ParameterType::Json && value.is_null()
}

fn convert_one(parameter: &Parameter, value: &JsValue) -> Result<JsValue, String> {
    match parameter.kind {
        ParameterType::Number => number(value),
        ParameterType::Boolean if *value == "true" => Ok(JsValue::TRUE),
        ParameterType::Boolean if *value == "false" => Ok(JsValue::FALSE),
        ParameterType::Json if value.is_string() => js::json_parse(value)
            .map_err(|error| joined(&["must be JSON: ", &String::from(error_text(&error))])),
        ParameterType::Select => {
            let meant = |option: &&JsValue| JsValue::from(js::display(option)) == *value;
            Ok(parameter.options.iter().find(meant).unwrap_or(value).clone())
        }
        _ => Ok(value.clone()),
    }
}

fn number(value: &JsValue) -> Result<JsValue, String> {
    // JSON Schema cannot say it: JSON has no such numbers.
    if value.as_f64().is_some_and(|number| !number.is_finite()) {
        return Err(joined(&["must be a finite number, not ", &String::from(js::display(value))]));
    }
    let Some(text) = value.dyn_ref::<JsString>() else { return Ok(value.clone()) };
    // JavaScript takes blanks for 0.
    let blank = text.trim().length() == 0;
    match f64::try_from(value.clone()) {
        Ok(number) if number.is_finite() && !blank => Ok(number.into()),
        _ => Ok(value.clone()),
    }
}

/// A default of a call's own: a tool may change what it is given.
pub(super) fn own(default: &JsValue) -> JsValue {
    if !default.is_object() {
        return default.clone();
    }
    let text = js::json_stringify(default).ok().flatten();
    text.and_then(|text| js::json_parse(&text).ok()).unwrap_or_else(|| default.clone())
}
