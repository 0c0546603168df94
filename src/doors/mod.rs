//! The JavaScript doors: each is a thin rendering of the engine's outcome.

mod adapter;
mod agent;
mod ai_sdk;
mod call;
mod check_arguments;
mod convert;
mod define_tool;
mod execute_tool;
mod execute_tool_detailed;
mod execute_tools;
mod list_tools;
mod mcp_client;
mod mcp_server;
mod on_tool_call;
mod plugin_formats;
mod register;
mod register_tool;
mod registry;
mod results;
mod runtime;
mod runtime_options;
mod take_navigation_result;
mod until;
mod validator;
mod web_tool;
