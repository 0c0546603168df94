//! The parameters of a form: each is the controls of one name.

use wasm_bindgen::JsValue;

use super::Dom;
use super::dom::trim;

/// What a parameter is, by its controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Checkbox,
    Color,
    Date,
    DateTime,
    Month,
    Number,
    Radio,
    Range,
    Select,
    Text,
    TextArea,
    Time,
    Week,
    /// A control that no tool fills in: a button, a file, a custom element.
    Unsupported,
}

/// Several controls of one name are one parameter if they are all checkboxes or all radio buttons.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) controls: Vec<JsValue>,
}

/// A form as a tool.
#[derive(Debug, Default)]
pub(super) struct Controls {
    /// In the order in which their names come first.
    pub(super) parameters: Vec<Parameter>,
    /// The first one that is not disabled.
    pub(super) button: Option<JsValue>,
}

/// Of these the value cannot be changed. The attribute `readonly` means nothing to the kinds that are named.
const FIXED: &str = ":disabled,textarea[readonly],input[readonly]:not([type=checkbox i],[type=radio i],\
    [type=range i],[type=color i],[type=hidden i],[type=submit i],[type=image i])";

impl Controls {
    pub(super) fn of(dom: &Dom, form: &JsValue) -> Self {
        let mut controls = Self::default();
        for control in dom.controls(form).iter() {
            if dom.matches(&control, FIXED) {
                continue;
            }
            if controls.button.is_none() && dom.is_submit_button(&control) {
                controls.button = Some(control.clone());
            }
            controls.add(dom, control);
        }
        controls
    }

    pub(super) fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    fn add(&mut self, dom: &Dom, control: JsValue) {
        let element = dom.local_name(&control);
        let name = dom.attribute(&control, "name").unwrap_or_default();
        let name = if element.contains('-') { name.as_str() } else { trim(&name) };
        // An `object` has a name for scripts only, and a custom element without one no part in the form.
        if element == "object" || (name.is_empty() && element.contains('-')) {
            return;
        }
        let kind = Kind::of(dom, &element, &control);
        match self.parameters.iter_mut().find(|parameter| parameter.name == name) {
            Some(parameter) => {
                if kind != parameter.kind || !matches!(kind, Kind::Checkbox | Kind::Radio) {
                    parameter.kind = Kind::Unsupported;
                }
                parameter.controls.push(control);
            }
            None => self.parameters.push(Parameter { name: name.into(), kind, controls: vec![control] }),
        }
    }
}

impl Kind {
    fn of(dom: &Dom, element: &str, control: &JsValue) -> Self {
        match element {
            "select" => Self::Select,
            "textarea" => Self::TextArea,
            "input" => Self::of_input(dom, control),
            _ => Self::Unsupported,
        }
    }

    /// By the attribute: not every browser has every kind.
    fn of_input(dom: &Dom, input: &JsValue) -> Self {
        let mut name = dom.attribute(input, "type").unwrap_or_default();
        name.make_ascii_lowercase();
        match name.as_str() {
            "checkbox" => Self::Checkbox,
            "color" => Self::Color,
            "date" => Self::Date,
            "datetime-local" => Self::DateTime,
            "month" => Self::Month,
            "number" => Self::Number,
            "radio" => Self::Radio,
            "range" => Self::Range,
            "time" => Self::Time,
            "week" => Self::Week,
            "hidden" if dom.attribute(input, DESCRIPTION).is_none_or(|text| text.is_empty()) => {
                Self::Unsupported
            }
            "button" | "file" | "image" | "reset" | "submit" => Self::Unsupported,
            _ => Self::Text,
        }
    }
}

pub(super) const DESCRIPTION: &str = "toolparamdescription";
