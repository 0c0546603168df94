//! Which forms are tools, and their registration.
//!
//! `form-watch.js` says what it has seen; a form is looked at again whenever something was changed that may be of
//! its definition. A form whose name is taken waits until it is free.
//!
//! In Chromium a form is a tool a task after it came, here at once: whoever lists or calls tools sees it. There,
//! too, either of two tools of one name takes the other with it when it goes, and an imperative tool that a form
//! has the name of is listed but not run; none of that is copied.

use js_sys::Array;
use wasm_bindgen::JsValue;

use super::Dom;
use super::controls::Controls;
use super::schema::input_schema;
use crate::polyfill::ModelContext;
use crate::polyfill::register_tool::{Implementation, Tool};
use crate::polyfill::registry::is_valid_name;
use crate::table::Key;

const UPDATED: &str = "Tool execution cancelled, since tool definition was updated";

/// A form that is a tool, or would be one if the name were free.
#[derive(Debug)]
pub(crate) struct FormTool {
    form: JsValue,
    /// As it was when the form was looked at last.
    definition: Definition,
    registration: Option<u32>,
    /// The run that has not ended.
    pub(super) run: Option<Key>,
}

/// What a form's registration is made of.
#[derive(Clone, Debug, PartialEq)]
struct Definition {
    name: String,
    title: String,
    description: String,
    input_schema: String,
    submits_itself: bool,
}

impl ModelContext {
    /// Takes note of forms that were found, elements that were removed, and, if anything `is_stale`, of what the
    /// known forms are like now.
    pub(crate) fn look_at_forms(&self, found: &Array, removed: &Array, is_stale: bool) {
        for form in self.known_forms() {
            // One that was moved is gone from where it was.
            let is_removed = removed.iter().any(|element| self.dom.contains(&element, &form));
            if is_removed || !is_tool(&self.dom, &form) {
                self.unregister_form(&form);
                self.forms.with(|forms| forms.retain(|known| known.form != form));
            } else if is_stale {
                let definition = Definition::of(self, &form);
                let is_other = self.with_form(&form, |known| {
                    let is_other = known.definition != definition;
                    known.definition = definition;
                    is_other
                });
                if is_other == Some(true) {
                    self.unregister_form(&form);
                }
            }
        }
        for form in found.iter() {
            if is_tool(&self.dom, &form) && self.with_form(&form, |_| ()).is_none() {
                let definition = Definition::of(self, &form);
                let known = FormTool { form, definition, registration: None, run: None };
                self.forms.with(|forms| forms.push(known));
            }
        }
        self.register_waiting_forms();
    }

    /// Registers the forms whose names are free by now.
    pub(crate) fn register_waiting_forms(&self) {
        for form in self.known_forms() {
            let waiting =
                self.with_form(&form, |known| known.registration.is_none().then(|| known.definition.clone()));
            if let Some(Some(definition)) = waiting {
                self.register_form(&form, &definition);
            }
        }
    }

    fn known_forms(&self) -> Vec<JsValue> {
        self.forms.with(|forms| forms.iter().map(|known| known.form.clone()).collect())
    }

    /// Looks at the record of a form.
    pub(super) fn with_form<R>(&self, form: &JsValue, look: impl FnOnce(&mut FormTool) -> R) -> Option<R> {
        self.forms.with(|forms| forms.iter_mut().find(|known| known.form == *form).map(look))
    }

    fn register_form(&self, form: &JsValue, definition: &Definition) {
        if !is_valid_name(&definition.name) || self.has(&definition.name) {
            return;
        }
        let record = self.platform.tool_record(
            &definition.name.as_str().into(),
            &definition.title.as_str().into(),
            &definition.description.as_str().into(),
            Some(&definition.input_schema.as_str().into()),
            None,
        );
        let tool = Tool::new(record, Implementation::Form(form.clone()));
        let registration = self.add_tool(&definition.name, tool);
        self.with_form(form, |known| known.registration = registration);
    }

    fn unregister_form(&self, form: &JsValue) {
        let Some((registration, run)) = self.with_form(form, |known| (known.registration.take(), known.run))
        else {
            return;
        };
        if let Some(run) = run {
            self.fail_waiting_form(run, UPDATED);
        }
        if let Some(registration) = registration {
            self.remove_tool(registration);
        }
    }
}

impl Definition {
    fn of(context: &ModelContext, form: &JsValue) -> Self {
        let dom = &context.dom;
        let attribute = |name| dom.attribute(form, name).unwrap_or_default();
        Self {
            name: attribute("toolname"),
            title: attribute("tooltitle"),
            description: attribute("tooldescription"),
            input_schema: input_schema(&context.platform, dom, &Controls::of(dom, form)),
            submits_itself: submits_itself(dom, form),
        }
    }
}

fn is_tool(dom: &Dom, form: &JsValue) -> bool {
    dom.is_true(form, "isConnected")
        && dom.has_attribute(form, "toolname")
        && dom.has_attribute(form, "tooldescription")
}

/// Whether a form is submitted as soon as it is filled in, and not by a person.
pub(super) fn submits_itself(dom: &Dom, form: &JsValue) -> bool {
    dom.has_attribute(form, "toolautosubmit")
}
