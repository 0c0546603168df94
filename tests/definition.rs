//! Tool definitions: how they are read, what they say of their input, and what is named when one is wrong.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use js_sys::{Array, Error, Function, JSON, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use webmcp_exec::definition::{Definition, ExecutionMode, ParameterType, parameters_of};
use webmcp_exec::result::ErrorCode;
use webmcp_exec::validate::{Checking, Problem, Validate};

wasm_bindgen_test_configure!(run_in_browser);

fn value(text: &str) -> JsValue {
    JSON::parse(text).unwrap()
}

fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

/// A value that JSON cannot write.
fn script(expression: &str) -> JsValue {
    Function::new_no_args(&["return (", expression, ")"].concat()).call0(&JsValue::NULL).unwrap()
}

fn read(text: &str) -> Definition {
    Definition::read(&value(text), false).unwrap()
}

/// The definition `sum` with these parameters.
fn with_parameters(parameters: &str) -> JsValue {
    value(&format!(r#"{{"id":"sum","description":"Adds.","parameters":{parameters}}}"#))
}

fn delete(object: &JsValue, member: &str) {
    Reflect::delete_property(object.unchecked_ref::<Object>(), &member.into()).unwrap();
}

fn refusal(object: &JsValue, strict: bool) -> String {
    let error: Error = Definition::read(object, strict).unwrap_err().unchecked_into();
    assert_eq!(error.name(), "TypeError");
    assert_eq!(Reflect::get(&error, &"errorCode".into()).unwrap(), "INVALID_INPUT");
    error.message().into()
}

fn normalised(parameters: &str, input: &str) -> String {
    let definition = Definition::read(&with_parameters(parameters), false).unwrap();
    json(&definition.normalise(&value(input)).unwrap())
}

const COMPLETE: &str = r#"{
    "id": "hash-text", "name": "Hash text", "description": "Hashes a text.", "category": "encoders",
    "tags": ["hash", "crypto"], "method": "POST", "outputDescription": "The hash, in hexadecimal.",
    "parameters": [
        {"name": "text", "type": "textarea", "label": "Text", "description": "What to hash.", "required": true},
        {"name": "rounds", "type": "number", "label": "Rounds", "description": "How often.", "required": false,
         "defaultValue": 1, "validation": {"min": 1, "max": 9, "step": 1}}
    ],
    "example": {"input": {"text": "a"}, "output": {"hash": "00"}},
    "version": "1.0.0", "icon": "hash", "keywords": ["sha"], "relatedTools": ["encode-base64"],
    "aiInstructions": "Hash once.", "rateLimit": {"requests": 10}, "executionMode": "hybrid",
    "requiresAuth": true, "deprecated": true, "deprecationMessage": "Use sign-text."
}"#;

#[wasm_bindgen_test]
fn s3_01_a_complete_definition_is_read() {
    let object = value(COMPLETE);
    for strict in [false, true] {
        let definition = Definition::read(&object, strict).unwrap();
        assert_eq!(definition.id, "hash-text");
        assert_eq!(definition.name.as_deref(), Some("Hash text"));
        assert_eq!(definition.category.as_deref(), Some("encoders"));
        assert_eq!(definition.tags, ["hash", "crypto"]);
        assert_eq!(definition.parameters.len(), 2);
        assert_eq!(definition.execution_mode, ExecutionMode::Hybrid);
        assert!(definition.requires_auth && definition.deprecated);
        assert_eq!(definition.deprecation_message.as_deref(), Some("Use sign-text."));
        assert_eq!(definition.to_js(), object, "the very object");
        assert_eq!(definition.input_schema(), definition.input_schema(), "one schema object");
    }
}

#[wasm_bindgen_test]
fn s3_27_only_id_and_description_are_required_and_client_is_the_default() {
    let definition = read(r#"{"id":"a","description":"b","name":null,"tags":null}"#);
    assert_eq!(definition.execution_mode, ExecutionMode::Client);
    assert!(definition.name.is_none() && definition.tags.is_empty() && !definition.deprecated);
    assert_eq!(json(&definition.input_schema()), r#"{"type":"object","properties":{}}"#);
    // An instance of a class and an object without a prototype are definitions, too.
    let instance = script("new (class { get id() { return 'a' } description = 'b' })()");
    assert!(Definition::read(&instance, false).is_ok());
    let bare = script("Object.assign(Object.create(null), { id: 'a', description: 'b' })");
    assert!(Definition::read(&bare, false).is_ok());
}

#[wasm_bindgen_test]
fn s3_01_strict_demands_every_member() {
    for member in
        ["name", "category", "tags", "method", "parameters", "outputDescription", "example", "description"]
    {
        let object = value(COMPLETE);
        delete(&object, member);
        assert_eq!(
            refusal(&object, true),
            format!("The tool definition \"hash-text\": {member} is missing.")
        );
        assert_eq!(Definition::read(&object, false).is_ok(), member != "description", "{member}");
    }
    for member in ["label", "description", "required"] {
        let object = value(COMPLETE);
        let parameters: Array = Reflect::get(&object, &"parameters".into()).unwrap().unchecked_into();
        delete(&parameters.get(1), member);
        let expected = format!("The tool definition \"hash-text\": parameters[1].{member} is missing.");
        assert_eq!(refusal(&object, true), expected);
        assert!(Definition::read(&object, false).is_ok());
    }
    let object = value(COMPLETE);
    delete(&object, "parameters");
    Reflect::set(&object, &"inputSchema".into(), &value(r#"{"type":"object"}"#)).unwrap();
    assert!(Definition::read(&object, true).is_ok(), "a schema instead of parameters");
}

#[wasm_bindgen_test]
fn s3_05_what_is_no_definition_is_refused() {
    for (expression, shown) in [
        ("undefined", "undefined"),
        ("null", "null"),
        ("5", "5"),
        ("'hash-text'", "\"hash-text\""),
        ("[]", "an array"),
        ("Symbol('x')", "a symbol"),
    ] {
        let expected = format!("The tool definition must be an object, not {shown}.");
        assert_eq!(refusal(&script(expression), false), expected);
    }
}

#[wasm_bindgen_test]
fn s3_05_an_id_is_lower_case_words_joined_by_hyphens() {
    for id in ["a", "7", "hash-text", "a-1-b-2"] {
        assert!(Definition::new(id, "b").is_ok(), "{id}");
    }
    for id in ["", "A", "hash_text", "-a", "a-", "a--b", "hash text", "ä", "a\n", "__proto__"] {
        let object = Object::new();
        Reflect::set(&object, &"id".into(), &id.into()).unwrap();
        let refused = refusal(&object, false);
        assert!(refused.starts_with("The tool definition: id must be lower-case words"), "{refused}");
    }
    assert_eq!(refusal(&Object::new(), false), "The tool definition: id is missing.");
    assert_eq!(refusal(&value(r#"{"id":5}"#), false), "The tool definition: id must be a string, not 5.");
}

#[wasm_bindgen_test]
fn s3_05_the_first_wrong_member_is_named() {
    let long_name = format!(r#""name":"{}""#, "n".repeat(51));
    let long_description = format!(r#""description":"{}""#, "d".repeat(501));
    let cases = [
        (r#""description":null"#, "description is missing."),
        (r#""description":" ""#, "description must not be empty."),
        (&*long_description, "description must have at most 500 characters, not 501."),
        (&*long_name, "name must have at most 50 characters, not 51."),
        (r#""name":5"#, "name must be a string, not 5."),
        (
            r#""category":"games""#,
            "category must be one of formatters, encoders, generators, converters, validators, analyzers, editors, utilities, not \"games\".",
        ),
        (r#""tags":[]"#, "tags must have one at least."),
        (r#""tags":"a""#, "tags must be an array, not \"a\"."),
        (r#""tags":["a",5]"#, "tags[1] must be a string, not 5."),
        (r#""tags":["a","b","a"]"#, "tags[2] repeats \"a\"."),
        (r#""tags":["a",""]"#, "tags[1] must not be empty."),
        (r#""method":"PUT""#, "method must be one of GET, POST, not \"PUT\"."),
        (r#""parameters":{}"#, "parameters must be an array, not an object."),
        (r#""outputDescription":[]"#, "outputDescription must be a string, not an array."),
        (r#""example":"x""#, "example must be an object, not \"x\"."),
        (r#""version":1"#, "version must be a string, not 1."),
        (r#""keywords":[{}]"#, "keywords[0] must be a string, not an object."),
        (r#""executionMode":"edge""#, "executionMode must be one of client, server, hybrid, not \"edge\"."),
        (r#""requiresAuth":"yes""#, "requiresAuth must be true or false, not \"yes\"."),
        (r#""deprecated":1"#, "deprecated must be true or false, not 1."),
        (r#""inputSchema":"{}""#, "inputSchema must be a JSON Schema, not \"{}\"."),
        (r#""outputSchema":[]"#, "outputSchema must be a JSON Schema, not an array."),
        (
            r#""inputSchema":{},"parameters":[{"name":"a","type":"text"}]"#,
            "inputSchema and parameters exclude each other.",
        ),
    ];
    for (member, expected) in cases {
        let text = match member.starts_with(r#""description""#) {
            true => format!(r#"{{"id":"x",{member}}}"#),
            false => format!(r#"{{"id":"x","description":"d",{member}}}"#),
        };
        assert_eq!(refusal(&value(&text), false), format!("The tool definition \"x\": {expected}"));
    }
    // The limits count characters, not halves of them.
    let emoji = format!(r#"{{"id":"x","description":"d","name":"{}"}}"#, "🦀".repeat(50));
    assert!(Definition::read(&value(&emoji), false).is_ok());
}

#[wasm_bindgen_test]
fn s3_05_the_wrong_member_of_a_parameter_is_named() {
    let cases = [
        ("5", "parameters[0] must be an object, not 5."),
        ("{}", "parameters[0].name is missing."),
        (r#"{"name":"","type":"text"}"#, "parameters[0].name must not be empty."),
        (r#"{"name":"a"}"#, "parameters[0].type is missing."),
        (
            r#"{"name":"a","type":"string"}"#,
            "parameters[0].type must be one of text, textarea, number, boolean, select, json, file, color, date, datetime, url, email, not \"string\".",
        ),
        (
            r#"{"name":"a","type":"text"},{"name":"b","type":"text"},{"name":"a","type":"url"}"#,
            "parameters[2].name repeats \"a\", the name of parameters[0].",
        ),
        (
            r#"{"name":"a","type":"text","required":"yes"}"#,
            "parameters[0].required must be true or false, not \"yes\".",
        ),
        (r#"{"name":"a","type":"text","label":{}}"#, "parameters[0].label must be a string, not an object."),
        (
            r#"{"name":"a","type":"select"}"#,
            "parameters[0].options must have what a select is to choose from.",
        ),
        (
            r#"{"name":"a","type":"select","options":[]}"#,
            "parameters[0].options must have what a select is to choose from.",
        ),
        (
            r#"{"name":"a","type":"select","options":["x"]}"#,
            "parameters[0].options[0] must be an object, not \"x\".",
        ),
        (
            r#"{"name":"a","type":"select","options":[{"label":"x"}]}"#,
            "parameters[0].options[0].value is missing.",
        ),
        (
            r#"{"name":"a","type":"select","options":[{"value":[]}]}"#,
            "parameters[0].options[0].value must be a string, a number, true or false, not an array.",
        ),
        (
            r#"{"name":"a","type":"select","options":[{"value":1},{"value":1}]}"#,
            "parameters[0].options[1].value repeats 1.",
        ),
        (
            r#"{"name":"a","type":"number","min":"1"}"#,
            "parameters[0].min must be a finite number, not \"1\".",
        ),
        (
            r#"{"name":"a","type":"number","validation":{"min":2,"max":1}}"#,
            "parameters[0].validation.max must not be less than min.",
        ),
        (r#"{"name":"a","type":"number","step":0}"#, "parameters[0].step must be more than 0."),
        (
            r#"{"name":"a","type":"text","minLength":1.5}"#,
            "parameters[0].minLength must be a whole number, 0 or more, not 1.5.",
        ),
        (
            r#"{"name":"a","type":"text","validation":{"pattern":"("}}"#,
            "parameters[0].validation.pattern must be a regular expression.",
        ),
        (
            r#"{"name":"a","type":"text","validation":5}"#,
            "parameters[0].validation must be an object, not 5.",
        ),
        (
            r#"{"name":"a","type":"number","default":"many"}"#,
            "parameters[0].default must be a number, not \"many\".",
        ),
        (
            r#"{"name":"a","type":"select","options":[{"value":1}],"defaultValue":2}"#,
            "parameters[0].defaultValue must be one of the options, not 2.",
        ),
        (
            r#"{"name":"a","type":"text","default":"x","defaultValue":"x"}"#,
            "parameters[0].defaultValue and default exclude each other.",
        ),
    ];
    for (parameters, expected) in cases {
        let refused = refusal(&with_parameters(&format!("[{parameters}]")), false);
        assert_eq!(refused, format!("The tool definition \"sum\": {expected}"));
    }
    let hostile = refusal(&with_parameters(r#"[{"name":"a","type":"json","default":"{"}]"#), false);
    assert!(
        hostile.starts_with("The tool definition \"sum\": parameters[0].default must be JSON: "),
        "{hostile}"
    );
}

#[wasm_bindgen_test]
fn s3_05_a_definition_that_throws_when_it_is_read_is_refused() {
    let refused = refusal(&script("{ get id() { throw new Error('no') } }"), false);
    assert_eq!(refused, "The tool definition: id cannot be read: no");
    let refused = refusal(&script("{ id: 'x', description: 'd', get tags() { throw 7 } }"), false);
    assert_eq!(refused, "The tool definition \"x\": tags cannot be read: 7");
    for tags in [
        "new Proxy([], { get() { throw new Error('no') } })",
        "(() => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return proxy })()",
        "Object.defineProperty(['a'], 0, { get() { throw 1 } })",
    ] {
        let object = script(&format!("{{ id: 'x', description: 'd', tags: {tags} }}"));
        assert!(refusal(&object, false).starts_with("The tool definition \"x\": tags "));
    }
    let revoked = "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()";
    assert!(refusal(&script(revoked), false).starts_with("The tool definition: id cannot be read: "));
}

#[wasm_bindgen_test]
fn s3_21_every_type_has_its_schema() {
    let cases = [
        (
            r#""text","minLength":1,"maxLength":9,"pattern":"^a"#,
            r#"{"type":"string","minLength":1,"maxLength":9,"pattern":"^a"}"#,
        ),
        (r#""textarea"#, r#"{"type":"string"}"#),
        (
            r#""number","min":0,"max":9,"step":3,"pattern":"^a"#,
            r#"{"type":"number","minimum":0,"maximum":9,"multipleOf":3}"#,
        ),
        (r#""number","step":"any"#, r#"{"type":"number"}"#),
        (r#""boolean"#, r#"{"type":"boolean"}"#),
        (r#""json"#, "{}"),
        (r#""file"#, r#"{"type":"string","contentEncoding":"base64"}"#),
        (r#""color"#, r##"{"type":"string","pattern":"^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}"##),
        (r#""date","min":"2026-01-01"#, r#"{"type":"string","format":"date"}"#),
        (r#""datetime"#, r#"{"type":"string","format":"date-time"}"#),
        (r#""url"#, r#"{"type":"string","format":"uri"}"#),
        (r#""email"#, r#"{"type":"string","format":"email"}"#),
    ];
    for (parameter, expected) in cases {
        let text = format!(r#"[{{"name":"a","type":{parameter}"}}]"#);
        let schema = Definition::read(&with_parameters(&text), false).unwrap().input_schema();
        assert_eq!(json(&schema), format!(r#"{{"type":"object","properties":{{"a":{expected}}}}}"#));
    }
}

#[wasm_bindgen_test]
fn s3_21_a_schema_says_all_that_the_parameters_say() {
    let definition = Definition::read(
        &with_parameters(
            r#"[{"name":"unit","type":"select","label":"Unit","description":"Of the sum.","required":true,
                 "options":[{"value":"kg","label":"Kilogram"},{"value":"t"}]},
                {"name":"days","type":"select","multiple":true,"options":[{"value":1},{"value":2}],"default":["2"]},
                {"name":"__proto__","type":"number","required":true}]"#,
        ),
        false,
    );
    assert_eq!(
        json(&definition.unwrap().input_schema()),
        concat!(
            r#"{"type":"object","properties":{"unit":{"type":"string","enum":["kg","t"],"title":"Unit","#,
            r#""description":"Of the sum."},"days":{"type":"array","items":{"type":"number","enum":[1,2]},"#,
            r#""uniqueItems":true,"default":[2]},"__proto__":{"type":"number"}},"required":["unit","__proto__"]}"#
        )
    );
}

#[wasm_bindgen_test]
fn s3_21_parameters_survive_the_way_through_a_schema() {
    for kind in ParameterType::ALL {
        let more = match kind {
            ParameterType::Select => r#","options":[{"value":"x","label":"x"}],"multiple":true"#,
            ParameterType::Number => r#","min":1,"max":5,"step":2,"default":3"#,
            _ => r#","label":"A","description":"b""#,
        };
        let kind = kind.as_str();
        let text = format!(r#"[{{"name":"a","type":"{kind}","required":true{more}}}]"#);
        let schema = Definition::read(&with_parameters(&text), false).unwrap().input_schema();
        let back = parameters_of(&schema).unwrap();
        let again = with_parameters(&json(&back));
        let again = Definition::read(&again, false).unwrap();
        assert_eq!(json(&again.input_schema()), json(&schema), "{kind}");
        let expected = if kind == "textarea" { "text" } else { kind };
        assert_eq!(again.parameters.first().unwrap().kind.as_str(), expected);
    }
}

#[wasm_bindgen_test]
fn s3_21_schemas_of_others_become_parameters() {
    let schema = value(
        r##"{
            "$defs": {"unit": {"enum": ["kg", "t"], "title": "Unit"}, "loop": {"$ref": "#/$defs/loop"}},
            "properties": {
                "qty": {"type": "integer", "minimum": 1},
                "unit": {"$ref": "#/$defs/unit", "description": "Of it."},
                "note": {"anyOf": [{"type": "string", "maxLength": 9}, {"type": "null"}], "default": null},
                "size": {"type": ["number", "null"]},
                "mode": {"const": "fast"},
                "item": {"type": "object", "properties": {}},
                "list": {"type": "array", "items": {"type": "string"}},
                "both": {"type": ["string", "number"]},
                "loop": {"$ref": "#/$defs/loop"},
                "away": {"$ref": "https://example.com/schema"},
                "any": true
            },
            "required": ["qty", "none"]
        }"##,
    );
    let parameters = parameters_of(&schema).unwrap();
    let expected = [
        r#"{"name":"qty","type":"number","required":true,"min":1,"step":1}"#,
        concat!(
            r#"{"name":"unit","type":"select","required":false,"label":"Unit","description":"Of it.","#,
            r#""options":[{"value":"kg","label":"kg"},{"value":"t","label":"t"}]}"#
        ),
        r#"{"name":"note","type":"text","required":false,"maxLength":9}"#,
        r#"{"name":"size","type":"number","required":false}"#,
        r#"{"name":"mode","type":"select","required":false,"options":[{"value":"fast","label":"fast"}]}"#,
        r#"{"name":"item","type":"json","required":false}"#,
        r#"{"name":"list","type":"json","required":false}"#,
        r#"{"name":"both","type":"json","required":false}"#,
        r#"{"name":"loop","type":"json","required":false}"#,
        r#"{"name":"away","type":"json","required":false}"#,
        r#"{"name":"any","type":"json","required":false}"#,
    ];
    assert_eq!(parameters.iter().map(|one| json(&one)).collect::<Vec<_>>(), expected);
    assert!(Definition::read(&with_parameters(&json(&parameters)), true).is_err(), "strict wants labels");
    assert!(Definition::read(&with_parameters(&json(&parameters)), false).is_ok());
    for wrong in ["5", "null", "[]", "true", r#"{"type":"array"}"#] {
        let error: Error = parameters_of(&value(wrong)).unwrap_err().unchecked_into();
        assert_eq!(error.name(), "TypeError", "{wrong}");
    }
}

#[wasm_bindgen_test]
fn s3_21_values_are_converted_as_their_parameters_mean_them() {
    let parameter = |rest: &str| format!(r#"[{{"name":"a","type":{rest}}}]"#);
    let select = r#""select","options":[{"value":1},{"value":"2"},{"value":true}]"#;
    let cases = [
        (r#""number""#, r#""12""#, "12"),
        (r#""number""#, r#"" -1.5e3 ""#, "-1500"),
        (r#""number","required":true"#, r#""""#, r#""""#),
        (r#""number""#, r#"" ""#, r#"" ""#),
        (r#""number""#, r#""12 apples""#, r#""12 apples""#),
        (r#""number""#, r#""Infinity""#, r#""Infinity""#),
        (r#""number""#, "true", "true"),
        (r#""boolean""#, r#""true""#, "true"),
        (r#""boolean""#, r#""false""#, "false"),
        (r#""boolean""#, r#""yes""#, r#""yes""#),
        (r#""boolean""#, "0", "0"),
        (r#""json""#, r#""{\"b\":[1]}""#, r#"{"b":[1]}"#),
        (r#""json""#, "[1]", "[1]"),
        (r#""json""#, "null", "null"),
        (r#""json""#, r#""null""#, "null"),
        (select, r#""1""#, "1"),
        (select, "2", "2"),
        (select, r#""true""#, "true"),
        (select, r#""3""#, r#""3""#),
        (r#""text""#, "5", "5"),
        (r#""text""#, r#""5""#, r#""5""#),
        (r#""text","required":true"#, r#""""#, r#""""#),
        (r#""text","required":true"#, "null", "null"),
    ];
    for (rest, input, expected) in cases {
        let input = format!(r#"{{"a":{input}}}"#);
        let expected = format!(r#"{{"a":{expected}}}"#);
        assert_eq!(normalised(&parameter(rest), &input), expected, "{rest} {input}");
    }
    let several = r#"[{"name":"a","type":"select","multiple":true,"options":[{"value":1},{"value":"2"}]}]"#;
    for (input, expected) in [
        (r#"["1","2",3]"#, r#"[1,"2",3]"#),
        (r#""1""#, "[1]"),
        (r#""[\"1\",2]""#, "[1,2]"),
        (r#""[""#, r#"["["]"#),
    ] {
        let expected = format!(r#"{{"a":{expected}}}"#);
        assert_eq!(normalised(several, &format!(r#"{{"a":{input}}}"#)), expected);
    }
}

#[wasm_bindgen_test]
fn s3_21_what_is_left_empty_is_left_out_or_has_its_default() {
    let parameters = r#"[{"name":"a","type":"text"},{"name":"b","type":"number","default":"7"},
        {"name":"c","type":"json","defaultValue":"{\"x\":1}"},{"name":"constructor","type":"text"}]"#;
    let defaults = r#""b":7,"c":{"x":1}"#;
    for input in ["{}", r#"{"a":"","b":"","constructor":""}"#, r#"{"a":null,"b":null}"#, "null"] {
        let result: Object = value(&normalised(parameters, input)).unchecked_into();
        assert_eq!(json(&result), format!("{{{defaults}}}"), "{input}");
    }
    assert_eq!(normalised(parameters, r#"{"a":"x","b":0,"c":false}"#), r#"{"a":"x","b":0,"c":false}"#);
    assert_eq!(
        normalised(parameters, r#"{"z":"","a":""}"#),
        format!(r#"{{"z":"",{defaults}}}"#),
        "others stay"
    );
    let definition = Definition::read(&with_parameters(parameters), false).unwrap();
    let first = definition.normalise(&JsValue::UNDEFINED).unwrap();
    let second = definition.normalise(&JsValue::UNDEFINED).unwrap();
    let default = |of: &JsValue| Reflect::get(of, &"c".into()).unwrap();
    assert_ne!(default(&first), default(&second), "a tool may change what it is given");
}

#[wasm_bindgen_test]
fn s3_21_the_input_itself_is_not_changed() {
    let definition = Definition::read(&with_parameters(r#"[{"name":"a","type":"number"}]"#), false).unwrap();
    let input = value(r#"{"a":"5","__proto__":{"polluted":1}}"#);
    let copy = definition.normalise(&input).unwrap();
    assert_eq!(json(&input), r#"{"a":"5","__proto__":{"polluted":1}}"#);
    assert_eq!(json(&copy), r#"{"a":5,"__proto__":{"polluted":1}}"#);
    assert!(Reflect::get(&copy, &"polluted".into()).unwrap().is_undefined());
    let frozen = script("Object.freeze({ a: '5' })");
    assert_eq!(json(&definition.normalise(&frozen).unwrap()), r#"{"a":5}"#);
}

#[wasm_bindgen_test]
fn s3_21_what_cannot_be_read_is_told_at_once() {
    let definition = Definition::read(
        &with_parameters(
            r#"[{"name":"a","type":"json"},{"name":"b","type":"number"},{"name":"x/y~z","type":"json"}]"#,
        ),
        false,
    )
    .unwrap();
    let problems = definition.normalise(&script("{ a: '{', b: NaN, 'x/y~z': '[' }")).unwrap_err();
    let places: Vec<_> = problems.iter().map(|problem| &*problem.pointer).collect();
    assert_eq!(places, ["/a", "/b", "/x~1y~0z"]);
    assert!(problems.iter().all(|problem| problem.code == ErrorCode::TypeError));
    let said: Vec<_> = problems.iter().map(|problem| &*problem.message).collect();
    assert!(said.first().unwrap().starts_with("\"/a\" must be JSON: "), "{said:?}");
    assert_eq!(said.get(1), Some(&"\"/b\" must be a finite number, not NaN."));
    for (expression, said) in [
        ("[]", "The value must be an object, not an array."),
        ("5", "The value must be an object, not a number."),
        ("'{}'", "The value must be an object, not a string."),
        ("{ get a() { throw new Error('no') } }", "The value cannot be read: no."),
    ] {
        let problems = definition.normalise(&script(expression)).unwrap_err();
        assert_eq!(problems.iter().map(|one| &*one.message).collect::<Vec<_>>(), [said]);
    }
}

#[wasm_bindgen_test]
fn s3_21_a_definition_may_have_a_schema_instead_of_parameters() {
    let schema = value(r#"{"type":"object","properties":{"a":{"type":"number","default":5}}}"#);
    let object = value(r#"{"id":"sum","description":"Adds."}"#);
    Reflect::set(&object, &"inputSchema".into(), &schema).unwrap();
    let definition = Definition::read(&object, false).unwrap();
    assert_eq!(definition.input_schema(), schema, "the very object");
    assert_eq!(json(&definition.normalise(&value(r#"{"a":"5"}"#)).unwrap()), r#"{"a":"5"}"#);
    assert_eq!(
        json(&definition.to_mcp()),
        format!(r#"{{"name":"sum","description":"Adds.","inputSchema":{}}}"#, json(&schema))
    );
}

/// A validator that finds the same in every value.
#[derive(Debug)]
struct Finds(Vec<Problem>);

impl Validate for Finds {
    fn validate<'a>(&'a self, _: &'a JsValue, value: &'a JsValue) -> Checking<'a> {
        let problems = if value.is_object() { self.0.clone() } else { vec![] };
        Box::pin(async { problems })
    }
}

#[wasm_bindgen_test]
async fn s3_21_input_is_converted_then_checked_and_everything_is_told() {
    let parameters = r#"[{"name":"a","type":"number","required":true},{"name":"b","type":"json"},
        {"name":"c","type":"text","pattern":"^x","patternError":"It begins with an x."}]"#;
    let definition = Definition::read(&with_parameters(parameters), false).unwrap();
    let checked = definition.check(&value(r#"{"a":"5"}"#), &Finds(vec![])).await;
    assert_eq!(json(&checked.unwrap()), r#"{"a":5}"#);

    let at = |pointer: &str, keyword: &str| Problem::at(pointer, keyword, ErrorCode::TypeError, "is wrong");
    let finds = Finds(vec![at("/a", "type"), at("/b", "type"), at("/b/0", "type"), at("/c", "pattern")]);
    let problems = definition.check(&value(r#"{"a":"x","b":"{","c":"y"}"#), &finds).await.unwrap_err();
    let told: Vec<_> = problems.iter().map(|problem| (&*problem.pointer, &*problem.message)).collect();
    assert!(told.first().unwrap().1.starts_with("\"/b\" must be JSON: "), "{told:?}");
    assert_eq!(
        told.get(1..),
        Some(&[("/a", "\"/a\" is wrong."), ("/c", "\"/c\": It begins with an x.")][..])
    );

    let problems = definition.check(&"x".into(), &finds).await.unwrap_err();
    assert_eq!(problems.len(), 1);
}

#[wasm_bindgen_test]
fn s3_21_the_code_of_all_problems_says_whether_the_value_is_at_fault() {
    let with = |code| Problem::at("/a", "type", code, "is wrong");
    let wrong = [with(ErrorCode::TypeError), with(ErrorCode::MissingRequired)];
    assert_eq!(Problem::code_of(&wrong), ErrorCode::InvalidInput);
    assert_eq!(Problem::code_of(&[with(ErrorCode::InternalError)]), ErrorCode::InternalError);
    assert_eq!(Problem::code_of(&[with(ErrorCode::Unavailable)]), ErrorCode::Unavailable);
    assert_eq!(
        json(&Problem::to_js(&wrong).get(0)),
        r#"{"pointer":"/a","keyword":"type","code":"TYPE_ERROR","message":"\"/a\" is wrong."}"#
    );
}

#[wasm_bindgen_test]
fn s3_01_a_definition_made_in_rust_says_the_same_to_javascript() {
    let mut definition = Definition::new("sum", "Adds.").unwrap();
    definition.name = Some("Sum".to_owned());
    definition.tags = vec!["numbers".to_owned()];
    definition.input_schema = value(r#"{"type":"object"}"#);
    definition.output_schema = Some(JsValue::TRUE);
    let object = definition.to_js();
    assert_eq!(
        json(&object),
        concat!(
            r#"{"id":"sum","name":"Sum","description":"Adds.","tags":["numbers"],"inputSchema":{"type":"object"},"#,
            r#""outputSchema":true,"executionMode":"client"}"#
        )
    );
    assert!(Definition::read(&object, false).is_ok());
    assert_eq!(
        json(&definition.to_mcp()),
        r#"{"name":"sum","title":"Sum","description":"Adds.","inputSchema":{"type":"object"}}"#
    );
    assert!(Definition::new("Sum", "Adds.").is_err());
    assert!(Definition::new("sum", "").is_err());
}
