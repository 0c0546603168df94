#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::rc::Rc;

use super::fake::{Page, Running, Tool, Value, call};
use super::*;
use crate::result::ErrorCode;
use crate::validate::Problem;

/// Runs a call in a page in which everything has happened already.
fn ended(page: Page, call: ToolCall<Rc<Page>>) -> (Report<Value>, Rc<Page>) {
    let page = Rc::new(page);
    let report = Running::start(&page, call).go_on().unwrap();
    (report, page)
}

/// A page whose tools are listed and which answers a dispatch like this.
fn page(answer: Result<Answer<Value>, DispatchFailure<Value>>) -> Page {
    let page = Page::default();
    page.listed.happens(Ok(()));
    page.answers[0].happens(answer);
    page
}

/// The call with a deadline.
fn timed(timeout_ms: f64, mut call: ToolCall<Rc<Page>>) -> ToolCall<Rc<Page>> {
    call.limits.timeout_ms = Some(timeout_ms);
    call
}

fn threw() -> DispatchFailure<Value> {
    DispatchFailure::Threw { error: "masked", cause: "UnknownError" }
}

#[test]
fn s1_22_an_answer_completes_the_call() {
    let (report, page) = ended(page(Ok(Answer::Value("42"))), call());
    assert_eq!(report.outcome, Outcome::Completed { raw: "42", result: "42", value: None });
    assert_eq!(report.shape, Some(Shape::Object));
    assert_eq!(report.origin, Some("https://own"));
    assert_eq!(*page.dispatches.borrow(), [Shape::Object]);
}

#[test]
fn s1_23_nothing_means_that_the_call_navigated() {
    let (report, _) = ended(page(Ok(Answer::Nothing("null"))), call());
    assert_eq!(report.outcome, Outcome::Navigated);
}

#[test]
fn x_03_nothing_is_an_answer_where_the_record_knows_the_value() {
    let page = page(Ok(Answer::Nothing("null")));
    page.execution.replace(Some(Execution::Returned("Hello \u{fffd}")));
    let (report, _) = ended(page, call());
    let expected =
        Outcome::Completed { raw: "null", result: "Hello \u{fffd}", value: Some("Hello \u{fffd}") };
    assert_eq!(report.outcome, expected);
}

#[test]
fn s1_26_an_answer_that_says_it_is_an_error_is_a_failure() {
    let (report, _) = ended(page(Ok(Answer::Value("error: no"))), call());
    let expected = Outcome::Failed { raw: Some("error: no"), result: "error: no", cause: None, value: None };
    assert_eq!(report.outcome, expected);
}

#[test]
fn s1_20_a_name_that_is_not_listed_is_not_found_and_the_others_are_named() {
    let (report, page) = ended(page(Ok(Answer::Value("1"))), ToolCall { name: "nope", ..call() });
    assert_eq!(report.outcome, Outcome::NotFound { available: vec!["t"] });
    assert!(page.dispatches.borrow().is_empty());
}

#[test]
fn s1_19_without_the_api_nothing_is_looked_up() {
    for (has_context, cause) in [(Ok(false), None), (Err("thrown"), Some("thrown"))] {
        let page = Page::default();
        page.has_context.set(has_context);
        let (report, page) = ended(page, call());
        assert_eq!(report.outcome, Outcome::Unavailable { cause });
        assert_eq!(page.lookups.get(), 0);
    }
}

#[test]
fn a_look_up_that_fails_says_why() {
    let expected = [
        (LookupFailure::Refused("no"), Outcome::Refused { error: "no" }),
        (LookupFailure::Other("broken"), Outcome::Unavailable { cause: Some("broken") }),
    ];
    for (failure, outcome) in expected {
        let page = Page::default();
        page.listed.happens(Err(failure));
        assert_eq!(ended(page, call()).0.outcome, outcome);
    }
}

#[test]
fn s1_07_a_refused_shape_is_followed_by_the_other_once_and_remembered() {
    for guess in [Shape::Object, Shape::Json] {
        let page = page(Err(DispatchFailure::WrongShape("refused")));
        page.guess.set(guess);
        page.answers[1].happens(Ok(Answer::Value("42")));
        let (report, page) = ended(page, call());
        assert_eq!(report.outcome.status(), Status::Completed);
        assert_eq!(report.shape, Some(guess.other()));
        assert_eq!(*page.dispatches.borrow(), [guess, guess.other()]);
        assert_eq!(page.remembered.get(), Some(guess.other()));
    }
}

#[test]
fn s1_10_two_refusals_end_the_call_with_the_first() {
    let page = page(Err(DispatchFailure::WrongShape("first")));
    page.answers[1].happens(Err(DispatchFailure::WrongShape("second")));
    let (report, page) = ended(page, call());
    assert_eq!(report.outcome, Outcome::BadArguments { error: "first" });
    assert_eq!(page.dispatches.borrow().len(), 2);
    assert_eq!(page.remembered.get(), None);
}

#[test]
fn arguments_that_the_browser_cannot_write_are_not_tried_in_another_shape() {
    let page = page(Err(DispatchFailure::BadArguments("too deep")));
    let (report, page) = ended(page, call());
    assert_eq!(report.outcome, Outcome::BadArguments { error: "too deep" });
    assert_eq!(page.dispatches.borrow().len(), 1);
}

#[test]
fn s1_09_x_02_any_other_rejection_is_not_tried_again() {
    let failures = [
        threw(),
        DispatchFailure::NotFound("gone"),
        DispatchFailure::Lost("generic"),
        DispatchFailure::Refused("policy"),
        DispatchFailure::BadArguments("too deep"),
    ];
    for failure in failures {
        let page = page(Err(failure));
        page.fate.happens(Fate::Unknown);
        page.execution_ended.happens(None);
        page.answers[1].happens(Ok(Answer::Value("ran twice")));
        let (_, page) = ended(page, call());
        assert_eq!(page.dispatches.borrow().len(), 1);
    }
}

#[test]
fn s1_14_a_signal_that_has_fired_lets_nothing_begin() {
    let page = page(Ok(Answer::Value("1")));
    page.aborted.happens("why");
    let (report, page) = ended(page, call());
    assert_eq!(report.outcome, Outcome::Aborted { reason: "why", dispatched: false });
    assert_eq!((page.lookups.get(), page.dispatches.borrow().len()), (0, 0));
}

#[test]
fn s1_15_an_abort_during_the_look_up_ends_it() {
    let page = Rc::new(Page::default());
    page.answers[0].happens(Ok(Answer::Value("1")));
    let mut running = Running::start(&page, call());
    assert!(running.go_on().is_none());
    page.aborted.happens("why");
    page.listed.happens(Ok(()));
    let outcome = running.go_on().unwrap().outcome;
    assert_eq!(outcome, Outcome::Aborted { reason: "why", dispatched: false });
    assert!(page.dispatches.borrow().is_empty());
}

#[test]
fn s1_16_an_abort_between_the_shapes_lets_no_second_dispatch_begin() {
    let page = page(Err(DispatchFailure::WrongShape("refused")));
    page.aborts_in_dispatch.set(true);
    let (report, page) = ended(page, call());
    assert_eq!(report.outcome, Outcome::Aborted { reason: "why", dispatched: false });
    assert_eq!(page.dispatches.borrow().len(), 1);
}

#[test]
fn s1_12_an_abort_in_flight_ends_the_call_whatever_the_provider_does() {
    let page = Rc::new(Page::default());
    page.listed.happens(Ok(()));
    let mut running = Running::start(&page, call());
    assert!(running.go_on().is_none());
    assert_eq!((page.flights.get(), page.held.get()), (1, 2));
    page.aborted.happens("why");
    let outcome = running.go_on().unwrap().outcome;
    assert_eq!(outcome, Outcome::Aborted { reason: "why", dispatched: true });
    assert!(outcome.is_unknown());
    assert_eq!((page.flights.get(), page.held.get()), (0, 0));
}

#[test]
fn s1_11_what_is_given_up_is_cancelled_at_the_provider_and_what_has_ended_is_not() {
    let (_, page) = ended(page(Ok(Answer::Value("1"))), call());
    assert_eq!(page.cancelled.get(), 0);

    let second_shape = Rc::new(self::page(Err(DispatchFailure::WrongShape("refused"))));
    let lost = Rc::new(self::page(Err(DispatchFailure::Lost("generic"))));
    lost.fate.happens(Fate::Unknown);
    for page in [second_shape, lost] {
        let mut running = Running::start(&page, call());
        assert!(running.go_on().is_none());
        page.aborted.happens("why");
        assert_eq!(running.go_on().unwrap().outcome.status(), Status::Aborted);
        assert_eq!(page.cancelled.get(), 1);
    }
}

#[test]
fn an_abort_wins_over_an_answer_and_a_deadline_of_the_same_moment() {
    let page = Rc::new(Page::default());
    page.listed.happens(Ok(()));
    let mut running = Running::start(&page, timed(10.0, call()));
    assert!(running.go_on().is_none());
    page.answers[0].happens(Ok(Answer::Value("1")));
    page.now.set(10.0);
    page.aborted.happens("why");
    assert_eq!(running.go_on().unwrap().outcome.status(), Status::Aborted);
}

#[test]
fn a_deadline_ends_the_call_when_it_passes_and_not_before() {
    for (is_listed, dispatched) in [(false, false), (true, true)] {
        let page = Rc::new(Page::default());
        if is_listed {
            page.listed.happens(Ok(()));
        }
        let mut running = Running::start(&page, timed(30_000.0, call()));
        assert!(running.go_on().is_none());
        page.now.set(29_999.0);
        assert!(running.go_on().is_none());
        page.now.set(30_000.0);
        let report = running.go_on().unwrap();
        assert_eq!(report.outcome, Outcome::TimedOut { after_ms: 30_000.0, dispatched });
        assert_eq!(report.duration_ms, 30_000.0);
        assert_eq!((page.flights.get(), page.held.get()), (0, 0));
    }
}

#[test]
fn x_06_the_own_document_comes_first_and_several_others_are_ambiguous() {
    let frames = [Tool::framed("t", "https://a", "a"), Tool::framed("t", "https://b", "b")];
    let in_scope = |tools: Vec<Tool>, scope: Scope<Value>| {
        let page = page(Ok(Answer::Value("1")));
        page.tools.replace(tools);
        let (report, _) = ended(page, ToolCall { scope, ..call() });
        (report.outcome.status(), report.origin, report.outcome)
    };
    let [a, b] = frames.clone();
    let own_last = vec![a.clone(), b.clone(), Tool::own("t")];
    assert_eq!(in_scope(own_last.clone(), Scope::default()).1, Some("https://own"));
    assert_eq!(in_scope(vec![a.clone()], Scope::default()).1, Some("https://a"));
    let both = in_scope(frames.to_vec(), Scope::default()).2;
    assert_eq!(both, Outcome::Ambiguous { origins: vec!["https://a", "https://b"] });
    let of_origin = Scope { origin: Some("https://b"), ..Scope::default() };
    assert_eq!(in_scope(own_last.clone(), of_origin).1, Some("https://b"));
    let of_window = Scope { window: Some("a"), ..Scope::default() };
    assert_eq!(in_scope(own_last.clone(), of_window).1, Some("https://a"));
    let of_nobody = Scope { window: Some("c"), ..Scope::default() };
    assert_eq!(in_scope(own_last, of_nobody).0, Status::NotFound);
}

#[test]
fn x_05_a_masked_error_is_replaced_by_the_one_on_record() {
    let page = page(Err(threw()));
    page.execution.replace(Some(Execution::Threw("stock is 0")));
    let (report, _) = ended(page, call());
    let expected = |result| Outcome::Failed { raw: None, result, cause: Some("UnknownError"), value: None };
    assert_eq!(report.outcome, expected("stock is 0"));
    let (report, _) = ended(self::page(Err(threw())), call());
    assert_eq!(report.outcome, expected("masked"));
}

#[test]
fn a_value_that_the_browser_could_not_hand_on_is_a_failure_that_says_so() {
    for (value, result) in [("error: cyclic", "error: cyclic"), ("fine", "masked")] {
        let page = page(Err(threw()));
        page.execution.replace(Some(Execution::Returned(value)));
        let Outcome::Failed { result: told, .. } = ended(page, call()).0.outcome else { panic!() };
        assert_eq!(told, result);
    }
}

#[test]
fn x_07_a_tool_that_passes_on_not_found_has_run() {
    let page = page(Err(DispatchFailure::NotFound("Tool not found: other")));
    page.execution.replace(Some(Execution::Threw("Tool not found: other")));
    assert_eq!(ended(page, call()).0.outcome.status(), Status::Failed);
}

#[test]
fn x_07_a_lost_call_has_not_run_only_where_that_is_certain() {
    let lost = |fate, execution| {
        let page = page(Err(DispatchFailure::Lost("generic")));
        page.fate.happens(fate);
        page.execution_ended.happens(execution);
        ended(page, call()).0.outcome
    };
    assert_eq!(lost(Fate::NotRun, None), Outcome::NotFound { available: vec!["t"] });
    assert_eq!(lost(Fate::Unknown, None), Outcome::OwnerGone { cause: Some("generic") });
    assert_eq!(lost(Fate::Lost(Loss::Navigated), None), Outcome::Navigated);
    let removed = lost(Fate::Lost(Loss::Removed), None);
    assert_eq!(removed, Outcome::OwnerGone { cause: Some("generic") });
    assert!(removed.is_unknown());
    let ran_on = lost(Fate::Unknown, Some(Execution::Returned("42")));
    assert_eq!(ran_on, Outcome::Completed { raw: "42", result: "42", value: Some("42") });
    let failed = lost(Fate::Unknown, Some(Execution::Threw("no")));
    assert_eq!(failed.status(), Status::Failed);
}

#[test]
fn s1_38_a_frame_that_goes_away_ends_the_call() {
    let ends = [(Loss::Navigated, Status::Navigated), (Loss::Removed, Status::OwnerGone)];
    for (loss, status) in ends {
        let page = Rc::new(Page::default());
        page.listed.happens(Ok(()));
        let mut running = Running::start(&page, call());
        assert!(running.go_on().is_none());
        page.owner_lost.happens(loss);
        assert_eq!(running.go_on().unwrap().outcome.status(), status);
    }
}

#[test]
fn s1_38_an_answer_is_kept_though_the_frame_goes_away_with_it() {
    let page = page(Ok(Answer::Value("42")));
    page.owner_lost.happens(Loss::Navigated);
    assert_eq!(ended(page, call()).0.outcome.status(), Status::Completed);
}

/// A call whose arguments are checked.
fn checked() -> ToolCall<Rc<Page>> {
    ToolCall { validator: Some(()), ..call() }
}

#[test]
fn s1_04_arguments_are_checked_only_when_a_validator_is_given() {
    let (report, page) = ended(page(Ok(Answer::Value("1"))), call());
    assert_eq!((report.outcome.status(), page.checks.get()), (Status::Completed, 0));
}

#[test]
fn s3_21_arguments_that_fit_go_out() {
    let page = page(Ok(Answer::Value("1")));
    page.checked.happens(vec![]);
    let (report, page) = ended(page, checked());
    assert_eq!((report.outcome.status(), page.checks.get()), (Status::Completed, 1));
}

#[test]
fn s3_21_nothing_is_dispatched_with_arguments_that_do_not_fit() {
    let page = page(Ok(Answer::Value("1")));
    let problems = vec![Problem::at("/qty", "type", ErrorCode::TypeError, "must be an integer")];
    page.checked.happens(problems.clone());
    let (report, page) = ended(page, checked());
    assert_eq!(report.outcome.status(), Status::BadArguments);
    assert_eq!(report.outcome, Outcome::Invalid { problems });
    assert_eq!(report.origin, Some("https://own"));
    assert!(page.dispatches.borrow().is_empty());
    assert_eq!((page.flights.get(), page.held.get()), (0, 0));
}

#[test]
fn s3_21_a_tool_that_is_not_there_is_not_checked() {
    let page = page(Ok(Answer::Value("1")));
    page.tools.borrow_mut().clear();
    let (report, page) = ended(page, checked());
    assert_eq!((report.outcome.status(), page.checks.get()), (Status::NotFound, 0));
}

#[test]
fn s1_15_an_abort_or_a_deadline_ends_the_check() {
    let waiting = |call| {
        let page = Rc::new(page(Ok(Answer::Value("1"))));
        let mut running = Running::start(&page, call);
        assert!(running.go_on().is_none(), "it waits for the validator");
        (page, running)
    };
    let (page, mut running) = waiting(checked());
    page.aborted.happens("why");
    let outcome = running.go_on().unwrap().outcome;
    assert_eq!(outcome, Outcome::Aborted { reason: "why", dispatched: false });
    assert!(page.dispatches.borrow().is_empty());

    let (page, mut running) = waiting(timed(50.0, checked()));
    page.now.set(50.0);
    let outcome = running.go_on().unwrap().outcome;
    assert_eq!(outcome, Outcome::TimedOut { after_ms: 50.0, dispatched: false });
    assert!(page.dispatches.borrow().is_empty());
}

#[test]
fn a_list_is_had_or_given_up_like_a_call() {
    let page = Rc::new(page(Ok(Answer::Value("1"))));
    let limits = Limits { signal: Some(()), ..Limits::default() };
    let mut names = Box::pin(list(&page, None, &limits));
    let polled = names.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop()));
    assert!(matches!(polled, std::task::Poll::Ready(Ok(tools)) if tools.len() == 1));
    page.aborted.happens("why");
    let mut aborted = Box::pin(list(&page, None, &limits));
    let polled = aborted.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop()));
    assert!(matches!(
        polled,
        std::task::Poll::Ready(Err(Outcome::Aborted { reason: "why", dispatched: false }))
    ));
}

/// What may happen to a call, each at most once.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Listed,
    Aborted,
    Deadline,
    Refused,
    Answered,
    Lost,
    FateKnown,
    OwnerLost,
}

const STEPS: [Step; 8] = [
    Step::Listed,
    Step::Aborted,
    Step::Deadline,
    Step::Refused,
    Step::Answered,
    Step::Lost,
    Step::FateKnown,
    Step::OwnerLost,
];

/// Every order of every choice of up to five steps, with the call going on after each, and also only at
/// the end, of a tool that is remembered and of one that is not: 8 + 56 + 336 + 1,680 + 6,720 orders.
#[test]
fn every_interleaving_ends_once_and_leaves_nothing_behind() {
    let mut tried = 0;
    let mut orders: Vec<Vec<Step>> = vec![vec![]];
    while let Some(order) = orders.pop() {
        for (goes_on_after_each, is_known) in [(true, true), (true, false), (false, true), (false, false)] {
            interleave(&order, goes_on_after_each, is_known);
            tried += 1;
        }
        if order.len() < 5 {
            let next = STEPS.into_iter().filter(|step| !order.contains(step));
            orders.extend(next.map(|step| [order.as_slice(), &[step]].concat()));
        }
    }
    assert_eq!(tried, 4 * (1 + 8 + 56 + 336 + 1_680 + 6_720));
}

fn interleave(order: &[Step], goes_on_after_each: bool, is_known: bool) {
    let page = Rc::new(Page::default());
    if is_known {
        page.memory.replace(vec![Tool::own("t")]);
    }
    let mut running = Running::start(&page, timed(10.0, call()));
    let mut report = running.go_on();
    let mut dispatches_at_end = None;
    for step in order {
        let turn = page.dispatches.borrow().len().saturating_sub(1).min(1);
        match step {
            Step::Listed => page.listed.happens(Ok(())),
            Step::Aborted => page.aborted.happens("why"),
            Step::Deadline => page.now.set(10.0),
            Step::Refused => page.answers[turn].happens(Err(DispatchFailure::WrongShape("refused"))),
            Step::Answered => page.answers[turn].happens(Ok(Answer::Value("42"))),
            Step::Lost => page.answers[turn].happens(Err(DispatchFailure::Lost("generic"))),
            Step::FateKnown => page.fate.happens(Fate::NotRun),
            Step::OwnerLost => page.owner_lost.happens(Loss::Removed),
        }
        if goes_on_after_each && report.is_none() {
            report = running.go_on();
            dispatches_at_end = report.as_ref().map(|_| page.dispatches.borrow().len());
        }
    }
    if report.is_none() {
        report = running.go_on();
    }
    let dispatches = page.dispatches.borrow().len();
    let told = format!("{order:?} ({goes_on_after_each}, {is_known}): {report:?}");
    assert!(dispatches <= 2, "dispatched {dispatches} times: {told}");
    assert!(dispatches < 2 || order.contains(&Step::Refused), "a second dispatch: {told}");
    if let Some(at_end) = dispatches_at_end {
        assert_eq!(dispatches, at_end, "dispatched after the end: {told}");
    }
    let can_end = order.iter().any(|step| matches!(step, Step::Aborted | Step::Deadline));
    assert!(report.is_some() || !can_end, "did not end: {told}");
    if let Some(report) = &report {
        assert_eq!((page.held.get(), page.flights.get()), (0, 0), "left behind: {told}");
        if let Outcome::Aborted { dispatched, .. } | Outcome::TimedOut { dispatched, .. } = report.outcome {
            assert!(!dispatched || dispatches > 0, "said to be dispatched: {told}");
        }
        if report.outcome.status() == Status::NotFound {
            assert!(order.contains(&Step::FateKnown), "not certain that nothing ran: {told}");
            assert!(order.contains(&Step::Listed), "not known what there is: {told}");
        }
    }
}
