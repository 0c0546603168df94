//! What a provider's rejection means.
//!
//! Chromium gives every failure the same name and only the English text tells them apart: the texts here
//! were measured on Chromium 150 and 156. Errors are read by name and text, never with `instanceof`:
//! they may be of another frame's realm.

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use super::provider::Provider;
use crate::engine::{DispatchFailure, LookupFailure};
use crate::js;

/// An `UnknownError` without a text of its own: no such tool, or its document or registration went away.
const LOST: &str = "The operation failed for an unknown transient reason (e.g. out of memory).";
/// A tool threw; what it threw is not passed on.
const THREW: &str =
    "Tool was executed but the invocation failed. For example, the script function threw an error";
/// The beginning of the refusal of arguments that are not JSON text.
const NOT_JSON: &str = "Failed to parse input";
/// Part of the refusal of arguments that are not an object.
const NOT_AN_OBJECT: &str = "invalid input object";
/// Followed by the tool's name.
const TOOL_NOT_FOUND: &str = "Tool not found: ";
/// `@mcp-b/webmcp-polyfill`: the tool was unregistered while it ran.
const UNREGISTERED: &str = "Tool unregistered";
/// Firefox's preview.
const PREVIEW_NOT_FOUND: &str = "ModelContext.invokeTool: Tool not found";
/// The window of the tool has no document any more.
const DETACHED: &str = "Target frame is detached.";

/// Why the tools could not be listed.
pub(super) fn of_lookup(error: JsValue) -> LookupFailure<JsValue> {
    match is_policy(&Told::of(&error)) {
        true => LookupFailure::Refused(error),
        false => LookupFailure::Other(error),
    }
}

/// Why a call failed. `name` is the tool's.
pub(super) fn of_call(provider: Provider, name: &JsString, error: JsValue) -> DispatchFailure<JsValue> {
    let told = Told::of(&error);
    match provider {
        Provider::Native | Provider::Polyfill => of_chromium(provider, &told, error),
        Provider::Preview if told.is("NotFoundError") && told.text == PREVIEW_NOT_FOUND => {
            DispatchFailure::NotFound(error)
        }
        Provider::McpB if told.is("UnknownError") => of_mcp_b(&told, error),
        Provider::Other
            if told.is("UnknownError") && told.text == JsString::from(TOOL_NOT_FOUND).concat(name) =>
        {
            DispatchFailure::NotFound(error)
        }
        _ => threw(error.clone(), error),
    }
}

fn of_chromium(provider: Provider, told: &Told, error: JsValue) -> DispatchFailure<JsValue> {
    let native = provider == Provider::Native;
    if told.is("UnknownError") {
        return if told.text == LOST {
            DispatchFailure::Lost(error)
        } else if told.begins(TOOL_NOT_FOUND) {
            DispatchFailure::NotFound(error)
        } else if native && told.begins(NOT_JSON) {
            DispatchFailure::WrongShape(error)
        } else {
            threw(told.text.clone().into(), error)
        };
    }
    if native && told.is("TypeError") && told.text.includes(NOT_AN_OBJECT, 0) {
        return DispatchFailure::WrongShape(error);
    }
    // What engines say of an object that is too deep for them to write as text.
    if told.is("RangeError") || told.is("InternalError") {
        return DispatchFailure::BadArguments(error);
    }
    match told.text == DETACHED {
        true => DispatchFailure::NotFound(error),
        false => DispatchFailure::Refused(error),
    }
}

fn of_mcp_b(told: &Told, error: JsValue) -> DispatchFailure<JsValue> {
    if told.begins(TOOL_NOT_FOUND) {
        return DispatchFailure::NotFound(error);
    }
    if told.text == UNREGISTERED {
        return DispatchFailure::Lost(error);
    }
    // Its mask is Chromium's text with the tool's own message behind it.
    let own = told.begins(THREW).then(|| told.text.slice(THREW.len() as u32, u32::MAX));
    match own.filter(|own| own.starts_with(": ", 0)) {
        Some(own) => threw(own.slice(2, u32::MAX).into(), error),
        None => threw(told.text.clone().into(), error),
    }
}

fn threw(error: JsValue, cause: JsValue) -> DispatchFailure<JsValue> {
    DispatchFailure::Threw { error, cause }
}

/// A permissions policy, `document.domain`, an opaque origin, an origin that is not trustworthy.
fn is_policy(told: &Told) -> bool {
    ["NotAllowedError", "SecurityError", "NotSupportedError"].iter().any(|name| told.is(name))
}

/// What an error tells: its name and its text.
struct Told {
    name: JsValue,
    text: JsString,
}

impl Told {
    fn of(error: &JsValue) -> Self {
        let read = |member: &str| js::get(error, &member.into()).unwrap_or_default();
        Self { name: read("name"), text: read("message").dyn_into().unwrap_or_default() }
    }

    fn is(&self, name: &str) -> bool {
        self.name == *name
    }

    fn begins(&self, text: &str) -> bool {
        self.text.starts_with(text, 0)
    }
}
