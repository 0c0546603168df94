//! `fromMcpTools`: the tools of an MCP server as definitions that can be registered.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::*;

use super::convert::option;
use crate::convert::ToolDescription;
use crate::convert::alias_names::TOOL;
use crate::convert::aliases::Aliases;
use crate::convert::description::read_list;
use crate::convert::items::items;
use crate::convert::web_mcp;
use crate::js::{self, member, object_of};
use crate::part::in_part;
use crate::promise::{promise, settled_call};
use crate::rejection::type_error;

/// The most pages of a list that are asked for.
const MOST_PAGES: u32 = 1000;

/// Definitions of the tools that a client's server lists; `types/adapters.d.ts` has the contract.
#[wasm_bindgen(js_name = fromMcpTools)]
pub fn from_mcp_tools(client: &JsValue, options: &JsValue) -> Promise {
    in_part!("models" "06": listed(client: &JsValue, options: &JsValue) -> Promise)
}

fn listed(client: &JsValue, options: &JsValue) -> Promise {
    let remote = match Remote::read(client, options) {
        Ok(remote) => remote,
        Err(error) => return Promise::reject(&error),
    };
    promise(async move {
        let tools = remote.list().await?;
        let aliases = Aliases::of(&tools, None, TOOL)?;
        let mut described = read_list(&tools)?;
        let definitions: Array = tools
            .iter()
            .zip(&mut described)
            .map(|(tool, description)| {
                let remote_name = std::mem::replace(&mut description.name, aliases.alias_of(&tool));
                complete(description);
                web_mcp::tool(description, &remote.executing(&remote_name))
            })
            .collect();
        Ok(definitions.into())
    })
}

/// The page's tools need a description.
fn complete(description: &mut ToolDescription) {
    if description.description.is_undefined() || description.description == "" {
        description.description = match description.title.is_undefined() {
            true => description.name.clone(),
            false => description.title.clone(),
        };
    }
}

#[derive(Clone, Debug)]
struct Remote {
    client: JsValue,
    list_tools: Function,
    call_tool: Function,
    options: JsValue,
}

impl Remote {
    fn read(client: &JsValue, options: &JsValue) -> Result<Self, JsValue> {
        // Reads nothing: it says whether they are options.
        option(options, "signal")?;
        let method = |name: &str| {
            js::get(client, &name.into()).ok().and_then(|method| method.dyn_into().ok()).ok_or_else(|| {
                type_error("The client must have the methods `listTools` and `callTool`.", None)
            })
        };
        Ok(Self {
            list_tools: method("listTools")?,
            call_tool: method("callTool")?,
            client: client.clone(),
            options: if options.is_null() { JsValue::UNDEFINED } else { options.clone() },
        })
    }

    /// All tools, page by page.
    async fn list(&self) -> Result<Array, JsValue> {
        let all = Array::new();
        let mut cursor = JsValue::UNDEFINED;
        for _ in 0..MOST_PAGES {
            let params = match cursor.is_undefined() {
                true => JsValue::UNDEFINED,
                false => object_of(&[("cursor", &cursor)]),
            };
            let arguments = Array::of2(&params, &self.options);
            let page = settled_call(&self.list_tools, &self.client, &arguments).await?;
            for tool in items(&member(&page, "tools"), "tools of the server")?.iter() {
                all.push(&tool);
            }
            let next = member(&page, "nextCursor");
            if !next.is_string() || next == cursor {
                return Ok(all);
            }
            cursor = next;
        }
        Err(type_error("The server's list of tools does not end: 1,000 pages were read.", None))
    }

    /// The function that calls a tool of the server.
    fn executing(&self, name: &JsValue) -> JsValue {
        let bound = Array::of4(&self.client, &self.call_tool, &self.options, name);
        js::bound(&EXECUTE, &bound).into()
    }
}

thread_local! {
    /// Bound to it: the client, its method, the options, the tool's name.
    static EXECUTE: Closure<dyn Fn(Array, JsValue, JsValue) -> Promise> =
        Closure::new(|bound: Array, input: JsValue, context: JsValue| {
            let called = call([0, 1, 2, 3].map(|at| bound.get(at)), &input, &context);
            called.map_or_else(|error| Promise::reject(&error), |promise| js::promise_of(&promise))
        });
}

fn call(
    [client, call_tool, options, name]: [JsValue; 4],
    input: &JsValue,
    context: &JsValue,
) -> Result<JsValue, JsValue> {
    let options: JsValue = match options.is_undefined() {
        true => object_of(&[]),
        false => js::shallow_copy(&options)?.into(),
    };
    let [signal, emit] = ["signal", "emit"].map(|key| member(context, key));
    js::set(&options, "signal", &signal);
    if emit.is_function() {
        js::set(&options, "onprogress", &emit);
    }
    let params = object_of(&[("name", &name), ("arguments", input)]);
    let arguments = match call_tool.unchecked_ref::<Function>().length() {
        // Version 1 of the SDK has the schema of the result in between.
        1 => Array::of3(&params, &JsValue::UNDEFINED, &options),
        _ => Array::of2(&params, &options),
    };
    js::apply(&call_tool, &client, &arguments)
}
