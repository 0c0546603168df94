//! The requirements of a call by name, through the API for Rust, over a provider that does as the test says.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test that fails panics")]

mod page;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use js_sys::{JSON, Reflect};
use page::{Page, provide, script, sleep, task, without_provider};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::AbortController;
use webmcp_exec::{
    CallOptions, ContentBlock, Error, ErrorCode, ReadError, Shape, Status, ToolResult, execute_tool,
    execute_tool_detailed, list_tools, provider,
};

wasm_bindgen_test_configure!(run_in_browser);

/// Resolves with a text, as Chromium does.
fn answering(text: &str) -> Page {
    provide(&format!("return Promise.resolve({});", json!(text)))
}

fn never() -> Page {
    provide("return new Promise(() => {});")
}

fn rejecting(error: &str) -> Page {
    provide(&format!("return Promise.reject({error});"))
}

async fn call(args: &(impl Serialize + ?Sized)) -> Result<Option<ToolResult>, Error> {
    execute_tool("greet", args, CallOptions::new()).await
}

async fn result() -> ToolResult {
    call(&()).await.unwrap().unwrap()
}

/// Polls a call until it can go no further without the page.
async fn begin(call: &mut (impl Future + Unpin)) {
    for _ in 0..5 {
        let pending = poll_fn(|context| Poll::Ready(pin!(&mut *call).poll(context).is_pending()));
        assert!(pending.await, "it has ended");
        task().await;
    }
}

#[wasm_bindgen_test]
async fn s1_22_a_tool_answers() {
    let page = answering(r#"{"content":[{"type":"text","text":"hi"}],"structuredContent":{"inCart":3}}"#);
    #[derive(Deserialize)]
    struct Cart {
        #[serde(rename = "inCart")]
        in_cart: u32,
    }
    let result = call(&json!({ "qty": 3 })).await.unwrap().unwrap();
    assert_eq!(result.content, [ContentBlock::text("hi")]);
    assert_eq!(result.deserialize::<Cart>().unwrap().in_cart, 3);
    assert!(!result.is_error);
    assert_eq!(page.dispatches(), 1);
}

#[wasm_bindgen_test]
async fn s1_05_s1_35_arguments_are_whatever_serde_writes_as_an_object_or_a_list() {
    #[derive(Serialize)]
    struct Order<'a> {
        product: &'a str,
        qty: u64,
        note: Option<String>,
    }
    let cases: [(&dyn Fn() -> webmcp_exec::Call, &str); 8] = [
        (
            &|| {
                let order = Order { product: "mug", qty: 3, note: None };
                execute_tool("greet", &order, CallOptions::new())
            },
            r#"{"product":"mug","qty":3,"note":null}"#,
        ),
        (&|| execute_tool("greet", &json!({ "a": [1, null] }), CallOptions::new()), r#"{"a":[1,null]}"#),
        (&|| execute_tool("greet", &BTreeMap::from([("a", 1)]), CallOptions::new()), r#"{"a":1}"#),
        (&|| execute_tool("greet", &[1, 2], CallOptions::new()), "[1,2]"),
        (&|| execute_tool("greet", &(), CallOptions::new()), "{}"),
        (&|| execute_tool("greet", &None::<Order<'_>>, CallOptions::new()), "{}"),
        (&|| execute_tool("greet", r#"{ "text": "é😀" }"#, CallOptions::new()), r#"{"text":"é😀"}"#),
        (&|| execute_tool("greet", " ", CallOptions::new()), "{}"),
    ];
    for (call, json) in cases {
        let page = answering("ok");
        call().await.unwrap();
        assert_eq!(page.arguments(), json);
    }
}

#[wasm_bindgen_test]
async fn s1_35_anything_else_is_no_arguments() {
    let page = answering("ok");
    let unwritable = BTreeMap::from([(vec![1], 1)]);
    let cases = [
        (call(&5).await, "The arguments for \"greet\" must be an object, not a number."),
        (call(&true).await, "The arguments for \"greet\" must be an object, not a boolean."),
        (call("5").await, "The arguments for \"greet\" must be the JSON text of an object."),
        (call("null").await, "The arguments for \"greet\" must be the JSON text of an object."),
        (
            call(&unwritable).await,
            "The arguments for \"greet\" cannot be written as JSON: key must be a string.",
        ),
    ];
    for (result, sentence) in cases {
        let error = result.unwrap_err();
        assert_eq!(error.to_string(), sentence);
        assert_eq!(error.code(), ErrorCode::InvalidInput);
        assert!(!error.outcome_unknown());
    }
    let error = call("{ not json").await.unwrap_err();
    assert!(error.to_string().starts_with("The arguments for \"greet\" are not valid JSON: "), "{error}");
    assert!(error.cause().is_some());
    assert_eq!(page.dispatches(), 0);
}

#[wasm_bindgen_test]
async fn s1_06_a_provider_that_wants_text_is_given_that() {
    let page = answering("ok");
    script("Object.defineProperty(document.modelContext.executeTool, 'length', { value: 2 })").await;
    let report = execute_tool_detailed("greet", &json!({ "qty": 3 }), CallOptions::new()).await.unwrap();
    assert_eq!(report.shape, Some(Shape::Json));
    assert_eq!(page.arguments(), r#""{\"qty\":3}""#);
}

#[wasm_bindgen_test]
async fn s1_19_a_page_without_webmcp() {
    let page = without_provider();
    assert_eq!(provider(), None);
    let error = call(&()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "document.modelContext is not available: no WebMCP in this browser, and no polyfill loaded."
    );
    assert_eq!(error.code(), ErrorCode::Unavailable);
    assert!(matches!(list_tools(CallOptions::new()).await, Err(Error::Unavailable { cause: None, .. })));
    assert_eq!(page.dispatches(), 0);
}

#[wasm_bindgen_test]
async fn s1_20_s1_21_an_unknown_tool() {
    let page = answering("ok");
    for name in ["nope", "constructor", "__proto__", "a\"b", "", "Greet"] {
        let error = execute_tool(name, &(), CallOptions::new()).await.unwrap_err();
        assert_eq!(error.to_string(), format!("Unknown tool \"{name}\""));
        assert_eq!(error.code(), ErrorCode::NotFound);
        let Error::NotFound { available, .. } = error else { panic!("{error:?}") };
        assert_eq!(available, ["greet", "other"]);
    }
    assert_eq!(page.dispatches(), 0);
}

#[wasm_bindgen_test]
async fn s1_23_a_call_that_navigated() {
    for nothing in ["null", "undefined"] {
        let _page = provide(&format!("return Promise.resolve({nothing});"));
        assert_eq!(call(&()).await, Ok(None));
        let report = execute_tool_detailed("greet", &(), CallOptions::new()).await.unwrap();
        assert_eq!(report.status, Status::Navigated);
        assert_eq!((report.result, report.error), (None, None));
    }
}

#[wasm_bindgen_test]
async fn s1_24_a_tool_that_returned_null_did_not_navigate() {
    let _page = answering("null");
    assert_eq!(result().await.text(), "null");
}

#[wasm_bindgen_test]
async fn s1_25_a_tool_that_fails_is_no_error() {
    let _page = rejecting("new TypeError('sold out')");
    let result = result().await;
    assert!(result.is_error);
    assert_eq!(result.error_code(), Some("EXECUTION_ERROR"));
    assert_eq!(result.text(), "sold out");
    let error = result.deserialize::<Value>().unwrap_err();
    assert!(matches!(error, ReadError::Failed { .. }), "{error}");
    let report = execute_tool_detailed("greet", &(), CallOptions::new()).await.unwrap();
    assert_eq!((report.status, report.error_code()), (Status::Failed, Some("EXECUTION_ERROR")));
    assert_eq!(Reflect::get(&report.cause.unwrap(), &"message".into()).unwrap(), "sold out");
}

#[wasm_bindgen_test]
async fn s1_26_a_tool_that_says_it_failed() {
    let _page = answering(
        r#"{"content":[{"type":"text","text":"no"}],"isError":true,"_meta":{"webmcp-exec/code":"OUT_OF_MUGS"}}"#,
    );
    let result = result().await;
    assert!(result.is_error);
    assert_eq!((result.error_code(), result.text()), (Some("OUT_OF_MUGS"), "no".to_owned()));
}

#[wasm_bindgen_test]
async fn s1_27_s1_28_s1_29_s1_30_every_answer_is_a_result() {
    let cases = [
        ("plain text", "plain text", None),
        ("", "", None),
        ("undefined", "", None),
        ("42", "42", None),
        ("true", "true", None),
        (r#""q""#, "q", None),
        ("[1]", "[1]", None),
        (r#"{"a":1}"#, r#"{"a":1}"#, Some(json!({ "a": 1 }))),
        (r#"{"structuredContent":{"a":1}}"#, r#"{"a":1}"#, Some(json!({ "a": 1 }))),
        (r#"{"a":"\ud800"}"#, "{\"a\":\"\\ud800\"}", Some(json!({ "a": "\u{fffd}" }))),
    ];
    for (answer, text, structured) in cases {
        let _page = answering(answer);
        let result = result().await;
        assert_eq!((result.text(), result.structured_content), (text.to_owned(), structured), "{answer}");
        assert!(!result.is_error);
    }
}

#[wasm_bindgen_test]
async fn s1_27_members_and_blocks_that_nobody_knows_are_kept() {
    let _page = provide(
        "return Promise.resolve({
            content: [{ type: 'hologram', beams: 3 }, { type: 'text', text: 'a' }, 5],
            total: 7, when: new Date(0), skipped: undefined,
        });",
    );
    let result = result().await;
    assert_eq!(result.content.len(), 3);
    assert_eq!(result.content[0], ContentBlock::Unknown(json!({ "type": "hologram", "beams": 3 })));
    assert_eq!(result.content[2], ContentBlock::Unknown(json!(5)));
    assert_eq!(json!(result.extra), json!({ "total": 7, "when": "1970-01-01T00:00:00.000Z" }));
}

#[wasm_bindgen_test]
async fn hostile_answers_are_failures_and_never_a_trap() {
    let answers = [
        "(() => { const cycle = { content: [] }; cycle.again = cycle; return cycle; })()",
        "({ content: [], structuredContent: { count: 5n } })",
        "({ content: [], get trap() { throw new RangeError('no'); } })",
        "({ content: [], toJSON() { return 5; } })",
        "({ content: [], toJSON() { throw null; } })",
        "JSON.parse('{\"content\":[],\"structuredContent\":' + '['.repeat(5000) + ']'.repeat(5000) + '}')",
    ];
    for answer in answers {
        let _page = provide(&format!("return Promise.resolve({answer});"));
        let result = result().await;
        assert!(result.is_error, "{answer}");
        assert!(
            result.text().starts_with("The tool's result cannot be written as JSON: "),
            "{}",
            result.text()
        );
    }
    let others = [
        "new Proxy({ content: [] }, {})",
        "Object.assign(Object.create(null), { content: [] })",
        "JSON.parse('{\"content\":[],\"__proto__\":{\"isError\":true}}')",
        "({ content: [], isError: 1 })",
    ];
    for answer in others {
        let _page = provide(&format!("return Promise.resolve({answer});"));
        assert!(!result().await.is_error, "{answer}");
    }
}

#[wasm_bindgen_test]
async fn s1_14_a_signal_that_has_fired() {
    let page = answering("ok");
    let controller = AbortController::new().unwrap();
    controller.abort_with_reason(&"before".into());
    let options = CallOptions::new().signal(&controller.signal());
    let error = execute_tool("greet", &(), options.clone()).await.unwrap_err();
    assert_eq!(error.to_string(), "before");
    assert_eq!(error.code(), ErrorCode::Aborted);
    assert_eq!(error.cause(), Some(&"before".into()));
    assert!(!error.outcome_unknown());
    assert!(matches!(list_tools(options).await, Err(Error::Aborted { .. })));
    assert_eq!(page.dispatches(), 0);
}

#[wasm_bindgen_test]
async fn s1_11_s1_12_s1_13_a_signal_that_fires_meanwhile() {
    let reasons: [(JsValue, &str); 4] = [
        ("enough".into(), "enough"),
        (js_sys::Error::new("boom").into(), "Error: boom"),
        (JsValue::NULL, "Aborted"),
        (JsValue::UNDEFINED, "Aborted"),
    ];
    for (reason, text) in reasons {
        let page = never();
        let controller = AbortController::new().unwrap();
        let mut call = execute_tool("greet", &(), (&controller.signal()).into());
        begin(&mut call).await;
        assert!(!page.signal(0).aborted());
        controller.abort_with_reason(&reason);
        let error = call.await.unwrap_err();
        assert_eq!(error.to_string(), text);
        assert!(error.outcome_unknown());
        assert!(page.signal(0).aborted());
        assert_eq!(page.dispatches(), 1);
    }
}

#[wasm_bindgen_test]
async fn s1_18_a_signal_that_fires_after_the_result() {
    let page = answering("ok");
    let controller = AbortController::new().unwrap();
    let options = CallOptions::new().signal(&controller.signal());
    assert!(execute_tool("greet", &(), options).await.is_ok());
    controller.abort();
    task().await;
    assert!(!page.signal(0).aborted(), "a tool may go on to use its signal");
}

#[wasm_bindgen_test]
async fn s1_11_dropping_the_future_fires_the_signal_of_the_tool() {
    let page = never();
    let mut call = execute_tool("greet", &(), CallOptions::new());
    begin(&mut call).await;
    let signal = page.signal(0);
    assert!(!signal.aborted());
    drop(call);
    assert!(signal.aborted(), "without any signal or time limit of the caller's");
    assert_eq!(Reflect::get(&signal.reason(), &"name".into()).unwrap(), "AbortError");
    assert_eq!(page.dispatches(), 1);
}

#[wasm_bindgen_test]
async fn s1_15_dropping_the_future_during_the_look_up_lets_nothing_go_out() {
    let page = answering("ok");
    script(
        "document.modelContext.getTools = () => new Promise((resolve) => { globalThis.listed = resolve; })",
    )
    .await;
    let mut call = execute_tool("greet", &(), CallOptions::new());
    begin(&mut call).await;
    drop(call);
    script("listed([{ name: 'greet', window, origin }])").await;
    task().await;
    assert_eq!(page.dispatches(), 0);
}

#[wasm_bindgen_test]
async fn s1_18_dropping_a_call_that_has_ended_tells_nobody() {
    let page = answering("ok");
    let mut call = execute_tool("greet", &(), CallOptions::new());
    assert!((&mut call).await.is_ok());
    drop(call);
    task().await;
    assert!(!page.signal(0).aborted());
}

#[wasm_bindgen_test]
async fn nothing_happens_before_a_call_is_polled() {
    let page = answering("ok");
    drop(execute_tool("greet", &(), CallOptions::new()));
    task().await;
    assert_eq!(page.dispatches(), 0);
}

#[wasm_bindgen_test]
async fn s1_17_what_comes_after_the_end_is_not_heard() {
    let page = provide("return new Promise((_, reject) => { globalThis.late = reject; });");
    script(
        "globalThis.unhandled = 0; addEventListener('unhandledrejection', (event) => {
            unhandled += 1; event.preventDefault();
        })",
    )
    .await;
    let mut call = execute_tool("greet", &(), CallOptions::new());
    begin(&mut call).await;
    drop(call);
    script("late(new Error('late'))").await;
    sleep(20).await;
    assert_eq!(script("unhandled").await, 0);
    assert_eq!(page.dispatches(), 1);
}

#[wasm_bindgen_test]
async fn s1_39_a_time_that_passes() {
    let page = never();
    let error =
        execute_tool("greet", &(), CallOptions::new().timeout(Duration::from_millis(20))).await.unwrap_err();
    assert_eq!(error.to_string(), "The tool \"greet\" did not answer within 20 ms.");
    assert_eq!(error.code(), ErrorCode::Timeout);
    assert!(error.outcome_unknown());
    assert!(page.signal(0).aborted());
    let report = execute_tool_detailed(
        "greet",
        &(),
        CallOptions::new().max_total_timeout(Duration::from_micros(1500)),
    );
    let report = report.await.unwrap();
    assert_eq!((report.status, report.error_code()), (Status::TimedOut, Some("TIMEOUT")));
    assert_eq!(report.error.unwrap().to_string(), "The tool \"greet\" did not answer within 1.5 ms.");
}

#[wasm_bindgen_test]
async fn no_time_at_all_lets_nothing_begin_and_endless_time_is_none() {
    let page = answering("ok");
    let error = execute_tool("greet", &(), CallOptions::new().timeout(Duration::ZERO)).await.unwrap_err();
    assert_eq!(error.to_string(), "The tool \"greet\" did not answer within 0 ms.");
    assert!(!error.outcome_unknown());
    assert!(matches!(
        list_tools(CallOptions::new().timeout(Duration::ZERO)).await,
        Err(Error::TimedOut { dispatched: false, .. })
    ));
    assert_eq!(page.dispatches(), 0);
    assert!(execute_tool("greet", &(), CallOptions::new().timeout(Duration::MAX)).await.is_ok());
}

#[wasm_bindgen_test]
async fn s1_36_x_06_the_same_name_in_several_documents() {
    let page = answering("ok");
    script(
        "(() => {
            const [a, b] = [{}, {}];
            document.modelContext.getTools = async () => [
                { name: 'greet', window: a, origin: 'https://a.example' },
                { name: 'greet', window: b, origin: 'https://b.example' },
            ];
        })()",
    )
    .await;
    let error = call(&()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Several documents offer a tool \"greet\" (https://a.example, https://b.example): name one with the option `origin` or `window`."
    );
    assert_eq!(error.code(), ErrorCode::Ambiguous);
    assert_eq!(page.dispatches(), 0);
    let options = CallOptions::new().origin("https://b.example/path");
    let report = execute_tool_detailed("greet", &(), options).await.unwrap();
    assert_eq!((report.status, report.origin.as_deref()), (Status::Completed, Some("https://b.example")));
    let tools = list_tools(CallOptions::new()).await.unwrap();
    assert!(execute_tool("greet", &(), tools[0].options()).await.is_ok());
}

#[wasm_bindgen_test]
async fn s1_39_an_option_that_is_wrong() {
    let page = answering("ok");
    let error = execute_tool("greet", &(), CallOptions::new().origin("no origin")).await.unwrap_err();
    assert_eq!(error.to_string(), "The option `origin` must be an origin, such as https://example.com.");
    assert_eq!(error.code(), ErrorCode::InvalidInput);
    assert!(execute_tool_detailed("greet", &(), CallOptions::new().origin("no origin")).await.is_err());
    assert_eq!(page.dispatches(), 0);
}

#[wasm_bindgen_test]
async fn s1_09_an_error_of_the_tool_is_no_reason_to_call_twice() {
    let page = rejecting("new DOMException('Tool was executed but the invocation failed', 'UnknownError')");
    assert!(result().await.is_error);
    assert_eq!(page.dispatches(), 1);
}

#[wasm_bindgen_test]
async fn a_browser_that_forbids_the_listing() {
    let _page = answering("ok");
    script("document.modelContext.getTools = async () => { throw new DOMException('denied by policy', 'NotAllowedError'); }")
        .await;
    let error = call(&()).await.unwrap_err();
    assert_eq!((error.to_string(), error.code()), ("denied by policy".to_owned(), ErrorCode::Unauthorized));
    script("document.modelContext.getTools = async () => { throw new Error('broken'); }").await;
    let error = list_tools(CallOptions::new()).await.unwrap_err();
    assert_eq!(error.to_string(), "The page's tools could not be listed: broken");
}

#[wasm_bindgen_test]
async fn s1_37_calls_at_once_each_run_their_tool_once() {
    let page = answering("ok");
    let ended = Rc::new(RefCell::new(0));
    for _ in 0..5 {
        let ended = ended.clone();
        spawn_local(async move {
            call(&()).await.unwrap();
            *ended.borrow_mut() += 1;
        });
    }
    sleep(50).await;
    assert_eq!((*ended.borrow(), page.dispatches()), (5, 5));
}

#[wasm_bindgen_test]
async fn x_03_a_report_says_all() {
    let _page = answering(r#"{"a":1}"#);
    let report = execute_tool_detailed("greet", &(), CallOptions::new()).await.unwrap();
    assert_eq!(report.status, Status::Completed);
    assert_eq!(report.name, "greet");
    assert_eq!(report.raw, Some(r#"{"a":1}"#.into()));
    assert_eq!(report.value, None, "nobody recorded what the tool returned");
    assert_eq!(report.result.as_ref().unwrap().structured_content, Some(json!({ "a": 1 })));
    assert_eq!((report.error_code(), report.outcome_unknown()), (None, false));
    assert_eq!(report.provider.map(|provider| provider.as_str()), Some("other"));
    assert_eq!(report.shape, Some(Shape::Object));
    assert!(report.origin.unwrap().starts_with("http://"));
    let report = execute_tool_detailed("nope", &(), CallOptions::new()).await.unwrap();
    assert_eq!((report.status, report.error_code()), (Status::NotFound, Some("NOT_FOUND")));
    assert!(execute_tool_detailed("greet", &5, CallOptions::new()).await.is_err());
}

#[wasm_bindgen_test]
async fn the_tools_are_listed_as_the_browser_has_them() {
    let _page = answering("ok");
    script(
        "document.modelContext.getTools = async () => [
            { name: 'a', title: 'A', description: 'does', inputSchema: '{\"type\":\"object\"}', annotations: { readOnlyHint: true }, window, origin },
            { name: 'b', description: 5, inputSchema: { type: 'object' }, window: {}, origin: 'https://b.example' },
            { get name() { throw 1; }, get inputSchema() { throw 2; } },
        ]",
    )
    .await;
    let tools = list_tools(CallOptions::new()).await.unwrap();
    assert_eq!(tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["a", "b", ""]);
    assert_eq!((tools[0].title.as_deref(), tools[0].description.as_str()), (Some("A"), "does"));
    assert_eq!(tools[0].input_schema, Some(json!({ "type": "object" })));
    assert!(tools[0].is_read_only() && tools[0].own);
    assert_eq!(tools[1].input_schema, Some(json!({ "type": "object" })));
    assert_eq!((tools[1].description.as_str(), tools[1].title.as_ref()), ("", None));
    assert_eq!((tools[1].own, tools[1].origin.as_str()), (false, "https://b.example"));
    assert!(!tools[1].is_read_only());
    assert_eq!((tools[2].input_schema.as_ref(), tools[2].annotations.len()), (None, 0));
}

#[wasm_bindgen_test]
async fn s1_03_the_provider_is_given_the_tool_that_it_listed() {
    let _page = answering("ok");
    script(
        "const listed = { name: 'greet', window, origin };
        document.modelContext.getTools = async () => [listed];
        document.modelContext.executeTool = async (tool, args) => String(tool === listed);",
    )
    .await;
    assert_eq!(result().await.text(), "true");
    assert_eq!(JSON::stringify(&"x".into()).unwrap(), "\"x\"");
}

/// The memory of the module, in bytes: it grows by pages of 64 KiB.
fn memory() -> f64 {
    let buffer = Reflect::get(&wasm_bindgen::memory(), &"buffer".into()).unwrap();
    Reflect::get(&buffer, &"byteLength".into()).unwrap().as_f64().unwrap()
}

/// Begins calls of a tool that never ends, and drops them.
async fn drop_calls(count: u32) {
    let controller = AbortController::new().unwrap();
    for _ in 0..count {
        let options = CallOptions::new()
            .signal(&controller.signal())
            .timeout(Duration::from_secs(600))
            .on_progress(|_| {});
        let mut call = execute_tool("greet", &json!({ "text": "a".repeat(200) }), options);
        for _ in 0..4 {
            let pending = poll_fn(|context| Poll::Ready(pin!(&mut call).poll(context).is_pending()));
            assert!(pending.await);
            script("0").await;
        }
    }
}

#[wasm_bindgen_test]
async fn calls_that_are_dropped_leave_nothing() {
    let _page = provide(
        "globalThis.dispatched = (globalThis.dispatched ?? 0) + 1; calls.length = 0; return new Promise(() => {});",
    );
    drop_calls(500).await;
    let before = memory();
    drop_calls(3000).await;
    assert_eq!(script("dispatched").await, 3500);
    assert_eq!(memory() - before, 0.0);
}
