//! Parameters from JSON Schema: of a schema that definitions emit, and of what others write alike.

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::parameter::ParameterType;
use super::schema::COLOR;
use crate::js;
use crate::rejection::type_error;

/// How far references are followed.
const DEEPEST: usize = 16;

/// The parameters that an object's schema amounts to, as a definition takes them: one for each of its
/// `properties`. What no parameter type can say becomes `json`, which takes any value; a text area is a
/// `text`. References are followed inside the schema.
///
/// # Errors
/// A `TypeError` if the schema is not that of an object, or cannot be read.
///
/// ```no_run
/// use webmcp_exec::definition::parameters_of;
///
/// # fn example(schema: wasm_bindgen::JsValue) -> Result<(), wasm_bindgen::JsValue> {
/// for parameter in parameters_of(&schema)?.iter() {
///     // { name: 'qty', type: 'number', required: true, … }
/// }
/// # Ok(())
/// # }
/// ```
pub fn parameters_of(schema: &JsValue) -> Result<Array, JsValue> {
    let unreadable = |error: JsValue| type_error("The schema cannot be read.", Some(&error));
    let root = schema;
    let schema = resolved(schema, root);
    if !js::is_object_like(&schema) || js::is_array(&schema) {
        return Err(type_error("The schema must be an object.", None));
    }
    if !matches!(member(&schema, "type"), kind if kind.is_undefined() || kind == "object") {
        return Err(type_error("The schema must be that of an object: its type is another.", None));
    }
    let properties = member(&schema, "properties");
    let required = list(&member(&schema, "required"));
    let parameters = Array::new();
    if js::is_object_like(&properties) {
        for entry in Object::entries(&js::shallow_copy(&properties).map_err(unreadable)?).iter() {
            let entry: Array = entry.unchecked_into();
            let name = entry.get(0);
            parameters.push(&parameter(&name, &entry.get(1), root, required.contains(&name)));
        }
    }
    Ok(parameters)
}

fn parameter(name: &JsValue, property: &JsValue, root: &JsValue, required: bool) -> Object {
    let parameter = Object::new();
    js::set(&parameter, "name", name);
    let mut schema = without_null(&resolved(property, root), root);
    let (mut kind, mut options) = kind_of(&schema);
    if member(&schema, "type") == "array" {
        // A list of choices is a select; of other lists a parameter can say nothing.
        let items = resolved(&member(&schema, "items"), root);
        let of_items = kind_of(&items);
        if of_items.0 == ParameterType::Select {
            (kind, options, schema) = (of_items.0, of_items.1, items);
            js::set(&parameter, "multiple", &true.into());
        }
    }
    js::set(&parameter, "type", &kind.as_str().into());
    js::set(&parameter, "required", &required.into());
    // What is said of the property itself goes before what is said of what it refers to.
    for (from, to) in [("title", "label"), ("description", "description"), ("default", "default")] {
        let said = [property, &resolved(property, root), &schema].map(|schema| member(schema, from));
        if let Some(value) = said.into_iter().find(|value| !value.is_undefined()) {
            js::set(&parameter, to, &value);
        }
    }
    let copied: &[(&str, &str)] = match kind {
        ParameterType::Select => {
            js::set(&parameter, "options", &options.iter().map(option).collect::<Array>());
            &[]
        }
        ParameterType::Number => &[("minimum", "min"), ("maximum", "max"), ("multipleOf", "step")],
        ParameterType::Boolean | ParameterType::Json | ParameterType::Color => &[],
        _ => &[("minLength", "minLength"), ("maxLength", "maxLength"), ("pattern", "pattern")],
    };
    for (from, to) in copied {
        let value = member(&schema, from);
        if !value.is_undefined() {
            js::set(&parameter, to, &value);
        }
    }
    if member(&schema, "type") == "integer"
        && kind == ParameterType::Number
        && !js_sys::Object::has_own(&parameter, &"step".into())
    {
        js::set(&parameter, "step", &1.into());
    }
    parameter
}

/// The type that says the most of a schema, and what there is to choose from.
fn kind_of(schema: &JsValue) -> (ParameterType, Vec<JsValue>) {
    let constant = member(schema, "const");
    let mut choices = match constant.is_undefined() {
        true => list(&member(schema, "enum")),
        false => vec![constant],
    };
    choices.retain(|value| !value.is_null());
    if !choices.is_empty() {
        let simple = !choices.iter().any(JsValue::is_object);
        return (if simple { ParameterType::Select } else { ParameterType::Json }, choices);
    }
    let kind = match member(schema, "type").as_string().as_deref() {
        Some("number" | "integer") => ParameterType::Number,
        Some("boolean") => ParameterType::Boolean,
        Some("string") if member(schema, "contentEncoding") == "base64" => ParameterType::File,
        Some("string") if member(schema, "pattern") == COLOR => ParameterType::Color,
        Some("string") => match member(schema, "format").as_string().as_deref() {
            Some("date") => ParameterType::Date,
            Some("date-time") => ParameterType::Datetime,
            Some("uri" | "url") => ParameterType::Url,
            Some("email") => ParameterType::Email,
            Some("color") => ParameterType::Color,
            Some("byte") => ParameterType::File,
            _ => ParameterType::Text,
        },
        _ => ParameterType::Json,
    };
    (kind, choices)
}

/// What is left of a schema that also allows `null`, which is how some generators write "optional".
fn without_null(schema: &JsValue, root: &JsValue) -> JsValue {
    for keyword in ["anyOf", "oneOf"] {
        let alternatives = list(&member(schema, keyword)).into_iter();
        let alternatives = alternatives.map(|one| resolved(&one, root));
        let others: Vec<JsValue> = alternatives.filter(|one| member(one, "type") != "null").collect();
        if let [only] = others.as_slice() {
            return only.clone();
        }
    }
    let mut others = list(&member(schema, "type"));
    others.retain(|kind| *kind != "null");
    match (others.as_slice(), js::shallow_copy(schema)) {
        ([only], Ok(copy)) => {
            js::set(&copy, "type", only);
            copy.into()
        }
        _ => schema.clone(),
    }
}

/// What a schema refers to by a pointer such as `#/$defs/address`; anything else is as it is.
fn resolved(schema: &JsValue, root: &JsValue) -> JsValue {
    let mut schema = schema.clone();
    for _ in 0..DEEPEST {
        let Some(reference) = member(&schema, "$ref").as_string() else { break };
        let Some(pointer) = reference.strip_prefix("#/") else { break };
        let steps = pointer.split('/').map(|step| step.replace("~1", "/").replace("~0", "~"));
        schema = steps.fold(root.clone(), |place, step| member(&place, &step));
    }
    schema
}

fn option(value: &JsValue) -> Object {
    let option = Object::new();
    js::set(&option, "value", value);
    js::set(&option, "label", &js::display(value));
    option
}

/// A member; of what has none, or throws, `undefined`.
fn member(of: &JsValue, name: &str) -> JsValue {
    match js::is_object_like(of) {
        true => js::get(of, &name.into()).unwrap_or_default(),
        false => JsValue::UNDEFINED,
    }
}

/// The items of an array; of anything else none.
fn list(value: &JsValue) -> Vec<JsValue> {
    match js::is_array(value) {
        true => js::copy_of(value).unwrap_or_default().to_vec(),
        false => Vec::new(),
    }
}
