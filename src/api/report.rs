//! `execute_tool_detailed`: the call, with all that is known of it.

use std::time::Duration;

use js_sys::JsString;
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

use super::arguments::arguments;
use super::call::{result_of, run};
use super::call_options::CallOptions;
use super::error::Error;
use super::tool_result::ToolResult;
use crate::context::{Browser, Provider};
use crate::engine::{Outcome, Shape, Status};

/// All that is known of a call that has ended.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CallReport {
    /// What became of it.
    pub status: Status,
    /// The name of the tool.
    pub name: String,
    /// The tool's result, also where the tool failed.
    pub result: Option<ToolResult>,
    /// What the browser gave, untouched; `None` where it gave nothing.
    pub raw: Option<JsValue>,
    /// What the tool itself returned, where that is known: for tools that were registered through this package.
    pub value: Option<JsValue>,
    /// Why the call failed, if it did.
    pub error: Option<Error>,
    /// What the browser rejected with where the tool failed.
    pub cause: Option<JsValue>,
    /// From the call to its outcome.
    pub duration: Duration,
    /// Who provides the page's `modelContext`.
    pub provider: Option<Provider>,
    /// The shape in which the arguments were handed over, if they were.
    pub shape: Option<Shape>,
    /// The origin of the tool, once it was found.
    pub origin: Option<String>,
}

impl CallReport {
    /// Why the call or the tool failed: a name of an [`ErrorCode`](crate::ErrorCode), or one of the tool's own.
    #[must_use]
    pub fn error_code(&self) -> Option<&str> {
        let of_call = self.error.as_ref().map(|error| error.code().as_str());
        of_call.or_else(|| self.result.as_ref().and_then(ToolResult::error_code))
    }

    /// Whether the tool had been dispatched and may have run, without word of what it did.
    #[must_use]
    pub fn outcome_unknown(&self) -> bool {
        self.error.as_ref().is_some_and(Error::outcome_unknown)
    }
}

/// Calls a tool of the page by its name and says all about it. A call that fails is a report, too.
///
/// # Errors
/// Where the arguments or the options are not what they have to be.
///
/// ```no_run
/// # async fn example() -> Result<(), webmcp_exec::Error> {
/// use webmcp_exec::{CallOptions, Status, execute_tool_detailed};
///
/// let report = execute_tool_detailed("search_products", r#"{ "query": "mug" }"#, CallOptions::new()).await?;
/// if report.status != Status::Completed {
///     println!("{}: {:?}", report.status.as_str(), report.error_code());
/// }
/// println!("{:?}", report.duration);
/// # Ok(())
/// # }
/// ```
pub async fn execute_tool_detailed<A: Serialize + ?Sized>(
    name: &str,
    args: &A,
    options: CallOptions,
) -> Result<CallReport, Error> {
    let args = arguments(name, args)?;
    let provider = Browser.provider();
    let report = run(name, args, options, "execute_tool_detailed").await?;
    let status = report.outcome.status();
    let (raw, value, cause) = match &report.outcome {
        Outcome::Completed { raw, value, .. } => (Some(raw.clone()), value.clone(), None),
        Outcome::Failed { raw, value, cause, .. } => (raw.clone(), value.clone(), cause.clone()),
        _ => (None, None, None),
    };
    let (result, error) = match result_of(name, report.outcome) {
        Ok(result) => (result, None),
        // The caller's mistake, as in every door.
        Err(error @ Error::InvalidInput { .. }) => return Err(error),
        Err(error) => (None, Some(error)),
    };
    Ok(CallReport {
        status,
        name: name.to_owned(),
        result,
        raw,
        value,
        error,
        cause,
        duration: Duration::try_from_secs_f64(report.duration_ms / 1e3).unwrap_or_default(),
        provider,
        shape: report.shape,
        origin: report.origin.as_ref().and_then(|origin| origin.dyn_ref::<JsString>()).map(String::from),
    })
}
