//! Reading the arguments of `executeTool` and its family.

use wasm_bindgen::prelude::*;

pub(super) use crate::call_options::{CallOptions, signal, unreadable};
use crate::context::{Arguments, Browser};
use crate::engine::{Attribution, ToolCall};
use crate::events;
use crate::rejection::{bad_arguments, type_error};

/// Reads a whole call; listeners are told of one that is refused.
///
/// # Errors
/// A `TypeError` that names what is wrong.
pub(super) fn read(
    name: &JsValue,
    args: &JsValue,
    options: &JsValue,
    attribution: Attribution,
    door: &'static str,
) -> Result<ToolCall<Browser>, JsValue> {
    let read = read_parts(name, args, options);
    let (arguments, options) = read.inspect_err(|error| events::refused(name, None, args, door, error))?;
    Ok(ToolCall {
        name: name.clone(),
        args: arguments,
        scope: options.scope,
        limits: options.limits,
        on_progress: options.on_progress,
        validator: options.validator,
        attribution,
        id: options.call_id,
        door,
    })
}

fn read_parts(
    name: &JsValue,
    args: &JsValue,
    options: &JsValue,
) -> Result<(Arguments, CallOptions), JsValue> {
    if !name.is_string() {
        return Err(type_error("The tool's name must be a string.", None));
    }
    let arguments = Arguments::read(args).map_err(|bad| bad_arguments(name, &bad))?;
    Ok((arguments, CallOptions::read(options)?))
}
