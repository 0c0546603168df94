//! Values on their way between JavaScript and serde: as JSON text, which neither cycles nor getters can harm.

use serde_json::Value;
use wasm_bindgen::JsValue;

use crate::js;
use crate::result::error_text;

/// A value as `JSON.stringify` shows it; what has no JSON (`undefined`, a function) is `null`.
///
/// # Errors
/// Why it cannot be written or read: a sentence.
pub(super) fn json_of(value: &JsValue) -> Result<Value, String> {
    let text = js::json_stringify(value).map_err(|error| String::from(error_text(&error)))?;
    let Some(text) = text else { return Ok(Value::Null) };
    serde_json::from_str(&without_lone_surrogates(text.into())).map_err(|error| error.to_string())
}

/// A value as JavaScript has it.
pub(super) fn value_of(json: &Value) -> JsValue {
    js::json_parse(&json.to_string().into()).unwrap_or_default()
}

/// JavaScript's strings may hold half a character, which `JSON.stringify` writes as an escape that no Rust string
/// can take: the replacement character stands for it, as everywhere on the way to Rust.
fn without_lone_surrogates(mut json: String) -> String {
    let mut from = 0;
    while let Some(at) = json.get(from..).and_then(|rest| rest.find('\\')).map(|at| from + at) {
        // Whole characters are never escaped: every surrogate here is alone.
        if json.get(at + 1..at + 6).is_some_and(is_surrogate) {
            json.replace_range(at..at + 6, "\\ufffd");
        }
        from = at + 2;
    }
    json
}

/// `ud800` to `udfff`
fn is_surrogate(escape: &str) -> bool {
    let code = escape.strip_prefix('u').and_then(|digits| u16::from_str_radix(digits, 16).ok());
    code.is_some_and(|code| (0xd800..=0xdfff).contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_character_becomes_the_replacement_character() {
        let cases = [
            (r#""plain""#, "plain"),
            (r#""a\ud800b\uDFFF""#, "a\u{fffd}b\u{fffd}"),
            (r#""\ud83d""#, "\u{fffd}"),
            (r#""\\ud800""#, "\\ud800"),
            (r#""\\\ud800""#, "\\\u{fffd}"),
            (r#""\u0041\ud7ff\n""#, "A\u{d7ff}\n"),
            (r#""é\udabc😀""#, "é\u{fffd}😀"),
        ];
        for (json, text) in cases {
            let json = without_lone_surrogates(json.to_owned());
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text, "{json}");
        }
        for broken in ["\\", "\\u", "\\ud8", "\\ud80", "\\ud8é", "\\é", ""] {
            assert_eq!(without_lone_surrogates(broken.to_owned()), broken);
        }
    }
}
