//! What a tool is given beside its arguments.

use std::future::Future;
use std::pin::pin;

use js_sys::Array;
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{AbortController, AbortSignal};

use super::error::Error;
use super::json::{json_of, value_of};
use super::tool_failure::ToolFailure;
use crate::context::{Browser, Signal};
use crate::engine::{First, Host, first};
use crate::js;

/// What a tool is given beside its arguments: word of whether its answer is still wanted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolContext {
    signal: AbortSignal,
    client: JsValue,
}

impl ToolContext {
    /// Of the second argument of a tool.
    pub(super) fn of(client: &JsValue) -> Self {
        let signal = js::get(client, &"signal".into()).unwrap_or_default();
        let never =
            || AbortController::new().map(|controller| controller.signal().into()).unwrap_or_default();
        let signal: JsValue = if js::is_object_like(&signal) { signal } else { never() };
        Self { signal: signal.unchecked_into(), client: client.clone() }
    }

    /// Fires when the call is given up. It never does where the browser does not say so (Firefox's preview).
    #[must_use]
    pub fn signal(&self) -> &AbortSignal {
        &self.signal
    }

    /// Whether the call has been given up.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        Signal::from_value(&self.signal).is_some_and(|signal| Browser.abort_reason(&signal).is_some())
    }

    /// Tells the caller of progress, as far as it can be told who that is: callers that use this package hear of it.
    /// What serde does not write as JSON is not told.
    ///
    /// ```no_run
    /// # fn example(context: webmcp_exec::ToolContext) {
    /// context.emit(&serde_json::json!({ "progress": 3, "total": 10 }));
    /// # }
    /// ```
    pub fn emit<T: Serialize + ?Sized>(&self, progress: &T) {
        if let Ok(progress) = serde_json::to_value(progress)
            && let Ok(emit) = js::get(&self.client, &"emit".into())
            && emit.is_function()
        {
            // What a listener throws is reported where it listens.
            let _ = js::apply(&emit, &JsValue::UNDEFINED, &Array::of1(&value_of(&progress)));
        }
    }

    /// What the caller said of itself under this name, by [`CallOptions::context`](crate::CallOptions::context). Tools
    /// of a page are told nothing.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Value> {
        let value = js::get(&self.client, &name.into()).ok()?;
        json_of(&value).ok().filter(|value| !value.is_null())
    }

    /// Ends when the call is given up, with the signal's reason.
    pub async fn aborted(&self) -> JsValue {
        match Signal::from_value(&self.signal) {
            Some(signal) => Browser.aborted(&signal).await,
            None => std::future::pending().await,
        }
    }

    /// Waits for a future until the call is given up; then the future is dropped, which ends what it was doing.
    ///
    /// # Errors
    /// A failure with the code `ABORTED`, if the call is given up first.
    ///
    /// ```no_run
    /// # async fn slow_report() -> String { String::new() }
    /// # async fn example() -> Result<webmcp_exec::Registration, webmcp_exec::Error> {
    /// use webmcp_exec::{PageTool, ToolContext};
    ///
    /// PageTool::new("slow_report", "Counts every mug in the shop.")
    ///     .register(async |_: (), context: ToolContext| Ok(context.unless_aborted(slow_report()).await?))
    ///     .await
    /// # }
    /// ```
    pub async fn unless_aborted<F: Future>(&self, future: F) -> Result<F::Output, ToolFailure> {
        match first(pin!(self.aborted()), pin!(future)).await {
            First::Left(reason) => Err(Error::Aborted { reason, dispatched: true }.into()),
            First::Right(output) => Ok(output),
        }
    }
}
