//! The sentences that say why a call failed, for JavaScript's errors and for Rust's.
//!
//! Where there are several parts, what goes between them is said by whoever writes the sentence: the name of a
//! tool (which in JavaScript need not be well-formed text, so no formatter does it), origins, milliseconds.
#![allow(dead_code, reason = "the polyfill's module has errors of its own")]

pub(crate) const UNAVAILABLE: &str =
    "document.modelContext is not available: no WebMCP in this browser, and no polyfill loaded.";
pub(crate) const NOT_LISTED: &str = "The page's tools could not be listed: ";
pub(crate) const UNKNOWN_TOOL: (&str, &str) = ("Unknown tool \"", "\"");
pub(crate) const AMBIGUOUS: (&str, &str, &str) =
    ("Several documents offer a tool \"", "\" (", "): name one with the option `origin` or `window`.");
pub(crate) const OWNER_GONE: (&str, &str) =
    ("The tool \"", "\" went away while it was running: what it did is not known.");
pub(crate) const TIMED_OUT: (&str, &str, &str) = ("The tool \"", "\" did not answer within ", " ms.");
pub(crate) const LISTING_TIMED_OUT: (&str, &str) = ("The page's tools were not listed within ", " ms.");
pub(crate) const NOT_STARTED: (&str, &str) =
    ("The tool \"", "\" was not called, since an earlier call had failed.");
pub(crate) const ARGUMENTS: (&str, &str) = ("The arguments for \"", "\" ");
pub(crate) const REFUSED: &str = "were refused: ";
pub(crate) const UNFIT: &str = "do not fit its schema: ";
pub(crate) const UNCHECKED: &str = "could not be checked: ";
pub(crate) const BAD_SIGNAL: &str = "The option `signal` must be an AbortSignal.";
pub(crate) const BAD_ORIGIN: &str = "The option `origin` must be an origin, such as https://example.com.";

/// The parts one after the other. (`concat` does the same, anew in every place.)
#[inline(never)]
pub(crate) fn joined(parts: &[&str]) -> String {
    let mut whole = String::with_capacity(parts.iter().map(|part| part.len()).sum());
    parts.iter().for_each(|part| whole.push_str(part));
    whole
}
