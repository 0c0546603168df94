//! Calls from Rust, without any of the JavaScript doors, over a provider that the page has.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

mod page;

use js_sys::{JSON, JsString, Reflect};
use page::{provide, task, without_provider};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::AbortController;
use webmcp_exec::context::{Arguments, Browser, Provider, Signal};
use webmcp_exec::engine::{Limits, Outcome, Report, Shape, ToolCall, list, run};

wasm_bindgen_test_configure!(run_in_browser);

fn call_of(name: &str) -> ToolCall<Browser> {
    ToolCall::new(name.into(), Arguments::read(&JSON::parse(r#"{"qty":3}"#).unwrap()).unwrap())
}

fn with_signal(mut call: ToolCall<Browser>, controller: &AbortController) -> ToolCall<Browser> {
    call.limits.signal = signal_of(controller);
    call
}

/// The call with a deadline.
fn timed(timeout_ms: f64, mut call: ToolCall<Browser>) -> ToolCall<Browser> {
    call.limits.timeout_ms = Some(timeout_ms);
    call
}

async fn called(name: &str) -> Report<JsValue> {
    run(&Browser, &call_of(name)).await
}

fn signal_of(controller: &AbortController) -> Option<Signal> {
    Signal::from_value(&controller.signal())
}

#[wasm_bindgen_test]
async fn s1_22_a_tool_answers() {
    let page = provide("return Promise.resolve('{\"inCart\":3}');");
    assert_eq!(Browser.provider(), Some(Provider::Other));
    let report = called("greet").await;
    let Outcome::Completed { raw, result, value } = report.outcome else { panic!("{:?}", report.outcome) };
    assert_eq!(raw, "{\"inCart\":3}");
    assert_eq!(value, None, "nobody recorded what the tool returned");
    let structured = Reflect::get(&result, &"structuredContent".into()).unwrap();
    assert_eq!(Reflect::get(&structured, &"inCart".into()).unwrap(), 3);
    assert_eq!(report.shape, Some(Shape::Object));
    assert!(report.duration_ms >= 0.0);
    assert_eq!(page.dispatches(), 1);
    assert_eq!(page.arguments(), r#"{"qty":3}"#);
}

#[wasm_bindgen_test]
async fn s1_06_a_provider_that_wants_text_is_given_that() {
    let page = provide("return Promise.resolve('ok');");
    js_sys::eval("Object.defineProperty(document.modelContext.executeTool, 'length', { value: 2 })").unwrap();
    assert_eq!(called("greet").await.shape, Some(Shape::Json));
    assert_eq!(page.arguments(), r#""{\"qty\":3}""#);
}

#[wasm_bindgen_test]
async fn s1_19_a_page_without_webmcp() {
    let page = without_provider();
    assert_eq!(Browser.provider(), None);
    assert_eq!(called("greet").await.outcome, Outcome::Unavailable { cause: None });
    assert_eq!(page.dispatches(), 0);
}

#[wasm_bindgen_test]
async fn s1_20_an_unknown_tool() {
    let page = provide("return Promise.resolve('ok');");
    let report = called("nope").await;
    assert_eq!(report.outcome, Outcome::NotFound { available: vec!["greet".into(), "other".into()] });
    assert_eq!(report.shape, None);
    assert_eq!(page.dispatches(), 0);
}

#[wasm_bindgen_test]
async fn s1_23_a_call_that_navigated() {
    for nothing in ["null", "undefined"] {
        let _page = provide(&format!("return Promise.resolve({nothing});"));
        assert_eq!(called("greet").await.outcome, Outcome::Navigated);
    }
}

#[wasm_bindgen_test]
async fn s1_25_a_tool_that_fails() {
    let page = provide("return Promise.reject(new TypeError('sold out'));");
    let Outcome::Failed { raw, result, cause, .. } = called("greet").await.outcome else {
        panic!("it did not fail")
    };
    assert_eq!(raw, None);
    assert_eq!(Reflect::get(&result, &"isError".into()).unwrap(), true);
    let cause: js_sys::Error = cause.unwrap().into();
    assert_eq!(cause.message(), "sold out");
    assert_eq!(page.dispatches(), 1);
}

#[wasm_bindgen_test]
async fn s1_25_a_provider_that_throws_at_once() {
    let page = provide("throw new Error('sold out');");
    assert!(matches!(called("greet").await.outcome, Outcome::Failed { .. }));
    assert_eq!(page.dispatches(), 1);
}

#[wasm_bindgen_test]
async fn s1_14_a_signal_that_has_fired() {
    let page = provide("return Promise.resolve('ok');");
    let controller = AbortController::new().unwrap();
    controller.abort_with_reason(&"before".into());
    let call = with_signal(call_of("greet"), &controller);
    let outcome = run(&Browser, &call).await.outcome;
    assert_eq!(outcome, Outcome::Aborted { reason: "before".into(), dispatched: false });
    assert_eq!(page.dispatches(), 0);
}

#[wasm_bindgen_test]
async fn s1_12_a_signal_that_fires_meanwhile() {
    let page = provide("return new Promise(() => {});");
    let controller = AbortController::new().unwrap();
    let call = with_signal(call_of("greet"), &controller);
    spawn_local({
        let controller = controller.clone();
        async move {
            task().await;
            controller.abort_with_reason(&"enough".into());
        }
    });
    let outcome = run(&Browser, &call).await.outcome;
    assert_eq!(outcome, Outcome::Aborted { reason: "enough".into(), dispatched: true });
    assert!(outcome.is_unknown());
    assert_eq!(page.dispatches(), 1);
    // What the provider was given follows the caller's signal.
    let options = Reflect::get(&page.calls.get(0), &"options".into()).unwrap();
    let given = Reflect::get(&options, &"signal".into()).unwrap();
    assert_eq!(Reflect::get(&given, &"aborted".into()).unwrap(), true);
}

#[wasm_bindgen_test]
async fn a_deadline_that_passes() {
    let page = provide("return new Promise(() => {});");
    let call = timed(20.0, call_of("greet"));
    let outcome = run(&Browser, &call).await.outcome;
    assert_eq!(outcome, Outcome::TimedOut { after_ms: 20.0, dispatched: true });
    assert_eq!(page.dispatches(), 1);
}

#[wasm_bindgen_test]
async fn a_call_that_is_dropped_is_cancelled() {
    let page = provide("return new Promise(() => {});");
    let call = timed(60_000.0, call_of("greet"));
    {
        let mut running = Box::pin(run(&Browser, &call));
        let first = std::future::poll_fn(|context| {
            std::task::Poll::Ready(running.as_mut().poll(context).is_pending())
        });
        assert!(first.await);
        task().await;
        let again = std::future::poll_fn(|context| {
            std::task::Poll::Ready(running.as_mut().poll(context).is_pending())
        });
        assert!(again.await);
        assert_eq!(page.dispatches(), 1);
    }
    let options = Reflect::get(&page.calls.get(0), &"options".into()).unwrap();
    let given = Reflect::get(&options, &"signal".into()).unwrap();
    assert_eq!(Reflect::get(&given, &"aborted".into()).unwrap(), true);
}

#[wasm_bindgen_test]
async fn the_tools_are_listed() {
    let _page = provide("return Promise.resolve('ok');");
    let listing = list(&Browser, None, &Limits::default()).await.unwrap();
    let names: Vec<JsString> =
        listing.tools().iter().map(|tool| Reflect::get(&tool, &"name".into()).unwrap().into()).collect();
    assert_eq!(names, ["greet", "other"]);
}
