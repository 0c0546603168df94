//! A validator that a Rust front end hands in, over a provider that lists schemas as objects or as text.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that fails panics")]

mod page;

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::JSON;
use page::{Page, provide, script};
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use webmcp_exec::validate::{Checking, Problem, Validate};
use webmcp_exec::{CallOptions, Error, ErrorCode, Status, execute_tool, execute_tool_detailed};

wasm_bindgen_test_configure!(run_in_browser);

/// Keeps what it is asked, and finds what it is told to.
#[derive(Default)]
struct Asked {
    schemas: RefCell<Vec<JsValue>>,
    values: RefCell<Vec<String>>,
    finds: Vec<Problem>,
}

impl Validate for Asked {
    fn validate<'a>(&'a self, schema: &'a JsValue, value: &'a JsValue) -> Checking<'a> {
        self.schemas.borrow_mut().push(schema.clone());
        self.values.borrow_mut().push(JSON::stringify(value).unwrap().into());
        Box::pin(async { self.finds.clone() })
    }
}

/// A page whose tool has this schema, written as an expression.
async fn with_schema(schema: &str) -> Page {
    let page = provide("return Promise.resolve('\"done\"');");
    script(&format!(
        "const tool = {{ name: 'greet', description: 'Greets.', window, origin, inputSchema: {schema} }};
        document.modelContext.getTools = async () => [tool];"
    ))
    .await;
    page
}

#[wasm_bindgen_test]
async fn s3_21_the_tools_own_schema_and_the_arguments_are_handed_to_it() {
    for schema in [r#"{ type: 'object' }"#, r#"'{"type":"object"}'"#] {
        let page = with_schema(schema).await;
        let asked = Rc::new(Asked::default());
        for _ in 0..2 {
            let options = CallOptions::new().validator(asked.clone());
            assert!(execute_tool("greet", &json!({ "qty": 3 }), options).await.unwrap().is_some());
        }
        assert_eq!(*asked.values.borrow(), [r#"{"qty":3}"#, r#"{"qty":3}"#]);
        let schemas = asked.schemas.borrow();
        assert_eq!(String::from(JSON::stringify(&schemas[0]).unwrap()), r#"{"type":"object"}"#);
        assert_eq!(schemas[0], schemas[1], "one object for one listed tool");
        assert_eq!(page.dispatches(), 2);
    }
}

#[wasm_bindgen_test]
async fn s3_21_a_mismatch_is_an_error_and_nothing_is_dispatched() {
    let page = with_schema("{}").await;
    let problem = Problem::at("/qty", "type", ErrorCode::TypeError, "must be an integer");
    let asked = Rc::new(Asked { finds: vec![problem.clone()], ..Asked::default() });
    let options = CallOptions::new().validator(asked.clone());
    let error = execute_tool("greet", &(), options.clone()).await.unwrap_err();
    assert!(matches!(&error, Error::Invalid { problems, .. } if *problems == [problem]));
    assert_eq!((error.code(), error.outcome_unknown()), (ErrorCode::InvalidInput, false));
    assert_eq!(
        error.to_string(),
        r#"The arguments for "greet" do not fit its schema: "/qty" must be an integer."#
    );
    let report = execute_tool_detailed("greet", &(), options).await.unwrap();
    assert_eq!(report.status, Status::BadArguments);
    assert_eq!(page.dispatches(), 0);
}

#[wasm_bindgen_test]
async fn s3_21_a_tool_without_a_schema_is_not_checked() {
    for schema in ["undefined", "null", "''", "' '"] {
        let page = with_schema(schema).await;
        let asked = Rc::new(Asked::default());
        execute_tool("greet", &(), CallOptions::new().validator(asked.clone())).await.unwrap();
        assert!(asked.schemas.borrow().is_empty(), "{schema}");
        assert_eq!(page.dispatches(), 1);
    }
}

#[wasm_bindgen_test]
async fn s3_21_text_that_is_no_json_is_for_the_validator_to_refuse() {
    let _page = with_schema("'{'").await;
    let asked = Rc::new(Asked::default());
    execute_tool("greet", &(), CallOptions::new().validator(asked.clone())).await.unwrap();
    assert_eq!(*asked.schemas.borrow(), [JsValue::from("{")]);
}
