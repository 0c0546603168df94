//! One parameter of a tool: the twelve types, and what a definition may say of a value.

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use super::members::Members;
use super::normalise::convert;
use crate::js;
use crate::sentences::joined;
use crate::validate::shown;

/// What kind of value a parameter takes, named as the form field that asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterType {
    /// A line of text.
    Text,
    /// Text of several lines.
    Textarea,
    /// A finite number; numeric strings are converted.
    Number,
    /// `true` or `false`; the strings are converted.
    Boolean,
    /// One of the options.
    Select,
    /// Any JSON value; JSON text is parsed.
    Json,
    /// A file's content: base64, or a data URL.
    File,
    /// `#rgb` or `#rrggbb`.
    Color,
    /// A day: `2026-01-31`.
    Date,
    /// A moment: `2026-01-31T12:00:00Z`.
    Datetime,
    /// An absolute URL.
    Url,
    /// An e-mail address.
    Email,
}

impl ParameterType {
    /// Every type.
    pub const ALL: [Self; 12] = [
        Self::Text,
        Self::Textarea,
        Self::Number,
        Self::Boolean,
        Self::Select,
        Self::Json,
        Self::File,
        Self::Color,
        Self::Date,
        Self::Datetime,
        Self::Url,
        Self::Email,
    ];

    /// The type as definitions name it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Textarea => "textarea",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Select => "select",
            Self::Json => "json",
            Self::File => "file",
            Self::Color => "color",
            Self::Date => "date",
            Self::Datetime => "datetime",
            Self::Url => "url",
            Self::Email => "email",
        }
    }
}

/// One parameter of a tool.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parameter {
    /// Its name among the arguments.
    pub name: String,
    /// What kind of value it takes.
    pub kind: ParameterType,
    /// Its name for people.
    pub label: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Whether a call must have it.
    pub required: bool,
    /// What it is where a call does not have it.
    pub default: Option<JsValue>,
    /// The values to choose from, for [`ParameterType::Select`].
    pub options: Vec<JsValue>,
    /// Whether the value is an array of such values.
    pub multiple: bool,
    /// What else a value must be like.
    pub limits: Limits,
}

/// What a value must be like beside its type.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The smallest number.
    pub min: Option<f64>,
    /// The largest number.
    pub max: Option<f64>,
    /// What a number must be a multiple of.
    pub step: Option<f64>,
    /// The shortest text, in characters.
    pub min_length: Option<f64>,
    /// The longest text, in characters.
    pub max_length: Option<f64>,
    /// A regular expression that must match somewhere in the text.
    pub pattern: Option<String>,
    /// What to say where it does not.
    pub pattern_error: Option<String>,
}

/// Reads the member `parameters`.
pub(super) fn read_all(definition: &Members<'_>, strict: bool) -> Result<Option<Vec<Parameter>>, JsValue> {
    let Some(objects) = definition.objects("parameters")? else { return Ok(None) };
    let mut parameters: Vec<Parameter> = Vec::with_capacity(objects.len());
    for object in objects {
        let parameter = read(&object, strict)?;
        if let Some(index) = parameters.iter().position(|other| other.name == parameter.name) {
            let place = index.to_string();
            let name = shown(&parameter.name.as_str().into());
            return Err(
                object.wrong("name", &joined(&["repeats ", &name, ", the name of parameters[", &place, "]"]))
            );
        }
        parameters.push(parameter);
    }
    Ok(Some(parameters))
}

fn read(object: &Members<'_>, strict: bool) -> Result<Parameter, JsValue> {
    let name = object.required("name", object.text("name")?)?;
    if name.is_empty() {
        return Err(object.wrong("name", "must not be empty"));
    }
    let kind = object.choice("type", &ParameterType::ALL.map(ParameterType::as_str))?;
    let kind = kind.and_then(|index| ParameterType::ALL.get(index).copied());
    let kind = object.required("type", kind)?;
    let label = object.text("label")?;
    let description = object.text("description")?;
    let required = object.flag("required")?;
    if strict {
        object.required("label", label.as_ref())?;
        object.required("description", description.as_ref())?;
        object.required("required", required)?;
    }
    let mut parameter = Parameter {
        name,
        kind,
        label,
        description,
        required: required.unwrap_or(false),
        default: None,
        options: options(object, kind)?,
        multiple: object.flag("multiple")?.unwrap_or(false),
        limits: limits(object, kind)?,
    };
    parameter.default = default(object, &parameter)?;
    Ok(parameter)
}

fn options(object: &Members<'_>, kind: ParameterType) -> Result<Vec<JsValue>, JsValue> {
    let mut values: Vec<JsValue> = Vec::new();
    for option in object.objects("options")?.unwrap_or_default() {
        let value = option.required("value", option.get("value")?)?;
        if value.is_object() || value.as_f64().is_some_and(|number| !number.is_finite()) {
            return Err(option.mismatch("value", "a string, a number, true or false", &value));
        }
        if values.contains(&value) {
            return Err(option.wrong("value", &joined(&["repeats ", &shown(&value)])));
        }
        option.text("label")?;
        option.text("description")?;
        values.push(value);
    }
    match kind == ParameterType::Select && values.is_empty() {
        true => Err(object.wrong("options", "must have what a select is to choose from")),
        false => Ok(values),
    }
}

/// The limits, in an object `validation` or beside the other members.
fn limits(object: &Members<'_>, kind: ParameterType) -> Result<Limits, JsValue> {
    let validation = object.object("validation")?;
    let holder = |name: &str| match &validation {
        Some(inner) if matches!(inner.get(name), Err(_) | Ok(Some(_))) => inner,
        _ => object,
    };
    let number = |name: &str| holder(name).number(name);
    let length = |name: &str| match holder(name).number(name)? {
        Some(length) if length < 0.0 || length.fract() != 0.0 => {
            Err(holder(name).mismatch(name, "a whole number, 0 or more", &length.into()))
        }
        length => Ok(length),
    };
    let ordered = |low: &str, high: &str, from: Option<f64>, to: Option<f64>| match (from, to) {
        (Some(from), Some(to)) if from > to => {
            Err(holder(high).wrong(high, &joined(&["must not be less than ", low])))
        }
        _ => Ok(()),
    };
    let mut limits = Limits::default();
    // Of other types these are limits in a form of their own (a first day), which are a form's business.
    if kind == ParameterType::Number {
        (limits.min, limits.max) = (number("min")?, number("max")?);
        ordered("min", "max", limits.min, limits.max)?;
        // As in HTML, `any` is no step.
        let any = holder("step").get("step")?.is_some_and(|step| step == "any");
        limits.step = if any { None } else { number("step")? };
        if limits.step.is_some_and(|step| step <= 0.0) {
            return Err(holder("step").wrong("step", "must be more than 0"));
        }
    }
    (limits.min_length, limits.max_length) = (length("minLength")?, length("maxLength")?);
    ordered("minLength", "maxLength", limits.min_length, limits.max_length)?;
    limits.pattern = holder("pattern").text("pattern")?;
    limits.pattern_error = holder("patternError").text("patternError")?;
    if let Some(pattern) = &limits.pattern
        && !js::is_pattern(&JsString::from(&**pattern))
    {
        return Err(holder("pattern").wrong("pattern", "must be a regular expression"));
    }
    Ok(limits)
}

/// The default, as a call would have it: `default` or `defaultValue`.
fn default(object: &Members<'_>, parameter: &Parameter) -> Result<Option<JsValue>, JsValue> {
    let (name, value) = match (object.get("default")?, object.get("defaultValue")?) {
        (Some(_), Some(_)) => return Err(object.wrong("defaultValue", "and default exclude each other")),
        (Some(value), None) => ("default", value),
        (None, Some(value)) => ("defaultValue", value),
        (None, None) => return Ok(None),
    };
    // Forms write "no default" as an empty text.
    let Some(converted) = convert(parameter, &value).map_err(|said| object.wrong(name, &said))? else {
        return Ok(None);
    };
    match parameter.mistake(&converted) {
        Some(expected) => Err(object.mismatch(name, &expected, &value)),
        None => Ok(Some(converted)),
    }
}

impl Parameter {
    /// What a default must be and is not; what only a validator can tell is left to it.
    fn mistake(&self, value: &JsValue) -> Option<String> {
        if self.multiple {
            let items = js::copy_of(value).ok()?;
            let expected = items.iter().find_map(|item| self.mistake_of_one(&item))?;
            return Some(joined(&["an array, each item ", expected]));
        }
        self.mistake_of_one(value).map(str::to_owned)
    }

    fn mistake_of_one(&self, value: &JsValue) -> Option<&'static str> {
        let (fits, expected) = match self.kind {
            ParameterType::Json => (true, ""),
            ParameterType::Number => (value.as_f64().is_some(), "a number"),
            ParameterType::Boolean => (value.as_bool().is_some(), "true or false"),
            ParameterType::Select => (self.options.contains(value), "one of the options"),
            _ => (value.is_string(), "a string"),
        };
        (!fits).then_some(expected)
    }
}
