//! `execute_tool`: the call.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use serde::Serialize;
use wasm_bindgen::JsValue;

use super::arguments::arguments;
use super::call_options::CallOptions;
use super::error::Error;
use super::tool_result::ToolResult;
use crate::context::{Arguments, Browser};
use crate::engine::{self, Outcome, Report};

/// A call on its way: a future of its result.
///
/// Nothing happens before it is polled. Dropping it gives the call up, and the tool's signal fires.
#[must_use = "a call does nothing unless awaited"]
pub struct Call(Pin<Box<dyn Future<Output = Result<Option<ToolResult>, Error>>>>);

/// Calls a tool of the page by its name.
///
/// The tool is looked up in this document first, then in the other documents that the browser lists. The
/// arguments are anything that serde writes as an object or an array, or the JSON text of one; `&()` is none. They
/// are written at once, and checked by the tool, not here.
///
/// The result is the tool's, also where the tool failed ([`ToolResult::is_error`]); `None` means that the call
/// navigated. Dropping the future gives the call up, and the tool's signal fires.
///
/// # Errors
/// Where the call itself fails: see [`Error`].
///
/// ```no_run
/// use std::time::Duration;
/// use webmcp_exec::{CallOptions, execute_tool};
///
/// #[derive(serde::Serialize)]
/// struct AddToCart<'a> {
///     product: &'a str,
///     qty: u32,
/// }
///
/// # async fn example() -> Result<(), webmcp_exec::Error> {
/// let args = AddToCart { product: "mug", qty: 3 };
/// let options = CallOptions::new().timeout(Duration::from_secs(5));
/// match execute_tool("add_to_cart", &args, options).await? {
///     None => println!("the call navigated the page"),
///     Some(result) if result.is_error => println!("{:?}: {}", result.error_code(), result.text()),
///     Some(result) => println!("{}", result.text()),
/// }
/// # Ok(())
/// # }
/// ```
pub fn execute_tool<A: Serialize + ?Sized>(name: &str, args: &A, options: CallOptions) -> Call {
    start(name.to_owned(), arguments(name, args), options, "execute_tool")
}

/// The part of a call that does not depend on the type of its arguments.
pub(super) fn start(
    name: String,
    args: Result<Arguments, Error>,
    options: CallOptions,
    door: &'static str,
) -> Call {
    Call(Box::pin(async move {
        let outcome = run(&name, args?, options, door).await?.outcome;
        result_of(&name, outcome)
    }))
}

/// Runs a call; the error is one of its arguments or options.
pub(super) async fn run(
    name: &str,
    args: Arguments,
    options: CallOptions,
    door: &'static str,
) -> Result<Report<JsValue>, Error> {
    let options = options.read()?;
    if options.is_too_late() {
        let outcome = Outcome::TimedOut { after_ms: 0.0, dispatched: false };
        return Ok(Report { outcome, duration_ms: 0.0, shape: None, origin: None });
    }
    let call = engine::ToolCall {
        scope: options.scope,
        limits: options.limits,
        on_progress: options.on_progress.as_ref().map(|told| told.as_ref().clone()),
        validator: options.validator,
        door,
        ..engine::ToolCall::new(name.into(), args)
    };
    Ok(engine::run(&Browser, &call).await)
}

/// The result that an outcome is, or the error.
pub(super) fn result_of(name: &str, outcome: Outcome<JsValue>) -> Result<Option<ToolResult>, Error> {
    match outcome {
        Outcome::Completed { result, .. } | Outcome::Failed { result, .. } => {
            Ok(Some(ToolResult::from_js(&result)))
        }
        other => Error::of(name, other).map_or(Ok(None), Err),
    }
}

impl Future for Call {
    type Output = Result<Option<ToolResult>, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(context)
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").finish_non_exhaustive()
    }
}
