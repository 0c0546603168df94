//! The core of the class `ToolRegistry`; `types/registry.d.ts` has the contract.

use std::rc::Rc;

use js_sys::{Array, JsString, Object};
use wasm_bindgen::prelude::*;

use crate::call_options::{unreadable, wrong_option};
use crate::convert::items::items;
use crate::definition::Definition;
use crate::js;
use crate::part::in_part;
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
        in_part!("runtime" "02": empty(options: &JsValue) -> Result<Registry, JsValue>)
    }

    /// Adds a tool.
    ///
    /// # Errors
    /// A `TypeError` that names what is wrong with the definition or the function; an `Error` if the id is taken.
    pub fn register(&self, definition: &JsValue, function: &JsValue) -> Result<(), JsValue> {
        let to = self;
        in_part!("runtime" "03": register(to: &Registry, definition: &JsValue, function: &JsValue) -> Result<(), JsValue>)
    }

    /// Adds several tools, `{ definition, fn }` each, all of them or none.
    ///
    /// # Errors
    /// Those of [`Self::register`], and a `TypeError` that names the index of what is no tool.
    #[wasm_bindgen(js_name = registerAll)]
    pub fn register_all(&self, tools: &JsValue) -> Result<(), JsValue> {
        let to = self;
        in_part!("runtime" "04": register_all(to: &Registry, tools: &JsValue) -> Result<(), JsValue>)
    }

    /// Takes a tool out; whether there was one.
    pub fn unregister(&self, id: &JsValue) -> bool {
        let from = self;
        in_part!("runtime" "05": unregister(from: &Registry, id: &JsValue) -> bool)
    }

    /// The tool as `{ definition, fn }`, or `undefined`.
    pub fn get(&self, id: &JsValue) -> JsValue {
        let from = self;
        in_part!("runtime" "06": get(from: &Registry, id: &JsValue) -> JsValue)
    }

    /// Whether there is a tool of that id.
    pub fn has(&self, id: &JsValue) -> bool {
        let among = self;
        in_part!("runtime" "07": has(among: &Registry, id: &JsValue) -> bool)
    }

    /// The ids of all tools, in the order in which they were registered.
    pub fn list(&self) -> Array {
        let of = self;
        in_part!("runtime" "08": list(of: &Registry) -> Array)
    }

    /// Takes all tools out.
    pub fn clear(&self) {
        let all = self;
        in_part!("runtime" "09": clear(all: &Registry) -> ())
    }

    /// The definitions of all tools.
    #[wasm_bindgen(js_name = getDefinitions)]
    pub fn get_definitions(&self) -> Array {
        let of = self;
        in_part!("runtime" "0a": definitions(of: &Registry) -> Array)
    }

    /// Those of a category.
    #[wasm_bindgen(js_name = findByCategory)]
    pub fn find_by_category(&self, category: &JsValue) -> Array {
        let among = self;
        in_part!("runtime" "0b": of_category(among: &Registry, category: &JsValue) -> Array)
    }

    /// Those with a tag.
    #[wasm_bindgen(js_name = findByTag)]
    pub fn find_by_tag(&self, tag: &JsValue) -> Array {
        let among = self;
        in_part!("runtime" "0c": with_tag(among: &Registry, tag: &JsValue) -> Array)
    }
}

fn empty(options: &JsValue) -> Result<Registry, JsValue> {
    let is_strict = match options {
        none if none.is_undefined() || none.is_null() => false,
        options if options.is_object() => {
            match js::get(options, &"strict".into()).map_err(|error| unreadable(&error))? {
                strict if strict.is_undefined() => false,
                strict => strict.as_bool().ok_or_else(|| wrong_option("strict", "must be true or false."))?,
            }
        }
        _ => return Err(type_error("The options must be an object.", None)),
    };
    Ok(Registry { tools: Rc::default(), is_strict })
}

fn register(to: &Registry, definition: &JsValue, function: &JsValue) -> Result<(), JsValue> {
    let definition = Definition::read(definition, to.is_strict)?;
    let function = read_function(&definition, function)?;
    to.tools.register(definition, function)
}

fn register_all(to: &Registry, tools: &JsValue) -> Result<(), JsValue> {
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
        let definition = Definition::read(&member("definition")?, to.is_strict)?;
        let function = read_function(&definition, &member("fn")?)?;
        Ok((definition, function))
    };
    let tools = items(tools, "tools")?.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    to.tools.register_all(tools)
}

fn unregister(from: &Registry, id: &JsValue) -> bool {
    id.as_string().is_some_and(|id| from.tools.unregister(&id))
}

fn get(from: &Registry, id: &JsValue) -> JsValue {
    let tool = id.as_string().and_then(|id| from.tools.get(&id));
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

fn has(among: &Registry, id: &JsValue) -> bool {
    id.as_string().is_some_and(|id| among.tools.has(&id))
}

fn list(of: &Registry) -> Array {
    of.tools.list().iter().map(|tool| JsValue::from(&*tool.definition.id)).collect()
}

fn clear(all: &Registry) {
    all.tools.clear();
}

fn definitions(of: &Registry) -> Array {
    written(&of.tools.list())
}

fn of_category(among: &Registry, category: &JsValue) -> Array {
    written(&category.as_string().map(|name| among.tools.find_by_category(&name)).unwrap_or_default())
}

fn with_tag(among: &Registry, tag: &JsValue) -> Array {
    written(&tag.as_string().map(|name| among.tools.find_by_tag(&name)).unwrap_or_default())
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

fn written(tools: &[Rc<RegisteredTool>]) -> Array {
    tools.iter().map(|tool| tool.definition.to_js()).collect()
}
