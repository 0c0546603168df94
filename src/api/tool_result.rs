//! A tool's answer, as Rust reads it.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use wasm_bindgen::JsValue;

use super::content::ContentBlock;
use super::json::json_of;
use crate::result::{CODE_KEY, ErrorCode, UNSERIALISABLE};

/// A tool's answer, in the shape of MCP's `CallToolResult`. A failure of the tool is one, too: see
/// [`is_error`](Self::is_error).
///
/// ```
/// use webmcp_exec::{ErrorCode, ToolResult};
///
/// let result = ToolResult::failure(ErrorCode::RateLimited, "One order a minute.");
/// assert!(result.is_error);
/// assert_eq!(result.error_code(), Some("RATE_LIMITED"));
/// assert_eq!(result.text(), "One order a minute.");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolResult {
    /// What people and models read.
    pub content: Vec<ContentBlock>,
    /// What programs read, if the tool gave it.
    pub structured_content: Option<Value>,
    /// Whether the tool failed; its text and [`error_code`](Self::error_code) say why.
    pub is_error: bool,
    /// What was said beside the answer, under `_meta`.
    pub meta: Map<String, Value>,
    /// Further members, which MCP does not name.
    pub extra: Map<String, Value>,
}

impl ToolResult {
    /// An answer of one text.
    pub fn from_text(text: impl Into<String>) -> Self {
        Self { content: vec![ContentBlock::text(text)], ..Self::default() }
    }

    /// An answer for programs, with its JSON as the text.
    ///
    /// # Errors
    /// Where the value cannot be written as JSON.
    ///
    /// ```
    /// use webmcp_exec::ToolResult;
    ///
    /// let result = ToolResult::structured(&[1, 2])?;
    /// assert_eq!(result.text(), "[1,2]");
    /// # Ok::<_, serde_json::Error>(())
    /// ```
    pub fn structured<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Self> {
        let value = serde_json::to_value(value)?;
        Ok(Self { structured_content: Some(value.clone()), ..Self::from_text(value.to_string()) })
    }

    /// The answer of a tool that failed.
    pub fn failure(code: ErrorCode, text: impl Into<String>) -> Self {
        let meta = Map::from_iter([(CODE_KEY.to_owned(), code.as_str().into())]);
        Self { is_error: true, meta, ..Self::from_text(text) }
    }

    /// Its text blocks, a line break between them; empty where there are none.
    #[must_use]
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.content.iter().filter_map(ContentBlock::as_text).collect();
        texts.join("\n")
    }

    /// Why the tool failed: what its `_meta` says, which need not be one of ours; else the `code` of its
    /// structured content if that is a name of an [`ErrorCode`]; else `EXECUTION_ERROR`. `None` if it did not fail.
    #[must_use]
    pub fn error_code(&self) -> Option<&str> {
        if !self.is_error {
            return None;
        }
        let structured = self.structured_content.as_ref().and_then(|structured| structured.get("code"));
        let own = structured.and_then(Value::as_str).filter(|code| ErrorCode::from_name(code).is_some());
        self.meta.get(CODE_KEY).and_then(Value::as_str).or(own).or(Some(ErrorCode::ExecutionError.as_str()))
    }

    /// What the tool returned, as a type of yours: its structured content, else its text read as JSON.
    ///
    /// # Errors
    /// Where the tool failed, or its answer is not of that type.
    ///
    /// ```
    /// use webmcp_exec::ToolResult;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Cart {
    ///     pieces: u32,
    /// }
    ///
    /// let cart: Cart = ToolResult::from_text(r#"{ "pieces": 3 }"#).deserialize()?;
    /// assert_eq!(cart.pieces, 3);
    /// # Ok::<_, webmcp_exec::ReadError>(())
    /// ```
    pub fn deserialize<T: DeserializeOwned>(&self) -> Result<T, ReadError> {
        if let Some(code) = self.error_code() {
            return Err(ReadError::Failed { code: code.to_owned(), text: self.text() });
        }
        let read = match &self.structured_content {
            Some(structured) => T::deserialize(structured),
            None => serde_json::from_str(&self.text()),
        };
        read.map_err(ReadError::Json)
    }

    /// A result that the core made.
    pub(super) fn from_js(result: &JsValue) -> Self {
        let read = json_of(result)
            .and_then(|json| <Self as Deserialize>::deserialize(json).map_err(|error| error.to_string()));
        read.unwrap_or_else(|problem| {
            Self::failure(ErrorCode::ExecutionError, UNSERIALISABLE.to_owned() + &problem)
        })
    }
}

impl Serialize for ToolResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("content", &self.content)?;
        if let Some(structured) = &self.structured_content {
            members.serialize_entry("structuredContent", structured)?;
        }
        if self.is_error {
            members.serialize_entry("isError", &true)?;
        }
        if !self.meta.is_empty() {
            members.serialize_entry("_meta", &self.meta)?;
        }
        for (name, value) in &self.extra {
            members.serialize_entry(name, value)?;
        }
        members.end()
    }
}

/// Members that are not as they should be are left out, so that one of them does not hide the rest.
impl<'de> Deserialize<'de> for ToolResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut members = Map::<String, Value>::deserialize(deserializer)?;
        let content = members.remove("content").unwrap_or_default();
        let meta = members.remove("_meta").unwrap_or_default();
        Ok(Self {
            content: Vec::deserialize(content).unwrap_or_default(),
            structured_content: members.remove("structuredContent").filter(|value| !value.is_null()),
            is_error: members.remove("isError") == Some(Value::Bool(true)),
            meta: Map::deserialize(meta).unwrap_or_default(),
            extra: members,
        })
    }
}

impl From<&str> for ToolResult {
    fn from(text: &str) -> Self {
        Self::from_text(text)
    }
}

impl From<String> for ToolResult {
    fn from(text: String) -> Self {
        Self::from_text(text)
    }
}

/// Why a [`ToolResult`] is not what was asked for.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The tool failed.
    #[non_exhaustive]
    Failed {
        /// Why, as [`ToolResult::error_code`] says it.
        code: String,
        /// The text of the failure.
        text: String,
    },
    /// The answer is not of that type.
    Json(serde_json::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed { text, .. } => write!(f, "The tool failed: {text}"),
            Self::Json(error) => write!(f, "The tool's result is not as expected: {error}"),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Failed { .. } => None,
            Self::Json(error) => Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(json: Value) -> ToolResult {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn every_member_is_read_and_written_as_it_came() {
        let whole = json!({
            "content": [{ "type": "text", "text": "a" }, { "type": "new", "more": 1 }],
            "structuredContent": { "a": [1, 2] },
            "isError": true,
            "_meta": { "webmcp-exec/code": "NOT_FOUND" },
            "nextCursor": "b",
        });
        let result = read(whole.clone());
        assert_eq!(result.extra.get("nextCursor"), Some(&json!("b")));
        assert_eq!(serde_json::to_value(result).unwrap(), whole);
        assert_eq!(serde_json::to_value(read(json!({}))).unwrap(), json!({ "content": [] }));
    }

    #[test]
    fn a_member_that_is_wrong_does_not_hide_the_others() {
        let result = read(json!({
            "content": [{ "type": "text", "text": "a" }, 5],
            "structuredContent": null, "isError": "yes", "_meta": 5,
        }));
        assert_eq!(result.text(), "a");
        assert_eq!(result.content.len(), 2);
        assert_eq!(result.structured_content, None);
        assert!(!result.is_error);
        assert!(result.meta.is_empty());
        assert_eq!(read(json!({ "content": "text" })).content, []);
        assert!(serde_json::from_str::<ToolResult>("[]").is_err());
    }

    #[test]
    fn s1_25_the_code_is_read_from_where_it_stands() {
        let cases = [
            (json!({ "isError": true }), Some("EXECUTION_ERROR")),
            (json!({ "isError": true, "_meta": { "webmcp-exec/code": "OUT_OF_MUGS" } }), Some("OUT_OF_MUGS")),
            (
                json!({ "isError": true, "structuredContent": { "code": "RATE_LIMITED" } }),
                Some("RATE_LIMITED"),
            ),
            (
                json!({ "isError": true, "structuredContent": { "code": "OUT_OF_MUGS" } }),
                Some("EXECUTION_ERROR"),
            ),
            (json!({ "isError": false, "structuredContent": { "code": "TIMEOUT" } }), None),
        ];
        for (json, code) in cases {
            assert_eq!(read(json.clone()).error_code(), code, "{json}");
        }
    }

    #[test]
    fn the_texts_are_read_as_one() {
        let result = read(json!({ "content": [
            { "type": "text", "text": "a" }, { "type": "image", "data": "", "mimeType": "" }, { "type": "text", "text": "b" },
        ]}));
        assert_eq!(result.text(), "a\nb");
        assert_eq!(ToolResult::default().text(), "");
    }

    #[test]
    fn a_type_is_read_from_the_structured_content_or_the_text() {
        let structured = ToolResult::structured(&json!({ "n": 1 })).unwrap();
        assert_eq!(structured.text(), r#"{"n":1}"#);
        assert_eq!(structured.deserialize::<Value>().unwrap(), json!({ "n": 1 }));
        assert_eq!(ToolResult::from("[1,2]").deserialize::<Vec<u8>>().unwrap(), [1, 2]);
        let error = ToolResult::from("sold out").deserialize::<Vec<u8>>().unwrap_err();
        assert!(matches!(error, ReadError::Json(_)), "{error}");
        let failed = ToolResult::failure(ErrorCode::NotFound, "[1,2]");
        let error = failed.deserialize::<Vec<u8>>().unwrap_err();
        assert_eq!(error.to_string(), "The tool failed: [1,2]");
        assert!(matches!(error, ReadError::Failed { code, .. } if code == "NOT_FOUND"));
    }
}
