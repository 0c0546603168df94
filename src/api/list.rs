//! `list_tools`: what there is to call.

use js_sys::JsString;
use serde_json::{Map, Value};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Window;

use super::call_options::CallOptions;
use super::error::Error;
use super::json::json_of;
use crate::context::{Browser, Provider, describe};
use crate::engine::{self, Outcome};
use crate::js;

/// A tool as the page offers it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolInfo {
    /// Its name.
    pub name: String,
    /// Its name for people, if it has one.
    pub title: Option<String>,
    /// What it does.
    pub description: String,
    /// The JSON Schema of its arguments, if it has one.
    pub input_schema: Option<Value>,
    /// Hints about it, such as `readOnlyHint`.
    pub annotations: Map<String, Value>,
    /// The origin of its document.
    pub origin: String,
    /// Whether its document is this one.
    pub own: bool,
    /// The window of its document.
    pub window: Window,
    /// The tool as the browser listed it.
    pub tool: JsValue,
}

impl ToolInfo {
    /// Whether it says that it changes nothing.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.annotations.get("readOnlyHint") == Some(&Value::Bool(true))
    }

    /// Options that choose this tool among others of its name.
    pub fn options(&self) -> CallOptions {
        let options = CallOptions::new().window(&self.window);
        if self.own { options } else { options.origin(&self.origin) }
    }

    fn of(tool: JsValue) -> Self {
        let listed = describe(tool);
        let read = |member: &str| js::get(&listed.tool, &member.into()).unwrap_or_default();
        let text = |value: JsValue| value.dyn_ref::<JsString>().map(String::from);
        // Builds up to 153 list the schema as JSON text.
        let input_schema = match read("inputSchema") {
            schema if schema.is_string() => js::json_parse(&schema).unwrap_or_default(),
            schema => schema,
        };
        Self {
            name: text(read("name")).unwrap_or_default(),
            title: text(read("title")).filter(|title| !title.is_empty()),
            description: text(read("description")).unwrap_or_default(),
            input_schema: json_of(&input_schema).ok().filter(|schema| !schema.is_null()),
            annotations: match json_of(&read("annotations")) {
                Ok(Value::Object(annotations)) => annotations,
                _ => Map::new(),
            },
            origin: text(listed.origin).unwrap_or_default(),
            own: listed.own,
            window: listed.window.unchecked_into(),
            tool: listed.tool,
        }
    }
}

/// Who provides this page's `document.modelContext`; `None` where nobody does.
///
/// ```no_run
/// match webmcp_exec::provider() {
///     Some(provider) => println!("WebMCP by {}", provider.as_str()),
///     None => println!("no WebMCP, and no polyfill"),
/// }
/// ```
#[must_use]
pub fn provider() -> Option<Provider> {
    Browser.provider()
}

/// Lists the tools that a call by name finds: those of this document and of the others that the browser lists.
///
/// Of the options, `signal`, `timeout` and `from_origins` matter (and `origin` as far as it stands for that).
///
/// # Errors
/// Where the page has no WebMCP, or what it has does not list its tools.
///
/// ```no_run
/// # async fn example() -> Result<(), webmcp_exec::Error> {
/// use webmcp_exec::{CallOptions, list_tools};
///
/// for tool in list_tools(CallOptions::new()).await? {
///     println!("{}: {}", tool.name, tool.description);
/// }
/// # Ok(())
/// # }
/// ```
pub async fn list_tools(options: CallOptions) -> Result<Vec<ToolInfo>, Error> {
    let options = options.read()?;
    let listing = match options.is_too_late() {
        true => Err(Outcome::TimedOut { after_ms: 0.0, dispatched: false }),
        false => {
            let from = options.scope.from.as_ref();
            engine::list(&Browser, from, &options.limits).await
        }
    };
    match listing {
        Ok(listing) => Ok(listing.tools().iter().map(ToolInfo::of).collect()),
        Err(outcome) => Error::of("", outcome).map_or(Ok(Vec::new()), Err),
    }
}
