//! Tool results as Rust front ends read them.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use js_sys::{Array, JSON, Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use webmcp_exec::result::{ErrorCode, normalize_tool_result, to_tool_result, tool_error_code};

wasm_bindgen_test_configure!(run_in_browser);

fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

fn value(text: &str) -> JsValue {
    JSON::parse(text).unwrap()
}

fn text_result(text: &str) -> String {
    let text = json(&text.into());
    format!(r#"{{"content":[{{"type":"text","text":{text}}}]}}"#)
}

fn code_of(result: &JsValue) -> Option<String> {
    tool_error_code(result).and_then(|code| code.as_string())
}

#[wasm_bindgen_test]
fn s1_27_an_object_passes_through() {
    for text in [r#"{"content":[]}"#, r#"{"a":1}"#, "{}"] {
        let object = value(text);
        assert_eq!(normalize_tool_result(&object), object, "the very object");
    }
}

#[wasm_bindgen_test]
fn s1_28_json_text_is_read() {
    let result = r#"{"content":[{"type":"text","text":"a"}],"isError":true}"#;
    assert_eq!(json(&normalize_tool_result(&result.into())), result);
    assert_eq!(
        json(&normalize_tool_result(&r#"{"a":1}"#.into())),
        r#"{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}}"#
    );
}

#[wasm_bindgen_test]
fn s1_29_other_text_is_a_text_block() {
    for text in ["plain text", "", "{\"a\":", "NaN"] {
        assert_eq!(json(&normalize_tool_result(&text.into())), text_result(text));
    }
}

#[wasm_bindgen_test]
fn s1_29_undefined_is_no_content() {
    for nothing in [JsValue::UNDEFINED, "undefined".into()] {
        assert_eq!(json(&normalize_tool_result(&nothing)), r#"{"content":[]}"#);
    }
}

#[wasm_bindgen_test]
fn s1_30_scalars_and_arrays_give_content() {
    for text in ["42", "true", "null", "[1]"] {
        assert_eq!(json(&normalize_tool_result(&text.into())), text_result(text));
    }
    assert_eq!(json(&normalize_tool_result(&r#""q""#.into())), text_result("q"));
}

#[wasm_bindgen_test]
fn s1_30_what_has_no_json_is_a_failure() {
    let circle = Object::new();
    Reflect::set(&circle, &"again".into(), &circle).unwrap();
    for hopeless in [circle.clone().into(), Array::of1(&circle).into()] {
        let result = to_tool_result(&hopeless);
        assert_eq!(code_of(&result).as_deref(), Some("EXECUTION_ERROR"));
    }
}

#[wasm_bindgen_test]
fn s1_30_a_result_keeps_what_it_was_made_of() {
    let order = value(r#"{"id":7}"#);
    let result = to_tool_result(&order);
    assert_eq!(Reflect::get(&result, &"structuredContent".into()).unwrap(), order);
}

#[wasm_bindgen_test]
fn s1_31_only_a_failure_has_a_code() {
    for text in [r#"{"content":[]}"#, r#"{"isError":false,"structuredContent":{"code":"TIMEOUT"}}"#, "null"] {
        assert_eq!(code_of(&value(text)), None, "{text}");
    }
}

#[wasm_bindgen_test]
fn s1_25_the_code_is_read_from_where_it_stands() {
    let cases = [
        (r#"{"isError":true}"#, "EXECUTION_ERROR"),
        (r#"{"isError":true,"_meta":{"webmcp-exec/code":"OUT_OF_MUGS"}}"#, "OUT_OF_MUGS"),
        (r#"{"isError":true,"structuredContent":{"code":"RATE_LIMITED"}}"#, "RATE_LIMITED"),
        (r#"{"isError":true,"structuredContent":{"code":"OUT_OF_MUGS"}}"#, "EXECUTION_ERROR"),
    ];
    for (text, code) in cases {
        assert_eq!(code_of(&value(text)).as_deref(), Some(code), "{text}");
    }
}

#[wasm_bindgen_test]
fn every_code_is_found_by_its_name() {
    for code in ErrorCode::ALL {
        assert_eq!(ErrorCode::from_name(code.as_str()), Some(code));
    }
    assert_eq!(ErrorCode::from_name("OUT_OF_MUGS"), None);
}
