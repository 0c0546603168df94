//! Calls a web page's WebMCP tools by name, the way an agent would.

mod js;
#[cfg(feature = "polyfill")]
pub mod polyfill;
