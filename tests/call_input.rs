//! What a call is made of, as Rust front ends hand it over: arguments and signals.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use js_sys::{BigInt, Date, Error, JSON, Object, Reflect, Symbol};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::AbortController;
use webmcp_exec::context::{Arguments, Signal, abort_text};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn s1_35_objects_their_text_and_nothing_are_arguments() {
    let accepted = [
        JsValue::UNDEFINED,
        JsValue::NULL,
        "".into(),
        " \n".into(),
        "{}".into(),
        " [1] ".into(),
        Object::new().into(),
        JSON::parse("[1]").unwrap(),
    ];
    for value in accepted {
        assert!(Arguments::read(&value).is_ok(), "{value:?}");
    }
}

#[wasm_bindgen_test]
fn s1_35_anything_else_is_none() {
    let circle = Object::new();
    Reflect::set(&circle, &"again".into(), &circle).unwrap();
    let refused = [
        "not json".into(),
        "5".into(),
        "null".into(),
        5.into(),
        JsValue::TRUE,
        Symbol::for_("args").into(),
        BigInt::from(5).into(),
        Date::new_0().into(),
        circle.into(),
        js_sys::Function::new_no_args("").into(),
    ];
    for value in refused {
        assert!(Arguments::read(&value).is_err(), "{value:?}");
    }
}

#[wasm_bindgen_test]
fn s1_35_what_was_thrown_is_kept() {
    let hostile = js_sys::eval("({ toJSON() { throw new RangeError('no JSON today') } })").unwrap();
    let bad = Arguments::read(&hostile).unwrap_err();
    let cause: Error = bad.cause.unwrap().into();
    assert_eq!(cause.name(), "RangeError");
    assert!(String::from(&bad.problem).contains("no JSON today"));
}

#[wasm_bindgen_test]
fn s1_39_a_signal_is_known_by_what_it_can_do() {
    let controller = AbortController::new().unwrap();
    assert!(Signal::from_value(&controller.signal()).is_some());
    let like_one = js_sys::eval("Object.assign(new EventTarget(), { aborted: false })").unwrap();
    assert!(Signal::from_value(&like_one).is_some());
    let others = [
        JsValue::UNDEFINED,
        JsValue::NULL,
        5.into(),
        Object::new().into(),
        controller.into(),
        js_sys::eval("({ aborted: false })").unwrap(),
        js_sys::eval("({ get aborted() { throw 1 } })").unwrap(),
    ];
    for value in others {
        assert!(Signal::from_value(&value).is_none(), "{value:?}");
    }
}

#[wasm_bindgen_test]
fn s1_13_the_text_of_a_reason() {
    let reasons: [(JsValue, &str); 6] = [
        ("why".into(), "why"),
        (Error::new("boom").into(), "Error: boom"),
        (7.into(), "7"),
        (Object::new().into(), "[object Object]"),
        (JsValue::NULL, "Aborted"),
        ("".into(), "Aborted"),
    ];
    for (reason, text) in reasons {
        assert_eq!(String::from(abort_text(&reason)), text);
    }
}

#[wasm_bindgen_test]
fn s1_13_the_reason_that_the_platform_makes_up_is_none() {
    let controller = AbortController::new().unwrap();
    controller.abort();
    assert_eq!(String::from(abort_text(&controller.signal().reason())), "Aborted");
}
