//! `createMcpToolHandlers`: page tools as those of an MCP server.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, JsString, Promise};
use wasm_bindgen::prelude::*;

use super::adapter::{Adapter, AdapterCall};
use super::convert::option;
use super::list_tools::list_tools;
use crate::convert::alias_names::TOOL;
use crate::convert::aliases::{Aliases, Before, Target};
use crate::convert::description::read_list;
use crate::convert::items::items;
use crate::convert::mcp;
use crate::convert::pieces::json;
use crate::convert::results::result_of;
use crate::js::{self, member, object_of};
use crate::part::in_part;
use crate::promise::{Settlement, promise, settled, settled_call};
use crate::rejection::{self, type_error};
use crate::result;

/// JSON-RPC's code for wrong parameters, which MCP has for unknown tools.
const INVALID_PARAMS: i32 = -32602;

/// Handlers by method; `types/adapters.d.ts` has the contract.
///
/// # Errors
/// A `TypeError` that names the option that is wrong.
#[wasm_bindgen(js_name = createMcpToolHandlers)]
pub fn create_mcp_tool_handlers(options: &JsValue) -> Result<JsValue, JsValue> {
    in_part!("models" "07": handlers(options: &JsValue) -> Result<JsValue, JsValue>)
}

fn handlers(options: &JsValue) -> Result<JsValue, JsValue> {
    let tools = option(options, "tools")?;
    if tools.as_ref().is_some_and(|tools| !js::is_array(tools) && !tools.is_function()) {
        return Err(type_error("The option `tools` must be an array, or a function that gives one.", None));
    }
    let from_origins = option(options, "fromOrigins")?.unwrap_or_default();
    let server = Rc::new(Server {
        adapter: Adapter::read(options)?,
        tools,
        from_origins,
        aliases: RefCell::default(),
    });
    let for_calls = server.clone();
    let list = move |_request: JsValue, context: JsValue| {
        let server = server.clone();
        promise(async move { server.list(&Request::of(&context)).await })
    };
    let call = move |request: JsValue, context: JsValue| {
        let server = for_calls.clone();
        promise(async move { server.call(&member(&request, "params"), &Request::of(&context)).await })
    };
    type Handler = Closure<dyn Fn(JsValue, JsValue) -> Promise>;
    Ok(object_of(&[
        ("tools/list", &Handler::new(list).into_js_value()),
        ("tools/call", &Handler::new(call).into_js_value()),
    ]))
}

struct Server {
    adapter: Adapter,
    tools: Option<JsValue>,
    from_origins: JsValue,
    /// The names of the last list.
    aliases: RefCell<Option<Aliases>>,
}

/// What a handler is given of its request beside the parameters.
struct Request {
    signal: JsValue,
    notify: JsValue,
}

impl Request {
    /// Version 2 of the SDK has it in `mcpReq`, version 1 at the top.
    fn of(context: &JsValue) -> Self {
        match member(context, "mcpReq") {
            request if request.is_object() => {
                Self { signal: member(&request, "signal"), notify: member(&request, "notify") }
            }
            _ => Self { signal: member(context, "signal"), notify: member(context, "sendNotification") },
        }
    }
}

impl Server {
    async fn list(&self, request: &Request) -> Settlement {
        let (tools, aliases) = self.refresh(request).await?;
        let mut described = read_list(&tools)?;
        for (tool, description) in tools.iter().zip(&mut described) {
            description.name = aliases.alias_of(&tool);
        }
        let tools: Array = described.iter().map(mcp::tool).collect();
        Ok(object_of(&[("tools", &tools)]))
    }

    /// Asks for the tools there are, and names them; those that had a name keep it.
    async fn refresh(&self, request: &Request) -> Result<(Array, Aliases), JsValue> {
        let tools = match &self.tools {
            None => {
                let options = object_of(&[("signal", &request.signal), ("fromOrigins", &self.from_origins)]);
                settled(&list_tools(&options)).await?
            }
            Some(tools) if tools.is_function() => {
                settled_call(tools, &JsValue::UNDEFINED, &Array::new()).await?
            }
            Some(tools) => tools.clone(),
        };
        let tools = items(&tools, "tools")?;
        let before = self.aliases.borrow().clone().map(Before::own);
        let aliases = Aliases::of(&tools, before.as_ref(), TOOL)?;
        self.aliases.replace(Some(aliases.clone()));
        Ok((tools, aliases))
    }

    async fn call(&self, params: &JsValue, request: &Request) -> Settlement {
        let name = member(params, "name");
        let Some(target) = self.find(&name, request).await? else { return Err(unknown(&name)) };
        let token = member(&member(params, "_meta"), "progressToken");
        let on_progress = match token.is_undefined() || !request.notify.is_function() {
            true => JsValue::UNDEFINED,
            false => js::bound(&REPORT, &Array::of3(&token, &request.notify, &0.into())).into(),
        };
        let call = AdapterCall {
            alias: name.clone(),
            input: member(params, "arguments"),
            id: JsValue::UNDEFINED,
            signal: request.signal.clone(),
            on_progress,
        };
        match self.adapter.call(&target, &call).await {
            Ok(value) => Ok(sendable(&mcp::tool_result(&result_of(&value)))),
            Err(error) if member(&error, "name") == "AbortError" => Err(error),
            Err(error) if member(&error, "errorCode") == "NOT_FOUND" => Err(unknown(&name)),
            Err(error) => {
                let code = member(&error, "errorCode");
                let text = result::error_text(&error);
                Ok(match code.is_string() {
                    true => result::failure(&text, &code),
                    false => result::failed_result(&error),
                })
            }
        }
    }

    /// The tool of a name in the last list, or in a new one.
    async fn find(&self, name: &JsValue, request: &Request) -> Result<Option<Target>, JsValue> {
        let known = self.aliases.borrow().clone();
        if let Some(target) = known.as_ref().and_then(|aliases| aliases.target_of(name)) {
            return Ok(Some(target));
        }
        let (_, aliases) = self.refresh(request).await?;
        Ok(aliases.target_of(name))
    }
}

/// A copy by way of JSON: of what has none, the transport would send nothing, and the client would wait.
fn sendable(result: &JsValue) -> JsValue {
    let copy = js::json_stringify(result).and_then(|text| js::json_parse(&text.into()));
    copy.unwrap_or_else(|error| {
        let text = JsString::from("The tool's result cannot be written as JSON: ");
        result::failed_result(&text.concat(&result::error_text(&error)))
    })
}

fn unknown(name: &JsValue) -> JsValue {
    let text = JsString::from("Unknown tool \"").concat(&js::display(name)).concat(&"\"".into());
    rejection::of_protocol(&text, INVALID_PARAMS)
}

thread_local! {
    /// Bound to it: the client's token, what notifies it, the last number that it was told.
    static REPORT: Closure<dyn Fn(Array, JsValue)> = Closure::new(|bound: Array, event: JsValue| {
        let progress = next_progress(&event, &bound.get(2));
        bound.set(2, progress.clone());
        let params = object_of(&[
            ("progressToken", &bound.get(0)),
            ("progress", &progress),
            ("total", &Some(member(&event, "total")).filter(|it| it.as_f64().is_some()).unwrap_or_default()),
            ("message", &message_of(&event)),
        ]);
        let notification = object_of(&[("method", &"notifications/progress".into()), ("params", &params)]);
        // A client that is gone has no more wishes.
        if let Ok(sent) = js::apply(&bound.get(1), &JsValue::UNDEFINED, &Array::of1(&notification)) {
            js::ignore(&sent);
        }
    });
}

/// The protocol wants a number that grows: the tool's own where it does, else one more than before.
fn next_progress(event: &JsValue, last: &JsValue) -> JsValue {
    let last = last.as_f64().unwrap_or_default();
    let own = event.as_f64().or_else(|| member(event, "progress").as_f64());
    own.filter(|it| it.is_finite() && *it > last).unwrap_or(last + 1.0).into()
}

fn message_of(event: &JsValue) -> JsValue {
    let message = member(event, "message");
    if message.is_string() || event.is_string() {
        return if message.is_string() { message } else { event.clone() };
    }
    match event.is_object() && member(event, "progress").as_f64().is_none() {
        true => json(event).into(),
        false => JsValue::UNDEFINED,
    }
}
