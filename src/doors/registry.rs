//! The core of the class `ToolRegistry`; `types/registry.d.ts` has the contract.

use std::rc::Rc;

use js_sys::{Array, JsString, Object};
use wasm_bindgen::prelude::*;

use crate::call_options::{unreadable, wrong_option};
use crate::convert::items::items;
use crate::definition::Definition;
use crate::js;
use crate::registry::{RegisteredTool, ToolFunction, ToolRegistry};
use crate::rejection::type_error;
use crate::result::error_text;

/// A catalogue. The class of the package holds one and hands everything on to it.
#[wasm_bindgen(js_name = Registry)]
#[derive(Debug)]
pub struct Registry {
    pub(super) tools: Rc<ToolRegistry>,
    is_strict: bool,
}

#[wasm_bindgen(js_class = Registry)]
impl Registry {
    /// An empty one.
    ///
    /// # Errors
    /// A `TypeError` if the options are wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Registry, JsValue> {
        let is_strict = match options {
            none if none.is_undefined() || none.is_null() => false,
            options if options.is_object() => {
                match js::get(options, &"strict".into()).map_err(|error| unreadable(&error))? {
                    strict if strict.is_undefined() => false,
                    strict => {
                        strict.as_bool().ok_or_else(|| wrong_option("strict", "must be true or false."))?
                    }
                }
            }
            _ => return Err(type_error("The options must be an object.", None)),
        };
        Ok(Self { tools: Rc::default(), is_strict })
    }

    /// Adds a tool.
    ///
    /// # Errors
    /// A `TypeError` that names what is wrong with the definition or the function; an `Error` if the id is taken.
    pub fn register(&self, definition: &JsValue, function: &JsValue) -> Result<(), JsValue> {
        let definition = Definition::read(definition, self.is_strict)?;
        let function = read_function(&definition, function)?;
        self.tools.register(definition, function)
    }

    /// Adds several tools, `{ definition, fn }` each, all of them or none.
    ///
    /// # Errors
    /// Those of [`Self::register`], and a `TypeError` that names the index of what is no tool.
    #[wasm_bindgen(js_name = registerAll)]
    pub fn register_all(&self, tools: &JsValue) -> Result<(), JsValue> {
        let read = |(index, tool): (usize, JsValue)| {
            let wrong = |problem: &str, cause: Option<&JsValue>| {
                let text = ["The tool at index ", &index.to_string(), problem].concat();
                let text = JsString::from(&*text);
                let why = cause.map(error_text).unwrap_or_default();
                type_error(&text.concat(&why), cause)
            };
            if !tool.is_object() {
                return Err(wrong(" must be an object with `definition` and `fn`.", None));
            }
            let member = |name: &str| {
                js::get(&tool, &name.into()).map_err(|error| wrong(" cannot be read: ", Some(&error)))
            };
            let definition = Definition::read(&member("definition")?, self.is_strict)?;
            let function = read_function(&definition, &member("fn")?)?;
            Ok((definition, function))
        };
        let tools = items(tools, "tools")?.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        self.tools.register_all(tools)
    }

    /// Takes a tool out; whether there was one.
    pub fn unregister(&self, id: &JsValue) -> bool {
        id.as_string().is_some_and(|id| self.tools.unregister(&id))
    }

    /// The tool as `{ definition, fn }`, or `undefined`.
    pub fn get(&self, id: &JsValue) -> JsValue {
        let tool = id.as_string().and_then(|id| self.tools.get(&id));
        tool.map(|tool| {
            let object = Object::new();
            js::set(&object, "definition", &tool.definition.to_js());
            if let Some(function) = tool.function.as_javascript() {
                js::set(&object, "fn", function);
            }
            object.into()
        })
        .unwrap_or_default()
    }

    /// Whether there is a tool of that id.
    pub fn has(&self, id: &JsValue) -> bool {
        id.as_string().is_some_and(|id| self.tools.has(&id))
    }

    /// The ids of all tools, in the order in which they were registered.
    pub fn list(&self) -> Array {
        self.tools.list().iter().map(|tool| JsValue::from(&*tool.definition.id)).collect()
    }

    /// Takes all tools out.
    pub fn clear(&self) {
        self.tools.clear();
    }

    /// The definitions of all tools.
    #[wasm_bindgen(js_name = getDefinitions)]
    pub fn get_definitions(&self) -> Array {
        definitions(&self.tools.list())
    }

    /// Those of a category.
    #[wasm_bindgen(js_name = findByCategory)]
    pub fn find_by_category(&self, category: &JsValue) -> Array {
        definitions(&category.as_string().map(|name| self.tools.find_by_category(&name)).unwrap_or_default())
    }

    /// Those with a tag.
    #[wasm_bindgen(js_name = findByTag)]
    pub fn find_by_tag(&self, tag: &JsValue) -> Array {
        definitions(&tag.as_string().map(|name| self.tools.find_by_tag(&name)).unwrap_or_default())
    }
}

fn read_function(definition: &Definition, function: &JsValue) -> Result<ToolFunction, JsValue> {
    match function {
        none if none.is_undefined() || none.is_null() => Ok(ToolFunction::elsewhere()),
        function if function.is_function() => Ok(ToolFunction::of_javascript(function.clone())),
        _ => {
            let text = ["What runs the tool \"", &definition.id, "\" must be a function."].concat();
            Err(type_error(&*text, None))
        }
    }
}

fn definitions(tools: &[Rc<RegisteredTool>]) -> Array {
    tools.iter().map(|tool| tool.definition.to_js()).collect()
}
