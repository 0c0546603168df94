//! A registry of tools and its runtime, through the API for Rust.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test that fails panics")]

mod page;

use std::cell::{Cell, RefCell};
use std::future::{pending, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use js_sys::Reflect;
use page::{script, sleep};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::AbortController;
use webmcp_exec::validate::{Checking, Problem, Validate};
use webmcp_exec::{
    CallOptions, Error, ErrorCode, ExecutionMode, ReadError, RunResult, Runtime, RuntimeOptions, ToolContext,
    ToolDefinition, ToolFailure, ToolRegistry,
};

wasm_bindgen_test_configure!(run_in_browser);

#[derive(Deserialize, Serialize)]
struct Repeat {
    text: String,
    times: usize,
}

fn repeat_text() -> ToolDefinition {
    ToolDefinition::new("repeat-text", "Repeats a text.").category("formatters").tag("text")
}

/// A registry with a tool that works, one that fails as it is told, and one that never ends.
fn registry() -> ToolRegistry {
    let registry = ToolRegistry::new();
    registry.register(repeat_text(), async |input: Repeat, _| Ok(input.text.repeat(input.times))).unwrap();
    registry
        .register(ToolDefinition::new("fail", "Fails."), async |input: Value, _| -> Result<(), ToolFailure> {
            match input["how"].as_str() {
                Some("code") => {
                    Err(ToolFailure::new(ErrorCode::RateLimited, "One a minute.")
                        .suggestion("Wait a minute."))
                }
                Some("empty") => Err(ToolFailure::new(ErrorCode::ExecutionError, "")),
                _ => {
                    "x".parse::<u8>()?;
                    Ok(())
                }
            }
        })
        .unwrap();
    registry
        .register(ToolDefinition::new("never", "Never ends."), async |_: (), _| Ok(pending::<u8>().await))
        .unwrap();
    registry
}

fn ids(definitions: &[ToolDefinition]) -> Vec<&str> {
    definitions.iter().map(|definition| definition.id.as_str()).collect()
}

async fn run(id: &str, input: &(impl Serialize + ?Sized)) -> Result<RunResult, Error> {
    Runtime::new(&registry()).execute(id, input, CallOptions::new()).await
}

#[wasm_bindgen_test]
fn s3_01_s3_02_s3_03_s3_04_tools_are_kept_under_their_ids() {
    let registry = registry();
    assert!(registry.has("fail") && !registry.has("constructor") && !registry.has(""));
    assert_eq!(ids(&registry.list()), ["repeat-text", "fail", "never"]);
    assert_eq!(registry.get("repeat-text").unwrap().category.as_deref(), Some("formatters"));
    assert_eq!(registry.get("nope"), None);
    assert_eq!(ids(&registry.find_by_tag("text")), ["repeat-text"]);
    assert_eq!(ids(&registry.find_by_category("formatters")), ["repeat-text"]);
    assert!(registry.unregister("fail") && !registry.unregister("fail"));
    assert_eq!(ids(&registry.clone().list()), ["repeat-text", "never"], "a clone is the same registry");
    registry.clear();
    assert!(registry.list().is_empty());
}

#[wasm_bindgen_test]
fn s3_05_a_definition_that_is_wrong_is_refused_by_name() {
    let registry = registry();
    let cases = [
        (
            repeat_text(),
            "A tool \"repeat-text\" is registered already: unregister it first, or choose another id.",
        ),
        (
            ToolDefinition::new("Repeat Text", "Repeats."),
            "The tool definition: id must be lower-case words and numbers joined by hyphens, such as hash-text, not \"Repeat Text\".",
        ),
        (ToolDefinition::new("a", ""), "The tool definition \"a\": description must not be empty."),
    ];
    for (definition, sentence) in cases {
        let error = registry.register(definition, async |_: (), _| Ok(())).unwrap_err();
        assert_eq!(error.to_string(), sentence);
        assert_eq!(error.code(), ErrorCode::InvalidInput);
    }
    assert!(registry.register_elsewhere(ToolDefinition::new("elsewhere", "Elsewhere.")).is_err());
    assert_eq!(registry.list().len(), 3);
}

#[wasm_bindgen_test]
fn a_definition_comes_back_as_it_was_given() {
    let registry = ToolRegistry::new();
    let definition = repeat_text()
        .name("Repeat")
        .tag("again")
        .input_schema(json!({ "type": "object", "required": ["text"] }))
        .output_schema(json!({ "type": "string" }))
        .execution_mode(ExecutionMode::Hybrid)
        .deprecated("use another");
    registry.register(definition.clone(), async |_: (), _| Ok(())).unwrap();
    assert_eq!(registry.get("repeat-text"), Some(definition));
}

#[wasm_bindgen_test]
async fn s3_07_s3_09_a_tool_answers() {
    let result = run("repeat-text", &Repeat { text: "ab".to_owned(), times: 3 }).await.unwrap();
    assert_eq!(result.data, Ok(json!("ababab")));
    assert_eq!(result.deserialize::<String>().unwrap(), "ababab");
    assert!(result.warnings.is_empty());
    let result = run("repeat-text", r#"{ "text": "a", "times": 2 }"#).await.unwrap();
    assert_eq!(result.data, Ok(json!("aa")), "JSON text, as models send it");
}

#[wasm_bindgen_test]
async fn s3_08_a_tool_is_told_of_its_call() {
    let registry = ToolRegistry::new();
    registry
        .register(
            ToolDefinition::new("told", "Says what it is told."),
            async |_: (), context: ToolContext| {
                Ok(json!([
                    context.get("toolId"),
                    context.get("userId"),
                    context.get("timeout"),
                    context.get("nope")
                ]))
            },
        )
        .unwrap();
    let options = CallOptions::new().context("userId", "user-123").timeout(Duration::from_secs(7));
    let result = Runtime::new(&registry).execute("told", &(), options).await.unwrap();
    assert_eq!(result.data, Ok(json!(["told", "user-123", 7000, null])));
}

#[wasm_bindgen_test]
async fn s3_23_s3_24_a_tool_that_fails_is_no_error() {
    let failure = |result: Result<RunResult, Error>| result.unwrap().data.unwrap_err();
    let failed = failure(run("fail", &json!({ "how": "code" })).await);
    assert_eq!((failed.code.as_str(), failed.message.as_str()), ("RATE_LIMITED", "One a minute."));
    assert_eq!(failed.suggestion.as_deref(), Some("Wait a minute."));
    let failed = failure(run("fail", &()).await);
    assert_eq!(
        (failed.code.as_str(), failed.message.as_str(), failed.suggestion),
        ("EXECUTION_ERROR", "invalid digit found in string", None)
    );
    assert_eq!(failure(run("fail", &json!({ "how": "empty" })).await).message, "The tool failed.");
    let result = run("fail", &()).await.unwrap();
    assert!(matches!(result.deserialize::<Value>(), Err(ReadError::Failed { .. })));
}

#[wasm_bindgen_test]
async fn s3_21_input_that_does_not_fit_the_type_is_a_failure() {
    let failed = run("repeat-text", &json!({ "text": "a" })).await.unwrap().data.unwrap_err();
    assert_eq!(failed.code, "INVALID_INPUT");
    assert_eq!(failed.message, "The arguments are not what the tool takes: missing field `times`");
    let error = run("repeat-text", &5).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidInput);
}

/// Finds what has no member `text`.
struct WantsText;

impl Validate for WantsText {
    fn validate<'a>(&'a self, _: &'a JsValue, value: &'a JsValue) -> Checking<'a> {
        let has_text = Reflect::has(value, &"text".into()).unwrap_or(false);
        let problem = Problem::at("/text", "required", ErrorCode::MissingRequired, "is missing");
        Box::pin(async move { if has_text { vec![] } else { vec![problem] } })
    }
}

#[wasm_bindgen_test]
async fn s3_21_s3_22_a_validator_of_ones_own_checks_input_and_data() {
    let registry = ToolRegistry::new();
    let runs = Rc::new(Cell::new(0));
    let (counted, schema) = (runs.clone(), json!({ "type": "object" }));
    let definition = ToolDefinition::new("echo", "Gives its input back, or nothing.")
        .input_schema(schema.clone())
        .output_schema(schema);
    registry
        .register(definition, async move |input: Value, _| {
            counted.set(counted.get() + 1);
            Ok(if input["text"] == "" { json!({}) } else { input })
        })
        .unwrap();
    let runtime = Runtime::with_options(&registry, RuntimeOptions::new().validator(Rc::new(WantsText)));
    let run = async |input: Value| runtime.execute("echo", &input, CallOptions::new()).await;
    let Err(Error::Invalid { problems, .. }) = run(json!({})).await else { panic!("it ran") };
    assert_eq!((problems[0].pointer.as_str(), runs.get()), ("/text", 0));
    assert_eq!(run(json!({ "text": "a" })).await.unwrap().data, Ok(json!({ "text": "a" })));
    let failure = run(json!({ "text": "" })).await.unwrap().data.unwrap_err();
    assert_eq!((failure.code.as_str(), runs.get()), ("INTERNAL_ERROR", 2));
    assert!(failure.message.contains("\"/text\" is missing"), "{}", failure.message);
    // Without a validator that is the tool's business.
    let unchecked = Runtime::new(&registry).execute("echo", &json!({}), CallOptions::new()).await;
    assert!(unchecked.unwrap().data.is_ok());
}

#[wasm_bindgen_test]
async fn s3_26_an_unknown_tool() {
    let error = run("repeat-txt", &()).await.unwrap_err();
    assert_eq!(error.to_string(), "Unknown tool \"repeat-txt\"");
    let Error::NotFound { available, .. } = error else { panic!() };
    assert_eq!(available, ["repeat-text", "fail", "never"]);
}

#[wasm_bindgen_test]
async fn s3_12_s3_13_s3_14_the_time_of_a_tool() {
    let runtime =
        Runtime::with_options(&registry(), RuntimeOptions::new().timeout(Duration::from_millis(20)));
    let error = runtime.execute("never", &(), CallOptions::new()).await.unwrap_err();
    assert_eq!(error.to_string(), "The tool \"never\" did not answer within 20 ms.");
    assert!(error.outcome_unknown());
    let options = CallOptions::new().timeout(Duration::from_millis(30));
    let error = runtime.execute("never", &(), options).await.unwrap_err();
    assert_eq!(error.to_string(), "The tool \"never\" did not answer within 30 ms.");
    let options = CallOptions::new().timeout(Duration::ZERO);
    let error = runtime.execute("never", &(), options).await.unwrap_err();
    assert_eq!((error.code(), error.outcome_unknown()), (ErrorCode::Timeout, false));
}

#[wasm_bindgen_test]
async fn s3_17_a_signal_ends_the_call() {
    let controller = AbortController::new().unwrap();
    let options = CallOptions::new().signal(&controller.signal());
    wasm_bindgen_futures::spawn_local(async move {
        sleep(20).await;
        controller.abort_with_reason(&"enough".into());
    });
    let runtime = Runtime::new(&registry());
    let error = runtime.execute("never", &(), options.clone()).await.unwrap_err();
    assert_eq!((error.to_string(), error.code()), ("enough".to_owned(), ErrorCode::Aborted));
    assert!(error.outcome_unknown());
    let error = runtime.execute("never", &(), options).await.unwrap_err();
    assert!(!error.outcome_unknown(), "it had fired before");
}

#[wasm_bindgen_test]
async fn s3_15_a_call_that_is_given_up_drops_its_tool() {
    struct Dropped(Rc<Cell<u32>>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }
    let dropped = Rc::new(Cell::new(0));
    let counted = dropped.clone();
    let registry = ToolRegistry::new();
    registry
        .register(ToolDefinition::new("held", "Holds something."), async move |_: (), _| {
            let _held = Dropped(counted.clone());
            Ok(pending::<u8>().await)
        })
        .unwrap();
    let runtime = Runtime::new(&registry);
    let options = CallOptions::new().timeout(Duration::from_millis(20));
    assert!(runtime.execute("held", &(), options).await.is_err());
    assert_eq!(dropped.get(), 1);
    let mut call = Box::pin(runtime.execute("held", &(), CallOptions::new()));
    let pending = poll_fn(|context| Poll::Ready(Pin::new(&mut call).poll(context).is_pending()));
    assert!(pending.await);
    drop(call);
    assert_eq!(dropped.get(), 2);
}

#[wasm_bindgen_test]
async fn x_08_progress_is_heard() {
    let registry = ToolRegistry::new();
    registry
        .register(ToolDefinition::new("count", "Counts."), async |_: (), context: ToolContext| {
            context.emit(&1);
            sleep(1).await;
            context.emit(&2);
            Ok(())
        })
        .unwrap();
    let heard = Rc::new(RefCell::new(Vec::new()));
    let told = heard.clone();
    let options = CallOptions::new().on_progress(move |progress| told.borrow_mut().push(progress));
    let result = Runtime::new(&registry).execute("count", &(), options).await.unwrap();
    assert_eq!((result.data, &*heard.borrow()), (Ok(Value::Null), &vec![json!(1), json!(2)]));
}

#[wasm_bindgen_test]
async fn only_so_many_tools_run_at_once() {
    let (now, most) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let registry = ToolRegistry::new();
    let counts = (now.clone(), most.clone());
    registry
        .register(ToolDefinition::new("wait", "Waits."), async move |_: (), _| {
            let (now, most) = &counts;
            now.set(now.get() + 1);
            most.set(most.get().max(now.get()));
            sleep(10).await;
            now.set(now.get() - 1);
            Ok(())
        })
        .unwrap();
    let runtime = Runtime::with_options(&registry, RuntimeOptions::new().max_concurrent(2));
    for _ in 0..5 {
        let runtime = runtime.clone();
        wasm_bindgen_futures::spawn_local(async move {
            runtime.execute("wait", &(), CallOptions::new()).await.unwrap();
        });
    }
    sleep(100).await;
    assert_eq!((now.get(), most.get()), (0, 2));
}

#[wasm_bindgen_test]
async fn s3_28_a_tool_of_a_server_needs_one() {
    let registry = ToolRegistry::new();
    let definition = ToolDefinition::new("look-up", "Looks it up.")
        .execution_mode(ExecutionMode::Server)
        .deprecated("use find");
    registry.register_elsewhere(definition).unwrap();
    let error = Runtime::new(&registry).execute("look-up", &(), CallOptions::new()).await.unwrap_err();
    assert_eq!(error.to_string(), "Nothing here runs the tool \"look-up\": a server does.");
    assert_eq!(error.code(), ErrorCode::Unavailable);

    let client = script(
        "({ async callTool({ name, arguments: args }, options) {
            return { content: [{ type: 'text', text: name }], structuredContent: { name, args } };
        } })",
    )
    .await;
    let options = RuntimeOptions::new().remote(&client).unwrap();
    let result = Runtime::with_options(&registry, options)
        .execute("look-up", &json!({ "query": "mug" }), CallOptions::new())
        .await
        .unwrap();
    assert!(result.data.is_ok(), "{result:?}");
    assert_eq!(result.warnings, ["The tool \"look-up\" is deprecated: use find"]);
    assert!(RuntimeOptions::new().remote(&5.into()).is_err());
}

#[wasm_bindgen_test]
async fn a_runtime_that_is_disposed_ends_its_calls() {
    let runtime = Runtime::new(&registry());
    let other = runtime.clone();
    wasm_bindgen_futures::spawn_local(async move {
        sleep(20).await;
        other.dispose();
    });
    let error = runtime.execute("never", &(), CallOptions::new()).await.unwrap_err();
    assert_eq!(error.to_string(), "The runtime has been disposed.");
    let error = runtime.execute("never", &(), CallOptions::new()).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Unavailable);
}
