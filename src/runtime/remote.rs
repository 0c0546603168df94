//! A server that has tools: anything with the `callTool` of an MCP client.

use js_sys::{Array, Function, JsString, Object};
use wasm_bindgen::prelude::*;

use super::{answer, remote_error};
use crate::context::Signal;
use crate::convert::items::items;
use crate::engine::{Limits, Outcome};
use crate::js;
use crate::promise::settled_call;
use crate::result::{ErrorCode, is_error, tool_error_code};

/// An MCP client.
#[derive(Clone, Debug)]
pub struct Remote {
    client: JsValue,
    call_tool: JsValue,
    /// Whether its options come third, after the schema of the result: that of the SDK's first version do.
    takes_schema: bool,
}

/// One call of a server's tool.
pub(super) struct RemoteCall<'a> {
    pub(super) name: &'a JsValue,
    pub(super) params: &'a JsValue,
    pub(super) limits: &'a Limits<Signal>,
    pub(super) max_total_ms: Option<f64>,
    pub(super) signal: &'a JsValue,
    pub(super) emit: Option<&'a Function>,
}

impl Remote {
    /// The value as a client; `None` if it has no `callTool`.
    ///
    /// # Errors
    /// What it throws when it is read.
    pub fn of(client: &JsValue) -> Result<Option<Self>, JsValue> {
        if !js::is_object_like(client) {
            return Ok(None);
        }
        let call_tool = js::get(client, &"callTool".into())?;
        if !call_tool.is_function() {
            return Ok(None);
        }
        let has = |name: &str| js::member(client, name).is_function();
        let takes_schema = match js::get(&call_tool, &"length".into())?.as_f64() {
            Some(length) if length >= 3.0 => true,
            // A client of that version, whose second parameter has a default; a hand-made one has no `request`.
            Some(length) if length < 2.0 => has("request") && !has("getProtocolEra"),
            _ => false,
        };
        Ok(Some(Self { client: client.clone(), call_tool, takes_schema }))
    }

    /// Calls a tool of the server.
    ///
    /// # Errors
    /// The call's outcome, if there is no result that a tool's would be.
    pub(super) async fn call(&self, call: RemoteCall<'_>) -> Result<JsValue, Outcome<JsValue>> {
        let params = Object::new();
        js::set(&params, "name", call.name);
        js::set(&params, "arguments", call.params);
        let options = call.options();
        let arguments = match self.takes_schema {
            true => Array::of3(&params, &JsValue::UNDEFINED, &options),
            false => Array::of2(&params, &options),
        };
        match settled_call(&self.call_tool, &self.client, &arguments).await {
            Ok(result) => answer_of(&result),
            Err(error) => Err(remote_error::outcome_of(call.name, error, call.limits.timeout_ms)),
        }
    }
}

impl RemoteCall<'_> {
    /// Clients have time limits of their own (a minute, if they are not told): ours decide, and end the call first.
    fn options(&self) -> JsValue {
        /// The longest time that a timer holds.
        const NEVER: f64 = i32::MAX as f64;
        let options = Object::new();
        js::set(&options, "signal", self.signal);
        js::set(&options, "timeout", &self.limits.timeout_ms.unwrap_or(NEVER).min(NEVER).into());
        if let Some(ms) = self.max_total_ms {
            js::set(&options, "maxTotalTimeout", &ms.into());
        }
        js::set(&options, "resetTimeoutOnProgress", &self.limits.renewal.is_some().into());
        // A server tells of progress only if it is asked to.
        if let Some(emit) = self.emit {
            js::set(&options, "onprogress", emit);
        }
        options.into()
    }
}

/// A `CallToolResult` as the result of a tool of the catalogue: its structured content is the data, else its text,
/// else its blocks.
fn answer_of(result: &JsValue) -> Result<JsValue, Outcome<JsValue>> {
    if !result.is_object() || js::is_array(result) {
        let text = "The server's answer is no result of a tool.";
        return Err(answer::failed(ErrorCode::InternalError, &text.into(), None));
    }
    let content = js::member(result, "content");
    let blocks = items(&content, "blocks").unwrap_or_default();
    if is_error(result) {
        let code = tool_error_code(result).unwrap_or_default();
        let structured = js::member(result, "structuredContent");
        let text = match text_of(&blocks) {
            Some(text) if text.length() > 0 => text,
            _ => JsString::from("The server's tool failed without a word."),
        };
        return Ok(answer::failure(&text, &code, answer::suggestion_of(&structured).as_ref()));
    }
    let structured = js::get_exactly(result, &"structuredContent".into()).unwrap_or_default();
    Ok(answer::success(&match structured.is_undefined() {
        false => structured,
        true if blocks.length() == 0 => JsValue::NULL,
        true => text_of(&blocks).map_or(content, JsValue::from),
    }))
}

/// The text of blocks of text; `None` if there are others.
fn text_of(blocks: &Array) -> Option<JsString> {
    let text_of_block = |block: JsValue| {
        let text = js::member(&block, "text");
        (js::member(&block, "type") == "text" && text.is_string()).then_some(text)
    };
    let texts: Array = blocks.iter().map(text_of_block).collect::<Option<_>>()?;
    Some(texts.join("\n"))
}
