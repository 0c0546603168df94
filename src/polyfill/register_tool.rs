//! `registerTool(tool, options)`.
//!
//! <https://webmachinelearning.github.io/webmcp/#dom-modelcontext-registertool>

use js_sys::{JsString, Promise};
use wasm_bindgen::JsValue;

use super::ModelContext;
use super::documents::{Annotations, ToolRecord};
use super::names;
use super::origin::is_potentially_trustworthy;
use super::platform::Deferred;
use super::registry::is_valid_name;
use super::webidl::{Dictionary, Operation};

/// A tool of this document.
#[derive(Debug)]
pub(super) struct Tool {
    pub(super) record: ToolRecord,
    pub(super) execute: JsValue,
    /// Whether `getTools` shows it: a schema whose `toJSON` gives no object hides a tool, as it does natively.
    pub(super) is_listed: bool,
    /// The promise of `registerTool`, until it is settled.
    registering: Option<Deferred>,
}

/// <https://webmachinelearning.github.io/webmcp/#dictdef-modelcontexttool>
struct ModelContextTool {
    annotations: Option<Annotations>,
    description: JsString,
    execute: JsValue,
    input_schema: Option<JsValue>,
    name: JsString,
    title: Option<JsString>,
}

/// <https://webmachinelearning.github.io/webmcp/#dictdef-modelcontextregistertooloptions>
struct ModelContextRegisterToolOptions {
    exposed_to: Vec<JsString>,
    signal: Option<JsValue>,
}

impl ModelContext {
    pub(super) fn register_tool_steps(&self, present: u32, tool: &JsValue, options: &JsValue) -> Promise {
        let registering = self.platform.deferred();
        let promise = registering.promise();
        let operation = Operation { platform: &self.platform, name: "registerTool" };
        match operation.require_argument(present).and_then(|()| self.prepare(operation, tool, options)) {
            Ok((name, tool, signal)) => self.register(&name, tool, signal, registering),
            Err(reason) => registering.reject(&reason),
        }
        promise
    }

    /// Converts the arguments and makes every check, in Chromium's order.
    fn prepare(
        &self,
        operation: Operation<'_>,
        tool: &JsValue,
        options: &JsValue,
    ) -> Result<(String, Tool, Option<JsValue>), JsValue> {
        let tool = ModelContextTool::from_js(&operation.dictionary(tool, "ModelContextTool")?)?;
        let options = operation.optional_dictionary(options, "ModelContextRegisterToolOptions")?;
        let options = ModelContextRegisterToolOptions::from_js(&options)?;

        let name = String::from(&tool.name);
        if self.tools.borrow().contains(&name) {
            return Err(self.invalid_state(DUPLICATE));
        }
        if !is_valid_name(&name) {
            return Err(self.invalid_state("Invalid tool name"));
        }
        if tool.description.is_falsy() {
            return Err(self.invalid_state("Description is required"));
        }
        let input_schema = tool.input_schema.as_ref();
        let input_schema =
            input_schema.map(|schema| operation.json_text(schema, "input schema")).transpose()?;
        if let Some(signal) = &options.signal
            && self.platform.is_aborted(signal)
        {
            return Err(self.platform.abort_reason(signal));
        }
        self.require_secure_origins(&options.exposed_to, "exposedTo")?;

        let record = ToolRecord::new();
        record.set_name(&tool.name);
        record.set_title(&tool.title.unwrap_or_default());
        record.set_description(&tool.description);
        if let Some(annotations) = &tool.annotations {
            record.set_annotations(annotations);
        }
        let is_listed = input_schema.as_ref().is_none_or(is_json_of_object);
        if let Some(input_schema) = &input_schema {
            record.set_input_schema(input_schema);
        }
        Ok((name, Tool { record, execute: tool.execute, is_listed, registering: None }, options.signal))
    }

    fn register(&self, name: &str, mut tool: Tool, signal: Option<JsValue>, registering: Deferred) {
        // The schema's own `toJSON` may have taken the name since it was looked for.
        if self.tools.borrow().contains(name) {
            return registering.reject(&self.invalid_state(DUPLICATE));
        }
        tool.registering = Some(registering);
        let Some(registration) = self.tools.borrow_mut().insert(name, tool) else {
            return;
        };
        if let Some(signal) = signal {
            // Where the page has put a throwing `addEventListener` on its own signal, nothing unregisters.
            let _ = self.platform.on_unregister(&signal, registration);
        }
        self.queue_change(move |context| {
            let registering =
                context.tools.borrow_mut().get_mut(registration).and_then(|tool| tool.registering.take());
            if let Some(registering) = registering {
                registering.resolve(&JsValue::UNDEFINED);
            }
        });
    }

    /// The signal of a registration has been aborted: the tool goes at once, calls of it run on.
    pub(super) fn unregister_steps(&self, registration: u32, reason: &JsValue) {
        let Some(tool) = self.tools.borrow_mut().remove(registration) else {
            return;
        };
        if let Some(registering) = tool.registering {
            registering.reject(reason);
        }
        self.queue_change(|_| {});
    }

    /// Refuses a list of origins that holds one that is not potentially trustworthy.
    pub(super) fn require_secure_origins(
        &self,
        origins: &[JsString],
        list: &'static str,
    ) -> Result<(), JsValue> {
        let is_secure = |url: &JsString| {
            let origin = self.platform.origin_of(url).map(String::from);
            origin.is_some_and(|origin| is_potentially_trustworthy(&origin))
        };
        if origins.iter().all(is_secure) {
            return Ok(());
        }
        let message = ["Only secure origins are allowed in the ", list, " list."].concat();
        Err(self.platform.exception("SecurityError", &message))
    }

    fn invalid_state(&self, message: &str) -> JsValue {
        self.platform.exception("InvalidStateError", message)
    }
}

const DUPLICATE: &str = "Duplicate tool name";

impl ModelContextTool {
    fn from_js(dictionary: &Dictionary<'_, '_>) -> Result<Self, JsValue> {
        Ok(Self {
            annotations: dictionary.read(&names::ANNOTATIONS, "ToolAnnotations", |annotations| {
                Annotations::from_js(annotations)
            })?,
            description: dictionary.required_string(&names::DESCRIPTION)?,
            execute: dictionary.required_function(&names::EXECUTE)?,
            input_schema: dictionary.object(&names::INPUT_SCHEMA)?,
            name: dictionary.required_string(&names::NAME)?,
            title: dictionary.string(&names::TITLE)?.map(|title| to_usv_string(&title)),
        })
    }
}

impl ModelContextRegisterToolOptions {
    fn from_js(dictionary: &Dictionary<'_, '_>) -> Result<Self, JsValue> {
        Ok(Self {
            exposed_to: dictionary.strings(&names::EXPOSED_TO)?.unwrap_or_default(),
            signal: dictionary.abort_signal(&names::SIGNAL)?,
        })
    }
}

impl Annotations {
    /// Reads and snapshots the hints.
    pub(super) fn from_js(dictionary: &Dictionary<'_, '_>) -> Result<Self, JsValue> {
        let hints = Self::new();
        hints.set_consequential_hint(dictionary.boolean(&names::CONSEQUENTIAL_HINT)?);
        hints.set_debugging(dictionary.boolean(&names::DEBUGGING)?);
        hints.set_read_only_hint(dictionary.boolean(&names::READ_ONLY_HINT)?);
        hints.set_untrusted_content_hint(dictionary.boolean(&names::UNTRUSTED_CONTENT_HINT)?);
        Ok(hints)
    }

    /// The same hints in an object of this realm that nobody else holds.
    pub(super) fn copy(&self) -> Self {
        let hints = Self::new();
        hints.set_consequential_hint(self.consequential_hint());
        hints.set_debugging(self.debugging());
        hints.set_read_only_hint(self.read_only_hint());
        hints.set_untrusted_content_hint(self.untrusted_content_hint());
        hints
    }
}

/// Replaces lone surrogates, which a Rust string cannot hold.
fn to_usv_string(text: &JsString) -> JsString {
    String::from(text).into()
}

/// Whether a JSON text, as `JSON.stringify` writes it, is that of an object or an array.
pub(super) fn is_json_of_object(text: &JsString) -> bool {
    let first = text.char_code_at(0);
    first == f64::from(b'{') || first == f64::from(b'[')
}
