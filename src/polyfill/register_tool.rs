//! `registerTool(tool, options)`.
//!
//! <https://webmachinelearning.github.io/webmcp/#dom-modelcontext-registertool>

use js_sys::{JsString, Promise};
use wasm_bindgen::JsValue;

use super::ModelContext;
use super::channels::Change;
use super::documents::ToolRecord;
use super::names::Member;
use super::origin::is_potentially_trustworthy;
use super::platform::Deferred;
use super::registry::is_valid_name;
use super::webidl::{Dictionary, Operation, concat};

/// A tool of this document.
#[derive(Debug)]
pub(super) struct Tool {
    pub(super) record: ToolRecord,
    pub(super) implementation: Implementation,
    /// Whether `getTools` shows it: a schema whose `toJSON` gives no object hides a tool, as it does natively.
    pub(super) is_listed: bool,
    /// The origins whose documents may see and call it, too.
    pub(super) exposed_to: Vec<JsString>,
    /// The promise of `registerTool`, until it is settled.
    pub(super) registering: Option<Deferred>,
}

/// What runs when a tool is called.
#[derive(Clone, Debug)]
pub(super) enum Implementation {
    /// The callback of an imperative tool.
    Function(JsValue),
    /// The form of a declarative one.
    Form(JsValue),
}

impl Tool {
    pub(super) fn new(record: ToolRecord, implementation: Implementation) -> Self {
        Self { record, implementation, is_listed: true, exposed_to: Vec::new(), registering: None }
    }

    pub(super) fn is_exposed_to(&self, origin: &JsString) -> bool {
        self.exposed_to.contains(origin)
    }

    /// Whether a document of another origin that asks now lists it. One whose change is still to be told comes by that.
    pub(super) fn is_listed_to(&self, origin: &JsString) -> bool {
        self.is_listed && self.registering.is_none() && self.is_exposed_to(origin)
    }
}

/// <https://webmachinelearning.github.io/webmcp/#dictdef-modelcontexttool>
struct ModelContextTool {
    annotations: Option<JsValue>,
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
    pub(super) fn register_tool(&self, present: u32, tool: &JsValue, options: &JsValue) -> Promise {
        let registering = self.platform.deferred();
        let promise = registering.promise();
        let operation = self.operation("registerTool");
        match operation.require_argument(present).and_then(|()| self.prepare(operation, tool, options)) {
            Ok((name, tool, signal)) => self.register(&name, tool, signal, registering),
            Err(reason) => registering.reject(&reason),
        }
        promise
    }

    /// Whether a tool of this name is registered.
    pub(super) fn has(&self, name: &str) -> bool {
        self.tools.with(|tools| tools.contains(name))
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
        self.require_permission()?;

        let name = String::from(&tool.name);
        if self.has(&name) {
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
        let exposed_to = self.secure_origins(&options.exposed_to, "exposedTo")?;

        let is_listed = input_schema.as_ref().is_none_or(is_json_of_object);
        let record = self.platform.tool_record(
            &tool.name,
            &tool.title.unwrap_or_default(),
            &tool.description,
            input_schema.as_ref(),
            tool.annotations.as_ref(),
        );
        let implementation = Implementation::Function(tool.execute);
        let tool = Tool { is_listed, exposed_to, ..Tool::new(record, implementation) };
        Ok((name, tool, options.signal))
    }

    fn register(&self, name: &str, mut tool: Tool, signal: Option<JsValue>, registering: Deferred) {
        // The schema's own `toJSON` may have taken the name since it was looked for.
        if self.has(name) {
            return registering.reject(&self.invalid_state(DUPLICATE));
        }
        tool.registering = Some(registering);
        if let Implementation::Function(execute) = &tool.implementation {
            self.platform.pass_on(&tool.record, execute);
        }
        let (exposed_to, change) = (tool.exposed_to.clone(), Change::Added(tool.record.clone()));
        let Some(registration) = self.tools.with(|tools| tools.insert(name, tool)) else { return };
        if let Some(signal) = signal {
            // Where the page has put a throwing `addEventListener` on its own signal, nothing unregisters.
            let _ = self.platform.on_unregister(&signal, registration);
        }
        if !exposed_to.is_empty() {
            self.announce();
        }
        self.queue_change(exposed_to, change, move |context| {
            let registering = context.tools.with(|tools| tools.get_mut(registration)?.registering.take());
            if let Some(registering) = registering {
                registering.resolve(&JsValue::UNDEFINED);
            }
        });
    }

    /// The signal of a registration has been aborted: the tool goes at once, calls of it run on.
    pub(super) fn unregister(&self, registration: u32, reason: &JsValue) {
        let Some(tool) = self.remove_tool(registration) else { return };
        self.platform.take_back(&tool.record.name());
        if let Some(registering) = tool.registering {
            registering.reject(reason);
        }
        self.register_waiting_forms();
    }

    /// Adds a tool that no call of `registerTool` waits for; gives its registration, if the name is free.
    pub(super) fn add_tool(&self, name: &str, tool: Tool) -> Option<u32> {
        let change = Change::Added(tool.record.clone());
        let registration = self.tools.with(|tools| tools.insert(name, tool))?;
        self.queue_change(Vec::new(), change, |_| {});
        Some(registration)
    }

    /// Ends a registration; `None` where it has ended before.
    pub(super) fn remove_tool(&self, registration: u32) -> Option<Tool> {
        let tool = self.tools.with(|tools| tools.remove(registration))?;
        self.queue_change(tool.exposed_to.clone(), Change::Removed(tool.record.name()), |_| {});
        Some(tool)
    }

    /// The origins of a list of addresses, without our own. Refuses what is not potentially trustworthy.
    pub(super) fn secure_origins(
        &self,
        urls: &[JsString],
        list: &'static str,
    ) -> Result<Vec<JsString>, JsValue> {
        let own = self.platform.origin();
        let mut origins = Vec::new();
        for url in urls {
            let origin = self.platform.origin_of(url).unwrap_or_default();
            if !is_potentially_trustworthy(&String::from(&origin)) {
                let message = concat(&["Only secure origins are allowed in the ", list, " list."]);
                return Err(self.platform.exception("SecurityError", &message));
            }
            if origin != own {
                origins.push(origin);
            }
        }
        Ok(origins)
    }

    fn invalid_state(&self, message: &str) -> JsValue {
        self.platform.exception("InvalidStateError", message)
    }
}

const DUPLICATE: &str = "Duplicate tool name";

impl ModelContextTool {
    fn from_js(dictionary: &Dictionary<'_, '_>) -> Result<Self, JsValue> {
        Ok(Self {
            annotations: dictionary.annotations()?,
            description: dictionary.required_string(Member::Description)?,
            execute: dictionary.required_function(Member::Execute)?,
            input_schema: dictionary.object(Member::InputSchema)?,
            name: dictionary.required_string(Member::Name)?,
            title: dictionary.string(Member::Title)?.map(|title| to_usv_string(&title)),
        })
    }
}

impl ModelContextRegisterToolOptions {
    fn from_js(dictionary: &Dictionary<'_, '_>) -> Result<Self, JsValue> {
        Ok(Self {
            exposed_to: dictionary.strings(Member::ExposedTo)?.unwrap_or_default(),
            signal: dictionary.abort_signal(Member::Signal)?,
        })
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
