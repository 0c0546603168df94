//! The run of a form: it is filled in, and submitted by itself or by a person; what becomes of that is the answer.

use js_sys::{Array, Function, JsString};
use wasm_bindgen::JsValue;

use super::controls::Controls;
use super::dom::trim;
use super::values::values;
use super::watch::submits_itself;
use crate::polyfill::ModelContext;
use crate::polyfill::run_tool::{Execution, Run};
use crate::polyfill::webidl::{concat, is_object};
use crate::table::Key;

const NO_OBJECT: &str = "JSON input arguments must be an object";
const NO_BUTTON: &str =
    "No submit button was found, but for a form without `toolautosubmit`, there must be a submit button";
const NO_RESPONSE: &str = "The site has a programming error: it called preventDefault() on the 'submit' event, \
    without also calling respondWith() with the tool result";
const REFUSED: &str = "respondWith promise was rejected";
const UNSERIALIZABLE: &str =
    "respondWith promise resolved with an object that could not be serialized to JSON";
const RESET: &str = "Tool execution cancelled by a form reset";

/// A form that is being run.
#[derive(Clone, Debug)]
pub(crate) struct FormRun {
    form: JsValue,
    button: Option<JsValue>,
    /// The event of a submission of which is not known yet how it ends.
    submission: Option<JsValue>,
}

impl ModelContext {
    pub(crate) fn run_form(
        &self,
        form: &JsValue,
        name: &JsString,
        input: &JsString,
        settled: Function,
    ) -> Option<Key> {
        let controls = Controls::of(&self.dom, form);
        let submits_itself = submits_itself(&self.dom, form);
        let input = self.platform.parse(input).ok().flatten();
        let values = match input.filter(|input| is_object(input) && !Array::is_array(input)) {
            None => Err(NO_OBJECT.into()),
            Some(_) if controls.button.is_none() && !submits_itself => Err(NO_BUTTON.into()),
            Some(input) => values(&self.platform, &self.dom, &controls, &input),
        };
        let values = match values {
            Ok(values) => values,
            Err(message) => {
                self.queue_activation(name);
                self.fail(&settled, &message);
                return None;
            }
        };

        let run = FormRun { form: form.clone(), button: controls.button.clone(), submission: None };
        let run = Run { tool: name.clone(), execution: Execution::Form(run), settled };
        let key = self.runs.with(|runs| runs.insert(run));
        // Chromium never settles the call that was waiting.
        if let Some(Some(earlier)) = self.with_form(form, |known| known.run.replace(key)) {
            self.finish(earlier, Err(""));
        }
        for (parameter, value) in values {
            parameter.fill(&self.dom, &value);
        }
        // A listener may have made it another tool.
        if self.form_run(key).is_some() {
            let button = controls.button.as_ref();
            self.dom.start(form, button, key.index, key.generation);
            match button {
                Some(button) if !submits_itself => self.dom.call(button, "focus"),
                _ => {
                    self.dom.submit(form, button);
                    self.attempted(key, None);
                }
            }
        }
        self.queue_activation(name);
        Some(key)
    }

    fn form_run(&self, key: Key) -> Option<FormRun> {
        self.runs.with(|runs| match &runs.get_mut(key)?.execution {
            Execution::Form(run) => Some(run.clone()),
            Execution::Function(_) => None,
        })
    }

    fn set_submission(&self, key: Key, submission: Option<JsValue>) {
        self.runs.with(|runs| {
            if let Some(Run { execution: Execution::Form(run), .. }) = runs.get_mut(key) {
                run.submission = submission;
            }
        });
    }

    fn is_submitting(&self, key: Key) -> bool {
        self.form_run(key).is_some_and(|run| run.submission.is_some())
    }

    /// A run that is being submitted has its answer from that, whatever becomes of the form meanwhile.
    pub(super) fn fail_waiting_form(&self, key: Key, message: &str) {
        if !self.is_submitting(key) {
            self.finish(key, Err(message));
        }
    }

    /// A form is being submitted. What its page makes of that is known when the event has been everywhere.
    pub(crate) fn submitting(&self, key: Key, event: JsValue) {
        self.set_submission(key, Some(event.clone()));
        self.queue(move |context| {
            let response = context.dom.close(&event);
            context.set_submission(key, None);
            match response {
                Some(response) => context.dom.follow(&response, key.index, key.generation),
                None if context.dom.is_prevented(&event) => context.finish(key, Err(NO_RESPONSE)),
                None => context.submitted(key),
            }
        });
    }

    /// A form has been submitted to where its page is not asked: there is no result.
    pub(crate) fn submitted(&self, key: Key) {
        self.finish(key, Ok(&JsValue::NULL));
    }

    /// A submission may have been tried that the form's validity refuses: then there is no submit event.
    pub(crate) fn attempted(&self, key: Key, event: Option<JsValue>) {
        if self.is_submitting(key) {
            return;
        }
        self.queue(move |context| {
            let is_prevented = event.is_some_and(|event| context.dom.is_prevented(&event));
            let run = context.form_run(key).filter(|run| run.submission.is_none() && !is_prevented);
            let Some(run) = run else { return };
            let message = context.validation_message(&run.form);
            if !message.is_empty() {
                context.finish(key, Err(&concat(&["Form validation failed: ", &message])));
            }
        });
    }

    /// What the browser says of the controls that are not valid.
    fn validation_message(&self, form: &JsValue) -> String {
        let dom = &self.dom;
        let mut message = String::new();
        for control in dom.controls(form).iter() {
            if dom.local_name(&control) != "fieldset" && dom.matches(&control, ":invalid") {
                message.push_str(trim(&dom.attribute(&control, "name").unwrap_or_default()));
                message.push_str(": ");
                message.push_str(&dom.text(&control, "validationMessage"));
                message.push_str(". ");
            }
        }
        message
    }

    /// A form is being reset, unless its page keeps it from that.
    pub(crate) fn resetting(&self, key: Key, event: JsValue) {
        self.queue(move |context| {
            if !context.dom.is_prevented(&event) {
                context.finish(key, Err(RESET));
            }
        });
    }

    /// The page's response has been fulfilled.
    pub(crate) fn responded(&self, key: Key, value: &JsValue) {
        if self.form_run(key).is_none() {
            return;
        }
        match self.text_of(value) {
            Ok(text) => self.finish(key, Ok(&text)),
            Err(_) => self.finish(key, Err(UNSERIALIZABLE)),
        }
    }

    /// The page's response has been rejected.
    pub(crate) fn refused(&self, key: Key, error: &JsValue) {
        if self.form_run(key).is_some() {
            self.finish(key, Err(REFUSED));
            self.dom.report(error);
        }
    }

    /// Lets go of the form of a run that has ended.
    pub(crate) fn let_go(&self, key: Key, run: &FormRun) {
        self.with_form(&run.form, |known| {
            if known.run == Some(key) {
                known.run = None;
            }
        });
        self.dom.stop(&run.form, run.button.as_ref());
    }

    /// This document goes away, and where a submission is the reason, that is the answer.
    pub(crate) fn abandon_form(&self, run: &FormRun, settled: &Function) {
        match &run.submission {
            Some(event) if !self.dom.is_prevented(event) => {
                self.platform.tell(settled, None, &JsValue::NULL);
            }
            _ => self.fail(settled, ""),
        }
    }
}
