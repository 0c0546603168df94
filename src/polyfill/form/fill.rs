//! Putting values into the controls as a person does: the control first, then the events that tell of it.
//!
//! The value goes in by the setter that the browser has on the prototype, which libraries that watch a control
//! through a property of its own do not take for their own change.

use wasm_bindgen::JsValue;

use super::Dom;
use super::controls::{Kind, Parameter};
use super::values::Value;

impl Parameter {
    pub(super) fn fill(&self, dom: &Dom, value: &Value) {
        let Some(control) = self.controls.first() else { return };
        match value {
            Value::Text(text) => fill_in(dom, control, text),
            Value::Checked(checked) => check(dom, control, *checked),
            Value::Chosen(chosen) if self.kind == Kind::Select => self.select(dom, control, chosen),
            Value::Chosen(chosen) => {
                for control in &self.controls {
                    let is_chosen = chosen.contains(&dom.text(control, "value"));
                    if is_chosen || self.kind == Kind::Checkbox {
                        check(dom, control, is_chosen);
                    }
                }
            }
        }
    }

    fn select(&self, dom: &Dom, select: &JsValue, chosen: &[String]) {
        let options = self.options(dom);
        let selected =
            || -> Vec<bool> { options.iter().map(|option| dom.is_true(option, "selected")).collect() };
        let before = selected();
        if dom.has_attribute(select, "multiple") {
            for option in &options {
                dom.set(option, "selected", &chosen.contains(&dom.text(option, "value")).into());
            }
        } else if let Some(value) = chosen.first() {
            dom.set(select, "value", &value.into());
        }
        if selected() != before {
            changed(dom, select);
        }
    }
}

fn fill_in(dom: &Dom, control: &JsValue, text: &str) {
    let before = dom.text(control, "value");
    dom.set(control, "value", &text.into());
    let after = dom.text(control, "value");
    if dom.text(control, "type") == "hidden" {
        return;
    }
    if after != before {
        changed(dom, control);
    } else if after.is_empty() {
        // Chromium says of an empty field that is left empty that there was input.
        dom.fire(control, "input", true);
    }
}

/// A click, since React hears of checkboxes and radio buttons by nothing else, and the browser fires trusted
/// `input` and `change` events for it. (Chromium fires those two alone.)
fn check(dom: &Dom, control: &JsValue, checked: bool) {
    let is_checked = || dom.is_true(control, "checked");
    if is_checked() == checked {
        return dom.fire(control, "change", false);
    }
    dom.call(control, "click");
    if is_checked() != checked {
        // The page has cancelled the click.
        dom.set(control, "checked", &checked.into());
        changed(dom, control);
    }
}

fn changed(dom: &Dom, control: &JsValue) {
    dom.fire(control, "input", true);
    dom.fire(control, "change", false);
}
