//! What a catalogue says of a tool.

use serde::{Serialize, Serializer};
use serde_json::Value;
use wasm_bindgen::JsValue;

use super::error::Error;
use super::json::{json_of, value_of};
use crate::definition::{Definition, ExecutionMode};
use crate::result::error_text;

/// What a [`ToolRegistry`](crate::ToolRegistry) says of a tool: its id, what it does, what it takes and gives.
///
/// Serialised it is the definition that the npm package reads. What is wrong with it is said when it is registered.
///
/// ```
/// use serde_json::json;
/// use webmcp_exec::ToolDefinition;
///
/// let definition = ToolDefinition::new("hash-text", "Hashes a text.")
///     .category("encoders")
///     .tag("crypto")
///     .input_schema(json!({ "type": "object", "properties": { "text": { "type": "string" } } }));
/// assert_eq!(serde_json::to_value(&definition)?["inputSchema"]["type"], "object");
/// # Ok::<_, serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[must_use]
pub struct ToolDefinition {
    /// Lower-case words and numbers joined by hyphens: `hash-text`.
    pub id: String,
    /// Its name for people, at most 50 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it does, at most 500 characters.
    pub description: String,
    /// What kind of tool it is: `formatters`, `encoders`, `generators`, `converters`, `validators`, `analyzers`,
    /// `editors` or `utilities`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Words by which it is found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The JSON Schema of its input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_schema: Option<Value>,
    /// The JSON Schema of what it gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Value>,
    /// Where it runs.
    #[serde(serialize_with = "by_name")]
    pub execution_mode: ExecutionMode,
    /// What to use instead, if it should not be used any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecation_message: Option<String>,
    deprecated: bool,
}

fn by_name<S: Serializer>(mode: &ExecutionMode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(mode.as_str())
}

impl ToolDefinition {
    /// A tool that takes any object. Agents choose by the description.
    pub fn new(id: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            name: None,
            description: description.into(),
            category: None,
            tags: Vec::new(),
            input_schema: None,
            output_schema: None,
            execution_mode: ExecutionMode::Client,
            deprecation_message: None,
            deprecated: false,
        }
    }

    /// Its name for people.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// What kind of tool it is.
    pub fn category(mut self, category: impl Into<String>) -> Self {
        self.category = Some(category.into());
        self
    }

    /// One more word by which it is found.
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.push(tag.into());
        self
    }

    /// The JSON Schema of its input.
    pub fn input_schema(mut self, schema: Value) -> Self {
        self.input_schema = Some(schema);
        self
    }

    /// The JSON Schema of its input, from the type that it takes: see [`PageTool::input`](crate::PageTool::input).
    #[cfg(feature = "schemars")]
    pub fn input<T: schemars::JsonSchema>(self) -> Self {
        self.input_schema(super::page_tool::schema_of::<T>())
    }

    /// The JSON Schema of what it gives.
    pub fn output_schema(mut self, schema: Value) -> Self {
        self.output_schema = Some(schema);
        self
    }

    /// Where it runs: in the page, which is the default, on a server, or in either.
    pub fn execution_mode(mut self, mode: ExecutionMode) -> Self {
        self.execution_mode = mode;
        self
    }

    /// Says what to use instead. Calls go on to work, with a warning.
    pub fn deprecated(mut self, instead: impl Into<String>) -> Self {
        self.deprecated = true;
        self.deprecation_message = Some(instead.into());
        self
    }

    /// The definition as the core has it, checked.
    pub(super) fn read(&self) -> Result<Definition, Error> {
        let json = serde_json::to_value(self).unwrap_or_default();
        Definition::read(&value_of(&json), false).map_err(|error| mistake(&error))
    }

    /// The definition of a tool of the core.
    pub(super) fn of(definition: &Definition) -> Self {
        let schema = |schema: &JsValue| json_of(schema).ok().filter(|schema| !schema.is_null());
        Self {
            id: definition.id.clone(),
            name: definition.name.clone(),
            description: definition.description.clone(),
            category: definition.category.clone(),
            tags: definition.tags.clone(),
            input_schema: schema(&definition.input_schema),
            output_schema: definition.output_schema.as_ref().and_then(schema),
            execution_mode: definition.execution_mode,
            deprecation_message: definition.deprecation_message.clone(),
            deprecated: definition.deprecated,
        }
    }
}

/// An error of the core's own that says what is wrong.
pub(super) fn mistake(error: &JsValue) -> Error {
    Error::InvalidInput { message: error_text(error).into(), cause: None }
}
