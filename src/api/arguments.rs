//! The arguments of a call, from any type that serde writes.

use serde::Serialize;
use wasm_bindgen::JsValue;

use super::error::Error;
use crate::context::Arguments;
use crate::js;
use crate::sentences::ARGUMENTS;

/// Writes arguments as JSON. As from JavaScript, a string is the JSON text of the arguments (which is how models
/// give them), and what is written as `null` (`()`, `None`) is no arguments, which is `{}`.
pub(super) fn arguments<A: Serialize + ?Sized>(name: &str, args: &A) -> Result<Arguments, Error> {
    let json = serde_json::to_string(args);
    read(name, json)
}

fn read(name: &str, json: serde_json::Result<String>) -> Result<Arguments, Error> {
    let (before, after) = ARGUMENTS;
    let refused = |problem: String, cause: Option<JsValue>| Error::InvalidInput {
        message: format!("{before}{name}{after}{problem}."),
        cause,
    };
    let json = json.map_err(|error| refused(format!("cannot be written as JSON: {error}"), None))?;
    let value = match json.starts_with(['{', '[']) {
        true => json.into(),
        false => js::json_parse(&json.into()).unwrap_or_default(),
    };
    Arguments::read(&value).map_err(|bad| refused(bad.problem.into(), bad.cause))
}
