//! Tool results: `ModelContextToolResult`, the one shape in which a page tool's answer is read.
//!
//! The shape is that of MCP's `CallToolResult`: a `content` array of blocks, with `isError`,
//! `structuredContent` and `_meta` beside it.

mod code;

pub use code::ErrorCode;

use js_sys::{Array, JsString, Object};
use wasm_bindgen::prelude::*;

use crate::js;

/// Where the error code of a failed result stands in its `_meta`.
pub(crate) const CODE_KEY: &str = "webmcp-exec/code";
/// What is said of a value that a result cannot hold.
pub(crate) const UNSERIALISABLE: &str = "The tool's result cannot be written as JSON: ";

#[wasm_bindgen]
extern "C" {
    /// A result that this module makes.
    #[wasm_bindgen(extends = Object, js_name = Object)]
    type ToolResult;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> ToolResult;
    #[wasm_bindgen(method, setter)]
    fn set_content(this: &ToolResult, content: &Array);
    #[wasm_bindgen(method, setter, js_name = isError)]
    fn set_is_error(this: &ToolResult, is_error: bool);
    #[wasm_bindgen(method, setter, js_name = structuredContent)]
    fn set_structured_content(this: &ToolResult, value: &JsValue);
    #[wasm_bindgen(method, setter, js_name = "_meta")]
    fn set_meta(this: &ToolResult, meta: &Object);

    /// A text block.
    #[wasm_bindgen(extends = Object, js_name = Object)]
    type TextBlock;
    #[wasm_bindgen(constructor, js_class = "Object")]
    fn new() -> TextBlock;
    #[wasm_bindgen(method, setter, js_name = type)]
    fn set_kind(this: &TextBlock, kind: &JsString);
    #[wasm_bindgen(method, setter)]
    fn set_text(this: &TextBlock, text: &JsString);

    /// Any value that may be a result; each member may be a getter that throws.
    type Candidate;
    #[wasm_bindgen(method, getter, catch)]
    fn content(this: &Candidate) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = isError)]
    fn is_error(this: &Candidate) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = structuredContent)]
    fn structured_content(this: &Candidate) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = "_meta")]
    fn meta(this: &Candidate) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn code(this: &Candidate) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn message(this: &Candidate) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn error(this: &Candidate) -> Result<Option<JsValue>, JsValue>;
}

thread_local! {
    static TEXT: JsString = JsString::from("text");
    static UNDEFINED: JsString = JsString::from("undefined");
}

/// Turns what a provider resolved with into a tool result.
///
/// An object passes through. A string is parsed as JSON and read with [`to_tool_result`], and is the text of the
/// result where that wants one; a string that is not JSON becomes a text block; the text `undefined`, which is how
/// browsers render a tool that returned nothing, becomes no content. Never throws.
///
/// ```no_run
/// use webmcp_exec::result::normalize_tool_result;
///
/// let result = normalize_tool_result(&r#"{"content":[]}"#.into());
/// ```
#[must_use]
pub fn normalize_tool_result(raw: &JsValue) -> JsValue {
    if !raw.is_string() {
        return match raw.is_object() && !js::is_array(raw) {
            true => raw.clone(),
            false => to_tool_result(raw),
        };
    }
    let text: &JsString = raw.unchecked_ref();
    match parsed(text) {
        Some(value) => result_of_value(&value, Some(text)),
        None => result_of_plain(text),
    }
}

/// The result of a text that is no JSON.
fn result_of_plain(text: &JsString) -> JsValue {
    match UNDEFINED.with(|undefined| text == undefined) {
        true => text_result(&[]).into(),
        false => text_result(&[text]).into(),
    }
}

/// The value of a JSON text.
fn parsed(text: &JsString) -> Option<JsValue> {
    may_be_json(text).then(|| js::json_parse(text).ok()).flatten()
}

/// Whether a text begins as JSON does. Most do not, and engines make an error, with a stack, to say so.
fn may_be_json(text: &JsString) -> bool {
    let unit = |index| text.char_code_at(index) as u32;
    match char::from_u32(unit(0)) {
        Some('t') => unit(1) == u32::from('r'),
        Some('f') => unit(1) == u32::from('a'),
        Some('n') => unit(1) == u32::from('u'),
        Some(first) => matches!(first, '{' | '[' | '"' | '-' | '0'..='9' | ' ' | '\t' | '\n' | '\r'),
        None => false,
    }
}

/// What a provider resolved with as a tool result, and whether that says it is an error.
pub(crate) fn result_of_raw(raw: &JsValue) -> (JsValue, bool) {
    if !raw.is_string() {
        return with_flag(to_tool_result(raw));
    }
    let text: &JsString = raw.unchecked_ref();
    match parsed(text) {
        Some(value) => with_flag(result_of_value(&value, Some(text))),
        None => (result_of_plain(text), false),
    }
}

/// A result with what it says of itself.
pub(crate) fn with_flag(result: JsValue) -> (JsValue, bool) {
    let is_error = is_error(&result);
    (result, is_error)
}

/// Turns any value that a tool may return into a tool result. Never throws.
///
/// | value | result |
/// |---|---|
/// | object with a `content` array | itself |
/// | object with `isError` or `structuredContent` | a copy with a text block added |
/// | `Error` | a failure with its message |
/// | string | a text block |
/// | other object | its JSON as text, and the object as `structuredContent` |
/// | array, finite number, boolean, `null` | its JSON as text |
/// | other number, bigint, symbol, function | its `String()` as text |
/// | `undefined` | no content |
/// | what has no JSON (cyclic, with a bigint) | a failure that says so |
///
/// ```no_run
/// let result = webmcp_exec::result::to_tool_result(&"in the cart".into());
/// assert_eq!(webmcp_exec::result::tool_error_code(&result), None);
/// ```
#[must_use]
pub fn to_tool_result(value: &JsValue) -> JsValue {
    result_of_value(value, None)
}

/// The same for a value that came as JSON text, which is the text of its result then: writing a large one anew costs as
/// much as reading it.
fn result_of_value(value: &JsValue, text: Option<&JsString>) -> JsValue {
    if value.is_undefined() {
        return text_result(&[]).into();
    }
    if value.is_string() {
        return text_result(&[value.unchecked_ref()]).into();
    }
    if !value.is_object() {
        let text = match value.as_f64().is_some_and(|number| !number.is_finite()) || value.is_bigint() {
            // JSON would say `null`; a bigint has no JSON.
            true => js::display(value),
            false => js::json_stringify(value).ok().flatten().unwrap_or_else(|| js::display(value)),
        };
        return text_result(&[&text]).into();
    }
    if js::is_error(value) {
        return failed_result(value);
    }
    if is_result(value) {
        return value.clone();
    }
    let json = || text.map_or_else(|| js::json_stringify(value), |text| Ok(Some(text.clone())));
    let candidate: &Candidate = value.unchecked_ref();
    if js::is_array(value) {
        return match json() {
            Ok(text) => text_result(&[&text.unwrap_or_default()]).into(),
            Err(error) => unserialisable(&error),
        };
    }
    let structured = candidate.structured_content().ok().flatten();
    let is_error = candidate.is_error().ok().flatten();
    if structured.is_none() && is_error.is_none() {
        return match json() {
            Ok(text) => {
                let result = text_result(&[&text.unwrap_or_else(|| js::display(value))]);
                result.set_structured_content(value);
                result.into()
            }
            Err(error) => unserialisable(&error),
        };
    }
    let text = match &structured {
        Some(structured) => js::json_stringify(structured).ok().flatten(),
        None => message_of(candidate),
    };
    match js::shallow_copy(value) {
        Ok(copy) => {
            copy.unchecked_ref::<ToolResult>().set_content(&text_blocks(&match &text {
                Some(text) => vec![text],
                None => vec![],
            }));
            copy.into()
        }
        Err(error) => unserialisable(&error),
    }
}

/// Turns what a tool itself is known to have returned, if it is no object, into a tool result.
///
/// Text stays text, whatever it looks like, but for the JSON text of a whole result: that is meant as one.
pub(crate) fn known_result(value: &JsValue) -> JsValue {
    match value.dyn_ref().and_then(parsed) {
        Some(result) if is_result(&result) => result,
        _ => to_tool_result(value),
    }
}

/// Turns what a tool by `Tool.define` returned into a tool result: the text and JSON of a `{success, json, text}`. Any
/// other value is left to who reads it.
pub(crate) fn result_of_plugin(value: &JsValue) -> JsValue {
    let member = |name: &str| js::get(value, &name.into()).unwrap_or_default();
    if !value.is_object() || is_result(value) {
        return value.clone();
    }
    let (Some(success), Ok(text)) = (member("success").as_bool(), member("text").dyn_into::<JsString>())
    else {
        return value.clone();
    };
    let result = text_result(&[&text]);
    let json = member("json");
    if json.is_object() && !js::is_array(&json) {
        result.set_structured_content(&json);
    }
    if !success {
        result.set_is_error(true);
    }
    result.into()
}

/// Whether a value is a result already: an object with a `content` array.
pub(crate) fn is_result(value: &JsValue) -> bool {
    value.is_object()
        && value
            .unchecked_ref::<Candidate>()
            .content()
            .ok()
            .flatten()
            .is_some_and(|content| js::is_array(&content))
}

/// The code of a failed result: what its `_meta` says, else its `structuredContent.code` if that is one of
/// ours, else `EXECUTION_ERROR`. `None` for a result that is no failure.
#[must_use]
pub fn tool_error_code(result: &JsValue) -> Option<JsValue> {
    if !is_error(result) {
        return None;
    }
    let candidate: &Candidate = result.unchecked_ref();
    let in_meta = candidate
        .meta()
        .ok()
        .flatten()
        .and_then(|meta| js::get(&meta, &CODE_KEY.into()).ok())
        .filter(JsValue::is_string);
    let code = in_meta.or_else(|| candidate.structured_content().ok().flatten().and_then(|it| own_code(&it)));
    Some(code.unwrap_or_else(|| ErrorCode::ExecutionError.as_str().into()))
}

/// Whether a result says that it is an error.
pub(crate) fn is_error(result: &JsValue) -> bool {
    result.is_object()
        && result.unchecked_ref::<Candidate>().is_error().ok().flatten().is_some_and(|flag| flag == true)
}

/// The result that stands for a tool that threw: the error's text, and its code if that is one of ours.
pub(crate) fn failed_result(error: &JsValue) -> JsValue {
    let code = own_code(error).unwrap_or_else(|| ErrorCode::ExecutionError.as_str().into());
    failure(&error_text(error), &code)
}

/// The text of a thrown value: the message of an error, else `String(value)`.
pub(crate) fn error_text(error: &JsValue) -> JsString {
    if js::is_object_like(error)
        && let Ok(Some(message)) = error.unchecked_ref::<Candidate>().message()
        && message.is_string()
    {
        return message.unchecked_into();
    }
    js::display(error)
}

/// The `name` of an error, as far as it has one.
pub(crate) fn name_of_error(error: &JsValue) -> String {
    let name = js::get(error, &"name".into()).ok().and_then(|name| name.as_string());
    name.unwrap_or_else(|| "Error".to_owned())
}

/// The code for an error of a provider's own, by its name.
pub(crate) fn code_of_provider(name: &str) -> ErrorCode {
    match name {
        // `InvalidStateError`: a name that is taken, or that no tool may have.
        "TypeError" | "InvalidStateError" => ErrorCode::InvalidInput,
        "Error" => ErrorCode::InternalError,
        // A permissions policy, `document.domain`, an opaque origin, and whatever else a browser may think of.
        _ => ErrorCode::Unauthorized,
    }
}

/// The result of a failure with that text and code.
pub(crate) fn failure(text: &JsString, code: &JsValue) -> JsValue {
    let result = text_result(&[text]);
    result.set_is_error(true);
    let meta = Object::new();
    js::set(&meta, CODE_KEY, code);
    result.set_meta(&meta);
    result.into()
}

/// The `code` of an error or a structured failure, if it is one of the closed list.
pub(crate) fn own_code(value: &JsValue) -> Option<JsValue> {
    if !js::is_object_like(value) {
        return None;
    }
    let code = value.unchecked_ref::<Candidate>().code().ok().flatten()?;
    ErrorCode::from_name(&code.as_string()?).map(|_| code)
}

/// What an object with `isError` says of its error in the members that people use for it.
fn message_of(candidate: &Candidate) -> Option<JsString> {
    if let Ok(Some(message)) = candidate.message()
        && message.is_string()
    {
        return Some(message.unchecked_into());
    }
    let error = candidate.error().ok().flatten()?;
    Some(error_text(&error))
}

/// The result for a value that cannot be written as JSON.
fn unserialisable(error: &JsValue) -> JsValue {
    let reason = JsString::from(UNSERIALISABLE).concat(&error_text(error));
    failure(&reason, &ErrorCode::ExecutionError.as_str().into())
}

fn text_result(texts: &[&JsString]) -> ToolResult {
    let result = ToolResult::new();
    result.set_content(&text_blocks(texts));
    result
}

fn text_blocks(texts: &[&JsString]) -> Array {
    let blocks = Array::new_with_length(texts.len() as u32);
    for (index, text) in (0..).zip(texts) {
        let block = TextBlock::new();
        TEXT.with(|text| block.set_kind(text));
        block.set_text(text);
        blocks.set(index, block.into());
    }
    blocks
}
