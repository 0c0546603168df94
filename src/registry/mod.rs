//! A catalogue of tools: each a definition and what runs it, under the definition's id.

mod catalogue;
mod closest;
mod function;

pub(crate) use closest::closest;
pub use function::ToolFunction;

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::JsString;
use wasm_bindgen::JsValue;

use crate::definition::{Definition, ExecutionMode};
use crate::js;
use crate::rejection;
use catalogue::Catalogue;

/// A tool of a catalogue.
#[derive(Debug)]
#[non_exhaustive]
pub struct RegisteredTool {
    /// What is said of it.
    pub definition: Definition,
    /// What runs it.
    pub function: ToolFunction,
    /// Whether the definition says more of the input than that it is an object.
    pub describes_input: bool,
}

/// Tools by their ids, in the order in which they were registered.
#[derive(Debug, Default)]
pub struct ToolRegistry {
    tools: RefCell<Catalogue<RegisteredTool>>,
}

impl ToolRegistry {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool.
    ///
    /// # Errors
    /// An `Error` that names the id if it is taken; a `TypeError` if nothing runs the tool and it is not one of a
    /// server.
    pub fn register(&self, definition: Definition, function: ToolFunction) -> Result<(), JsValue> {
        check_function(&definition, &function)?;
        let id = definition.id.clone();
        let described = js::member(&definition.to_js(), "inputSchema");
        let describes_input = !definition.parameters.is_empty() || !described.is_undefined();
        let tool = RegisteredTool { definition, function, describes_input };
        match self.tools.borrow_mut().insert(&id, tool) {
            true => Ok(()),
            false => Err(taken(&id)),
        }
    }

    /// Adds several tools, all of them or none.
    ///
    /// # Errors
    /// Those of [`Self::register`], also for two of them with the same id.
    pub fn register_all(&self, tools: Vec<(Definition, ToolFunction)>) -> Result<(), JsValue> {
        let mut added: Vec<String> = Vec::with_capacity(tools.len());
        for (definition, function) in tools {
            let id = definition.id.clone();
            if let Err(error) = self.register(definition, function) {
                for id in &added {
                    self.unregister(id);
                }
                return Err(error);
            }
            added.push(id);
        }
        Ok(())
    }

    /// Takes a tool out; whether there was one. Its calls that are under way go on.
    pub fn unregister(&self, id: &str) -> bool {
        let removed = self.tools.borrow_mut().remove(id);
        removed.is_some()
    }

    /// The tool of that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<Rc<RegisteredTool>> {
        self.tools.borrow().get(id).cloned()
    }

    /// Whether there is a tool of that id.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.tools.borrow().get(id).is_some()
    }

    /// All tools, in the order in which they were registered.
    #[must_use]
    pub fn list(&self) -> Vec<Rc<RegisteredTool>> {
        self.tools.borrow().all().to_vec()
    }

    /// Takes all tools out.
    pub fn clear(&self) {
        let tools = self.tools.take();
        drop(tools);
    }

    /// The tools of a category.
    #[must_use]
    pub fn find_by_category(&self, category: &str) -> Vec<Rc<RegisteredTool>> {
        self.find(|definition| definition.category.as_deref() == Some(category))
    }

    /// The tools with a tag.
    #[must_use]
    pub fn find_by_tag(&self, tag: &str) -> Vec<Rc<RegisteredTool>> {
        self.find(|definition| definition.tags.iter().any(|one| one == tag))
    }

    fn find(&self, fits: impl Fn(&Definition) -> bool) -> Vec<Rc<RegisteredTool>> {
        self.tools.borrow().all().iter().filter(|tool| fits(&tool.definition)).cloned().collect()
    }
}

fn check_function(definition: &Definition, function: &ToolFunction) -> Result<(), JsValue> {
    if function.is_here() || definition.execution_mode != ExecutionMode::Client {
        return Ok(());
    }
    let text = JsString::from("The tool \"").concat(&(&*definition.id).into());
    let why = "\" needs a function that runs it; only tools of a server go without.";
    Err(rejection::type_error(&text.concat(&why.into()), None))
}

fn taken(id: &str) -> JsValue {
    let text = JsString::from("A tool \"").concat(&id.into());
    let advice = "\" is registered already: unregister it first, or choose another id.";
    rejection::taken(&text.concat(&advice.into()))
}
