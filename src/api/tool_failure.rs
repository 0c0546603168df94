//! How a tool says that it failed.

use std::any::Any;

use super::content::ContentBlock;
use super::error::Error;
use super::tool_result::ToolResult;
use crate::result::ErrorCode;

/// How a tool says that it failed: a text for whoever called it, and a code.
///
/// `?` makes one of every error (whose `Display` is the text), so it is no [`std::error::Error`] itself.
///
/// ```
/// use webmcp_exec::{ErrorCode, ToolFailure};
///
/// fn quantity(text: &str) -> Result<u32, ToolFailure> {
///     let quantity = text.parse()?; // with the code EXECUTION_ERROR
///     if quantity > 100 {
///         return Err(ToolFailure::new(ErrorCode::ConstraintViolation, "At most 100 mugs at a time."));
///     }
///     Ok(quantity)
/// }
///
/// assert_eq!(quantity("x").unwrap_err().message, "invalid digit found in string");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolFailure {
    /// Why it failed.
    pub code: ErrorCode,
    /// The text that the caller reads.
    pub message: String,
    /// What the caller might do about it.
    pub suggestion: Option<String>,
}

impl ToolFailure {
    /// A failure with a text for whoever called the tool.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), suggestion: None }
    }

    /// Says what the caller might do about it.
    #[must_use]
    pub fn suggestion(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }
}

impl<E: std::error::Error + 'static> From<E> for ToolFailure {
    fn from(error: E) -> Self {
        let of_call = (&error as &dyn Any).downcast_ref::<Error>().map(Error::code);
        Self::new(of_call.unwrap_or(ErrorCode::ExecutionError), error.to_string())
    }
}

impl From<ToolFailure> for ToolResult {
    fn from(failure: ToolFailure) -> Self {
        let mut result = Self::failure(failure.code, failure.message);
        result.content.extend(failure.suggestion.map(ContentBlock::text));
        result
    }
}
