#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use super::fake::{Event, Page, Value, call};
use super::*;

type Ended = Report<Value>;

/// A call under way, of a tool that ends when the test says so.
struct Call {
    page: Rc<Page>,
    tool: Event<Result<Value, Value>>,
    progress: Rc<LastProgress>,
    future: Pin<Box<dyn Future<Output = Ended>>>,
}

impl Call {
    fn of(limits: impl FnOnce(&mut Limits<()>)) -> Self {
        let page = Rc::new(Page::default());
        let tool = Event::<Result<Value, Value>>::default();
        let progress = Rc::new(LastProgress::default());
        let mut call = LocalCall {
            name: "t",
            input: "{}",
            id: None,
            door: "test",
            limits: Limits { renewal: Some(progress.clone()), ..Limits::default() },
            on_progress: None,
        };
        limits(&mut call.limits);
        let future = {
            let (page, tool) = (page.clone(), tool.clone());
            Box::pin(async move {
                run_local(&page, &call, async |running| {
                    running.begin();
                    tool.wait().await.map_or_else(Outcome::threw, Outcome::returned)
                })
                .await
            })
        };
        Self { page, tool, progress, future }
    }

    fn go_on(&mut self) -> Option<Ended> {
        match self.future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(report) => Some(report),
            Poll::Pending => None,
        }
    }

    fn go_on_at(&mut self, now: f64) -> Option<Status> {
        self.page.now.set(now);
        self.go_on().map(|report| report.outcome.status())
    }

    fn progresses_at(&mut self, now: f64) {
        self.progress.note(now);
        assert_eq!(self.go_on_at(now), None);
    }

    fn told(&self) -> Vec<String> {
        self.page.told.borrow().clone()
    }
}

fn signal(limits: &mut Limits<()>) {
    limits.signal = Some(());
}

#[test]
fn s0_06_what_the_tool_returns_is_passed_on() {
    let mut call = Call::of(|_| ());
    assert_eq!(call.go_on(), None);
    call.tool.happens(Ok("42"));
    let report = call.go_on().unwrap();
    assert_eq!(report.outcome, Outcome::Completed { raw: "42", result: "42", value: Some("42") });
    assert_eq!(call.told(), ["test t starts", "completed"]);
}

#[test]
fn s0_24_what_the_tool_throws_is_kept() {
    let mut call = Call::of(|_| ());
    call.tool.happens(Err("boom"));
    let report = call.go_on().unwrap();
    assert_eq!(
        report.outcome,
        Outcome::Failed { raw: None, result: "boom", cause: Some("boom"), value: None }
    );
}

#[test]
fn s0_12_a_signal_that_has_fired_lets_nothing_begin() {
    let mut call = Call::of(signal);
    call.page.aborted.happens("early");
    call.tool.happens(Ok("42"));
    let report = call.go_on().unwrap();
    assert_eq!(report.outcome, Outcome::Aborted { reason: "early", dispatched: false });
    assert_eq!(call.told(), ["test t starts", "aborted"]);
}

#[test]
fn s0_19_an_abort_of_the_moment_in_which_the_tool_ends_wins() {
    let mut call = Call::of(signal);
    assert_eq!(call.go_on(), None);
    call.tool.happens(Ok("42"));
    call.page.aborted.happens("post");
    assert_eq!(call.go_on().unwrap().outcome, Outcome::Aborted { reason: "post", dispatched: true });
    assert_eq!(call.page.held.get(), 0);
}

#[test]
fn s0_23_a_tool_that_ends_its_own_signal_has_been_aborted() {
    let page = Rc::new(Page::default());
    let call = LocalCall {
        name: "t",
        input: "{}",
        id: None,
        door: "test",
        limits: Limits { signal: Some(()), ..Limits::default() },
        on_progress: None,
    };
    let mut run = Box::pin(run_local(&page, &call, async |running| {
        running.begin();
        page.aborted.happens("inside");
        Outcome::returned("42")
    }));
    let Poll::Ready(report) = run.as_mut().poll(&mut Context::from_waker(Waker::noop())) else {
        panic!("it waits");
    };
    assert_eq!(report.outcome, Outcome::Aborted { reason: "inside", dispatched: true });
}

#[test]
fn x_08_progress_puts_the_deadline_off_and_the_total_does_not_move() {
    let mut call = Call::of(|limits| {
        limits.timeout_ms = Some(10.0);
        limits.max_total_ms = Some(25.0);
    });
    assert_eq!(call.go_on_at(0.0), None);
    call.progresses_at(9.0);
    assert_eq!(call.go_on_at(18.0), None);
    call.progresses_at(18.0);
    assert_eq!(call.go_on_at(24.0), None);
    call.progresses_at(24.0);
    call.page.now.set(25.0);
    let report = call.go_on().unwrap();
    assert_eq!(report.outcome, Outcome::TimedOut { after_ms: 25.0, dispatched: true });
    assert_eq!(call.page.held.get(), 0);
}

#[test]
fn x_08_a_deadline_passes_when_progress_stops() {
    let mut call = Call::of(|limits| limits.timeout_ms = Some(10.0));
    assert_eq!(call.go_on_at(0.0), None);
    call.progresses_at(4.0);
    assert_eq!(call.go_on_at(13.0), None);
    call.page.now.set(14.0);
    let report = call.go_on().unwrap();
    assert_eq!(report.outcome, Outcome::TimedOut { after_ms: 10.0, dispatched: true });
}

#[test]
fn x_08_progress_changes_nothing_where_the_caller_does_not_want_it() {
    let mut call = Call::of(|limits| {
        limits.timeout_ms = Some(10.0);
        limits.renewal = None;
    });
    assert_eq!(call.go_on_at(0.0), None);
    call.progresses_at(9.0);
    assert_eq!(call.go_on_at(10.0), Some(Status::TimedOut));
}

/// A call that waits for its turn before its tool has its own time.
fn with_turn(page: &Rc<Page>, turn: &Event<()>, limits: Limits<()>) -> Pin<Box<dyn Future<Output = Ended>>> {
    let (page, turn) = (page.clone(), turn.clone());
    Box::pin(async move {
        let of_tool = Limits { timeout_ms: Some(10.0), ..Limits::default() };
        let call = LocalCall { name: "t", input: "{}", id: None, door: "test", limits, on_progress: None };
        run_local(&page, &call, async |running| {
            turn.wait().await;
            let mut part = match running.part(&of_tool) {
                Ok(part) => part,
                Err(outcome) => return outcome,
            };
            running.begin();
            match part.step(pin!(Event::<Value>::default().wait())).await {
                Ok(value) => Outcome::returned(value),
                Err(outcome) => outcome,
            }
        })
        .await
    })
}

fn outcome_at(
    page: &Page,
    call: &mut Pin<Box<dyn Future<Output = Ended>>>,
    now: f64,
) -> Option<Outcome<Value>> {
    page.now.set(now);
    match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(report) => Some(report.outcome),
        Poll::Pending => None,
    }
}

#[test]
fn s3_12_the_time_of_a_part_counts_from_its_first_step() {
    let (page, turn) = (Rc::new(Page::default()), Event::default());
    let mut call = with_turn(&page, &turn, Limits::default());
    assert_eq!(outcome_at(&page, &mut call, 100.0), None);
    turn.happens(());
    assert_eq!(outcome_at(&page, &mut call, 200.0), None);
    assert_eq!(outcome_at(&page, &mut call, 209.0), None);
    let ended = outcome_at(&page, &mut call, 210.0);
    assert_eq!(ended, Some(Outcome::TimedOut { after_ms: 10.0, dispatched: true }));
    drop(call);
    assert_eq!(page.held.get(), 0);
}

#[test]
fn s3_12_the_time_of_the_whole_counts_from_the_call() {
    let (page, turn) = (Rc::new(Page::default()), Event::default());
    let limits = || Limits { max_total_ms: Some(50.0), signal: Some(()), ..Limits::default() };
    let mut waiting = with_turn(&page, &turn, limits());
    assert_eq!(outcome_at(&page, &mut waiting, 0.0), None);
    assert_eq!(outcome_at(&page, &mut waiting, 49.0), None);
    let ended = outcome_at(&page, &mut waiting, 50.0);
    assert_eq!(ended, Some(Outcome::TimedOut { after_ms: 50.0, dispatched: false }));

    turn.happens(());
    let mut running = with_turn(&page, &turn, limits());
    assert_eq!(outcome_at(&page, &mut running, 60.0), None);
    page.aborted.happens("why");
    let ended = outcome_at(&page, &mut running, 70.0);
    assert_eq!(ended, Some(Outcome::Aborted { reason: "why", dispatched: true }));
}

#[test]
fn x_09_listeners_hear_of_a_call_that_is_given_up() {
    let mut local = Call::of(|_| ());
    assert_eq!(local.go_on(), None);
    drop(local.future);
    assert_eq!(*local.page.told.borrow(), ["test t starts", "given up"]);

    let page = Rc::new(Page::default());
    drop(super::fake::Running::start(&page, call()));
    assert!(page.told.borrow().is_empty(), "nothing began");
    let mut running = super::fake::Running::start(&page, call());
    assert!(running.go_on().is_none());
    drop(running);
    assert_eq!(*page.told.borrow(), ["engine t starts", "given up"]);
}

#[test]
fn x_09_listeners_hear_of_a_page_call_once() {
    let page = Rc::new(Page::default());
    page.listed.happens(Ok(()));
    page.answers[0].happens(Err(DispatchFailure::WrongShape("refused")));
    page.answers[1].happens(Ok(Answer::Value("1")));
    super::fake::Running::start(&page, call()).go_on().unwrap();
    assert_eq!(*page.told.borrow(), ["engine t starts", "completed"]);
}
