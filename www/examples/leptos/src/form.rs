//! A form for the arguments of any tool, from the schema that it is listed with.

use std::collections::BTreeMap;

use leptos::prelude::*;
use serde_json::{Map, Value};

/// What a person has put in, by the names of the arguments.
pub type Values = RwSignal<BTreeMap<String, String>>;

#[derive(Clone, Debug)]
pub struct Field {
    name: String,
    description: String,
    required: bool,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Text,
    Number,
    Flag,
    Choice(Vec<String>),
    /// Anything else: its JSON.
    Json,
}

/// The fields of a schema: one for each of its properties, those that are required first.
pub fn fields(schema: Option<&Value>) -> Vec<Field> {
    let properties = schema.and_then(|schema| schema.get("properties")).and_then(Value::as_object);
    let required = schema.and_then(|schema| schema.get("required")).and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
    let field = |(name, property): (&String, &Value)| Field {
        name: name.clone(),
        description: property.get("description").and_then(Value::as_str).unwrap_or_default().to_owned(),
        required: is_required(name),
        kind: kind(property),
    };
    let mut fields: Vec<Field> = properties.into_iter().flatten().map(field).collect();
    fields.sort_by_key(|field| !field.required);
    fields
}

fn kind(property: &Value) -> Kind {
    if let Some(choices) = property.get("enum").and_then(Value::as_array) {
        return Kind::Choice(choices.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    }
    match property.get("type").and_then(Value::as_str) {
        Some("string") => Kind::Text,
        Some("number" | "integer") => Kind::Number,
        Some("boolean") => Kind::Flag,
        _ => Kind::Json,
    }
}

/// The arguments that were put in; fields that were left empty are left out.
pub fn arguments(fields: &[Field], values: &BTreeMap<String, String>) -> Value {
    let mut arguments = Map::new();
    for field in fields {
        let value = values.get(&field.name).map(String::as_str).unwrap_or_default();
        let argument = match field.kind {
            Kind::Flag => Some(Value::Bool(value == "true")),
            Kind::Text if field.required => Some(value.into()),
            _ if value.is_empty() => None,
            Kind::Text | Kind::Choice(_) => Some(value.into()),
            // What is no JSON goes as it is: the tool says what is wrong with it.
            Kind::Number | Kind::Json => Some(serde_json::from_str(value).unwrap_or_else(|_| value.into())),
        };
        arguments.extend(argument.map(|argument| (field.name.clone(), argument)));
    }
    Value::Object(arguments)
}

#[component]
pub fn Fields(fields: Vec<Field>, values: Values) -> impl IntoView {
    let is_empty = fields.is_empty();
    view! {
        {is_empty.then(|| view! { <p class="hint">"It takes no arguments."</p> })}
        {fields.into_iter().map(|field| view! { <FieldView field values /> }).collect_view()}
    }
}

#[component]
fn FieldView(field: Field, values: Values) -> impl IntoView {
    let id = format!("field-{}", field.name);
    let name = field.name.clone();
    let set = move |value: String| {
        values.update(|values| {
            values.insert(name.clone(), value);
        });
    };
    let control = match field.kind {
        Kind::Choice(choices) => {
            let choices = choices.into_iter().map(|choice| view! { <option>{choice}</option> });
            view! {
                <select id=id.clone() on:change=move |event| set(event_target_value(&event))>
                    <option value="">"(not said)"</option>
                    {choices.collect_view()}
                </select>
            }
            .into_any()
        }
        Kind::Flag => view! {
            <input
                id=id.clone()
                type="checkbox"
                on:change=move |event| set(event_target_checked(&event).to_string())
            />
        }
        .into_any(),
        kind => view! {
            <input
                id=id.clone()
                inputmode=if kind == Kind::Number { "decimal" } else { "text" }
                placeholder=if kind == Kind::Json { "JSON" } else { "" }
                on:input=move |event| set(event_target_value(&event))
            />
        }
        .into_any(),
    };
    view! {
        <div class="field">
            <label for=id>
                {field.name} {(!field.required).then(|| view! { <small>" optional"</small> })}
            </label>
            {control}
            <small>{field.description}</small>
        </div>
    }
}
