//! Calls a web page's WebMCP tools by name, the way an agent would.

pub mod context;
// mod doors;
pub mod engine;
mod js;
#[cfg(feature = "polyfill")]
pub mod polyfill;
mod promise;
pub mod result;
