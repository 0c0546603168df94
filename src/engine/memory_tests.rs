//! Tools that are remembered, and what the page has become since.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::rc::Rc;

use super::fake::{Page, Running, Tool, Value, call};
use super::*;

/// A page that remembers its tools, `t` among them, and answers the first dispatch like this.
fn known(answer: Result<Answer<Value>, DispatchFailure<Value>>) -> Rc<Page> {
    let page = Page::default();
    page.memory.replace(vec![Tool::own("t")]);
    page.answers[0].happens(answer);
    Rc::new(page)
}

fn ended(page: &Rc<Page>, call: ToolCall<Rc<Page>>) -> Report<Value> {
    Running::start(page, call).go_on().unwrap()
}

fn scoped(scope: Scope<Value>) -> ToolCall<Rc<Page>> {
    ToolCall { scope, ..call() }
}

#[test]
fn x_07_a_tool_that_is_remembered_is_not_asked_for() {
    let page = known(Ok(Answer::Value("42")));
    let report = ended(&page, call());
    assert_eq!(report.outcome, Outcome::Completed { raw: "42", result: "42", value: None });
    assert_eq!((report.origin, page.lookups.get()), (Some("https://own"), 0));
}

#[test]
fn x_07_a_look_up_is_kept_for_the_calls_after_it() {
    let page = Page::default();
    page.remembers.set(true);
    page.listed.happens(Ok(()));
    page.answers[0].happens(Ok(Answer::Value("42")));
    page.answers[1].happens(Ok(Answer::Value("43")));
    let page = Rc::new(page);
    for _ in 0..2 {
        assert_eq!(ended(&page, call()).outcome.status(), Status::Completed);
    }
    assert_eq!(page.lookups.get(), 1);
    assert_eq!(ended(&page, ToolCall { name: "later", ..call() }).outcome.status(), Status::NotFound);
    assert_eq!(page.lookups.get(), 2, "what is not remembered is asked for");
}

#[test]
fn x_07_an_abort_before_the_look_up_has_come_keeps_nothing() {
    let page = Page::default();
    page.remembers.set(true);
    let page = Rc::new(page);
    let mut running = Running::start(&page, call());
    assert!(running.go_on().is_none());
    page.aborted.happens("why");
    page.listed.happens(Ok(()));
    let outcome = running.go_on().unwrap().outcome;
    assert_eq!(outcome, Outcome::Aborted { reason: "why", dispatched: false });
    assert!(page.memory.borrow().is_empty());
}

#[test]
fn x_07_a_list_for_others_is_not_kept() {
    let page = Page::default();
    page.remembers.set(true);
    page.listed.happens(Ok(()));
    let page = Rc::new(page);
    let limits = Limits::default();
    let mut names = Box::pin(list(&page, None, &limits));
    let polled = names.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop()));
    assert!(polled.is_ready());
    assert!(page.memory.borrow().is_empty());
}

#[test]
fn x_07_arguments_are_checked_against_the_schema_of_now() {
    let page = known(Ok(Answer::Value("42")));
    page.listed.happens(Ok(()));
    page.checked.happens(vec![]);
    let report = ended(&page, ToolCall { validator: Some(()), ..call() });
    assert_eq!((report.outcome.status(), page.lookups.get()), (Status::Completed, 1));
}

#[test]
fn x_06_x_07_where_to_look_counts_for_what_is_remembered() {
    let own = [
        Scope { origin: Some("https://own"), ..Scope::default() },
        Scope { window: Some("own"), ..Scope::default() },
    ];
    for scope in own {
        let page = known(Ok(Answer::Value("42")));
        assert_eq!(ended(&page, scoped(scope)).outcome.status(), Status::Completed);
        assert_eq!(page.lookups.get(), 0);
    }
    let elsewhere = [
        Scope { origin: Some("https://other"), ..Scope::default() },
        Scope { window: Some("frame"), ..Scope::default() },
    ];
    for scope in elsewhere {
        let page = known(Ok(Answer::Value("42")));
        page.listed.happens(Ok(()));
        page.tools.replace(vec![Tool::own("t"), Tool::framed("t", "https://other", "frame")]);
        assert_eq!(ended(&page, scoped(scope)).origin, Some("https://other"));
        assert_eq!(page.lookups.get(), 1);
    }
}

#[test]
fn x_06_x_07_origins_are_for_the_provider_to_refuse() {
    let page = known(Ok(Answer::Value("42")));
    page.listed.happens(Err(LookupFailure::Refused("not secure")));
    let report = ended(&page, scoped(Scope { from: Some("http://other"), ..Scope::default() }));
    assert_eq!(report.outcome, Outcome::Refused { error: "not secure" });
    assert!(page.dispatches.borrow().is_empty());
}

#[test]
fn x_07_a_remembered_tool_that_is_gone_is_not_found_among_those_of_now() {
    for failure in [DispatchFailure::NotFound("gone"), DispatchFailure::Lost("generic")] {
        let page = known(Err(failure));
        page.fate.happens(Fate::NotRun);
        page.tools.replace(vec![Tool::own("other")]);
        page.listed.happens(Ok(()));
        let report = ended(&page, call());
        assert_eq!(report.outcome, Outcome::NotFound { available: vec!["other"] });
        assert_eq!((page.lookups.get(), page.dispatches.borrow().len()), (1, 1));
        assert_eq!(page.cancelled.get(), 0);
    }
}

#[test]
fn x_07_it_is_not_called_again_though_it_is_back() {
    let page = known(Err(DispatchFailure::NotFound("gone")));
    page.listed.happens(Ok(()));
    let report = ended(&page, call());
    assert_eq!(report.outcome, Outcome::NotFound { available: vec!["t"] });
    assert_eq!(page.dispatches.borrow().len(), 1);
}

#[test]
fn x_07_a_remembered_tool_that_is_lost_may_have_run_as_any_other() {
    let page = known(Err(DispatchFailure::Lost("generic")));
    page.fate.happens(Fate::Unknown);
    page.execution_ended.happens(None);
    assert_eq!(ended(&page, call()).outcome, Outcome::OwnerGone { cause: Some("generic") });
    assert_eq!(page.lookups.get(), 0);
}

#[test]
fn x_04_x_07_nothing_has_run_where_the_caller_does_not_wait_for_the_names() {
    let page = known(Err(DispatchFailure::NotFound("gone")));
    let mut running = Running::start(&page, call());
    assert!(running.go_on().is_none());
    page.aborted.happens("why");
    let outcome = running.go_on().unwrap().outcome;
    assert_eq!(outcome, Outcome::Aborted { reason: "why", dispatched: false });
    assert_eq!((page.held.get(), page.flights.get()), (0, 0));
}

#[test]
fn x_07_names_that_cannot_be_had_any_more_end_the_call_as_a_look_up_does() {
    let page = known(Err(DispatchFailure::NotFound("gone")));
    page.listed.happens(Err(LookupFailure::Other("broken")));
    assert_eq!(ended(&page, call()).outcome, Outcome::Unavailable { cause: Some("broken") });
}
