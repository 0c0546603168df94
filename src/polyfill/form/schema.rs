//! The input schema of a form, as Chromium makes it of the controls: the same members in the same order.

use wasm_bindgen::JsValue;

use super::Dom;
use super::controls::{Controls, DESCRIPTION, Kind, Parameter};
use super::dom::trim;
use super::number::is_multiple;
use crate::polyfill::platform::Platform;

const DATE: &str = "[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T";
const TIME: &str = "([01][0-9]|2[0-3]):[0-5][0-9]";
const SECONDS: &str = "(:[0-5][0-9])?";
const FRACTIONS: &str = "(:[0-5][0-9](\\.[0-9]{1,3})?)?";
const DATES_MUST: &str = "Dates MUST be provided in 'YYYY-MM-DD' format.";

/// The JSON text of the schema.
pub(super) fn input_schema(platform: &Platform, dom: &Dom, controls: &Controls) -> String {
    let mut properties = Json::default();
    let mut required = Json::default();
    for parameter in &controls.parameters {
        if parameter.kind == Kind::Unsupported {
            continue;
        }
        properties.next();
        properties.text(&parameter.name);
        properties.raw(":{");
        parameter.describe(platform, dom, &mut properties);
        properties.raw("}");
        if parameter.controls.iter().any(|control| dom.has_attribute(control, "required")) {
            required.next();
            required.text(&parameter.name);
        }
    }
    let mut schema = Json::default();
    schema.raw("{\"type\":\"object\",\"properties\":{");
    schema.raw(&properties.0);
    schema.raw("},\"required\":[");
    schema.raw(&required.0);
    schema.raw("]}");
    schema.0
}

impl Parameter {
    /// The regular expression that Chromium gives as the format of some kinds.
    pub(super) fn format(&self, dom: &Dom) -> Option<String> {
        let mut format = String::from("^");
        match self.kind {
            Kind::Color => format.push_str("#[0-9a-zA-Z]{6}"),
            Kind::Month => format.push_str("[0-9]{4}-(0[1-9]|1[0-2])"),
            Kind::Week => format.push_str("[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])"),
            Kind::Time | Kind::DateTime => {
                if self.kind == Kind::DateTime {
                    format.push_str(DATE);
                }
                format.push_str(TIME);
                let step = self.controls.first().and_then(|control| dom.number(control, "step"));
                match step.filter(|step| *step > 0.0 && *step < 60.0) {
                    Some(step) if step < 1.0 => format.push_str(FRACTIONS),
                    Some(_) => format.push_str(SECONDS),
                    None => {}
                }
            }
            _ => return None,
        }
        format.push('$');
        Some(format)
    }

    fn describe(&self, platform: &Platform, dom: &Dom, json: &mut Json) {
        let Some(control) = self.controls.first() else { return };
        let mut note = "";
        match self.kind {
            Kind::Number | Kind::Range => {
                json.raw("\"type\":\"number\"");
                self.describe_number(platform, dom, control, json);
            }
            Kind::Checkbox if self.controls.len() == 1 => json.raw("\"type\":\"boolean\""),
            Kind::Checkbox => self.describe_choice(dom, true, json),
            Kind::Radio => self.describe_choice(dom, false, json),
            Kind::Select => self.describe_choice(dom, dom.has_attribute(control, "multiple"), json),
            _ => json.raw("\"type\":\"string\""),
        }
        if self.kind == Kind::Date {
            json.member("format", "date");
            note = DATES_MUST;
        }
        if let Some(format) = self.format(dom) {
            json.member("format", &format);
        }
        if matches!(self.kind, Kind::Text | Kind::Number)
            && let Some(pattern) = dom.attribute(control, "pattern")
            && dom.is_pattern(&pattern)
        {
            json.member("pattern", &pattern);
        }
        let mut description = self.description(dom, control);
        if !note.is_empty() && !description.is_empty() {
            description.push_str(" (");
            description.push_str(note);
            description.push(')');
        } else if description.is_empty() {
            description.push_str(note);
        }
        if !description.is_empty() {
            json.member("description", &description);
        }
    }

    fn describe_number(&self, platform: &Platform, dom: &Dom, control: &JsValue, json: &mut Json) {
        let is_range = self.kind == Kind::Range;
        let given = dom.number(control, "min");
        let minimum = given.or(is_range.then_some(0.0));
        let maximum = dom.number(control, "max").or(is_range.then_some(100.0));
        // A range whose end is before its beginning ends where it begins.
        let maximum =
            if is_range { maximum.zip(minimum).map(|(end, start)| end.max(start)) } else { maximum };
        let is_any = dom.attribute(control, "step").is_some_and(|step| step.eq_ignore_ascii_case("any"));
        let step = dom.number(control, "step").filter(|step| *step > 0.0).unwrap_or(1.0);
        // The valid values are multiples only if the first one is.
        let base = given.or_else(|| dom.number(control, "value")).unwrap_or_default();
        let step = (is_multiple(base, step) && (is_range || !is_any)).then_some(step);
        for (name, number) in [("minimum", minimum), ("maximum", maximum), ("multipleOf", step)] {
            if let Some(number) = number {
                let digits = platform.to_string(&number.into()).map(String::from);
                json.name(name);
                json.raw(&digits.unwrap_or_default());
            }
        }
    }

    /// One value of several, or, as a list, any of them.
    fn describe_choice(&self, dom: &Dom, is_list: bool, json: &mut Json) {
        if is_list {
            json.raw("\"type\":\"array\",\"items\":{");
        }
        json.raw("\"type\":\"string\",\"anyOf\":[");
        let mut values = Json::default();
        for choice in self.choices(dom) {
            json.next();
            json.raw("{\"type\":\"string\"");
            json.member("const", &choice.value);
            if let Some(title) = choice.title {
                json.member("title", &title);
            }
            json.raw("}");
            values.next();
            values.text(&choice.value);
        }
        json.raw("],\"enum\":[");
        json.raw(&values.0);
        json.raw("]");
        if is_list {
            json.raw("},\"uniqueItems\":true");
        }
    }

    fn choices(&self, dom: &Dom) -> Vec<Choice> {
        let text = |element: &JsValue| dom.text(element, "value");
        if self.kind == Kind::Select {
            let title = |option: &JsValue| Some(dom.text(option, "textContent"));
            let options = self.options(dom);
            return options
                .iter()
                .map(|option| Choice { value: text(option), title: title(option) })
                .collect();
        }
        let title = |control: &JsValue| Some(label(dom, control)).filter(|label| !label.is_empty());
        self.controls.iter().map(|control| Choice { value: text(control), title: title(control) }).collect()
    }

    /// What the values are of: the options of a list, or else the controls.
    pub(super) fn options(&self, dom: &Dom) -> Vec<JsValue> {
        match self.controls.first() {
            Some(select) if self.kind == Kind::Select => {
                dom.list(dom.get(select, "options").as_ref()).iter().collect()
            }
            _ => self.controls.clone(),
        }
    }

    /// That of one control is its own; several have that of the `fieldset` around them all.
    fn description(&self, dom: &Dom, control: &JsValue) -> String {
        let attribute =
            |element: &JsValue, name| dom.attribute(element, name).filter(|text| !text.is_empty());
        if self.controls.len() > 1 {
            let around = dom.around(control, &self.controls);
            return around.and_then(|around| attribute(&around, DESCRIPTION)).unwrap_or_default();
        }
        attribute(control, DESCRIPTION)
            .or_else(|| Some(label(dom, control)).filter(|label| !label.is_empty()))
            .or_else(|| attribute(control, "aria-description"))
            .unwrap_or_default()
    }
}

/// A value of a parameter that has only some.
struct Choice {
    value: String,
    title: Option<String>,
}

/// The text of a control's labels.
fn label(dom: &Dom, control: &JsValue) -> String {
    let mut text = String::new();
    for (index, label) in dom.list(dom.get(control, "labels").as_ref()).iter().enumerate() {
        if index > 0 {
            text.push_str("; ");
        }
        text.push_str(trim(&dom.label_text(&label)));
    }
    text
}

/// A JSON text that is being written.
#[derive(Default)]
struct Json(String);

impl Json {
    fn raw(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Separates an item from the one before.
    fn next(&mut self) {
        if !self.0.is_empty() && !self.0.ends_with('[') {
            self.0.push(',');
        }
    }

    fn name(&mut self, name: &str) {
        self.raw(",\"");
        self.raw(name);
        self.raw("\":");
    }

    fn member(&mut self, name: &str, value: &str) {
        self.name(name);
        self.text(value);
    }

    fn text(&mut self, text: &str) {
        self.0.push('"');
        for letter in text.chars() {
            match letter {
                '"' | '\\' => {
                    self.0.push('\\');
                    self.0.push(letter);
                }
                '\0'..=' ' => self.escape(letter),
                _ => self.0.push(letter),
            }
        }
        self.0.push('"');
    }

    fn escape(&mut self, letter: char) {
        if letter == ' ' {
            return self.0.push(' ');
        }
        self.raw("\\u00");
        for shift in [4, 0] {
            self.0.push(char::from_digit((letter as u32 >> shift) & 15, 16).unwrap_or_default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn a_text_is_written_as_json() {
        let text = "a \"quoted\" \\ text,\nwith \u{1}\u{1f} é 工 😀 </script>";
        let mut json = Json::default();
        json.text(text);
        assert_eq!(serde_json::from_str::<String>(&json.0).unwrap_or_default(), text);
    }
}
