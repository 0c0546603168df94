//! Several calls at once, through the API for Rust.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that fails panics")]

mod page;

use std::time::Duration;

use page::{Page, provide, script, sleep};
use serde_json::json;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::AbortController;
use webmcp_exec::{BatchOptions, CallOptions, Error, ErrorCode, ToolCall, ToolResult, execute_tools};

wasm_bindgen_test_configure!(run_in_browser);

/// A tool that answers after `ms`, fails, or never ends; the page counts how many run at once.
fn page() -> Page {
    provide(
        "globalThis.atOnce ??= { now: 0, most: 0 };
        atOnce.most = Math.max(atOnce.most, ++atOnce.now);
        return new Promise((resolve, reject) => {
            const end = (how) => (value) => { atOnce.now -= 1; how(value); };
            if (args.fail) setTimeout(() => end(reject)(new Error(args.fail)), args.ms ?? 0);
            else if (args.ms !== undefined) setTimeout(() => end(resolve)(String(args.ms)), args.ms);
        });",
    )
}

async fn most_at_once() -> f64 {
    script("const { most } = atOnce; delete globalThis.atOnce; most").await.as_f64().unwrap()
}

fn waiting(ms: u32) -> ToolCall {
    ToolCall::new("greet", &json!({ "ms": ms }))
}

fn texts(results: &[Result<Option<ToolResult>, Error>]) -> Vec<String> {
    let text = |result: &Result<Option<ToolResult>, Error>| match result {
        Ok(Some(result)) => result.text(),
        Ok(None) => "navigated".to_owned(),
        Err(error) => error.to_string(),
    };
    results.iter().map(text).collect()
}

#[wasm_bindgen_test]
async fn s4_03_one_result_for_each_call_in_their_order() {
    let page = page();
    let results = execute_tools([60, 5, 30].map(waiting), BatchOptions::new()).await;
    assert_eq!(texts(&results), ["60", "5", "30"]);
    assert_eq!((page.dispatches(), most_at_once().await), (3, 3.0));
    assert_eq!(execute_tools([], BatchOptions::new()).await, []);
}

#[wasm_bindgen_test]
async fn s4_04_s4_05_s4_06_no_failure_stops_the_others() {
    let page = page();
    let calls = [
        ToolCall::new("nope", &()),
        ToolCall::new("greet", &json!({ "fail": "bad" })),
        ToolCall::new("greet", &5),
        ToolCall::new("greet", &json!({ "ms": 1 })).options(CallOptions::new().origin("no origin")),
        waiting(10),
    ];
    let results = execute_tools(calls, BatchOptions::new()).await;
    assert_eq!(
        texts(&results),
        [
            "Unknown tool \"nope\"",
            "bad",
            "The arguments for \"greet\" must be an object, not a number.",
            "The option `origin` must be an origin, such as https://example.com.",
            "10",
        ]
    );
    assert!(results[1].as_ref().unwrap().as_ref().unwrap().is_error);
    assert_eq!(page.dispatches(), 2);
    most_at_once().await;
}

#[wasm_bindgen_test]
async fn c13_only_so_many_run_at_once() {
    for (concurrency, most) in [(2, 2.0), (0, 1.0), (usize::MAX, 5.0)] {
        let _page = page();
        let options = BatchOptions::new().concurrency(concurrency);
        let results = execute_tools([20, 15, 10, 5, 0].map(waiting), options).await;
        assert_eq!(texts(&results), ["20", "15", "10", "5", "0"]);
        assert_eq!(most_at_once().await, most);
    }
}

#[wasm_bindgen_test]
async fn nothing_begins_after_an_error_where_that_is_asked_for() {
    for failing in [ToolCall::new("greet", &json!({ "fail": "bad" })), ToolCall::new("nope", &())] {
        let page = page();
        let calls = [waiting(40), failing, waiting(1), waiting(2)];
        let options = BatchOptions::new().concurrency(2).stop_on_error(true);
        let results = execute_tools(calls, options).await;
        let texts = texts(&results);
        assert_eq!(texts[0], "40", "what runs goes on");
        let not_called = "The tool \"greet\" was not called, since an earlier call had failed.";
        assert_eq!(texts[2..], [not_called, not_called]);
        assert_eq!(results[3].as_ref().unwrap_err().code(), ErrorCode::Aborted);
        assert!(page.dispatches() <= 2);
        most_at_once().await;
    }
}

#[wasm_bindgen_test]
async fn c1_a_signal_ends_what_runs_and_lets_nothing_begin() {
    let page = page();
    let (of_all, of_one) = (AbortController::new().unwrap(), AbortController::new().unwrap());
    let aborter = of_all.clone();
    wasm_bindgen_futures::spawn_local(async move {
        sleep(60).await;
        aborter.abort_with_reason(&"enough".into());
    });
    let own = CallOptions::new().signal(&of_one.signal());
    let calls =
        [waiting(1), ToolCall::new("greet", &()), ToolCall::new("greet", &()).options(own), waiting(2)];
    let options = BatchOptions::new().concurrency(2).signal(&of_all.signal());
    let results = execute_tools(calls, options).await;
    assert_eq!(texts(&results), ["1", "enough", "enough", "enough"]);
    let unknown: Vec<bool> =
        results.iter().map(|result| result.as_ref().is_err_and(Error::outcome_unknown)).collect();
    assert_eq!(unknown, [false, true, true, false]);
    assert_eq!(page.dispatches(), 3);
    assert!(page.signal(2).aborted());
    most_at_once().await;
}

#[wasm_bindgen_test]
async fn a_call_of_several_has_its_own_signal_and_time() {
    let _page = page();
    let (of_all, of_one) = (AbortController::new().unwrap(), AbortController::new().unwrap());
    of_one.abort_with_reason(&"not this one".into());
    let calls = [
        ToolCall::new("greet", &()).options(CallOptions::new().signal(&of_one.signal())),
        ToolCall::new("greet", &()),
        ToolCall::new("greet", &json!({ "ms": 60 }))
            .options(CallOptions::new().timeout(Duration::from_secs(60))),
    ];
    let options = BatchOptions::new().signal(&of_all.signal()).timeout(Duration::from_millis(20));
    let results = execute_tools(calls, options).await;
    assert_eq!(texts(&results), ["not this one", "The tool \"greet\" did not answer within 20 ms.", "60"]);
    most_at_once().await;
}

#[wasm_bindgen_test]
async fn dropping_the_future_gives_all_calls_up() {
    let page = page();
    let mut batch = Box::pin(execute_tools([1, 2].map(|_| ToolCall::new("greet", &())), BatchOptions::new()));
    for _ in 0..5 {
        let pending =
            std::future::poll_fn(|context| std::task::Poll::Ready(batch.as_mut().poll(context).is_pending()));
        assert!(pending.await);
        sleep(1).await;
    }
    drop(batch);
    assert!(page.signal(0).aborted() && page.signal(1).aborted());
    most_at_once().await;
}

#[wasm_bindgen_test]
async fn only_what_changes_nothing_runs_side_by_side_where_that_is_asked_for() {
    for (hint, most) in [(true, 2.0), (false, 1.0)] {
        let page = page();
        script(&format!(
            "const tools = [{{ name: 'greet', window, origin, annotations: {{ readOnlyHint: {hint} }} }}];
            document.modelContext.getTools = async () => tools; undefined"
        ))
        .await;
        let results = execute_tools([20, 10].map(waiting), BatchOptions::new().read_only_together()).await;
        assert_eq!(texts(&results), ["20", "10"]);
        assert_eq!((page.dispatches(), most_at_once().await), (2, most));
    }
}
