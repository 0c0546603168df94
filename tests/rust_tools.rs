//! Tools that a Rust application offers, in a browser's own WebMCP.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test that fails panics")]

mod page;

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::pin::Pin;
use std::rc::Rc;
use std::time::Duration;

use page::{script, sleep, task, without_provider};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::AbortController;
use webmcp_exec::{
    CallOptions, Error, ErrorCode, PageTool, Provider, Registration, Status, ToolContext, ToolFailure,
    ToolResult, execute_tool, execute_tool_detailed, list_tools, provider,
};

wasm_bindgen_test_configure!(run_in_browser);

#[derive(Deserialize)]
struct AddToCart {
    qty: u32,
    #[serde(default)]
    note: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Cart {
    pieces: u32,
    note: String,
}

async fn called(name: &str, args: &(impl Serialize + ?Sized)) -> ToolResult {
    execute_tool(name, args, CallOptions::new()).await.unwrap().unwrap()
}

async fn names() -> Vec<String> {
    list_tools(CallOptions::new()).await.unwrap().into_iter().map(|tool| tool.name).collect()
}

/// A tool that runs until its call is given up, which `told` then says.
async fn endless(told: Rc<Cell<bool>>) -> Registration {
    let begun = PageTool::new("endless", "Never ends.").register(move |_: (), context: ToolContext| {
        let told = told.clone();
        async move {
            context.aborted().await;
            told.set(true);
            Ok(())
        }
    });
    begun.await.unwrap()
}

#[wasm_bindgen_test]
fn the_browser_has_webmcp_of_its_own() {
    assert_eq!(provider(), Some(Provider::Native));
}

#[wasm_bindgen_test]
async fn s1_22_s1_40_a_tool_is_offered_called_and_taken_back() {
    let _registration = PageTool::new("add_to_cart", "Puts mugs into the cart.")
        .title("Add to cart")
        .input_schema(json!({ "type": "object", "properties": { "qty": { "type": "integer" } } }))
        .annotation("readOnlyHint", false)
        .register(async |args: AddToCart, _| Ok(Cart { pieces: args.qty, note: args.note }))
        .await
        .unwrap();
    let tools = list_tools(CallOptions::new()).await.unwrap();
    let tool = tools.iter().find(|tool| tool.name == "add_to_cart").unwrap();
    assert_eq!(
        (tool.title.as_deref(), tool.description.as_str()),
        (Some("Add to cart"), "Puts mugs into the cart.")
    );
    assert_eq!(tool.input_schema.as_ref().unwrap()["properties"]["qty"]["type"], "integer");
    assert!(tool.own && !tool.is_read_only());

    let result = called("add_to_cart", &json!({ "qty": 3, "note": "é😀" })).await;
    assert_eq!(result.deserialize::<Cart>().unwrap(), Cart { pieces: 3, note: "é😀".to_owned() });
    assert_eq!(_registration.name(), "add_to_cart");
    drop(_registration);
    let error = execute_tool("add_to_cart", &(), CallOptions::new()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::NotFound);
}

#[cfg(feature = "schemars")]
#[wasm_bindgen_test]
async fn a_type_is_the_schema_that_agents_read() {
    #[derive(Deserialize, schemars::JsonSchema)]
    struct Note {
        /// What to write.
        text: String,
    }
    let _registration = PageTool::new("note", "Writes a note.")
        .input::<Note>()
        .read_only()
        .register(async |args: Note, _| Ok(args.text))
        .await
        .unwrap();
    let tools = list_tools(CallOptions::new()).await.unwrap();
    let tool = tools.iter().find(|tool| tool.name == "note").unwrap();
    let schema = tool.input_schema.as_ref().unwrap();
    assert_eq!(schema["properties"]["text"]["description"], "What to write.");
    assert!(tool.is_read_only());
    assert_eq!(called("note", &json!({ "text": "mugs" })).await.text(), "mugs");
}

#[wasm_bindgen_test]
async fn s1_40_a_registration_that_is_forgotten_stays() {
    PageTool::new("stays", "Stays.").register(async |_: (), _| Ok(())).await.unwrap().forget();
    task().await;
    assert!(names().await.contains(&"stays".to_owned()));
    let report = execute_tool_detailed("stays", &(), CallOptions::new()).await.unwrap();
    assert_eq!((report.status, report.result.unwrap().content.len()), (Status::Completed, 0));
}

#[wasm_bindgen_test]
async fn s1_22_whatever_serde_writes_is_an_answer() {
    async fn answer<R: Serialize + Clone + 'static>(value: R) -> ToolResult {
        let tool = PageTool::new("answer", "Answers.");
        let _registration = tool.register(async move |_: (), _| Ok(value.clone())).await.unwrap();
        called("answer", &()).await
    }
    let whole = ToolResult::structured(&json!({ "a": 1 })).unwrap();
    assert_eq!(answer(whole.clone()).await, whole);
    assert_eq!(answer("text").await.text(), "text");
    assert_eq!(answer(42).await.text(), "42");
    assert_eq!(answer(vec![1, 2]).await.text(), "[1,2]");
    assert_eq!(answer(json!({ "a": null })).await.structured_content, Some(json!({ "a": null })));
    assert_eq!(answer(()).await.content, []);
    assert_eq!(answer(None::<u8>).await.content, []);
    let failed = answer(std::collections::BTreeMap::from([(vec![1], 1)])).await;
    assert_eq!(failed.text(), "The tool's result cannot be written as JSON: key must be a string");
}

#[wasm_bindgen_test]
async fn s1_25_x_05_an_error_reaches_whoever_calls() {
    let _registration = PageTool::new("order", "Orders.")
        .register(async |args: Value, _| match args["how"].as_str() {
            Some("code") => Err(ToolFailure::new(ErrorCode::RateLimited, "One order a minute.")),
            Some("error") => Ok(args["count"].to_string().parse::<u32>()?),
            Some("call") => Err(execute_tool("nope", &(), CallOptions::new()).await.unwrap_err().into()),
            _ => Ok(1),
        })
        .await
        .unwrap();
    let cases = [
        (json!({ "how": "code" }), "RATE_LIMITED", "One order a minute."),
        (json!({ "how": "error", "count": "x" }), "EXECUTION_ERROR", "invalid digit found in string"),
        (json!({ "how": "call" }), "NOT_FOUND", "Unknown tool \"nope\""),
    ];
    for (args, code, text) in cases {
        let result = called("order", &args).await;
        assert!(result.is_error);
        assert_eq!((result.error_code(), result.text()), (Some(code), text.to_owned()));
    }
    assert_eq!(called("order", &()).await.text(), "1");
    // What a script that does not use this package is told.
    let seen = script(
        "document.modelContext.getTools().then((tools) =>
            document.modelContext.executeTool(tools.find((tool) => tool.name === 'order'), { how: 'code' }))",
    );
    let seen = seen.await.as_string().unwrap();
    assert!(seen.contains("One order a minute.") && seen.contains("RATE_LIMITED"), "{seen}");
}

#[wasm_bindgen_test]
async fn s1_04_arguments_that_do_not_fit_are_a_failure_that_says_so() {
    let runs = Rc::new(Cell::new(0));
    let counted = runs.clone();
    let _registration = PageTool::new("add", "Adds.")
        .register(async move |args: AddToCart, _| {
            counted.set(counted.get() + 1);
            Ok(args.qty)
        })
        .await
        .unwrap();
    for (args, problem) in [
        (json!({}), "missing field `qty`"),
        (json!({ "qty": "3" }), "invalid type: string \"3\", expected u32"),
        (json!({ "qty": -1 }), "invalid value: integer `-1`, expected u32"),
    ] {
        let result = called("add", &args).await;
        assert_eq!(result.error_code(), Some("INVALID_INPUT"));
        assert_eq!(result.text(), format!("The arguments are not what the tool takes: {problem}"));
    }
    assert_eq!(runs.get(), 0);
    assert_eq!(called("add", &json!({ "qty": 3, "other": 1 })).await.text(), "3");
}

#[wasm_bindgen_test]
async fn s1_11_dropping_the_future_fires_the_signal_of_the_tool() {
    let told = Rc::new(Cell::new(false));
    let _registration = endless(told.clone()).await;
    let mut call = execute_tool("endless", &(), CallOptions::new());
    for _ in 0..5 {
        let pending = std::future::poll_fn(|context| {
            std::task::Poll::Ready(Pin::new(&mut call).poll(context).is_pending())
        });
        assert!(pending.await);
        sleep(10).await;
    }
    assert!(!told.get());
    drop(call);
    sleep(50).await;
    assert!(told.get());
}

#[wasm_bindgen_test]
async fn s1_12_a_signal_or_a_time_limit_ends_the_call_and_tells_the_tool() {
    let told = Rc::new(Cell::new(false));
    let _registration = endless(told.clone()).await;
    let controller = AbortController::new().unwrap();
    let aborter = controller.clone();
    wasm_bindgen_futures::spawn_local(async move {
        sleep(30).await;
        aborter.abort_with_reason(&"enough".into());
    });
    let error = execute_tool("endless", &(), (&controller.signal()).into()).await.unwrap_err();
    assert_eq!((error.to_string(), error.outcome_unknown()), ("enough".to_owned(), true));
    sleep(50).await;
    assert!(told.replace(false));
    let options = CallOptions::new().timeout(Duration::from_millis(30));
    let error = execute_tool("endless", &(), options).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Timeout);
    sleep(50).await;
    assert!(told.get());
}

#[wasm_bindgen_test]
async fn a_tool_may_end_what_it_does_with_its_call() {
    struct Dropped(Rc<Cell<bool>>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }
    let dropped = Rc::new(Cell::new(false));
    let told = dropped.clone();
    let _registration = PageTool::new("slow", "Slow.")
        .register(async move |_: (), context: ToolContext| {
            let guard = Dropped(told.clone());
            context
                .unless_aborted(async move {
                    let _guard = guard;
                    pending::<()>().await;
                })
                .await
        })
        .await
        .unwrap();
    let options = CallOptions::new().timeout(Duration::from_millis(30));
    assert!(execute_tool("slow", &(), options).await.is_err());
    sleep(50).await;
    assert!(dropped.get());
}

#[wasm_bindgen_test]
async fn x_08_progress_reaches_the_caller_and_renews_its_time() {
    let _registration = PageTool::new("count", "Counts.")
        .register(async |_: (), context: ToolContext| {
            for count in 1..=3 {
                sleep(60).await;
                context.emit(&json!({ "count": count }));
            }
            Ok("counted")
        })
        .await
        .unwrap();
    let heard = Rc::new(RefCell::new(Vec::new()));
    let told = heard.clone();
    let options = CallOptions::new()
        .timeout(Duration::from_millis(150))
        .reset_timeout_on_progress(true)
        .on_progress(move |progress| told.borrow_mut().push(progress));
    let result = execute_tool("count", &(), options.clone()).await.unwrap().unwrap();
    assert_eq!(result.text(), "counted");
    assert_eq!(*heard.borrow(), [json!({ "count": 1 }), json!({ "count": 2 }), json!({ "count": 3 })]);
    let error = execute_tool("count", &(), options.reset_timeout_on_progress(false)).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Timeout);
}

#[wasm_bindgen_test]
async fn s1_40_a_name_that_is_taken_or_malformed_is_refused() {
    let _registration =
        PageTool::new("taken", "First.").register(async |_: (), _| Ok("first")).await.unwrap();
    for name in ["taken", "", "not a name", &"a".repeat(500)] {
        let refused = PageTool::new(name, "Second.").register(async |_: (), _| Ok("second")).await;
        let error = refused.unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidInput, "{name}: {error}");
        assert!(matches!(&error, Error::Refused { .. }), "{error:?}");
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(called("taken", &()).await.text(), "first");
}

#[wasm_bindgen_test]
async fn a_schema_that_is_none_is_refused() {
    let cycle = js_sys::eval("const cycle = {}; cycle.again = cycle; cycle").unwrap();
    let refused =
        PageTool::new("cyclic", "Cyclic.").input_schema_js(cycle).register(async |_: (), _| Ok(())).await;
    assert!(matches!(refused.unwrap_err(), Error::Refused { .. }));
    assert!(!names().await.contains(&"cyclic".to_owned()));
}

#[wasm_bindgen_test]
async fn s1_40_a_registration_that_is_dropped_under_way_leaves_nothing() {
    let mut registering = Box::pin(PageTool::new("early", "Early.").register(async |_: (), _| Ok(())));
    let _ =
        std::future::poll_fn(|context| std::task::Poll::Ready(registering.as_mut().poll(context).is_ready()))
            .await;
    drop(registering);
    task().await;
    assert!(!names().await.contains(&"early".to_owned()));
    drop(PageTool::new("early", "Early.").register(async |_: (), _| Ok(())).await.unwrap());
}

#[wasm_bindgen_test]
async fn s1_19_there_has_to_be_somebody_to_register_with() {
    let page = without_provider();
    let error = PageTool::new("a", "A.").register(async |_: (), _| Ok(())).await.unwrap_err();
    assert!(matches!(error, Error::Unavailable { cause: None, .. }));
    drop(page);
}

#[wasm_bindgen_test]
async fn calls_that_overlap_do_not_touch_each_other() {
    let _registration = PageTool::new("wait", "Waits.")
        .register(async |args: Value, _| {
            sleep(args["ms"].as_u64().unwrap() as u32).await;
            Ok(args)
        })
        .await
        .unwrap();
    let (slow, quick) = (json!({ "ms": 60 }), json!({ "ms": 5 }));
    let mut slow = execute_tool("wait", &slow, CallOptions::new());
    let pending = std::future::poll_fn(|context| {
        std::task::Poll::Ready(Pin::new(&mut slow).poll(context).is_pending())
    });
    assert!(pending.await);
    assert_eq!(called("wait", &quick).await.structured_content, Some(quick));
    assert_eq!(slow.await.unwrap().unwrap().structured_content, Some(json!({ "ms": 60 })));
}

#[wasm_bindgen_test]
async fn a_tool_that_others_registered_is_called_alike() {
    script(
        "globalThis.registering = new AbortController();
        document.modelContext.registerTool({
            name: 'theirs', description: 'Theirs.', inputSchema: { type: 'object' },
            execute: async ({ fail }) => { if (fail) throw new Error('sold out'); return { ok: true }; },
        }, { signal: registering.signal })",
    )
    .await;
    assert_eq!(called("theirs", &()).await.structured_content, Some(json!({ "ok": true })));
    let failed = called("theirs", &json!({ "fail": true })).await;
    assert_eq!(failed.error_code(), Some("EXECUTION_ERROR"));
    script("registering.abort()").await;
    assert_eq!(JsValue::UNDEFINED, script("undefined").await);
}
