//! A host made by hand: what the page does, and when, is the test's decision.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use super::*;
use crate::validate::Problem;

pub(super) type Value = &'static str;

/// Something that the test lets happen, once, at the time of its choice.
#[derive(Debug)]
pub(super) struct Event<T>(Rc<RefCell<Option<T>>>);

impl<T> Clone for Event<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Default for Event<T> {
    fn default() -> Self {
        Self(Rc::default())
    }
}

impl<T: Clone> Event<T> {
    pub(super) fn happens(&self, with: T) {
        self.0.replace(Some(with));
    }

    fn get(&self) -> Option<T> {
        self.0.borrow().clone()
    }

    pub(super) async fn wait(&self) -> T {
        poll_fn(|_| self.get().map_or(Poll::Pending, Poll::Ready)).await
    }
}

/// A page with its tools, a signal, a clock, and counts of what the engine did.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) has_context: Cell<Result<bool, Value>>,
    pub(super) tools: RefCell<Vec<Tool>>,
    /// Whether look-ups are kept.
    pub(super) remembers: Cell<bool>,
    pub(super) memory: RefCell<Vec<Tool>>,
    pub(super) listed: Event<Result<(), LookupFailure<Value>>>,
    /// What the provider says to each dispatch in turn.
    pub(super) answers: [Event<Result<Answer<Value>, DispatchFailure<Value>>>; 2],
    /// What a validator finds in the arguments.
    pub(super) checked: Event<Vec<Problem>>,
    pub(super) aborted: Event<Value>,
    pub(super) owner_lost: Event<Loss>,
    pub(super) fate: Event<Fate>,
    pub(super) execution: RefCell<Option<Execution<Value>>>,
    pub(super) execution_ended: Event<Option<Execution<Value>>>,
    pub(super) now: Cell<f64>,
    pub(super) guess: Cell<Shape>,
    /// Whether the signal fires while a dispatch is being made.
    pub(super) aborts_in_dispatch: Cell<bool>,

    /// The shape of every dispatch.
    pub(super) dispatches: RefCell<Vec<Shape>>,
    pub(super) lookups: Cell<u32>,
    pub(super) checks: Cell<u32>,
    pub(super) remembered: Cell<Option<Shape>>,
    /// Listeners and timers that have not been let go of.
    pub(super) held: Cell<i32>,
    /// Calls on their way.
    pub(super) flights: Cell<i32>,
    /// Calls that were dropped before they had ended.
    pub(super) cancelled: Cell<u32>,
    /// What listeners heard.
    pub(super) told: RefCell<Vec<String>>,
}

impl Default for Page {
    fn default() -> Self {
        Self {
            has_context: Cell::new(Ok(true)),
            tools: RefCell::new(vec![Tool::own("t")]),
            remembers: Cell::new(false),
            memory: RefCell::default(),
            listed: Event::default(),
            answers: Default::default(),
            checked: Event::default(),
            aborted: Event::default(),
            owner_lost: Event::default(),
            fate: Event::default(),
            execution: RefCell::default(),
            execution_ended: Event::default(),
            now: Cell::new(0.0),
            guess: Cell::new(Shape::Object),
            aborts_in_dispatch: Cell::new(false),
            dispatches: RefCell::default(),
            lookups: Cell::default(),
            checks: Cell::default(),
            remembered: Cell::default(),
            held: Cell::default(),
            flights: Cell::default(),
            cancelled: Cell::default(),
            told: RefCell::default(),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Tool {
    pub(super) name: Value,
    pub(super) own: bool,
    pub(super) origin: Value,
    pub(super) window: Value,
}

impl Tool {
    pub(super) fn own(name: Value) -> Self {
        Self { name, own: true, origin: "https://own", window: "own" }
    }

    pub(super) fn framed(name: Value, origin: Value, window: Value) -> Self {
        Self { name, own: false, origin, window }
    }
}

/// Counts up while it lives.
struct Held<'a>(&'a Cell<i32>);

impl<'a> Held<'a> {
    fn new(count: &'a Cell<i32>) -> Self {
        count.set(count.get() + 1);
        Self(count)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

pub(super) struct Flight {
    page: Rc<Page>,
    is_settled: Cell<bool>,
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.page.flights.set(self.page.flights.get() - 1);
        if !self.is_settled.get() {
            self.page.cancelled.set(self.page.cancelled.get() + 1);
        }
    }
}

pub(super) struct Observed {
    page: Rc<Page>,
    is_settled: Cell<bool>,
}

impl Drop for Observed {
    fn drop(&mut self) {
        if !self.is_settled.get() {
            self.page.told.borrow_mut().push("given up".to_owned());
        }
    }
}

impl Host for Rc<Page> {
    type Value = Value;
    type Args = ();
    type Signal = ();
    type Context = ();
    type Listing = Vec<Tool>;
    type Tool = Tool;
    type Validator = ();
    type Flight = Flight;
    type Observed = Observed;

    fn context(&self) -> Result<Option<()>, Value> {
        self.has_context.get().map(|has| has.then_some(()))
    }

    async fn list(&self, _: &(), _: Option<&Value>) -> Result<Vec<Tool>, LookupFailure<Value>> {
        self.lookups.set(self.lookups.get() + 1);
        self.listed.wait().await?;
        Ok(self.tools.borrow().clone())
    }

    fn named(&self, listing: &Vec<Tool>, name: &Value) -> Vec<Listed<Self>> {
        let named = listing.iter().filter(|tool| tool.name == *name).cloned();
        named.map(|tool| Listed { own: tool.own, origin: tool.origin, window: tool.window, tool }).collect()
    }

    fn keep(&self, listing: &Vec<Tool>) {
        if self.remembers.get() {
            self.memory.replace(listing.iter().filter(|tool| tool.own).cloned().collect());
        }
    }

    fn recall(&self, (): &(), name: &Value) -> Option<Listed<Self>> {
        self.named(&self.memory.borrow(), name).pop()
    }

    fn names(&self, listing: &Vec<Tool>) -> Vec<Value> {
        listing.iter().map(|tool| tool.name).collect()
    }

    async fn check(&self, _: &Tool, _: &(), _: &()) -> Vec<Problem> {
        self.checks.set(self.checks.get() + 1);
        self.checked.wait().await
    }

    fn shape(&self, _: &()) -> Shape {
        self.guess.get()
    }

    fn remember_shape(&self, _: &(), shape: Shape) {
        self.remembered.set(Some(shape));
    }

    fn observe(&self, subject: Subject<'_, Value>) -> Observed {
        self.told.borrow_mut().push(format!("{} {} starts", subject.door, subject.name));
        Observed { page: self.clone(), is_settled: Cell::new(false) }
    }

    fn settled(&self, observed: Observed, report: &Report<Value>) {
        observed.is_settled.set(true);
        self.told.borrow_mut().push(report.outcome.status().as_str().to_owned());
    }

    fn value_of(&self, (): &()) -> Value {
        "{}"
    }

    fn prepare(&self, _: &(), _: &Listed<Self>, _: &ToolCall<Self>, _: &Observed) -> Flight {
        self.flights.set(self.flights.get() + 1);
        Flight { page: self.clone(), is_settled: Cell::new(false) }
    }

    async fn dispatch(&self, _: &Flight, shape: Shape) -> Result<Answer<Value>, DispatchFailure<Value>> {
        let turn = self.dispatches.borrow().len();
        self.dispatches.borrow_mut().push(shape);
        if self.aborts_in_dispatch.get() {
            self.aborted.happens("why");
        }
        match self.answers.get(turn) {
            Some(answer) => answer.wait().await,
            None => Err(DispatchFailure::Lost("dispatched too often")),
        }
    }

    fn settle(&self, flight: &Flight, _: &Outcome<Value>) {
        flight.is_settled.set(true);
    }

    async fn owner_lost(&self, _: &Flight) -> Loss {
        let _held = Held::new(&self.held);
        self.owner_lost.wait().await
    }

    async fn fate(&self, _: &Flight) -> Fate {
        self.fate.wait().await
    }

    fn execution(&self, _: &Flight) -> Option<Execution<Value>> {
        self.execution.borrow().clone()
    }

    async fn execution_ended(&self, _: &Flight) -> Option<Execution<Value>> {
        self.execution_ended.wait().await
    }

    fn result(&self, raw: &Value, value: Option<&Value>) -> (Value, bool) {
        let result = value.unwrap_or(raw);
        (result, result.starts_with("error"))
    }

    fn failure(&self, error: &Value) -> Value {
        error
    }

    fn abort_reason(&self, _: &()) -> Option<Value> {
        self.aborted.get()
    }

    async fn aborted(&self, _: &()) -> Value {
        let _held = Held::new(&self.held);
        self.aborted.wait().await
    }

    async fn sleep(&self, ms: f64) {
        let _held = Held::new(&self.held);
        let end = self.now.get() + ms;
        poll_fn(|_| if self.now.get() >= end { Poll::Ready(()) } else { Poll::Pending }).await;
    }

    fn now(&self) -> f64 {
        self.now.get()
    }
}

/// A call that goes on only when the test says so.
pub(super) struct Running(Pin<Box<dyn Future<Output = Report<Value>>>>);

impl Running {
    pub(super) fn start(page: &Rc<Page>, call: ToolCall<Rc<Page>>) -> Self {
        let page = page.clone();
        Self(Box::pin(async move { run(&page, &call).await }))
    }

    /// Goes on as far as it can; the report, once it has ended.
    pub(super) fn go_on(&mut self) -> Option<Report<Value>> {
        match self.0.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(report) => Some(report),
            Poll::Pending => None,
        }
    }
}

/// A call of the tool `t` with a signal.
pub(super) fn call() -> ToolCall<Rc<Page>> {
    ToolCall { limits: Limits { signal: Some(()), ..Limits::default() }, ..ToolCall::new("t", ()) }
}
