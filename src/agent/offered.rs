//! The tools that a model is offered: those that the caller gives, the registered ones, and the page's.

use js_sys::{Array, JsString};
use wasm_bindgen::JsValue;

use super::Agent;
use crate::batch::Place;
use crate::batch::local_tool::{LocalTool, is_read_only};
use crate::batch::registered;
use crate::context::{Browser, describe};
use crate::convert::alias_names::MODEL;
use crate::convert::aliases::{Aliases, Before};
use crate::convert::{ToolDescription, mcp};
use crate::engine::{self, Limits, Listed, Outcome, Scope};
use crate::js;

/// A tool that is offered.
#[derive(Debug)]
pub(super) struct Offered {
    /// The name by which the model calls it.
    alias: JsValue,
    pub(super) name: JsValue,
    /// What describes it, under its own name.
    pub(super) tool: JsValue,
    pub(super) place: Place,
    /// The one document that is meant, for a tool of the page.
    pub(super) scope: Scope<JsValue>,
    pub(super) is_read_only: bool,
}

/// The tools of one step. They are listed for each: a page changes.
#[derive(Debug)]
pub(super) struct Tools {
    all: Vec<Offered>,
    aliases: Aliases,
}

impl Tools {
    /// Lists them. Those of earlier steps keep their names, and nobody else gets them.
    ///
    /// # Errors
    /// The rejection, if the signal has fired or a tool of the caller's cannot be described.
    pub(super) async fn list(agent: &Agent, before: Option<&Before>) -> Result<Self, JsValue> {
        let mut tools = Vec::new();
        let registered = registered::all();
        for tool in agent.tools.iter().chain(&registered) {
            if !is_among(tools.iter(), &tool.name) {
                tools.push(Offered::of(tool)?);
            }
        }
        let here = tools.len();
        for tool in page_tools(agent).await? {
            let tool = Offered::of_page(tool, agent);
            tools.extend(tool.filter(|it| !is_among(tools.iter().take(here), &it.name)));
        }
        tools.retain(|tool| agent.offers(&tool.tool));
        let described: Array = tools.iter().map(|tool| &tool.tool).collect();
        let aliases = Aliases::of(&described, before, MODEL)?;
        for tool in &mut tools {
            let alias = aliases.alias_of(&tool.tool);
            if alias.is_string() {
                tool.alias = alias;
            }
        }
        Ok(Self { all: tools, aliases })
    }

    /// What the next step has to know of this one.
    pub(super) fn into_before(self) -> Before {
        Before::own(self.aliases)
    }

    /// The tools as the model is told of them.
    pub(super) fn for_model(&self) -> Array {
        self.all.iter().map(Offered::for_model).collect()
    }

    /// The tool that a model means.
    pub(super) fn find(&self, alias: &JsValue) -> Option<&Offered> {
        self.all.iter().find(|tool| tool.alias == *alias)
    }

    pub(super) fn names(&self) -> Vec<JsValue> {
        self.all.iter().map(|tool| tool.alias.clone()).collect()
    }
}

fn is_among<'a>(mut tools: impl Iterator<Item = &'a Offered>, name: &JsValue) -> bool {
    tools.any(|tool| tool.name == *name)
}

/// The page's own list; none where there is no WebMCP, or none that can be had.
async fn page_tools(agent: &Agent) -> Result<Array, JsValue> {
    let limits = Limits { timeout_ms: agent.options.limits.timeout_ms, ..agent.until_aborted() };
    match engine::list(&Browser, agent.options.scope.from.as_ref(), &limits).await {
        Ok(listing) => Ok(listing.tools().clone()),
        Err(aborted @ Outcome::Aborted { .. }) => Err(super::rejected(&aborted)),
        Err(_) => Ok(Array::new()),
    }
}

impl Offered {
    fn of(tool: &LocalTool) -> Result<Self, JsValue> {
        let mut description = ToolDescription::read(&tool.definition).map_err(|problem| {
            problem.into_error(&JsString::from(" \"").concat(&tool.name).concat(&"\"".into()))
        })?;
        // It may be called otherwise by now.
        description.name = tool.name.clone().into();
        Ok(Self {
            alias: tool.name.clone().into(),
            name: tool.name.clone().into(),
            scope: Scope::default(),
            tool: mcp::tool(&description),
            is_read_only: tool.is_read_only(),
            place: Place::Here(tool.clone()),
        })
    }

    /// `None` for what no model could be told of, and for what is out of scope.
    fn of_page(tool: JsValue, agent: &Agent) -> Option<Self> {
        let description = ToolDescription::read(&tool).ok()?;
        let Listed { own, origin, window, tool } = describe(tool);
        let scope = &agent.options.scope;
        if scope.origin.as_ref().is_some_and(|it| *it != origin)
            || scope.window.as_ref().is_some_and(|it| *it != window)
        {
            return None;
        }
        let described = mcp::tool(&description);
        js::set(&described, "origin", &origin);
        js::set(&described, "own", &own.into());
        // Nothing that lists members, such as `JSON.stringify`, can do with a window.
        js::set_hidden(&described, &"window".into(), &window);
        Some(Self {
            alias: description.name.clone(),
            name: description.name,
            tool: described,
            is_read_only: is_read_only(&js::get(&tool, &"annotations".into()).unwrap_or_default()),
            place: Place::Page,
            scope: Scope { origin: None, window: Some(window), from: scope.from.clone() },
        })
    }

    fn for_model(&self) -> JsValue {
        if self.alias == self.name {
            return self.tool.clone();
        }
        let offered: JsValue = js::shallow_copy(&self.tool).unwrap_or_default().into();
        js::set(&offered, "name", &self.alias);
        js::set_hidden(
            &offered,
            &"window".into(),
            &js::get(&self.tool, &"window".into()).unwrap_or_default(),
        );
        offered
    }
}

impl Agent {
    /// Whether a tool is to be offered; one of which the caller's function cannot say it is not.
    fn offers(&self, tool: &JsValue) -> bool {
        let Some(filter) = &self.filter else { return true };
        match js::apply(filter, &JsValue::UNDEFINED, &Array::of1(tool)) {
            Ok(offers) => offers.is_truthy(),
            Err(error) => {
                js::report_error(&error);
                false
            }
        }
    }
}
