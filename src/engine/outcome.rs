//! What can become of a call: the closed list.

use crate::validate::Problem;

/// What became of a call, with `V` for a JavaScript value that is handed through untouched.
///
/// A tool's failure is data and a call's failure is an exception: which outcome rejects is each door's
/// decision, never the engine's.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome<V> {
    /// The tool answered.
    Completed {
        /// What the provider resolved with.
        raw: V,
        /// The answer as a tool result.
        result: V,
        /// What the tool itself returned, where the record of its execution is known.
        value: Option<V>,
    },
    /// The tool threw, or answered with a result that says it is an error.
    Failed {
        /// What the provider resolved with, if the failure is the tool's own answer.
        raw: Option<V>,
        /// The failure as a tool result.
        result: V,
        /// What the provider rejected with, if it did.
        cause: Option<V>,
        /// What the tool itself returned, where the record of its execution is known.
        value: Option<V>,
    },
    /// The call navigated: the document of the tool, or of the page, is being replaced.
    Navigated,
    /// No tool of that name; nothing ran.
    NotFound {
        /// The names that there are.
        available: Vec<V>,
    },
    /// Several documents offer the name and none of them is the caller's own; nothing ran.
    Ambiguous {
        /// The origins of those that do.
        origins: Vec<V>,
    },
    /// The page has no WebMCP, or what it has could not be asked; or a tool of ours lacks what it runs on. Nothing ran.
    Unavailable {
        /// What was thrown when it was asked, or the door's own error.
        cause: Option<V>,
    },
    /// The browser does not allow the call (a permissions policy, an opaque origin, `document.domain`).
    Refused {
        /// The browser's own error.
        error: V,
    },
    /// What owned the tool (its frame, or its registration) went away while the call was running.
    OwnerGone {
        /// What the provider rejected with, if it did.
        cause: Option<V>,
    },
    /// The deadline passed.
    TimedOut {
        /// The time allowed, in milliseconds.
        after_ms: f64,
        /// Whether the tool had been dispatched, and may have run.
        dispatched: bool,
    },
    /// The caller's signal fired.
    Aborted {
        /// The signal's reason.
        reason: V,
        /// Whether the tool had been dispatched, and may have run.
        dispatched: bool,
    },
    /// The arguments do not fit the tool's schema, or could not be checked against it; nothing ran.
    Invalid {
        /// Everything that is wrong.
        problems: Vec<Problem>,
    },
    /// The browser refused the arguments, in either shape or as too deep; nothing ran.
    BadArguments {
        /// The first refusal.
        error: V,
    },
}

impl<V: Clone> Outcome<V> {
    /// A tool that is run here returned: its value is the answer as it is.
    #[must_use]
    pub fn returned(value: V) -> Self {
        Self::Completed { raw: value.clone(), result: value.clone(), value: Some(value) }
    }

    /// A tool that is run here threw: the error stands for the result.
    #[must_use]
    pub fn threw(error: V) -> Self {
        Self::Failed { raw: None, result: error.clone(), cause: Some(error), value: None }
    }
}

impl<V> Outcome<V> {
    /// The status of this outcome in reports.
    #[must_use]
    pub fn status(&self) -> Status {
        match self {
            Self::Completed { .. } => Status::Completed,
            Self::Failed { .. } => Status::Failed,
            Self::Navigated => Status::Navigated,
            Self::NotFound { .. } => Status::NotFound,
            Self::Ambiguous { .. } => Status::Ambiguous,
            Self::Unavailable { .. } => Status::Unavailable,
            Self::Refused { .. } => Status::Refused,
            Self::OwnerGone { .. } => Status::OwnerGone,
            Self::TimedOut { .. } => Status::TimedOut,
            Self::Aborted { .. } => Status::Aborted,
            Self::Invalid { .. } | Self::BadArguments { .. } => Status::BadArguments,
        }
    }

    /// Whether the tool was dispatched without word of what it did: it may have run.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        match self {
            Self::OwnerGone { .. } => true,
            Self::TimedOut { dispatched, .. } | Self::Aborted { dispatched, .. } => *dispatched,
            _ => false,
        }
    }
}

/// The name of an outcome in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The tool answered.
    Completed,
    /// The tool failed.
    Failed,
    /// The call navigated.
    Navigated,
    /// No tool of that name.
    NotFound,
    /// Several documents offer the name.
    Ambiguous,
    /// No WebMCP in the page.
    Unavailable,
    /// The browser does not allow the call.
    Refused,
    /// The tool's owner went away.
    OwnerGone,
    /// The deadline passed.
    TimedOut,
    /// The caller's signal fired.
    Aborted,
    /// The arguments were refused.
    BadArguments,
}

impl Status {
    /// The status as JavaScript reads it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Navigated => "navigated",
            Self::NotFound => "not-found",
            Self::Ambiguous => "ambiguous",
            Self::Unavailable => "unavailable",
            Self::Refused => "refused",
            Self::OwnerGone => "owner-gone",
            Self::TimedOut => "timed-out",
            Self::Aborted => "aborted",
            Self::BadArguments => "bad-arguments",
        }
    }
}
