//! `Runtime`: runs the tools of a registry.

use std::rc::Rc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::JsValue;

use super::arguments::arguments;
use super::call_options::CallOptions;
use super::error::Error;
use super::json::{json_of, value_of};
use super::registry::ToolRegistry;
use super::tool_result::ReadError;
use crate::context::Browser;
use crate::engine::{Host, Outcome};
use crate::js;
use crate::result::ErrorCode;
use crate::runtime::{self, Ended, Remote, RuntimeCall};
use crate::validate::Validate;

/// How a [`Runtime`] runs tools.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct RuntimeOptions(runtime::RuntimeOptions);

impl RuntimeOptions {
    /// A tool has 30 seconds, and any number may run at the same time.
    pub fn new() -> Self {
        Self::default()
    }

    /// The time that a tool has, from when its turn comes. [`Duration::MAX`] is for ever.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.0.timeout_ms = Some(ms(timeout));
        self
    }

    /// The time that a call has in all, however long it waits for its turn and whatever progress it makes.
    pub fn max_total_timeout(mut self, timeout: Duration) -> Self {
        self.0.max_total_ms = Some(ms(timeout));
        self
    }

    /// How many tools may run at the same time; the others wait for their turn. 0 is taken for 1.
    pub fn max_concurrent(mut self, tools: usize) -> Self {
        self.0.max_concurrent = Some(tools.max(1));
        self
    }

    /// What checks input before a tool runs, and data after it, against the schemas of the definition; the default is to
    /// leave that to the tools. Input that does not fit is [`Error::Invalid`].
    pub fn validator(mut self, validator: Rc<dyn Validate>) -> Self {
        self.0.validator = Some(validator);
        self
    }

    /// What has the tools of a server: anything with the `callTool` of an MCP client.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if it is none.
    pub fn remote(mut self, client: &JsValue) -> Result<Self, Error> {
        let refused = |cause| Error::InvalidInput {
            message: "The option `remote` must have the `callTool` of an MCP client.".to_owned(),
            cause,
        };
        let remote = Remote::of(client).map_err(|error| refused(Some(error)))?;
        self.0.remote = Some(remote.ok_or_else(|| refused(None))?);
        Ok(self)
    }
}

fn ms(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}

/// Runs the tools of a [`ToolRegistry`]. A clone is another handle of the same runtime.
#[derive(Clone, Debug)]
pub struct Runtime(Rc<runtime::Runtime>);

impl Runtime {
    /// Runs the tools of this registry, also those that are registered later.
    #[must_use]
    pub fn new(registry: &ToolRegistry) -> Self {
        Self::with_options(registry, RuntimeOptions::new())
    }

    /// The same with options.
    #[must_use]
    pub fn with_options(registry: &ToolRegistry, options: RuntimeOptions) -> Self {
        Self(Rc::new(runtime::Runtime::new(registry.0.clone(), options.0)))
    }

    /// Runs a tool: looks it up, turns the input into what its definition means, and checks what it gives.
    ///
    /// Of the options those of time, signal, progress and [`context`](CallOptions::context) matter. Dropping the
    /// future gives the call up, and the tool's signal fires.
    ///
    /// # Errors
    /// Where the call itself fails: no such tool, no time, stopped. A tool that fails gives a [`RunResult`].
    pub async fn execute<A: Serialize + ?Sized>(
        &self,
        id: &str,
        input: &A,
        options: CallOptions,
    ) -> Result<RunResult, Error> {
        let params = Browser.value_of(&arguments(id, input)?);
        let mut options = options.read()?;
        if options.is_too_late() {
            return Err(Error::too_late(id));
        }
        let defaults = self.0.options();
        options.limits.timeout_ms = options.limits.timeout_ms.or(defaults.timeout_ms);
        options.limits.max_total_ms = options.limits.max_total_ms.or(defaults.max_total_ms);
        let call = RuntimeCall {
            id: id.into(),
            params,
            context: value_of(&Value::Object(options.context)),
            limits: options.limits,
            on_progress: options.on_progress.as_ref().map(|told| told.as_ref().clone()),
        };
        RunResult::of(id, self.0.execute(call).await)
    }

    /// Ends every call that is under way, and all that are made later.
    pub fn dispose(&self) {
        self.0.dispose();
    }
}

/// What a tool of a registry gave, or how it failed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RunResult {
    /// What it gave.
    pub data: Result<Value, RunFailure>,
    /// From when its turn came to its end.
    pub execution_time: Duration,
    /// What the caller may want to know, such as that the tool is deprecated.
    pub warnings: Vec<String>,
}

/// How a tool of a registry failed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RunFailure {
    /// Why: a name of an [`ErrorCode`], or one of the tool's own.
    pub code: String,
    /// The same for people and models.
    pub message: String,
    /// What the caller might do about it.
    pub suggestion: Option<String>,
}

impl RunResult {
    fn of(id: &str, ended: Ended) -> Result<Self, Error> {
        let data = match &ended.outcome {
            Outcome::Completed { result, .. } => data_of(result),
            Outcome::Failed { result, .. } => Err(RunFailure::of(result)),
            Outcome::Navigated => Ok(Value::Null),
            _ => return Err(Error::of(id, ended.outcome).unwrap_or(Error::Unavailable { cause: None })),
        };
        Ok(Self {
            data,
            execution_time: Duration::try_from_secs_f64(ended.execution_ms / 1e3).unwrap_or_default(),
            warnings: ended.warnings.iter().map(String::from).collect(),
        })
    }

    /// What the tool gave, as a type of yours.
    ///
    /// # Errors
    /// Where the tool failed, or what it gave is not of that type.
    pub fn deserialize<T: DeserializeOwned>(&self) -> Result<T, ReadError> {
        match &self.data {
            Ok(data) => T::deserialize(data).map_err(ReadError::Json),
            Err(RunFailure { code, message, .. }) => {
                Err(ReadError::Failed { code: code.clone(), text: message.clone() })
            }
        }
    }
}

fn data_of(result: &JsValue) -> Result<Value, RunFailure> {
    let data = js::get(result, &"data".into()).unwrap_or_default();
    json_of(&data).map_err(|problem| RunFailure {
        code: ErrorCode::ExecutionError.as_str().to_owned(),
        message: crate::result::UNSERIALISABLE.to_owned() + &problem,
        suggestion: None,
    })
}

impl RunFailure {
    fn of(result: &JsValue) -> Self {
        let text = |member: &str| js::get(result, &member.into()).ok().and_then(|text| text.as_string());
        Self {
            code: text("errorCode").unwrap_or_else(|| ErrorCode::ExecutionError.as_str().to_owned()),
            message: text("error").unwrap_or_default(),
            suggestion: text("suggestion"),
        }
    }
}
