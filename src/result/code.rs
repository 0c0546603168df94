//! The closed list of error codes.

/// Why a call or a tool failed, as every door says it in `errorCode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// The arguments are not what they have to be.
    InvalidInput,
    /// A required argument is missing.
    MissingRequired,
    /// An argument is of the wrong type.
    TypeError,
    /// An argument breaks a rule of the tool's schema.
    ConstraintViolation,
    /// The tool failed.
    ExecutionError,
    /// The tool did not answer in the time allowed.
    Timeout,
    /// The tool was called too often.
    RateLimited,
    /// The call is not allowed.
    Unauthorized,
    /// There is no such tool.
    NotFound,
    /// The fault is ours, or the tool's author's.
    InternalError,
    /// The page has no WebMCP.
    Unavailable,
    /// Several documents offer a tool of that name.
    Ambiguous,
    /// The caller's signal fired.
    Aborted,
    /// The call was lost after it had been dispatched: the tool may have run.
    OutcomeUnknown,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 14] = [
        Self::InvalidInput,
        Self::MissingRequired,
        Self::TypeError,
        Self::ConstraintViolation,
        Self::ExecutionError,
        Self::Timeout,
        Self::RateLimited,
        Self::Unauthorized,
        Self::NotFound,
        Self::InternalError,
        Self::Unavailable,
        Self::Ambiguous,
        Self::Aborted,
        Self::OutcomeUnknown,
    ];

    /// The code as JavaScript reads it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidInput => "INVALID_INPUT",
            Self::MissingRequired => "MISSING_REQUIRED",
            Self::TypeError => "TYPE_ERROR",
            Self::ConstraintViolation => "CONSTRAINT_VIOLATION",
            Self::ExecutionError => "EXECUTION_ERROR",
            Self::Timeout => "TIMEOUT",
            Self::RateLimited => "RATE_LIMITED",
            Self::Unauthorized => "UNAUTHORIZED",
            Self::NotFound => "NOT_FOUND",
            Self::InternalError => "INTERNAL_ERROR",
            Self::Unavailable => "UNAVAILABLE",
            Self::Ambiguous => "AMBIGUOUS",
            Self::Aborted => "ABORTED",
            Self::OutcomeUnknown => "OUTCOME_UNKNOWN",
        }
    }

    /// The code of that name, if it is one of ours.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.as_str() == name)
    }
}
