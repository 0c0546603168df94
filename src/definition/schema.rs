//! Parameters as JSON Schema.

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::normalise::own;
use super::parameter::{Parameter, ParameterType};
use crate::js;

/// What a color is like.
pub(super) const COLOR: &str = "^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$";

/// The schema of an object with these members.
pub(super) fn of_all(parameters: &[Parameter]) -> JsValue {
    let schema = of_type("object");
    let properties = Object::new();
    for parameter in parameters {
        js::set(&properties, &parameter.name, &of(parameter));
    }
    js::set(&schema, "properties", &properties);
    let required = parameters.iter().filter(|parameter| parameter.required);
    let required: Array = required.map(|parameter| JsValue::from(&*parameter.name)).collect();
    if required.length() > 0 {
        js::set(&schema, "required", &required);
    }
    schema.into()
}

fn of(parameter: &Parameter) -> Object {
    let schema = match parameter.multiple {
        true => {
            let list = of_type("array");
            js::set(&list, "items", &of_one(parameter));
            if parameter.kind == ParameterType::Select {
                js::set(&list, "uniqueItems", &true.into());
            }
            list
        }
        false => of_one(parameter),
    };
    let texts = [("title", &parameter.label), ("description", &parameter.description)];
    for (keyword, text) in texts {
        if let Some(text) = text {
            js::set(&schema, keyword, &(&**text).into());
        }
    }
    if let Some(default) = &parameter.default {
        js::set(&schema, "default", &own(default));
    }
    schema
}

fn of_one(parameter: &Parameter) -> Object {
    let limits = &parameter.limits;
    let text = || {
        let schema = of_type("string");
        set_numbers(&schema, [("minLength", limits.min_length), ("maxLength", limits.max_length)]);
        if let Some(pattern) = &limits.pattern {
            js::set(&schema, "pattern", &(&**pattern).into());
        }
        schema
    };
    let format = |name: &str| {
        let schema = text();
        js::set(&schema, "format", &name.into());
        schema
    };
    match parameter.kind {
        ParameterType::Text | ParameterType::Textarea => text(),
        ParameterType::Number => {
            let schema = of_type("number");
            set_numbers(&schema, [("minimum", limits.min), ("maximum", limits.max)]);
            set_numbers(&schema, [("multipleOf", limits.step)]);
            schema
        }
        ParameterType::Boolean => of_type("boolean"),
        ParameterType::Select => of_options(&parameter.options),
        ParameterType::Json => Object::new(),
        ParameterType::File => {
            let schema = text();
            js::set(&schema, "contentEncoding", &"base64".into());
            schema
        }
        ParameterType::Color => {
            let schema = of_type("string");
            js::set(&schema, "pattern", &COLOR.into());
            schema
        }
        ParameterType::Date => format("date"),
        ParameterType::Datetime => format("date-time"),
        ParameterType::Url => format("uri"),
        ParameterType::Email => format("email"),
    }
}

fn of_options(options: &[JsValue]) -> Object {
    let is = |kind: &str| options.iter().all(|option| option.js_typeof() == kind);
    // Some model interfaces want a type beside an enumeration.
    let kind = ["string", "number", "boolean"].into_iter().find(|kind| is(kind));
    let schema = kind.map_or_else(Object::new, of_type);
    js::set(&schema, "enum", &options.iter().collect::<Array>());
    schema
}

fn of_type(name: &str) -> Object {
    let schema = Object::new();
    js::set(&schema, "type", &name.into());
    schema
}

fn set_numbers<const N: usize>(schema: &Object, members: [(&str, Option<f64>); N]) {
    for (keyword, number) in members {
        if let Some(number) = number {
            js::set(schema, keyword, &number.into());
        }
    }
}
