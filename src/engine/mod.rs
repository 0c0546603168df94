//! The engine: a call in, one [`Outcome`] out. It never throws.
//!
//! It finds where a tool lives, decides the shape of the arguments before the call, runs the tool against
//! the caller's signal and deadline, and says what became of it. It knows nothing of JavaScript: all it
//! asks for goes through the [`Host`] trait, so that every interleaving is tested on the host machine.
//!
//! ```no_run
//! use webmcp_exec::context::{Arguments, BadArguments, Browser};
//! use webmcp_exec::engine::{Limits, Outcome, ToolCall, run};
//!
//! # async fn example() -> Result<(), BadArguments> {
//! let args = Arguments::read(&r#"{"qty":3}"#.into())?;
//! let call = ToolCall::<Browser> {
//!     limits: Limits { timeout_ms: Some(5_000.0), ..Limits::default() },
//!     ..ToolCall::new("add_to_cart".into(), args)
//! };
//! match run(&Browser, &call).await.outcome {
//!     Outcome::Completed { result, .. } => println!("{result:?}"),
//!     other => println!("{}", other.status().as_str()),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Invariants, each with a test:
//! - a tool is dispatched at most once, but for one second try in the other shape after a refusal that
//!   the browser makes before the tool runs;
//! - nothing is dispatched once the signal has fired, and the step that was running is dropped with it;
//! - a call that was dispatched is said not to have run only where that is certain;
//! - a tool that was remembered is called as if it had been looked up, but in the turn in which the call is made.

#[cfg(test)]
mod fake;
mod host;
mod limits;
mod local;
#[cfg(test)]
mod local_tests;
#[cfg(test)]
mod memory_tests;
mod outcome;
mod race;
#[cfg(test)]
mod tests;

pub use host::{Answer, DispatchFailure, Execution, Fate, Host, Listed, LookupFailure, Loss, Subject};
pub use limits::{LastProgress, Limits};
pub use local::{LocalCall, Part, Running, run_local};
pub use outcome::{Outcome, Status};
pub(crate) use race::{First, first};
use race::{Stop, Stopped};

use std::cell::Cell;
use std::fmt;
use std::pin::pin;

/// The shape in which a provider takes arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A JavaScript object (Chromium 155 and newer).
    Object,
    /// JSON text (Chromium up to 154).
    Json,
}

impl Shape {
    fn other(self) -> Self {
        match self {
            Self::Object => Self::Json,
            Self::Json => Self::Object,
        }
    }

    /// The shape as JavaScript reads it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Object => "object",
            Self::Json => "json",
        }
    }
}

/// One call of a page's tool by its name.
pub struct ToolCall<H: Host> {
    /// The tool's name, compared as it is.
    pub name: H::Value,
    /// The arguments.
    pub args: H::Args,
    /// Which documents to look in.
    pub scope: Scope<H::Value>,
    /// What may end the call.
    pub limits: Limits<H::Signal>,
    /// Told of the tool's progress.
    pub on_progress: Option<H::Value>,
    /// Checks the arguments against the tool's schema before the tool is dispatched.
    pub validator: Option<H::Validator>,
    /// How sure it must be that an execution on record is this call's own.
    pub attribution: Attribution,
    /// The caller's own name for this call.
    pub id: Option<H::Value>,
    /// The function that was called, for listeners.
    pub door: &'static str,
}

impl<H: Host> ToolCall<H> {
    /// A call without limits, in every document.
    #[must_use]
    pub fn new(name: H::Value, args: H::Args) -> Self {
        Self {
            name,
            args,
            scope: Scope::default(),
            limits: Limits::default(),
            on_progress: None,
            validator: None,
            attribution: Attribution::Certain,
            id: None,
            door: "engine",
        }
    }
}

/// How an execution on record is attributed to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribution {
    /// Only if no other execution fits: the caller may be one of many.
    Certain,
    /// Equal calls that overlap are told apart by their order: the caller is the tool's own author.
    InOrder,
}

impl<H: Host> fmt::Debug for ToolCall<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolCall").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Which of several tools of one name is meant.
#[derive(Clone, Debug)]
pub struct Scope<V> {
    /// Only tools of this origin.
    pub origin: Option<V>,
    /// Only tools of this window.
    pub window: Option<V>,
    /// The origins of other sites whose tools are asked for too, as the provider takes them.
    pub from: Option<V>,
}

impl<V> Default for Scope<V> {
    fn default() -> Self {
        Self { origin: None, window: None, from: None }
    }
}

/// What became of a call, and what was learned on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<V> {
    /// What became of it.
    pub outcome: Outcome<V>,
    /// From the call to its outcome, in milliseconds.
    pub duration_ms: f64,
    /// The shape in which the arguments were handed over, if they were.
    pub shape: Option<Shape>,
    /// The origin of the tool, once it was found.
    pub origin: Option<V>,
}

/// Runs a call to its end.
///
/// Dropping the future gives the call up: listeners and timers go with it, and the provider is told if the
/// call has any [`Limits`].
pub async fn run<H: Host>(host: &H, call: &ToolCall<H>) -> Report<H::Value> {
    let started = host.now();
    let observed = host.observe(Subject {
        name: &call.name,
        args: &|| host.value_of(&call.args),
        id: call.id.as_ref(),
        door: call.door,
        began: started,
        on_progress: call.on_progress.as_ref(),
        renewal: call.limits.renewal.as_ref(),
    });
    let mut report = Report { outcome: Outcome::Navigated, duration_ms: 0.0, shape: None, origin: None };
    report.outcome = match attempt(host, call, &observed, &mut report).await {
        Ok(outcome) | Err(outcome) => outcome,
    };
    report.duration_ms = host.now() - started;
    host.settled(observed, &report);
    report
}

/// The tools of the page, or why they could not be had.
///
/// # Errors
/// An outcome that says why: unavailable, refused, aborted or timed out.
pub async fn list<H: Host>(
    host: &H,
    from: Option<&H::Value>,
    limits: &Limits<H::Signal>,
) -> Result<H::Listing, Outcome<H::Value>> {
    let mut stop = Stop::new(host, limits).map_err(|stopped| stopped.outcome(false))?;
    let context = context_of(host)?;
    ask(host, &mut stop, &context, from).await
}

/// Runs something that is no call until it ends or the caller does not want it any more.
///
/// # Errors
/// The outcome of a call that would have been ended by that.
pub(crate) async fn within<H: Host, F: Future + Unpin>(
    host: &H,
    limits: &Limits<H::Signal>,
    step: F,
) -> Result<F::Output, Outcome<H::Value>> {
    let mut stop = Stop::new(host, limits).map_err(|stopped| stopped.outcome(false))?;
    stop.race_to_the_end(step).await.map_err(|stopped| stopped.outcome(false))
}

fn context_of<H: Host>(host: &H) -> Result<H::Context, Outcome<H::Value>> {
    host.context()
        .map_err(|error| Outcome::Unavailable { cause: Some(error) })?
        .ok_or(Outcome::Unavailable { cause: None })
}

/// A provider's look-up takes no signal and may never settle: it is raced like the call itself.
async fn ask<H: Host>(
    host: &H,
    stop: &mut Stop<'_, H>,
    context: &H::Context,
    from: Option<&H::Value>,
) -> Result<H::Listing, Outcome<H::Value>> {
    let listed = stop.race(pin!(host.list(context, from))).await.map_err(|stopped| stopped.outcome(false))?;
    listed.map_err(|failure| match failure {
        LookupFailure::Refused(error) => Outcome::Refused { error },
        LookupFailure::Other(error) => Outcome::Unavailable { cause: Some(error) },
    })
}

/// The tool that is meant, and the list that it is from; none where it was remembered.
async fn find<H: Host>(
    host: &H,
    stop: &mut Stop<'_, H>,
    context: &H::Context,
    call: &ToolCall<H>,
) -> Result<(Listed<H>, Option<H::Listing>), Outcome<H::Value>> {
    // A tool that is registered again may have another schema. Other sites are the provider's to refuse.
    if call.validator.is_none() && call.scope.from.is_none() {
        let remembered = host.recall(context, &call.name).into_iter().collect();
        if let Ok(found) = choose(&call.scope, remembered) {
            return Ok((found, None));
        }
    }
    let listing = ask(host, stop, context, call.scope.from.as_ref()).await?;
    host.keep(&listing);
    match choose(&call.scope, host.named(&listing, &call.name)) {
        Ok(found) => Ok((found, Some(listing))),
        Err(candidates) if candidates.is_empty() => {
            Err(Outcome::NotFound { available: host.names(&listing) })
        }
        Err(candidates) => {
            Err(Outcome::Ambiguous { origins: candidates.into_iter().map(|one| one.origin).collect() })
        }
    }
}

/// The call itself. An outcome that ends it early comes as the error, so that `?` can be used for it.
async fn attempt<H: Host>(
    host: &H,
    call: &ToolCall<H>,
    observed: &H::Observed,
    report: &mut Report<H::Value>,
) -> Result<Outcome<H::Value>, Outcome<H::Value>> {
    let mut stop = Stop::new(host, &call.limits).map_err(|stopped| stopped.outcome(false))?;
    let context = context_of(host)?;
    let (found, listing) = find(host, &mut stop, &context, call).await?;
    report.origin = Some(found.origin.clone());
    if let Some(validator) = &call.validator {
        let check = pin!(host.check(&found.tool, &call.args, validator));
        let problems = stop.race(check).await.map_err(|stopped| stopped.outcome(false))?;
        if !problems.is_empty() {
            return Err(Outcome::Invalid { problems });
        }
    }

    let flight = host.prepare(&context, &found, call, observed);
    let outcome = match dispatch(host, &mut stop, &context, &flight, &mut report.shape).await? {
        Some(outcome) => outcome,
        None => not_found(host, &mut stop, &context, listing).await?,
    };
    host.settle(&flight, &outcome);
    Ok(outcome)
}

/// A tool that had gone before it was called. What there is now is asked for if that has not been done for this call;
/// nothing is called any more, whatever it says.
async fn not_found<H: Host>(
    host: &H,
    stop: &mut Stop<'_, H>,
    context: &H::Context,
    listing: Option<H::Listing>,
) -> Result<Outcome<H::Value>, Outcome<H::Value>> {
    let listing = match listing {
        Some(listing) => listing,
        None => {
            let listing = ask(host, stop, context, None).await?;
            host.keep(&listing);
            listing
        }
    };
    Ok(Outcome::NotFound { available: host.names(&listing) })
}

/// Hands the call over, a second time if the browser refuses the shape; the error is the caller's own end to it.
/// `None`: there is no such tool (any more), and nothing ran.
async fn dispatch<H: Host>(
    host: &H,
    stop: &mut Stop<'_, H>,
    context: &H::Context,
    flight: &H::Flight,
    shape_used: &mut Option<Shape>,
) -> Result<Option<Outcome<H::Value>>, Outcome<H::Value>> {
    let mut shape = host.shape(context);
    let mut refusal = None;
    loop {
        // The race asks the signal before it lets the dispatch begin: nothing goes out after an abort.
        let dispatched = Cell::new(false);
        let raced = {
            let dispatch = pin!(async {
                dispatched.set(true);
                host.dispatch(flight, shape).await
            });
            stop.race(first(dispatch, pin!(host.owner_lost(flight)))).await
        };
        if dispatched.get() {
            *shape_used = Some(shape);
        }
        let failure = match raced.map_err(|stopped| stopped.outcome(dispatched.get()))? {
            First::Left(Ok(answer)) => {
                if refusal.is_some() {
                    host.remember_shape(context, shape);
                }
                return Ok(Some(answered(host, answer, host.execution(flight))));
            }
            First::Left(Err(failure)) => failure,
            First::Right(loss) => return Ok(Some(loss.outcome(None))),
        };
        return Ok(Some(match failure {
            DispatchFailure::WrongShape(error) => match refusal {
                None => {
                    refusal = Some(error);
                    shape = shape.other();
                    continue;
                }
                Some(error) => Outcome::BadArguments { error },
            },
            DispatchFailure::BadArguments(error) => Outcome::BadArguments { error },
            DispatchFailure::Threw { error, cause } => match host.execution(flight) {
                Some(Execution::Threw(own)) => failed(host, &own, cause),
                // It returned what the browser could not hand on.
                Some(Execution::Returned(value)) => match host.result(&value, None) {
                    (result, true) => {
                        Outcome::Failed { raw: None, result, cause: Some(cause), value: Some(value) }
                    }
                    _ => failed(host, &error, cause),
                },
                None => failed(host, &error, cause),
            },
            // A tool may pass on what it was told of another: the record knows better.
            DispatchFailure::NotFound(cause) => match host.execution(flight) {
                Some(Execution::Threw(own)) => failed(host, &own, cause),
                _ => return Ok(None),
            },
            DispatchFailure::Refused(error) => Outcome::Refused { error },
            DispatchFailure::Lost(cause) => {
                let fate = stop.race(pin!(host.fate(flight))).await;
                match fate.map_err(|stopped| stopped.outcome(true))? {
                    Fate::Lost(loss) => loss.outcome(Some(cause)),
                    Fate::NotRun => return Ok(None),
                    // Older builds drop a call whose tool is unregistered meanwhile, though it runs on.
                    Fate::Unknown => {
                        let ended = stop.race(pin!(host.execution_ended(flight))).await;
                        match ended.map_err(|stopped| stopped.outcome(true))? {
                            Some(Execution::Threw(own)) => failed(host, &own, cause),
                            Some(Execution::Returned(value)) => completed(host, value.clone(), Some(value)),
                            None => Outcome::OwnerGone { cause: Some(cause) },
                        }
                    }
                }
            }
        }));
    }
}

/// The tool that is meant: the one in scope, the caller's own before any other. Else the candidates.
fn choose<H: Host>(
    scope: &Scope<H::Value>,
    mut candidates: Vec<Listed<H>>,
) -> Result<Listed<H>, Vec<Listed<H>>> {
    candidates.retain(|one| {
        scope.origin.as_ref().is_none_or(|origin| one.origin == *origin)
            && scope.window.as_ref().is_none_or(|window| one.window == *window)
    });
    let own = candidates.iter().position(|one| one.own);
    match (own, candidates.len()) {
        (Some(index), _) => Ok(candidates.swap_remove(index)),
        (None, 1) => candidates.pop().ok_or_else(Vec::new),
        _ => Err(candidates),
    }
}

fn answered<H: Host>(
    host: &H,
    answer: Answer<H::Value>,
    execution: Option<Execution<H::Value>>,
) -> Outcome<H::Value> {
    let value = match execution {
        Some(Execution::Returned(value)) => Some(value),
        _ => None,
    };
    match (answer, value) {
        (Answer::Value(raw), value) => completed(host, raw, value),
        // Browsers say nothing for text that is not well formed (a lone surrogate), too: the record knows.
        (Answer::Nothing(raw), Some(value)) => completed(host, raw, Some(value)),
        (Answer::Nothing(_), None) => Outcome::Navigated,
    }
}

fn completed<H: Host>(host: &H, raw: H::Value, value: Option<H::Value>) -> Outcome<H::Value> {
    let (result, is_error) = host.result(&raw, value.as_ref());
    match is_error {
        true => Outcome::Failed { raw: Some(raw), result, cause: None, value },
        false => Outcome::Completed { raw, result, value },
    }
}

fn failed<H: Host>(host: &H, error: &H::Value, cause: H::Value) -> Outcome<H::Value> {
    Outcome::Failed { raw: None, result: host.failure(error), cause: Some(cause), value: None }
}

impl<V> Stopped<V> {
    fn outcome(self, dispatched: bool) -> Outcome<V> {
        match self {
            Self::Aborted(reason) => Outcome::Aborted { reason, dispatched },
            Self::TimedOut(after_ms) => Outcome::TimedOut { after_ms, dispatched },
        }
    }
}

impl Loss {
    fn outcome<V>(self, cause: Option<V>) -> Outcome<V> {
        match self {
            Self::Navigated => Outcome::Navigated,
            Self::Removed => Outcome::OwnerGone { cause },
        }
    }
}
