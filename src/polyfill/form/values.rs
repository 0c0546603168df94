//! Which values a parameter takes, and what a call is told of one that it does not.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};

use super::Dom;
use super::controls::{Controls, Kind, Parameter};
use super::dom::texts;
use crate::polyfill::platform::{Platform, array_of};
use crate::polyfill::webidl::concat;

/// What is to be put into a parameter's controls.
#[derive(Debug)]
pub(super) enum Value {
    /// The text of a field.
    Text(String),
    /// Whether a checkbox is checked.
    Checked(bool),
    /// Which of the values are chosen.
    Chosen(Vec<String>),
}

/// The values of an input, in its order, each with its parameter; or why the first wrong one is refused.
pub(super) fn values<'c>(
    platform: &Platform,
    dom: &Dom,
    controls: &'c Controls,
    input: &JsValue,
) -> Result<Vec<(&'c Parameter, Value)>, String> {
    let mut values = Vec::new();
    for name in texts(&dom.keys(input)) {
        let Some(parameter) = controls.parameter(&name) else {
            let message =
                ["Input contains a parameter \"", &name, "\" but there is no such parameter for the tool"];
            return Err(concat(&message));
        };
        let given = platform.get(input, &name.as_str().into()).ok().flatten().unwrap_or_default();
        match parameter.value(platform, dom, &given) {
            Some(value) => values.push((parameter, value)),
            None => {
                let text = text_of(platform, &given);
                let text = text.map_or(String::new(), |text| concat(&[" \"", &text, "\""]));
                return Err(concat(&["Invalid value", &text, " for parameter ", &name]));
            }
        }
    }
    Ok(values)
}

impl Parameter {
    /// What a member of the input means; `None` where it is refused.
    fn value(&self, platform: &Platform, dom: &Dom, given: &JsValue) -> Option<Value> {
        let control = self.controls.first()?;
        match self.kind {
            Kind::Unsupported => None,
            Kind::Checkbox if self.controls.len() == 1 => boolean_of(given).map(Value::Checked),
            Kind::Checkbox => self.chosen(platform, dom, given.dyn_ref()?),
            Kind::Select if dom.has_attribute(control, "multiple") => {
                self.chosen(platform, dom, given.dyn_ref()?)
            }
            Kind::Radio | Kind::Select => self.chosen(platform, dom, &array_of([given])),
            kind => {
                let text = text_of(platform, given)?;
                let is_taken = if text.is_empty() {
                    !matches!(kind, Kind::Number | Kind::Range)
                } else {
                    kind == Kind::TextArea
                        || !dom.sanitized(control, &text, self.format(dom).as_deref()).is_empty()
                };
                is_taken.then_some(Value::Text(text))
            }
        }
    }

    /// Values of the list, each no more than once.
    fn chosen(&self, platform: &Platform, dom: &Dom, given: &Array) -> Option<Value> {
        let allowed: Vec<String> = self.options(dom).iter().map(|option| dom.text(option, "value")).collect();
        let mut chosen: Vec<String> = Vec::new();
        for item in given.iter() {
            let text = text_of(platform, &item)?;
            if chosen.contains(&text) || !allowed.contains(&text) {
                return None;
            }
            chosen.push(text);
        }
        Some(Value::Chosen(chosen))
    }
}

/// The text of what is no object and not `null`.
///
/// Chromium gives a number no more than six digits, and so fills in another one: that is not copied.
fn text_of(platform: &Platform, given: &JsValue) -> Option<String> {
    if given.is_object() || given.is_null() || given.is_undefined() {
        return None;
    }
    platform.to_string(given).ok().map(String::from)
}

fn boolean_of(given: &JsValue) -> Option<bool> {
    if let Some(given) = given.as_bool() {
        return Some(given);
    }
    if let Some(number) = given.as_f64() {
        return (number.trunc() == number).then_some(number != 0.0);
    }
    let text = given.as_string()?;
    if text == "1" || text.eq_ignore_ascii_case("true") {
        return Some(true);
    }
    (text == "0" || text.eq_ignore_ascii_case("false")).then_some(false)
}
