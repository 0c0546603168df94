//! A value, as the JSON that it is written as.

use wasm_bindgen::JsValue;

use crate::js;
use crate::result::{ErrorCode, error_text};
use crate::sentences::joined;
use crate::validate::{Problem, kind_of};

/// How deep a value may be nested.
const DEEPEST: usize = 200;

/// How many items a list may have whose items are all compared with each other.
const LONGEST_COMPARED: usize = 10_000;

/// A copy of the value that JSON could write: without cycles, getters and what JSON does not know.
///
/// # Errors
/// Why it cannot be checked.
pub(super) fn read(value: &JsValue, compares: bool) -> Result<JsValue, Problem> {
    let wrong = |said: &str| Problem::at("", "", ErrorCode::InvalidInput, said);
    let text = js::json_stringify(value)
        .map_err(|error| {
            let text = String::from(error_text(&error));
            // Some engines go on to draw the cycle.
            wrong(&joined(&["cannot be written as JSON: ", text.lines().next().unwrap_or_default()]))
        })?
        .ok_or_else(|| wrong(&joined(&["must be JSON, not ", kind_of(value)])))?;
    let shape = Shape::of(&String::from(text));
    if shape.deepest > DEEPEST {
        return Err(wrong("is nested too deep to be checked"));
    }
    if compares && shape.longest > LONGEST_COMPARED {
        return Err(wrong("has a list that is too long for its items to be compared with each other"));
    }
    js::json_parse(&shape.text.into()).map_err(|error| wrong(&String::from(error_text(&error))))
}

/// What can be told of JSON text by its characters.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    /// The text, with a replacement for every half of a character: names with such cannot be made a pointer.
    text: String,
    deepest: usize,
    /// The most commas of one list or object, and one.
    longest: usize,
}

impl Shape {
    fn of(json: &str) -> Self {
        let mut shape = Self { text: String::with_capacity(json.len()), deepest: 0, longest: 0 };
        let mut open: Vec<usize> = Vec::new();
        let mut quoted = false;
        let mut characters = json.char_indices();
        while let Some((index, character)) = characters.next() {
            shape.text.push(character);
            match (quoted, character) {
                (_, '"') => quoted = !quoted,
                (true, '\\') => {
                    let half = json.get(index + 1..index + 4).is_some_and(is_half);
                    if let Some((_, escaped)) = characters.next() {
                        shape.text.push(escaped);
                    }
                    if half {
                        shape.text.push_str("fffd");
                        characters.by_ref().take(4).for_each(drop);
                    }
                }
                (false, '[' | '{') => {
                    open.push(1);
                    shape.deepest = shape.deepest.max(open.len());
                }
                (false, ',') => open.iter_mut().rev().take(1).for_each(|items| *items += 1),
                (false, ']' | '}') => shape.longest = shape.longest.max(open.pop().unwrap_or(0)),
                _ => {}
            }
        }
        shape
    }
}

/// How the escape of half a character begins: `JSON.stringify` escapes those that have no other half.
fn is_half(escape: &str) -> bool {
    matches!(escape.as_bytes(), [b'u', b'd', b'8'..=b'9' | b'a'..=b'f'])
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn depth_and_length_are_those_outside_of_texts() {
        let shape = |json: &str| (Shape::of(json).deepest, Shape::of(json).longest);
        assert_eq!(shape("5"), (0, 0));
        assert_eq!(shape("[]"), (1, 1));
        assert_eq!(shape("[1,2,[3,[]]]"), (3, 3));
        assert_eq!(shape(r#"{"[[[":"\"[[","b":[1,2,3,4]}"#), (2, 4));
    }

    #[test]
    fn half_a_character_is_replaced() {
        let text = |json: &str| Shape::of(json).text;
        assert_eq!(text(r#"["a\ud800b","\\ud800","\u0001"]"#), r#"["a\ufffdb","\\ud800","\u0001"]"#);
        assert_eq!(text(r#"{"\udfff":"\ud"}"#), r#"{"\ufffd":"\ud"}"#);
    }
}
