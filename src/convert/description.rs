//! What is told of a tool, read from whatever describes one.

use js_sys::{Array, JsString};
use wasm_bindgen::JsValue;

use super::items::items;
use crate::js;
use crate::rejection::type_error;
use crate::result::error_text;

/// The registered symbol of the method by which tools of ours describe themselves, with everything that any format
/// wants.
pub(crate) const DESCRIBE: &str = "webmcp-exec.describe@1";

/// A tool without its function; what it does not say is `undefined`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ToolDescription {
    pub(crate) name: JsValue,
    pub(crate) title: JsValue,
    pub(crate) description: JsValue,
    pub(crate) input_schema: JsValue,
    pub(crate) output_schema: JsValue,
    pub(crate) annotations: JsValue,
    pub(crate) strict: JsValue,
    pub(crate) input_examples: JsValue,
    pub(crate) cache_control: JsValue,
}

/// A part of a description.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Name,
    Title,
    Description,
    InputSchema,
    OutputSchema,
    Annotations,
    Strict,
    InputExamples,
    CacheControl,
}

/// The parts that a format has, under its names for them.
pub(crate) type Parts = [(&'static str, Part)];

impl ToolDescription {
    /// An object of these parts; what is `undefined` is left out.
    pub(crate) fn parts(&self, parts: &Parts) -> JsValue {
        let object = js::object_of(&[]);
        self.set_parts(&object, parts);
        object
    }

    /// Adds these parts to an object of ours.
    pub(crate) fn set_parts(&self, object: &JsValue, parts: &Parts) {
        for (key, part) in parts {
            let value = self.part(*part);
            if !value.is_undefined() {
                js::set(object, key, value);
            }
        }
    }

    fn part(&self, part: Part) -> &JsValue {
        match part {
            Part::Name => &self.name,
            Part::Title => &self.title,
            Part::Description => &self.description,
            Part::InputSchema => &self.input_schema,
            Part::OutputSchema => &self.output_schema,
            Part::Annotations => &self.annotations,
            Part::Strict => &self.strict,
            Part::InputExamples => &self.input_examples,
            Part::CacheControl => &self.cache_control,
        }
    }
}

/// Reads a list of tools: of `listTools`, definitions of any of the formats, tools by `defineWebTool`.
///
/// Schemas and the like are copied by way of their JSON, and the schema of the arguments is completed to what
/// model APIs insist on: an object that names its properties.
///
/// # Errors
/// A `TypeError` that names the index of the tool that is wrong.
pub(crate) fn read_list(tools: &JsValue) -> Result<Vec<ToolDescription>, JsValue> {
    read_each(tools, ToolDescription::read)
}

/// Reads something of each tool of a list.
///
/// # Errors
/// A `TypeError` that names the index of the tool that is wrong.
pub(crate) fn read_each<T>(
    tools: &JsValue,
    read: impl Fn(&JsValue) -> Result<T, Problem>,
) -> Result<Vec<T>, JsValue> {
    let tools = items(tools, "tools")?;
    let mut all = vec![];
    for (index, tool) in tools.iter().enumerate() {
        let at = || JsString::from(" at index ").concat(&js::display(&(index as u32).into()));
        all.push(read(&tool).map_err(|problem| problem.into_error(&at()))?);
    }
    Ok(all)
}

/// What is wrong with a tool or a member of it, to go on after its name, and what was thrown.
pub(crate) struct Problem {
    member: Option<&'static str>,
    text: &'static str,
    cause: Option<JsValue>,
}

impl Problem {
    pub(crate) fn of_tool(text: &'static str) -> Self {
        Self { member: None, text, cause: None }
    }

    fn of(member: &'static str, text: &'static str, cause: Option<JsValue>) -> Self {
        Self { member: Some(member), text, cause }
    }

    pub(crate) fn unreadable(error: JsValue) -> Self {
        Self { member: None, text: " cannot be read", cause: Some(error) }
    }

    /// The error; `which` tool it is goes on after its name.
    pub(crate) fn into_error(self, which: &JsString) -> JsValue {
        let text = match self.member {
            Some(member) => JsString::from("The `").concat(&member.into()).concat(&"` of the tool".into()),
            None => JsString::from("The tool"),
        };
        let text = text.concat(which).concat(&self.text.into());
        let text = match &self.cause {
            Some(error) => text.concat(&": ".into()).concat(&error_text(error)),
            None => text.concat(&".".into()),
        };
        type_error(&text, self.cause.as_ref())
    }
}

impl ToolDescription {
    /// Reads whatever describes a tool.
    pub(crate) fn read(value: &JsValue) -> Result<Self, Problem> {
        Self::of_members(&definition_in(value)?)
    }

    fn of_members(definition: &JsValue) -> Result<Self, Problem> {
        let member = |key: &str| js::get(definition, &key.into()).map_err(Problem::unreadable);
        let name = name_in(definition)?;
        let text = |key: &'static str| match member(key)? {
            text if text.is_undefined() || text.is_string() => Ok(text),
            _ => Err(Problem::of(key, " is no string", None)),
        };
        let title = text("title")?;
        let copy = |key: &'static str| copied(key, &member(key)?);
        Ok(Self {
            title: if title == "" { JsValue::UNDEFINED } else { title },
            description: text("description")?,
            input_schema: input_schema(&member)?,
            output_schema: copy("outputSchema")?,
            annotations: copy("annotations")?,
            strict: member("strict")?,
            input_examples: copy("input_examples")?,
            cache_control: copy("cache_control")?,
            name,
        })
    }
}

/// The name of a tool, whatever describes it.
pub(crate) fn name_of(value: &JsValue) -> Result<JsValue, Problem> {
    name_in(&definition_in(value)?)
}

fn name_in(definition: &JsValue) -> Result<JsValue, Problem> {
    let name = js::get(definition, &"name".into()).map_err(Problem::unreadable)?;
    match name.is_string() && name != "" {
        true => Ok(name),
        false => Err(Problem::of_tool(" has no `name` that is a string")),
    }
}

impl ToolDescription {
    /// Reads the configuration of a tool by `Tool.define`.
    ///
    /// # Errors
    /// A `TypeError` that names the member that is wrong.
    pub(crate) fn of_config(config: &JsValue) -> Result<Self, JsValue> {
        let read = || {
            if !config.is_object() {
                return Err(Problem::of_tool(" is no object"));
            }
            let tool = Self::of_members(config)?;
            if !tool.strict.is_undefined() && tool.strict.as_bool().is_none() {
                return Err(Problem::of("strict", " is no boolean", None));
            }
            if !tool.input_examples.is_undefined() && !js::is_array(&tool.input_examples) {
                return Err(Problem::of("input_examples", " are no array", None));
            }
            if !tool.cache_control.is_undefined() && !tool.cache_control.is_object() {
                return Err(Problem::of("cache_control", " is no object", None));
            }
            Ok(tool)
        };
        read().map_err(|problem| problem.into_error(&" definition".into()))
    }
}

/// Where the members stand: most things that describe a tool have them themselves, others inside.
fn definition_in(value: &JsValue) -> Result<JsValue, Problem> {
    if !value.is_object() {
        return Err(Problem::of_tool(" is no object"));
    }
    let inside = |holder: &JsValue, key: &str| match js::get(holder, &key.into()) {
        Ok(inner) if inner.is_object() => Ok(Some(inner)),
        Ok(_) => Ok(None),
        Err(error) => Err(Problem::unreadable(error)),
    };
    // A tool by `defineWebTool`.
    if let Some(definition) = inside(value, "definition")? {
        return Ok(definition);
    }
    // A tool by `Tool.define`, of any copy of the package.
    if let Ok(describe) = js::get(value, &js::symbol_for(&DESCRIBE.into()))
        && describe.is_function()
    {
        return js::apply(&describe, value, &Array::new()).map_err(Problem::unreadable);
    }
    // OpenAI's format, by itself or as a member called `schema`.
    if let Some(schema) = inside(value, "schema")?
        && let Some(function) = inside(&schema, "function")?
    {
        return Ok(function);
    }
    Ok(inside(value, "function")?.unwrap_or_else(|| value.clone()))
}

/// The schema of the arguments, under the name that any of the formats has for it.
fn input_schema(member: &dyn Fn(&str) -> Result<JsValue, Problem>) -> Result<JsValue, Problem> {
    for key in ["inputSchema", "parameters", "input_schema", "parametersJsonSchema"] {
        let schema = member(key)?;
        if !schema.is_undefined() {
            return completed(key, &schema);
        }
    }
    completed("inputSchema", &js::object_of(&[]))
}

fn completed(key: &'static str, schema: &JsValue) -> Result<JsValue, Problem> {
    let wrong = |cause| Problem::of(key, " is no JSON Schema of an object", cause);
    let schema = match schema.is_string() {
        // As browsers list it up to Chromium 153.
        true => js::json_parse(schema).map_err(|error| wrong(Some(error)))?,
        false => copied(key, schema)?,
    };
    if !schema.is_object() || js::is_array(&schema) {
        return Err(wrong(None));
    }
    let member = |name: &str| js::get(&schema, &name.into()).unwrap_or_default();
    // Arguments are an object, whatever a page says of them; the APIs refuse the whole list for a tool that
    // says otherwise or says nothing.
    if member("type") != "object" {
        js::set(&schema, "type", &"object".into());
    }
    if !member("properties").is_object() {
        js::set(&schema, "properties", &js::object_of(&[]));
    }
    Ok(schema)
}

/// A copy by way of JSON, so that neither a later change nor a getter reaches what is sent.
fn copied(key: &'static str, value: &JsValue) -> Result<JsValue, Problem> {
    if value.is_undefined() {
        return Ok(JsValue::UNDEFINED);
    }
    let copy = js::json_stringify(value).and_then(|text| text.map(|text| js::json_parse(&text)).transpose());
    match copy {
        Ok(Some(copy)) => Ok(copy),
        Ok(None) => Err(Problem::of(key, " has no JSON", None)),
        Err(error) => Err(Problem::of(key, " cannot be written as JSON", Some(error))),
    }
}
