//! `execute_tools`: several calls side by side.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use serde::Serialize;
use web_sys::{AbortController, AbortSignal};

use super::arguments::arguments;
use super::call::{Call, start};
use super::call_options::CallOptions;
use super::error::Error;
use super::tool_result::ToolResult;
use crate::context::{Arguments, OnAbort, Signal};

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
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct BatchOptions {
    signal: Option<AbortSignal>,
    timeout: Option<Duration>,
    concurrency: Option<usize>,
    stop_on_error: bool,
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
        self.concurrency = Some(concurrency.max(1));
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
    Batch::of(calls.into_iter().collect(), options).run().await
}

/// The calls of a batch: those that wait, those that run, and what came of the others.
struct Batch {
    options: BatchOptions,
    waiting: std::iter::Enumerate<std::vec::IntoIter<ToolCall>>,
    running: Vec<(usize, Running)>,
    results: Vec<Result<Option<ToolResult>, Error>>,
    is_stopped: bool,
}

struct Running {
    call: Call,
    /// Held only to be dropped with the call.
    _either: Option<Either>,
}

impl Batch {
    fn of(calls: Vec<ToolCall>, options: BatchOptions) -> Self {
        let not_started = |call: &ToolCall| Err(Error::NotStarted { name: call.name.clone() });
        let results = calls.iter().map(not_started).collect();
        let waiting = calls.into_iter().enumerate();
        Self { options, waiting, running: Vec::new(), results, is_stopped: false }
    }

    async fn run(mut self) -> Vec<Result<Option<ToolResult>, Error>> {
        poll_fn(|context| {
            // What ends makes room for others, which may end at once.
            loop {
                self.begin();
                let before = self.running.len();
                let Self { running, results, is_stopped, options, .. } = &mut self;
                running.retain_mut(|(index, running)| {
                    let Poll::Ready(result) = Pin::new(&mut running.call).poll(context) else { return true };
                    let failed = result.as_ref().map_or(true, |it| it.as_ref().is_some_and(|it| it.is_error));
                    *is_stopped |= failed && options.stop_on_error;
                    if let Some(slot) = results.get_mut(*index) {
                        *slot = result;
                    }
                    false
                });
                if self.running.is_empty() && (self.is_stopped || self.waiting.len() == 0) {
                    return Poll::Ready(());
                }
                if self.running.len() == before {
                    return Poll::Pending;
                }
            }
        })
        .await;
        self.results
    }

    /// Begins as many calls as there is room for.
    fn begin(&mut self) {
        let room = self.options.concurrency.unwrap_or(usize::MAX);
        while !self.is_stopped && self.running.len() < room {
            let Some((index, call)) = self.waiting.next() else { return };
            self.running.push((index, self.options.start(call)));
        }
    }
}

impl BatchOptions {
    fn start(&self, call: ToolCall) -> Running {
        let (mut options, mut either) = (call.options, None);
        if let Some(of_all) = &self.signal {
            either = options.own_signal().and_then(|own| Either::of([own, of_all]));
            let signal = either.as_ref().map_or_else(|| of_all.clone(), |either| either.controller.signal());
            options = options.signal(&signal);
        }
        if let Some(timeout) = self.timeout
            && !options.has_timeout()
        {
            options = options.timeout(timeout);
        }
        Running { call: start(call.name, call.args, options, "execute_tools"), _either: either }
    }
}

/// A signal that fires when one of two does.
#[derive(Debug)]
struct Either {
    controller: AbortController,
    _listeners: [Option<OnAbort>; 2],
}

impl Either {
    fn of(signals: [&AbortSignal; 2]) -> Option<Self> {
        let controller = AbortController::new().ok()?;
        let listeners = signals.map(|signal| {
            if signal.aborted() {
                controller.abort_with_reason(&signal.reason());
            }
            let (controller, source) = (controller.clone(), signal.clone());
            let fire = move || controller.abort_with_reason(&source.reason());
            Signal::from_value(signal).map(|signal| OnAbort::of(&signal, fire))
        });
        Some(Self { controller, _listeners: listeners })
    }
}
