//! `ToolRegistry`: tools of the application's own, which no page has to offer.

use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;

use super::error::Error;
use super::json::{json_of, value_of};
use super::tool_context::ToolContext;
use super::tool_definition::{ToolDefinition, mistake};
use super::tool_failure::ToolFailure;
use super::tool_function::{bad_arguments, over_json};
use crate::registry::{self, RegisteredTool, ToolFunction};

/// Tools by their ids, in the order in which they were registered. A [`Runtime`](crate::Runtime) runs them.
///
/// A clone is another handle of the same registry.
///
/// ```no_run
/// use serde::{Deserialize, Serialize};
/// use webmcp_exec::{CallOptions, Error, Runtime, ToolDefinition, ToolRegistry};
///
/// #[derive(Deserialize, Serialize)]
/// struct Repeat {
///     text: String,
///     times: usize,
/// }
///
/// # async fn example() -> Result<(), Error> {
/// let registry = ToolRegistry::new();
/// registry.register(
///     ToolDefinition::new("repeat-text", "Repeats a text.").tag("text"),
///     async |input: Repeat, _| Ok(input.text.repeat(input.times)),
/// )?;
///
/// let input = Repeat { text: "ab".to_owned(), times: 3 };
/// let answer = Runtime::new(&registry).execute("repeat-text", &input, CallOptions::new()).await?;
/// println!("{:?} after {:?}", answer.data, answer.execution_time);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct ToolRegistry(pub(super) Rc<registry::ToolRegistry>);

impl ToolRegistry {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool, run by an async closure like that of [`PageTool::register`](crate::PageTool::register). A call that
    /// is given up drops the closure's future.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] where the definition is not what it has to be, or its id is taken.
    pub fn register<A, R, F>(&self, definition: ToolDefinition, execute: F) -> Result<(), Error>
    where
        A: DeserializeOwned + 'static,
        R: Serialize,
        F: AsyncFn(A, ToolContext) -> Result<R, ToolFailure> + 'static,
    {
        let execute = over_json(execute);
        self.add(
            &definition,
            ToolFunction::of_rust(move |params, context| {
                let running = json_of(&params).map(|input| execute(input, ToolContext::of(&context)));
                async move {
                    let returned = match running {
                        Ok(running) => running.await,
                        Err(problem) => Err(bad_arguments(&problem)),
                    };
                    Ok(value_of(&answer(returned)))
                }
            }),
        )
    }

    /// Adds a tool that only a server has: calls of it go to [`RuntimeOptions::remote`](crate::RuntimeOptions::remote).
    ///
    /// # Errors
    /// [`Error::InvalidInput`] where the definition is not what it has to be or not that of a server's tool, or its id
    /// is taken.
    pub fn register_elsewhere(&self, definition: ToolDefinition) -> Result<(), Error> {
        self.add(&definition, ToolFunction::elsewhere())
    }

    fn add(&self, definition: &ToolDefinition, function: ToolFunction) -> Result<(), Error> {
        self.0.register(definition.read()?, function).map_err(|error: JsValue| mistake(&error))
    }

    /// Takes a tool out; whether there was one. Its calls that are under way go on.
    pub fn unregister(&self, id: &str) -> bool {
        self.0.unregister(id)
    }

    /// Takes all tools out.
    pub fn clear(&self) {
        self.0.clear();
    }

    /// Whether there is a tool of that id.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.0.has(id)
    }

    /// The definition of a tool.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<ToolDefinition> {
        self.0.get(id).map(|tool| ToolDefinition::of(&tool.definition))
    }

    /// The definitions of all tools, in the order in which they were registered.
    #[must_use]
    pub fn list(&self) -> Vec<ToolDefinition> {
        definitions(&self.0.list())
    }

    /// The definitions of the tools of a category.
    #[must_use]
    pub fn find_by_category(&self, category: &str) -> Vec<ToolDefinition> {
        definitions(&self.0.find_by_category(category))
    }

    /// The definitions of the tools with a tag.
    #[must_use]
    pub fn find_by_tag(&self, tag: &str) -> Vec<ToolDefinition> {
        definitions(&self.0.find_by_tag(tag))
    }
}

fn definitions(tools: &[Rc<RegisteredTool>]) -> Vec<ToolDefinition> {
    tools.iter().map(|tool| ToolDefinition::of(&tool.definition)).collect()
}

/// What a tool of a catalogue returns.
fn answer(returned: Result<Value, ToolFailure>) -> Value {
    match returned {
        Ok(data) => json!({ "success": true, "data": data }),
        Err(ToolFailure { code, message, suggestion }) => {
            // A failure has to say something.
            let error = if message.is_empty() { "The tool failed.".to_owned() } else { message };
            let mut failure = json!({ "success": false, "error": error, "errorCode": code.as_str() });
            if let (Some(suggestion), Some(members)) = (suggestion, failure.as_object_mut()) {
                members.insert("suggestion".to_owned(), suggestion.into());
            }
            failure
        }
    }
}
