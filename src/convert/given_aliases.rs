//! Aliases that a caller hands in.

use js_sys::{Array, JsString};
use wasm_bindgen::JsValue;

use super::aliases::Target;
use crate::js;
use crate::rejection::type_error;

/// `ToolAliases`: ours, or an object that does as they do.
#[derive(Debug)]
pub(crate) struct GivenAliases {
    aliases: JsValue,
    alias_of: JsValue,
    tool_of: JsValue,
}

impl GivenAliases {
    /// # Errors
    /// A `TypeError` if they are no `ToolAliases`.
    pub(crate) fn read(aliases: JsValue, option: &str) -> Result<Self, JsValue> {
        let function = |key: &str| match js::get(&aliases, &key.into()) {
            Ok(function) if function.is_function() => Ok(function),
            found => {
                let text = JsString::from("The option `").concat(&option.into());
                let text = text.concat(&"` must be what createToolAliases gives.".into());
                Err(type_error(&text, found.err().as_ref()))
            }
        };
        Ok(Self { alias_of: function("aliasOf")?, tool_of: function("toolOf")?, aliases })
    }

    /// The alias of the tool at an index of a list.
    ///
    /// # Errors
    /// A `TypeError` if it has none, or what the function of the caller throws.
    pub(crate) fn alias_of(&self, tool: &JsValue, index: u32) -> Result<JsValue, JsValue> {
        match js::apply(&self.alias_of, &self.aliases, &Array::of1(tool))? {
            alias if alias.is_string() => Ok(alias),
            _ => {
                let text = JsString::from("The option `aliases` has none for the tool at index ");
                let text = text.concat(&js::display(&index.into()));
                Err(type_error(&text.concat(&": make them of the same list.".into()), None))
            }
        }
    }

    /// The tool that an alias stands for, if any.
    ///
    /// # Errors
    /// What the function of the caller throws.
    pub(crate) fn target_of(&self, alias: &JsValue) -> Result<Option<Target>, JsValue> {
        let tool = js::apply(&self.tool_of, &self.aliases, &Array::of1(alias))?;
        Ok(Target::of(&tool))
    }
}
