//! Tool definitions: what a catalogue says of a tool, beside the function that runs it.
//!
//! A definition is read once, with every mistake named; from then on it can say what its input must be
//! ([`Definition::input_schema`]), turn what forms and models send into values ([`Definition::normalise`]),
//! and describe itself to MCP ([`Definition::to_mcp`]).

mod from_schema;
mod members;
mod normalise;
mod parameter;
mod schema;

pub use from_schema::parameters_of;
pub use parameter::{Limits, Parameter, ParameterType};

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use crate::js;
use crate::sentences::joined;
use crate::validate::{Problem, Validate, pointer_to};
use members::Members;

const CATEGORIES: [&str; 8] =
    ["formatters", "encoders", "generators", "converters", "validators", "analyzers", "editors", "utilities"];
const METHODS: [&str; 2] = ["GET", "POST"];
const LONGEST_NAME: usize = 50;
const LONGEST_DESCRIPTION: usize = 500;

/// Where a tool runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExecutionMode {
    /// In the page.
    #[default]
    Client,
    /// On a server.
    Server,
    /// In either.
    Hybrid,
}

impl ExecutionMode {
    const ALL: [Self; 3] = [Self::Client, Self::Server, Self::Hybrid];

    /// The mode as definitions name it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Server => "server",
            Self::Hybrid => "hybrid",
        }
    }
}

/// A tool, described.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Definition {
    /// Lower-case words joined by hyphens: `hash-text`.
    pub id: String,
    /// Its name for people, at most 50 characters.
    pub name: Option<String>,
    /// What it does, at most 500 characters.
    pub description: String,
    /// What kind of tool it is, of a closed list.
    pub category: Option<String>,
    /// Words by which it is found.
    pub tags: Vec<String>,
    /// The parameters, if it is described by them and not by a schema.
    pub parameters: Vec<Parameter>,
    /// The JSON Schema of its input. It stays the same object: validators remember what they compiled.
    pub input_schema: JsValue,
    /// The JSON Schema of what it gives.
    pub output_schema: Option<JsValue>,
    /// Where it runs.
    pub execution_mode: ExecutionMode,
    /// Whether whoever calls it has to be known.
    pub requires_auth: bool,
    /// Whether it should not be used any more.
    pub deprecated: bool,
    /// What to use instead.
    pub deprecation_message: Option<String>,
    /// The object that it was read from.
    source: Option<JsValue>,
}

impl Definition {
    /// A definition made in Rust: the input is any object until [`Self::input_schema`] says more.
    ///
    /// # Errors
    /// A `TypeError` if the id or the description is not what it has to be.
    ///
    /// ```no_run
    /// use webmcp_exec::definition::Definition;
    ///
    /// # fn example(schema: wasm_bindgen::JsValue) -> Result<(), wasm_bindgen::JsValue> {
    /// let mut definition = Definition::new("hash-text", "Hashes a text.")?;
    /// definition.tags = vec!["crypto".to_owned()];
    /// definition.input_schema = schema; // as serde_wasm_bindgen or JSON.parse make it
    /// # Ok(())
    /// # }
    /// ```
    pub fn new(id: &str, description: &str) -> Result<Self, JsValue> {
        let object = Object::new();
        js::set(&object, "id", &id.into());
        js::set(&object, "description", &description.into());
        let read = Self::read(&object, false)?;
        Ok(Self { source: None, ..read })
    }

    /// Reads a definition as JavaScript writes it; `types/definition.d.ts` has the contract. With `strict`
    /// every member that the catalogue format names as required must be there.
    ///
    /// # Errors
    /// A `TypeError` that names the first member that is wrong:
    /// `The tool definition "hash-text": parameters[2].type must be one of text, textarea, …`
    pub fn read(object: &JsValue, strict: bool) -> Result<Self, JsValue> {
        let unnamed = Members::of(object, "The tool definition")?;
        let id = unnamed.required("id", unnamed.text("id")?)?;
        if !is_id(&id) {
            let expected = "lower-case words and numbers joined by hyphens, such as hash-text";
            return Err(unnamed.mismatch("id", expected, &id.into()));
        }
        let subject = joined(&["The tool definition \"", &id, "\""]);
        let members = unnamed.named(&subject);

        let name = short_text(&members, "name", LONGEST_NAME)?;
        let description = short_text(&members, "description", LONGEST_DESCRIPTION)?;
        let description = members.required("description", description)?;
        let category = members.choice("category", &CATEGORIES)?;
        let tags = members.texts("tags")?;
        if tags.as_ref().is_some_and(Vec::is_empty) {
            return Err(members.wrong("tags", "must have one at least"));
        }
        let method = members.choice("method", &METHODS)?;
        let parameters = parameter::read_all(&members, strict)?;
        let output_description = members.text("outputDescription")?;
        let example = members.object("example")?;
        let input_schema = json_schema(&members, "inputSchema")?;
        if input_schema.is_some() && parameters.as_ref().is_some_and(|parameters| !parameters.is_empty()) {
            return Err(members.wrong("inputSchema", "and parameters exclude each other"));
        }
        if strict {
            members.required("name", name.as_ref())?;
            members.required("category", category)?;
            members.required("tags", tags.as_ref())?;
            members.required("method", method)?;
            members.required("outputDescription", output_description)?;
            let example = members.required("example", example)?;
            example.required("input", example.get("input")?)?;
            if input_schema.is_none() {
                members.required("parameters", parameters.as_ref())?;
            }
        }
        for name in ["version", "icon"] {
            members.text(name)?;
        }
        for name in ["keywords", "relatedTools"] {
            members.texts(name)?;
        }
        let mode = members.choice("executionMode", &ExecutionMode::ALL.map(ExecutionMode::as_str))?;
        let parameters = parameters.unwrap_or_default();
        Ok(Self {
            id,
            name,
            description,
            category: category.and_then(|index| CATEGORIES.get(index)).map(|name| (*name).to_owned()),
            tags: tags.unwrap_or_default(),
            input_schema: input_schema.unwrap_or_else(|| schema::of_all(&parameters)),
            parameters,
            output_schema: json_schema(&members, "outputSchema")?,
            execution_mode: mode.and_then(|index| ExecutionMode::ALL.get(index).copied()).unwrap_or_default(),
            requires_auth: members.flag("requiresAuth")?.unwrap_or(false),
            deprecated: members.flag("deprecated")?.unwrap_or(false),
            deprecation_message: members.text("deprecationMessage")?,
            source: Some(object.clone()),
        })
    }

    /// The JSON Schema of its input: the one that it has, or the one that its parameters amount to.
    #[must_use]
    pub fn input_schema(&self) -> JsValue {
        self.input_schema.clone()
    }

    /// The input as the parameters mean it: numeric strings as numbers, `"true"` as `true`, JSON text parsed,
    /// defaults filled in, what was left empty left out. A copy; other members stay as they are, and so does
    /// the input of a tool that is described by a schema.
    ///
    /// # Errors
    /// What could not be read, all of it. What does not fit the schema is a validator's to find.
    pub fn normalise(&self, input: &JsValue) -> Result<JsValue, Vec<Problem>> {
        match normalise::normalise(&self.parameters, input) {
            (values, problems) if problems.is_empty() => Ok(values),
            (_, problems) => Err(problems),
        }
    }

    /// The input as the parameters mean it, if a validator finds that it fits the schema: what a tool may be given.
    ///
    /// # Errors
    /// Everything that is wrong, whether it could not be read or does not fit.
    ///
    /// ```no_run
    /// use webmcp_exec::definition::Definition;
    /// use webmcp_exec::validate::Validate;
    ///
    /// # async fn example(definition: Definition, validator: &dyn Validate, input: wasm_bindgen::JsValue) {
    /// match definition.check(&input, validator).await {
    ///     Ok(values) => println!("{values:?}"),
    ///     Err(problems) => problems.iter().for_each(|problem| println!("{}", problem.message)),
    /// }
    /// # }
    /// ```
    pub async fn check(&self, input: &JsValue, validator: &dyn Validate) -> Result<JsValue, Vec<Problem>> {
        let (values, mut problems) = normalise::normalise(&self.parameters, input);
        let found = self.explain(validator.validate(&self.input_schema, &values).await);
        // What could not be read does not fit, either: that has been said.
        let is_told = |place: &str| {
            problems.iter().any(|told| {
                place
                    .strip_prefix(&*told.pointer)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        let more: Vec<Problem> = found.into_iter().filter(|problem| !is_told(&problem.pointer)).collect();
        problems.extend(more);
        if problems.is_empty() { Ok(values) } else { Err(problems) }
    }

    /// The problems that a validator found in the input, in the definition's own words where it has some
    /// (`patternError`).
    #[must_use]
    pub fn explain(&self, mut problems: Vec<Problem>) -> Vec<Problem> {
        for problem in problems.iter_mut().filter(|problem| problem.keyword == "pattern") {
            let named = |parameter: &&Parameter| problem.pointer == pointer_to("", &parameter.name);
            let parameter = self.parameters.iter().find(named);
            if let Some(own) = parameter.and_then(|parameter| parameter.limits.pattern_error.as_ref()) {
                problem.message = joined(&["\"", &problem.pointer, "\": ", own]);
            }
        }
        problems
    }

    /// The object that it was read from, or one that says the same.
    #[must_use]
    pub fn to_js(&self) -> JsValue {
        if let Some(source) = &self.source {
            return source.clone();
        }
        let tags = match self.tags.as_slice() {
            [] => JsValue::UNDEFINED,
            tags => tags.iter().map(|tag| JsValue::from(&**tag)).collect::<Array>().into(),
        };
        let flag = |set: bool| if set { JsValue::TRUE } else { JsValue::UNDEFINED };
        js::object_of(&[
            ("id", &(&*self.id).into()),
            ("name", &text(&self.name)),
            ("description", &(&*self.description).into()),
            ("category", &text(&self.category)),
            ("tags", &tags),
            ("inputSchema", &self.input_schema),
            ("outputSchema", self.output_schema.as_ref().unwrap_or(&JsValue::UNDEFINED)),
            ("executionMode", &self.execution_mode.as_str().into()),
            ("requiresAuth", &flag(self.requires_auth)),
            ("deprecated", &flag(self.deprecated)),
            ("deprecationMessage", &text(&self.deprecation_message)),
        ])
    }

    /// The tool as MCP lists it: its id is the `name`, its name the `title`.
    #[must_use]
    pub fn to_mcp(&self) -> JsValue {
        js::object_of(&[
            ("name", &(&*self.id).into()),
            ("title", &text(&self.name)),
            ("description", &(&*self.description).into()),
            ("inputSchema", &self.input_schema),
        ])
    }
}

fn text(text: &Option<String>) -> JsValue {
    text.as_deref().map_or(JsValue::UNDEFINED, JsValue::from)
}

/// Whether it is `^[a-z0-9]+(-[a-z0-9]+)*$`.
fn is_id(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    text.split('-').all(is_word)
}

fn short_text(members: &Members<'_>, name: &str, longest: usize) -> Result<Option<String>, JsValue> {
    let Some(text) = members.text(name)? else { return Ok(None) };
    if text.trim().is_empty() {
        return Err(members.wrong(name, "must not be empty"));
    }
    let length = text.chars().count();
    if length > longest {
        let (longest, length) = (longest.to_string(), length.to_string());
        let said = joined(&["must have at most ", &longest, " characters, not ", &length]);
        return Err(members.wrong(name, &said));
    }
    Ok(Some(text))
}

/// A schema: an object, or `true` or `false`.
fn json_schema(members: &Members<'_>, name: &str) -> Result<Option<JsValue>, JsValue> {
    match members.get(name)? {
        Some(schema) if schema.as_bool().is_some() => Ok(Some(schema)),
        Some(schema) if schema.is_object() && !js::is_array(&schema) => Ok(Some(schema)),
        Some(other) => Err(members.mismatch(name, "a JSON Schema", &other)),
        None => Ok(None),
    }
}
