//! The function of a tool: an async closure over types of its author's, as one over JSON.

use std::any::TypeId;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::tool_context::ToolContext;
use super::tool_failure::ToolFailure;
use crate::result::{ErrorCode, UNSERIALISABLE};

/// A tool that runs.
pub(super) type Running = Pin<Box<dyn Future<Output = Result<Value, ToolFailure>>>>;

/// The closure as one that takes its arguments as JSON and gives JSON back.
pub(super) fn over_json<A, R, F>(execute: F) -> impl Fn(Value, ToolContext) -> Running + 'static
where
    A: DeserializeOwned + 'static,
    R: Serialize,
    F: AsyncFn(A, ToolContext) -> Result<R, ToolFailure> + 'static,
{
    let execute = Rc::new(execute);
    move |input, context| {
        let execute = execute.clone();
        Box::pin(async move {
            let returned = execute(read_arguments(input)?, context).await?;
            serde_json::to_value(returned).map_err(|error| {
                ToolFailure::new(ErrorCode::ExecutionError, format!("{UNSERIALISABLE}{error}"))
            })
        })
    }
}

fn read_arguments<A: DeserializeOwned + 'static>(input: Value) -> Result<A, ToolFailure> {
    // Providers give an empty object where there are no arguments.
    let input = if TypeId::of::<A>() == TypeId::of::<()>() { Value::Null } else { input };
    A::deserialize(input).map_err(|error| bad_arguments(&error.to_string()))
}

pub(super) fn bad_arguments(problem: &str) -> ToolFailure {
    ToolFailure::new(ErrorCode::InvalidInput, format!("The arguments are not what the tool takes: {problem}"))
}
