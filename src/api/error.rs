//! Why a call failed.

use std::fmt;
use std::time::Duration;

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use crate::context::abort_text;
use crate::engine::Outcome;
use crate::rejection::is_coded;
use crate::result::{ErrorCode, code_of_provider, error_text, name_of_error};
use crate::sentences;
use crate::validate::Problem;

/// Why a call failed, or a tool could not be registered. (A tool that was called and failed is no such error: it is
/// a [`ToolResult`](crate::ToolResult) with `is_error`.)
///
/// Displayed, it is one sentence that says what went wrong and what to do. Like every JavaScript value, what
/// [`cause`](Self::cause) gives belongs to one thread, so the error is not `Send`.
///
/// ```no_run
/// # async fn example() -> Result<(), webmcp_exec::Error> {
/// use webmcp_exec::{CallOptions, Error, execute_tool};
///
/// match execute_tool("fly_to_the_moon", &(), CallOptions::new()).await {
///     Err(Error::NotFound { available, .. }) => println!("there are only {available:?}"),
///     Err(error) if error.outcome_unknown() => println!("{error} It may have run."),
///     Err(error) => return Err(error),
///     Ok(_) => {}
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// There is no tool of that name; nothing ran.
    #[non_exhaustive]
    NotFound {
        /// The name that was asked for.
        name: String,
        /// The names that there are.
        available: Vec<String>,
    },
    /// Several documents offer a tool of that name and none of them is the page's own; nothing ran.
    #[non_exhaustive]
    Ambiguous {
        /// The name that was asked for.
        name: String,
        /// The origins of the documents, one of which [`CallOptions::origin`](crate::CallOptions::origin) may choose.
        origins: Vec<String>,
    },
    /// The page has no WebMCP, or what it has could not be asked; or a tool of a registry runs on a server, and there is
    /// none. Nothing ran.
    #[non_exhaustive]
    Unavailable {
        /// What was thrown when it was asked.
        cause: Option<JsValue>,
    },
    /// The browser does not allow it: a permissions policy, an opaque origin, a name that is taken.
    #[non_exhaustive]
    Refused {
        /// The browser's own error.
        cause: JsValue,
    },
    /// What owned the tool (its frame, or its registration) went away while the call was running.
    #[non_exhaustive]
    OwnerGone {
        /// The name of the tool.
        name: String,
        /// What the browser rejected with, if it did.
        cause: Option<JsValue>,
    },
    /// The time that [`CallOptions::timeout`](crate::CallOptions::timeout) allowed has passed.
    #[non_exhaustive]
    TimedOut {
        /// The name of the tool; empty for [`list_tools`](crate::list_tools).
        name: String,
        /// The time allowed.
        after: Duration,
        /// Whether the tool had been dispatched, and may have run.
        dispatched: bool,
    },
    /// The signal fired.
    #[non_exhaustive]
    Aborted {
        /// The signal's reason.
        reason: JsValue,
        /// Whether the tool had been dispatched, and may have run.
        dispatched: bool,
    },
    /// The arguments or the options are not what they have to be; nothing ran.
    #[non_exhaustive]
    InvalidInput {
        /// What is wrong, in one sentence.
        message: String,
        /// What was thrown when they were read.
        cause: Option<JsValue>,
    },
    /// The arguments do not fit the tool's schema, by the validator that
    /// [`CallOptions::validator`](crate::CallOptions::validator) brought, or could not be checked; nothing ran.
    #[non_exhaustive]
    Invalid {
        /// The name of the tool.
        name: String,
        /// Everything that is wrong.
        problems: Vec<Problem>,
    },
    /// An earlier call of the same [`execute_tools`](crate::execute_tools) failed; nothing ran.
    #[non_exhaustive]
    NotStarted {
        /// The name of the tool.
        name: String,
    },
}

impl Error {
    /// The error that an outcome is; `None` for those that give a result.
    pub(super) fn of(name: &str, outcome: Outcome<JsValue>) -> Option<Self> {
        let name = name.to_owned();
        Some(match outcome {
            Outcome::Completed { .. } | Outcome::Failed { .. } | Outcome::Navigated => return None,
            Outcome::NotFound { available } => Self::NotFound { name, available: texts(&available) },
            Outcome::Ambiguous { origins } => Self::Ambiguous { name, origins: texts(&origins) },
            Outcome::Unavailable { cause } => Self::Unavailable { cause },
            Outcome::Refused { error } => Self::Refused { cause: error },
            Outcome::OwnerGone { cause } => Self::OwnerGone { name, cause },
            Outcome::TimedOut { after_ms, dispatched } => {
                let after = Duration::try_from_secs_f64(after_ms / 1e3).unwrap_or(Duration::MAX);
                Self::TimedOut { name, after, dispatched }
            }
            Outcome::Aborted { reason, dispatched } => Self::Aborted { reason, dispatched },
            Outcome::Invalid { problems } => Self::Invalid { name, problems },
            Outcome::BadArguments { error } if is_coded(&error) => {
                Self::InvalidInput { message: error_text(&error).into(), cause: None }
            }
            Outcome::BadArguments { error } => {
                let (before, after) = sentences::ARGUMENTS;
                let text = String::from(error_text(&error));
                let message = format!("{before}{name}{after}{}{text}", sentences::REFUSED);
                Self::InvalidInput { message, cause: Some(error) }
            }
        })
    }

    /// The error of a call that has no time from the beginning.
    pub(super) fn too_late(name: &str) -> Self {
        Self::TimedOut { name: name.to_owned(), after: Duration::ZERO, dispatched: false }
    }

    /// Why it failed, as one of the closed list.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::NotFound { .. } => ErrorCode::NotFound,
            Self::Ambiguous { .. } => ErrorCode::Ambiguous,
            Self::Unavailable { .. } => ErrorCode::Unavailable,
            Self::Refused { cause } => code_of_provider(&name_of_error(cause)),
            Self::OwnerGone { .. } => ErrorCode::OutcomeUnknown,
            Self::TimedOut { .. } => ErrorCode::Timeout,
            Self::Aborted { .. } | Self::NotStarted { .. } => ErrorCode::Aborted,
            Self::InvalidInput { .. } => ErrorCode::InvalidInput,
            Self::Invalid { problems, .. } => Problem::code_of(problems),
        }
    }

    /// Whether the tool had been dispatched and may have run: do not simply try again.
    #[must_use]
    pub fn outcome_unknown(&self) -> bool {
        match self {
            Self::OwnerGone { .. } => true,
            Self::TimedOut { dispatched, .. } | Self::Aborted { dispatched, .. } => *dispatched,
            _ => false,
        }
    }

    /// The original value: the signal's reason, or what the browser threw.
    #[must_use]
    pub fn cause(&self) -> Option<&JsValue> {
        match self {
            Self::Unavailable { cause }
            | Self::OwnerGone { cause, .. }
            | Self::InvalidInput { cause, .. } => cause.as_ref(),
            Self::Refused { cause } => Some(cause),
            Self::Aborted { reason, .. } => Some(reason),
            Self::NotFound { .. }
            | Self::Ambiguous { .. }
            | Self::TimedOut { .. }
            | Self::Invalid { .. }
            | Self::NotStarted { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |value: &JsString| String::from(value);
        match self {
            Self::NotFound { name, .. } => {
                let (before, after) = sentences::UNKNOWN_TOOL;
                write!(f, "{before}{name}{after}")
            }
            Self::Ambiguous { name, origins } => {
                let (before, between, after) = sentences::AMBIGUOUS;
                write!(f, "{before}{name}{between}{}{after}", origins.join(", "))
            }
            Self::Unavailable { cause: None } => f.write_str(sentences::UNAVAILABLE),
            // What is known to be missing says so itself.
            Self::Unavailable { cause: Some(cause) } if is_coded(cause) => {
                f.write_str(&of(&error_text(cause)))
            }
            Self::Unavailable { cause: Some(cause) } => {
                write!(f, "{}{}", sentences::NOT_LISTED, of(&error_text(cause)))
            }
            Self::Refused { cause } => f.write_str(&of(&error_text(cause))),
            Self::Invalid { name, problems } => {
                let (before, after) = sentences::ARGUMENTS;
                write!(f, "{before}{name}{after}{}", Problem::sentence_of(problems))
            }
            Self::OwnerGone { name, .. } => {
                let (before, after) = sentences::OWNER_GONE;
                write!(f, "{before}{name}{after}")
            }
            Self::TimedOut { name, after, .. } => {
                let ms = after.as_nanos() as f64 / 1e6;
                let (before, between, end) = sentences::TIMED_OUT;
                match name.is_empty() {
                    true => write!(f, "{}{ms}{end}", sentences::LISTING_TIMED_OUT.0),
                    false => write!(f, "{before}{name}{between}{ms}{end}"),
                }
            }
            Self::Aborted { reason, .. } => f.write_str(&of(&abort_text(reason))),
            Self::InvalidInput { message, .. } => f.write_str(message),
            Self::NotStarted { name } => {
                let (before, after) = sentences::NOT_STARTED;
                write!(f, "{before}{name}{after}")
            }
        }
    }
}

impl std::error::Error for Error {}

/// What is no well-formed text (a tool's name is any string of JavaScript) is shown with replacement characters.
fn texts(values: &[JsValue]) -> Vec<String> {
    values.iter().filter_map(|value| value.dyn_ref::<JsString>()).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Whatever needs no JavaScript; the rest is tested in a page.
    #[test]
    fn each_says_one_sentence() {
        let name = || "t".to_owned();
        let cases = [
            (Error::NotFound { name: name(), available: vec![] }, "Unknown tool \"t\""),
            (
                Error::Ambiguous { name: name(), origins: vec!["https://a".into(), "https://b".into()] },
                "Several documents offer a tool \"t\" (https://a, https://b): name one with the option `origin` or `window`.",
            ),
            (
                Error::Unavailable { cause: None },
                "document.modelContext is not available: no WebMCP in this browser, and no polyfill loaded.",
            ),
            (
                Error::OwnerGone { name: name(), cause: None },
                "The tool \"t\" went away while it was running: what it did is not known.",
            ),
            (
                Error::TimedOut { name: name(), after: Duration::from_millis(5000), dispatched: true },
                "The tool \"t\" did not answer within 5000 ms.",
            ),
            (
                Error::TimedOut { name: String::new(), after: Duration::from_micros(500), dispatched: false },
                "The page's tools were not listed within 0.5 ms.",
            ),
            (
                Error::NotStarted { name: name() },
                "The tool \"t\" was not called, since an earlier call had failed.",
            ),
        ];
        for (error, sentence) in cases {
            assert_eq!(error.to_string(), sentence);
        }
    }

    #[test]
    fn what_may_have_run_says_so() {
        let timed_out =
            |dispatched| Error::TimedOut { name: "t".into(), after: Duration::from_millis(5), dispatched };
        assert!(timed_out(true).outcome_unknown());
        assert!(!timed_out(false).outcome_unknown());
        assert!(Error::OwnerGone { name: "t".into(), cause: None }.outcome_unknown());
        assert!(!Error::NotStarted { name: "t".into() }.outcome_unknown());
    }
}
