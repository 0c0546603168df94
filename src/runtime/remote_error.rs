//! What it means when an MCP client rejects: by the codes of the official SDK, of both its versions.

use js_sys::JsString;
use wasm_bindgen::JsValue;

use super::answer;
use crate::engine::Outcome;
use crate::js;
use crate::rejection;
use crate::result::{ErrorCode, error_text};

/// What a rejection says of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// The client's own time limit passed.
    TimedOut,
    /// The connection is lost: the tool may have run.
    Lost,
    /// There is no connection: nothing ran.
    Unreachable,
    /// The server does not allow it.
    Refused,
    /// The server, or its tool, failed, for this reason.
    Failed(ErrorCode),
    /// It is no error of the client's.
    Threw,
}

/// The outcome of a call with which a client rejected.
pub(super) fn outcome_of(name: &JsValue, error: JsValue, timeout_ms: Option<f64>) -> Outcome<JsValue> {
    match meaning_of(&error) {
        Meaning::TimedOut => {
            let told = js::member(&js::member(&error, "data"), "timeout").as_f64();
            Outcome::TimedOut { after_ms: told.or(timeout_ms).unwrap_or_default(), dispatched: true }
        }
        Meaning::Lost => Outcome::OwnerGone { cause: Some(error) },
        Meaning::Unreachable => {
            let text = JsString::from("The server of the tool \"")
                .concat(name)
                .concat(&"\" cannot be reached: ".into());
            let error =
                rejection::coded(ErrorCode::Unavailable, &text.concat(&error_text(&error)), Some(&error));
            Outcome::Unavailable { cause: Some(error) }
        }
        Meaning::Refused => Outcome::Refused { error },
        Meaning::Failed(code) => answer::failed(code, &error_text(&error), Some(&error)),
        Meaning::Threw => answer::threw(error),
    }
}

fn meaning_of(error: &JsValue) -> Meaning {
    if !js::is_object_like(error) {
        return Meaning::Threw;
    }
    let name = js::member(error, "name").as_string().unwrap_or_default();
    let code = js::member(error, "code");
    if let Some(status) = js::member(&js::member(error, "data"), "status").as_f64() {
        return of_status(status);
    }
    if let Some(code) = code.as_string() {
        return match &*code {
            "REQUEST_TIMEOUT" => Meaning::TimedOut,
            "CONNECTION_CLOSED" => Meaning::Lost,
            "NOT_CONNECTED"
            | "NOT_INITIALIZED"
            | "SEND_FAILED"
            | "CAPABILITY_NOT_SUPPORTED"
            | "METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION"
            | "ERA_NEGOTIATION_FAILED" => Meaning::Unreachable,
            "CLIENT_HTTP_AUTHENTICATION" | "CLIENT_HTTP_FORBIDDEN" => Meaning::Refused,
            // The answer came, and is none that the client takes.
            "INVALID_RESULT"
            | "UNSUPPORTED_RESULT_TYPE"
            | "INPUT_REQUIRED_ROUNDS_EXCEEDED"
            | "CLIENT_HTTP_UNEXPECTED_CONTENT" => Meaning::Failed(ErrorCode::InternalError),
            _ => of_name(&name, error),
        };
    }
    match code.as_f64() {
        Some(code) => of_number(code, &name, error),
        None => of_name(&name, error),
    }
}

/// By the status of the server's answer to the request.
fn of_status(status: f64) -> Meaning {
    match status as u32 {
        401 | 403 => Meaning::Refused,
        429 => Meaning::Failed(ErrorCode::RateLimited),
        // It was not taken: the session is gone, or there is no such server.
        300..500 => Meaning::Unreachable,
        _ => Meaning::Lost,
    }
}

/// By the code of JSON-RPC. Those of the client's own are numbers too in the SDK's first version.
fn of_number(code: f64, name: &str, error: &JsValue) -> Meaning {
    const FIRST_VERSION: &str = "McpError";
    let message = || String::from(error_text(error));
    match code as i32 {
        -32000 if name == FIRST_VERSION => Meaning::Lost,
        -32001 if name == FIRST_VERSION => Meaning::TimedOut,
        -32601 => Meaning::Failed(ErrorCode::NotFound),
        // Servers say so of a tool that they do not have, and clients of an answer that breaks the tool's schema.
        -32602 => Meaning::Failed(match message() {
            text if text.contains("not found") || text.contains("nknown tool") => ErrorCode::NotFound,
            text if text.contains("tructured content") || text.contains("outputSchema") => {
                ErrorCode::InternalError
            }
            _ => ErrorCode::InvalidInput,
        }),
        -32799..=-32000 => Meaning::Failed(ErrorCode::InternalError),
        // The SDK's first version gives the status of HTTP here.
        100..600 => of_status(code),
        _ => of_name(name, error),
    }
}

/// By what platforms and transports throw themselves.
fn of_name(name: &str, error: &JsValue) -> Meaning {
    match name {
        "UnauthorizedError" => Meaning::Refused,
        "TypeError" if is_refused_connection(error) => Meaning::Unreachable,
        // `fetch` says no more than that it failed, and the client's transport was closed.
        "TypeError" | "NetworkError" | "AbortError" => Meaning::Lost,
        _ if error_text(error) == "Not connected" => Meaning::Unreachable,
        _ => Meaning::Threw,
    }
}

/// Whether the platform says that there never was a connection, as Node does.
fn is_refused_connection(error: &JsValue) -> bool {
    const NEVER: [&str; 6] =
        ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"];
    let code = js::member(&js::member(error, "cause"), "code").as_string();
    code.is_some_and(|code| NEVER.contains(&&*code))
}
