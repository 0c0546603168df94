//! `execute_tools`: several calls side by side.

use std::time::Duration;

use serde::Serialize;
use wasm_bindgen::JsCast;
use web_sys::AbortSignal;

use super::arguments::arguments;
use super::call::start;
use super::call_options::CallOptions;
use super::error::Error;
use super::list::{ToolInfo, list_tools};
use super::tool_result::ToolResult;
use crate::batch::schedule::{Concurrency, Running, Schedule};
use crate::context::{AnyOf, Arguments, Signal};

/// One call of several: see [`execute_tools`].
#[derive(Debug)]
#[must_use]
pub struct ToolCall {
    name: String,
    args: Result<Arguments, Error>,
    options: CallOptions,
}

impl ToolCall {
    /// A call of a tool by its name, with arguments as those of [`execute_tool`](crate::execute_tool). Arguments that
    /// are wrong are an error among the results.
    pub fn new<A: Serialize + ?Sized>(name: &str, args: &A) -> Self {
        Self { name: name.to_owned(), args: arguments(name, args), options: CallOptions::new() }
    }

    /// How this one is called. Its own time limit replaces that of all; its own signal ends this call beside that
    /// of all.
    pub fn options(mut self, options: CallOptions) -> Self {
        self.options = options;
        self
    }
}

/// How several tools are called: see [`execute_tools`].
#[derive(Clone, Debug)]
#[must_use]
pub struct BatchOptions {
    signal: Option<AbortSignal>,
    timeout: Option<Duration>,
    concurrency: Concurrency,
    stop_on_error: bool,
}

impl Default for BatchOptions {
    fn default() -> Self {
        Self { signal: None, timeout: None, concurrency: Concurrency::All, stop_on_error: false }
    }
}

impl BatchOptions {
    /// All at once, until each has ended.
    pub fn new() -> Self {
        Self::default()
    }

    /// A signal that ends every call that has not ended when it fires. Nothing is called after it.
    pub fn signal(mut self, signal: &AbortSignal) -> Self {
        self.signal = Some(signal.clone());
        self
    }

    /// The time that each call has, from when it is called.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// How many may run at the same time; the others wait. 0 is taken for 1.
    pub fn concurrency(mut self, concurrency: usize) -> Self {
        self.concurrency = Concurrency::AtMost(concurrency.max(1));
        self
    }

    /// Runs side by side only what says that it changes nothing ([`ToolInfo::is_read_only`]); any other tool runs
    /// alone.
    pub fn read_only_together(mut self) -> Self {
        self.concurrency = Concurrency::ReadOnlyTogether;
        self
    }

    /// Whether nothing is called any more once a call or a tool has failed; what runs goes on to its end.
    pub fn stop_on_error(mut self, stop: bool) -> Self {
        self.stop_on_error = stop;
        self
    }
}

/// Calls several tools of the page side by side: one result for each call, in the order of the calls.
///
/// No failure stops the others, unless [`BatchOptions::stop_on_error`] says so. Dropping the future gives all of them
/// up.
///
/// ```no_run
/// # async fn example() {
/// use webmcp_exec::{BatchOptions, ToolCall, execute_tools};
///
/// let calls = ["mug", "poster"].map(|query| ToolCall::new("search_products", &[("query", query)]));
/// for result in execute_tools(calls, BatchOptions::new().concurrency(4)).await {
///     match result {
///         Ok(Some(result)) => println!("{}", result.text()),
///         Ok(None) => println!("navigated"),
///         Err(error) => println!("{error}"),
///     }
/// }
/// # }
/// ```
pub async fn execute_tools(
    calls: impl IntoIterator<Item = ToolCall>,
    options: BatchOptions,
) -> Vec<Result<Option<ToolResult>, Error>> {
    let calls: Vec<ToolCall> = calls.into_iter().collect();
    let read_only = match options.concurrency {
        Concurrency::ReadOnlyTogether => options.read_only(&calls).await,
        _ => Vec::new(),
    };
    let schedule = Schedule { concurrency: options.concurrency, stop_on_error: options.stop_on_error };
    let is_read_only = |index: usize| read_only.get(index) == Some(&true);
    let begin = |call| -> Running<'_, Ended> { Box::pin(options.make(call)) };
    let ended = schedule.run(&calls, &is_read_only, &begin, &has_failed).await;
    let not_started = |call: ToolCall| Err(Error::NotStarted { name: call.name });
    ended.into_iter().zip(calls).map(|(ended, call)| ended.unwrap_or_else(|| not_started(call))).collect()
}

type Ended = Result<Option<ToolResult>, Error>;

fn has_failed(ended: &Ended) -> bool {
    ended.as_ref().map_or(true, |result| result.as_ref().is_some_and(|result| result.is_error))
}

impl BatchOptions {
    async fn make(&self, call: &ToolCall) -> Ended {
        let mut options = call.options.clone();
        // Has to live as long as the call.
        let mut any = None;
        if let Some(of_all) = &self.signal {
            let both = options.own_signal().into_iter().chain([of_all]);
            let both: Vec<Signal> = both.filter_map(|signal| Signal::from_value(signal)).collect();
            any = AnyOf::of(&both);
            if let Some(any) = &any {
                options = options.signal(any.signal().as_value().unchecked_ref());
            }
        }
        if let Some(timeout) = self.timeout
            && !options.has_timeout()
        {
            options = options.timeout(timeout);
        }
        let ended = start(call.name.clone(), call.args.clone(), options, "execute_tools").await;
        drop(any);
        ended
    }

    /// For each call, whether the page says of its tool that it changes nothing.
    async fn read_only(&self, calls: &[ToolCall]) -> Vec<bool> {
        let options = self.signal.as_ref().map_or_else(CallOptions::new, CallOptions::from);
        let tools = list_tools(options).await.unwrap_or_default();
        let says_so = |call: &ToolCall| {
            let mut named = tools.iter().filter(|tool| tool.name == call.name).peekable();
            named.peek().is_some() && named.all(ToolInfo::is_read_only)
        };
        calls.iter().map(says_so).collect()
    }
}
