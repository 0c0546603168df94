//! What Rust front ends call: the crate's root re-exports it.

mod arguments;
mod batch;
mod call;
mod call_options;
mod content;
mod error;
mod json;
mod list;
mod page_tool;
mod registry;
mod report;
mod runtime;
mod tool_context;
mod tool_definition;
mod tool_failure;
mod tool_function;
mod tool_result;

pub use batch::{BatchOptions, ToolCall, execute_tools};
pub use call::{Call, execute_tool};
pub use call_options::CallOptions;
pub use content::{ContentBlock, ResourceContents};
pub use error::Error;
pub use list::{ToolInfo, list_tools, provider};
pub use page_tool::{PageTool, Registration};
pub use registry::ToolRegistry;
pub use report::{CallReport, execute_tool_detailed};
pub use runtime::{RunFailure, RunResult, Runtime, RuntimeOptions};
pub use tool_context::ToolContext;
pub use tool_definition::ToolDefinition;
pub use tool_failure::ToolFailure;
pub use tool_result::{ReadError, ToolResult};
