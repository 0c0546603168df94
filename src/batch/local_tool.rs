//! Tools that are run here: functions with a description, in a list or registered by `registerTool`.

use std::rc::Rc;

use js_sys::{Array, JsString, Object};
use wasm_bindgen::prelude::*;

use crate::callable::Callable;
use crate::context::{Browser, Follower};
use crate::convert::description::{Problem as Flaw, read_each};
use crate::engine::{LocalCall, Outcome, Running};
use crate::js;
use crate::rejection::type_error;
use crate::result;
use crate::validate::{Problem, Validate};

#[wasm_bindgen]
extern "C" {
    /// What a tool is given beside its input.
    #[wasm_bindgen(extends = Object, js_name = Object)]
    type ToolContext;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> ToolContext;
    #[wasm_bindgen(method, setter)]
    fn set_signal(this: &ToolContext, signal: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_emit(this: &ToolContext, emit: &JsValue);
}

/// A tool that is run here.
#[derive(Clone, Debug)]
pub(crate) struct LocalTool {
    pub(crate) name: JsString,
    /// What it was made known by.
    pub(crate) given: JsValue,
    /// What describes it.
    pub(crate) definition: JsValue,
    pub(crate) execute: JsValue,
    /// What its function is called as a method of.
    pub(crate) this: JsValue,
    pub(crate) takes: Takes,
}

/// What a tool's function takes after its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// `{signal, emit}`, like a tool of WebMCP.
    Context,
    /// `signal, emit`, like a tool by `Tool.define`.
    SignalAndEmit,
}

thread_local! {
    static PLUGIN: JsString = JsString::from("webmcp-exec/plugin");
}

/// Lets every copy of the package know a plugin for one: its own `execute` never rejects and tells listeners itself, so
/// that others run the function that it was made of.
pub(crate) fn mark_plugin(plugin: &JsValue, function: &JsValue, config: &JsValue) {
    js::set_hidden(plugin, &PLUGIN.with(js::symbol_for), &Array::of2(function, config));
}

impl LocalTool {
    /// Reads a definition, a tool by `defineWebTool`, or one by `Tool.define`.
    pub(crate) fn read(value: &JsValue) -> Result<Self, Flaw> {
        if !value.is_object() {
            return Err(Flaw::of_tool(" is no object"));
        }
        let member = |holder: &JsValue, key: &JsValue| js::get(holder, key).map_err(Flaw::unreadable);
        let plugin = member(value, &PLUGIN.with(js::symbol_for))?;
        let definition = match member(value, &"definition".into())? {
            definition if definition.is_object() => definition,
            _ => value.clone(),
        };
        let name = member(&definition, &"name".into())?;
        if !name.is_string() || name == "" {
            return Err(Flaw::of_tool(" has no `name` that is a string"));
        }
        let (execute, this, takes) = match plugin.dyn_into::<Array>() {
            Ok(plugin) => (plugin.get(0), plugin.get(1), Takes::SignalAndEmit),
            Err(_) => (member(&definition, &"execute".into())?, definition.clone(), Takes::Context),
        };
        if !execute.is_function() {
            return Err(Flaw::of_tool(" has no `execute` that is a function"));
        }
        let name = name.unchecked_into();
        Ok(Self { name, given: value.clone(), definition, execute, this, takes })
    }

    /// Reads a list of tools.
    ///
    /// # Errors
    /// A `TypeError` that names the index of the tool that is wrong, or the name that two of them have.
    pub(crate) fn read_list(tools: &JsValue) -> Result<Vec<Self>, JsValue> {
        let tools = read_each(tools, Self::read)?;
        for (index, tool) in tools.iter().enumerate() {
            if tools.iter().take(index).any(|before| before.name == tool.name) {
                let text = JsString::from("Two of the tools are named \"").concat(&tool.name);
                return Err(type_error(&text.concat(&"\".".into()), None));
            }
        }
        Ok(tools)
    }

    pub(crate) fn is_named(&self, name: &JsValue) -> bool {
        AsRef::<JsValue>::as_ref(&self.name) == name
    }

    /// Whether it says that it changes nothing, so that it may run beside others that say so.
    pub(crate) fn is_read_only(&self) -> bool {
        is_read_only(&js::get(&self.definition, &"annotations".into()).unwrap_or_default())
    }

    /// What is wrong with an input by the tool's schema, if both that and something to check it are there.
    pub(crate) async fn problems(
        &self,
        input: &JsValue,
        validator: Option<&Rc<dyn Validate>>,
    ) -> Vec<Problem> {
        let member = match self.takes {
            Takes::Context => "inputSchema",
            Takes::SignalAndEmit => "parameters",
        };
        let schema = js::get(&self.definition, &member.into()).unwrap_or_default();
        match validator {
            Some(validator) if !schema.is_undefined() => validator.validate(&schema, input).await,
            _ => Vec::new(),
        }
    }

    /// Runs it.
    pub(crate) async fn run(
        &self,
        call: &LocalCall<Browser>,
        running: Running<'_, Browser>,
    ) -> Outcome<JsValue> {
        let follower = Follower::of(call.limits.signal.as_ref());
        let signal = follower.as_ref().map(Follower::signal).unwrap_or_default();
        let emit = running.observed.emit().unwrap_or_else(js::nothing);
        let arguments = match self.takes {
            Takes::SignalAndEmit => Array::of3(&call.input, &signal, &emit),
            Takes::Context => {
                let context = ToolContext::new();
                context.set_signal(&signal);
                context.set_emit(&emit);
                Array::of2(&call.input, &context)
            }
        };
        let callable = Callable::new(self.execute.clone(), self.this.clone());
        running.begin();
        let settled = callable.call(&arguments, running.observed).await;
        if let Some(follower) = &follower {
            follower.end();
        }
        match settled {
            Ok(value) if self.is_failure(&value) => Outcome::Failed {
                raw: Some(value.clone()),
                result: value.clone(),
                cause: None,
                value: Some(value),
            },
            Ok(value) => Outcome::returned(value),
            Err(error) => Outcome::threw(error),
        }
    }

    /// Whether what it returned says that it failed: a whole result with `isError`, or what a plugin has for that.
    fn is_failure(&self, value: &JsValue) -> bool {
        match self.takes {
            Takes::Context => result::is_result(value) && result::is_error(value),
            Takes::SignalAndEmit => {
                value.is_object() && js::get(value, &"success".into()).is_ok_and(|success| success == false)
            }
        }
    }
}

/// Whether annotations say that a tool changes nothing.
pub(crate) fn is_read_only(annotations: &JsValue) -> bool {
    let says = |hint: &str| js::get(annotations, &hint.into()).is_ok_and(|hint| hint == true);
    js::is_object_like(annotations) && says("readOnlyHint") && !says("consequentialHint")
}
