//! `PageTool`: a tool of a Rust application, for every agent of the page.

use js_sys::{Array, Function, JsString, Object, Promise};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;

use super::error::Error;
use super::json::{json_of, value_of};
use super::tool_context::ToolContext;
use super::tool_failure::ToolFailure;
use super::tool_function::{Running, bad_arguments, over_json};
use super::tool_result::ToolResult;
use crate::context::{ModelContext, registration};
use crate::js;
use crate::promise::{promise, settled};

/// A tool to be offered to every agent of the page: what it is called, what it does and what it takes.
///
/// ```no_run
/// use serde::{Deserialize, Serialize};
/// use serde_json::json;
/// use webmcp_exec::{ErrorCode, PageTool, ToolFailure};
///
/// #[derive(Deserialize)]
/// struct AddToCart {
///     qty: u32,
/// }
///
/// #[derive(Serialize)]
/// struct Cart {
///     pieces: u32,
/// }
///
/// # async fn example() -> Result<(), webmcp_exec::Error> {
/// let registration = PageTool::new("add_to_cart", "Puts mugs into the cart.")
///     .input_schema(json!({ "type": "object", "properties": { "qty": { "type": "integer" } }, "required": ["qty"] }))
///     .register(async |args: AddToCart, _| {
///         if args.qty > 100 {
///             return Err(ToolFailure::new(ErrorCode::ConstraintViolation, "At most 100 mugs at a time."));
///         }
///         Ok(Cart { pieces: args.qty })
///     })
///     .await?;
/// // … and as soon as the tool is not to be offered any more:
/// drop(registration);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use = "a tool is offered once it is registered"]
pub struct PageTool {
    name: String,
    description: String,
    title: Option<String>,
    input_schema: Option<JsonOrJs>,
    annotations: Map<String, Value>,
    exposed_to: Option<Vec<String>>,
}

#[derive(Clone, Debug)]
enum JsonOrJs {
    Json(Value),
    Js(JsValue),
}

impl PageTool {
    /// A tool without arguments. Agents choose by the description: say what it does, in what unit, with what effect.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            title: None,
            input_schema: None,
            annotations: Map::new(),
            exposed_to: None,
        }
    }

    /// Its name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The JSON Schema of its arguments. Browsers pass it on to agents and check nothing; what does not fit the type
    /// that the tool takes is a failure with the code `INVALID_INPUT`.
    pub fn input_schema(mut self, schema: Value) -> Self {
        self.input_schema = Some(JsonOrJs::Json(schema));
        self
    }

    /// The same, of a JavaScript value.
    pub fn input_schema_js(mut self, schema: impl Into<JsValue>) -> Self {
        self.input_schema = Some(JsonOrJs::Js(schema.into()));
        self
    }

    /// The JSON Schema of its arguments, from the type that it takes.
    ///
    /// Doc comments become descriptions. Types that are used inside are written out where they are used, since not
    /// every model follows references.
    ///
    /// ```no_run
    /// # async fn example() -> Result<webmcp_exec::Registration, webmcp_exec::Error> {
    /// use webmcp_exec::PageTool;
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct AddToCart {
    ///     /// How many mugs.
    ///     qty: u32,
    /// }
    ///
    /// PageTool::new("add_to_cart", "Puts mugs into the cart.")
    ///     .input::<AddToCart>()
    ///     .register(async |args: AddToCart, _| Ok(format!("{} mugs are in the cart.", args.qty)))
    ///     .await
    /// # }
    /// ```
    #[cfg(feature = "schemars")]
    pub fn input<T: schemars::JsonSchema>(self) -> Self {
        self.input_schema(schema_of::<T>())
    }

    /// Says that it changes nothing, so that agents may call it without asking.
    pub fn read_only(self) -> Self {
        self.annotation("readOnlyHint", true)
    }

    /// A hint about it, such as `untrustedContentHint`.
    pub fn annotation(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.annotations.insert(name.into(), value.into());
        self
    }

    /// The origins of other documents that may call it.
    pub fn exposed_to<S: Into<String>>(mut self, origins: impl IntoIterator<Item = S>) -> Self {
        self.exposed_to = Some(origins.into_iter().map(Into::into).collect());
        self
    }

    /// Registers the tool with `document.modelContext`; it is offered until the registration is dropped.
    ///
    /// The closure is given the arguments (`()` for a tool that takes none) and a [`ToolContext`], whose type
    /// `async |args: Args, context| …` need not name and `|args: Args, context: ToolContext| async move { … }` must. What it returns is
    /// anything that serde writes as JSON, or a whole [`ToolResult`]; `()` is an answer without content. Its error,
    /// which `?` makes of any other, becomes a result with `is_error`, so that every agent can read why. A call that
    /// is given up fires the context's signal and lets the closure run on: see [`ToolContext::unless_aborted`].
    ///
    /// # Errors
    /// Where the page has no WebMCP ([`Error::Unavailable`]), or the browser refuses the tool: a name that is taken or
    /// malformed, a schema that is none ([`Error::Refused`]).
    pub async fn register<A, R, F>(self, execute: F) -> Result<Registration, Error>
    where
        A: DeserializeOwned + 'static,
        R: Serialize,
        F: AsyncFn(A, ToolContext) -> Result<R, ToolFailure> + 'static,
    {
        self.register_as(function(over_json(execute))).await
    }

    /// The part of a registration that does not depend on the types of the closure.
    async fn register_as(self, execute: Function) -> Result<Registration, Error> {
        let context = match ModelContext::find() {
            Ok(Some(context)) => context,
            found => return Err(Error::Unavailable { cause: found.err() }),
        };
        let refused = |cause: JsValue| Error::Refused { cause };
        let name = JsString::from(self.name.as_str());
        if registration::is_taken(&context, &name) {
            let taken = js::DomException::new(&"Duplicate tool name".into(), "InvalidStateError");
            return Err(refused(taken.into()));
        }
        let exposed_to = self
            .exposed_to
            .as_ref()
            .map(|origins| -> JsValue { origins.iter().map(JsValue::from).collect::<Array>().into() });
        let definition = registration::Definition { object: self.object(), name, execute };
        let registration = registration::Registration::begin(context, &definition, exposed_to.as_ref());
        let Some(registration) = registration.map_err(refused)? else {
            return Err(Error::Unavailable { cause: None });
        };
        settled(&registration.registered()).await.map_err(refused)?;
        Ok(Registration { name: self.name, _inner: registration })
    }

    /// The tool as `registerTool` takes it, but for its function.
    fn object(&self) -> JsValue {
        let object = Object::new();
        js::set(&object, "description", &self.description.as_str().into());
        if let Some(title) = &self.title {
            js::set(&object, "title", &title.into());
        }
        match &self.input_schema {
            Some(JsonOrJs::Json(schema)) => js::set(&object, "inputSchema", &value_of(schema)),
            Some(JsonOrJs::Js(schema)) => js::set(&object, "inputSchema", schema),
            None => {}
        }
        if !self.annotations.is_empty() {
            js::set(&object, "annotations", &value_of(&Value::Object(self.annotations.clone())));
        }
        object.into()
    }
}

/// A tool that is offered to the page's agents. Dropping it unregisters the tool; calls that run go on.
#[derive(Debug)]
#[must_use = "the tool is unregistered when its registration is dropped"]
pub struct Registration {
    name: String,
    _inner: registration::Registration,
}

impl Registration {
    /// The tool's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Offers the tool for as long as the page is there.
    pub fn forget(self) {
        std::mem::forget(self);
    }
}

/// The function of a tool. It never throws: what failed is a result, since browsers mask errors.
fn function(execute: impl Fn(Value, ToolContext) -> Running + 'static) -> Function {
    let execute = move |input: JsValue, client: JsValue| -> Promise {
        let running = json_of(&input).map(|input| execute(input, ToolContext::of(&client)));
        promise(async move {
            let returned = match running {
                Ok(running) => running.await,
                Err(problem) => Err(bad_arguments(&problem)),
            };
            Ok(match returned {
                Ok(Value::Null) => JsValue::UNDEFINED,
                Ok(value) => value_of(&value),
                Err(failure) => serde_json::to_value(ToolResult::from(failure))
                    .map(|it| value_of(&it))
                    .unwrap_or_default(),
            })
        })
    };
    Closure::<dyn Fn(JsValue, JsValue) -> Promise>::new(execute).into_js_value().unchecked_into()
}

/// The JSON Schema of a type, without references where that can be.
#[cfg(feature = "schemars")]
pub(super) fn schema_of<T: schemars::JsonSchema>() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.into_generator().into_root_schema_for::<T>().into()
}

#[cfg(all(test, feature = "schemars"))]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(schemars::JsonSchema)]
    #[allow(dead_code, reason = "only its schema is wanted")]
    struct Order {
        /// How many mugs.
        qty: u32,
        size: Option<Size>,
    }

    #[derive(schemars::JsonSchema)]
    #[allow(dead_code, reason = "only its schema is wanted")]
    #[schemars(rename_all = "lowercase")]
    enum Size {
        Small,
        Large,
    }

    #[test]
    fn a_type_is_its_schema_without_references() {
        let tool = PageTool::new("order", "Orders.").input::<Order>();
        let Some(JsonOrJs::Json(schema)) = tool.input_schema else { panic!("no schema") };
        assert_eq!(schema["type"], "object");
        assert_eq!(schema["required"], json!(["qty"]));
        assert_eq!(schema["properties"]["qty"]["description"], "How many mugs.");
        let text = schema.to_string();
        assert!(text.contains(r#""small","large""#) && !text.contains("$ref"), "{text}");
    }
}
