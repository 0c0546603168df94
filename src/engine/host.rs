//! What the engine asks of its surroundings.

use std::fmt::{self, Debug};
use std::rc::Rc;

use super::{LastProgress, Outcome, Report, Shape, ToolCall};
use crate::validate::Problem;

/// Where a call runs: the browser, or a fake one in tests. Values go through it unseen.
#[allow(async_fn_in_trait, reason = "the engine runs on one thread and never asks for `Send`")]
pub trait Host: Sized {
    /// A JavaScript value. Equality is that of `===`.
    type Value: Clone + Debug + PartialEq;
    /// The arguments of a call, ready in either shape.
    type Args;
    /// A caller's abort signal.
    type Signal;
    /// A page's `modelContext`, by whoever provides it.
    type Context;
    /// The tools as a provider listed them.
    type Listing;
    /// One tool as its provider listed it.
    type Tool;
    /// What checks arguments.
    type Validator;
    /// One call on its way to its tool. Dropping it cancels it, unless it has been settled.
    type Flight;
    /// A call that listeners may hear of. Dropping it tells them that the call was given up.
    type Observed;

    /// The page's `modelContext`; an error where the page throws when it is asked for it.
    ///
    /// # Errors
    /// What the page threw.
    fn context(&self) -> Result<Option<Self::Context>, Self::Value>;

    /// Asks the provider for its tools.
    async fn list(
        &self,
        context: &Self::Context,
        from: Option<&Self::Value>,
    ) -> Result<Self::Listing, LookupFailure<Self::Value>>;

    /// The tools of that name.
    fn named(&self, listing: &Self::Listing, name: &Self::Value) -> Vec<Listed<Self>>;

    /// Keeps what was listed for the calls after this one, as far as it is certain to stay true.
    fn keep(&self, listing: &Self::Listing);

    /// The caller's own tool of that name, where it need not be asked for: a call of it ends as if it had been. If it
    /// has gone meanwhile, the provider says so before anything runs.
    fn recall(&self, context: &Self::Context, name: &Self::Value) -> Option<Listed<Self>>;

    /// The names of all tools.
    fn names(&self, listing: &Self::Listing) -> Vec<Self::Value>;

    /// Checks arguments against the schema of a tool, if it has one.
    async fn check(&self, tool: &Self::Tool, args: &Self::Args, validator: &Self::Validator) -> Vec<Problem>;

    /// The shape in which this provider wants its arguments, as far as can be said without a call.
    fn shape(&self, context: &Self::Context) -> Shape;

    /// Keeps what a call has shown about the shape.
    fn remember_shape(&self, context: &Self::Context, shape: Shape);

    /// Tells listeners that a call begins.
    fn observe(&self, subject: Subject<'_, Self::Value>) -> Self::Observed;

    /// Tells listeners what became of it.
    fn settled(&self, observed: Self::Observed, report: &Report<Self::Value>);

    /// The arguments as a value.
    fn value_of(&self, args: &Self::Args) -> Self::Value;

    /// Makes a call ready: what follows its signal, and what watches for the execution that it causes.
    fn prepare(
        &self,
        context: &Self::Context,
        found: &Listed<Self>,
        call: &ToolCall<Self>,
        observed: &Self::Observed,
    ) -> Self::Flight;

    /// Hands a call to the provider. Nothing happens before the first poll.
    async fn dispatch(
        &self,
        flight: &Self::Flight,
        shape: Shape,
    ) -> Result<Answer<Self::Value>, DispatchFailure<Self::Value>>;

    /// The call has ended by itself: dropping what is left of it cancels nothing.
    fn settle(&self, flight: &Self::Flight, outcome: &Outcome<Self::Value>);

    /// Ends when the document that owns the tool goes away; never for the caller's own.
    async fn owner_lost(&self, flight: &Self::Flight) -> Loss;

    /// What became of the owner of a tool whose provider said no more than that the call is lost.
    async fn fate(&self, flight: &Self::Flight) -> Fate;

    /// The execution that the call caused, if its end is on record and no other fits.
    fn execution(&self, flight: &Self::Flight) -> Option<Execution<Self::Value>>;

    /// The same, once it has ended; at once `None` where no execution is on record.
    async fn execution_ended(&self, flight: &Self::Flight) -> Option<Execution<Self::Value>>;

    /// The answer as a tool result, and whether that says it is an error. `value` is what the tool itself
    /// returned, if that is known.
    fn result(&self, raw: &Self::Value, value: Option<&Self::Value>) -> (Self::Value, bool);

    /// The result that stands for a tool that threw; `error` is what is known of it.
    fn failure(&self, error: &Self::Value) -> Self::Value;

    /// The reason of a signal that has fired.
    fn abort_reason(&self, signal: &Self::Signal) -> Option<Self::Value>;

    /// Ends when the signal fires, with its reason.
    async fn aborted(&self, signal: &Self::Signal) -> Self::Value;

    /// Ends after that many milliseconds, however many.
    async fn sleep(&self, ms: f64);

    /// A clock in milliseconds.
    fn now(&self) -> f64;
}

/// What listeners are told of a call when it begins, and who is told of its progress.
pub struct Subject<'a, V> {
    /// The tool's name.
    pub name: &'a V,
    /// Gives the arguments as a value.
    pub args: &'a dyn Fn() -> V,
    /// The caller's own name for the call.
    pub id: Option<&'a V>,
    /// The function that was called.
    pub door: &'static str,
    /// When, on the host's clock.
    pub began: f64,
    /// The caller's function that is told of progress.
    pub on_progress: Option<&'a V>,
    /// Where progress is noted, if it puts the call's deadline off.
    pub renewal: Option<&'a Rc<LastProgress>>,
}

impl<V: Debug> Debug for Subject<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject").field("name", &self.name).field("door", &self.door).finish_non_exhaustive()
    }
}

/// A tool in a listing, with what tells it from others of its name.
#[derive(Debug)]
pub struct Listed<H: Host> {
    /// The tool as its provider wants it back.
    pub tool: H::Tool,
    /// Whether it belongs to the caller's own document.
    pub own: bool,
    /// The origin of its document.
    pub origin: H::Value,
    /// The window of its document.
    pub window: H::Value,
}

/// What a provider resolved with.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<V> {
    /// A value.
    Value(V),
    /// Nothing (`null` or `undefined`), with which providers say that the call navigated.
    Nothing(V),
}

/// Why the tools could not be listed.
#[derive(Clone, Debug, PartialEq)]
pub enum LookupFailure<V> {
    /// The browser does not allow it.
    Refused(V),
    /// Anything else.
    Other(V),
}

/// What a provider's rejection means.
#[derive(Clone, Debug, PartialEq)]
pub enum DispatchFailure<V> {
    /// The arguments are not in the shape that it wants; the tool did not run.
    WrongShape(V),
    /// The arguments are more than the browser can write (too deep); the tool did not run.
    BadArguments(V),
    /// The tool threw; the value is what is known of its error.
    Threw {
        /// The tool's own error, or the provider's text for it.
        error: V,
        /// What the provider rejected with.
        cause: V,
    },
    /// There is no such tool (any more); it did not run.
    NotFound(V),
    /// The call is lost: no such tool, or gone while it ran; the provider does not say which.
    Lost(V),
    /// The browser does not allow it; the tool did not run.
    Refused(V),
}

/// How a document goes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It is replaced by another.
    Navigated,
    /// Its frame was removed.
    Removed,
}

/// What became of the owner of a lost call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Its document went away.
    Lost(Loss),
    /// It is still there, and the tool cannot have run.
    NotRun,
    /// It is still there; whether the tool ran is not known.
    Unknown,
}

/// An execution of a tool, as its own document recorded it.
#[derive(Clone, Debug, PartialEq)]
pub enum Execution<V> {
    /// It returned, or its promise was fulfilled.
    Returned(V),
    /// It threw, or its promise was rejected.
    Threw(V),
}
