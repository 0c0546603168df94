//! Calls that navigate: what the page after them is told.
//!
//! While a call to a tool of the page is under way, the documents are watched that it may take away: the caller's own,
//! and the tool's, if that is a frame of the same origin. As one goes, the call's name and arguments are left in the
//! session's storage ([`departure`]). The next page takes them from there, if it is the one to which that navigation
//! led ([`arrival`]).

pub(crate) mod arrival;
pub(crate) mod departure;
mod storage;

use wasm_bindgen::JsValue;

use crate::context::Browser;
use crate::engine::Host;
use crate::js;

/// When the navigation to this document began, in milliseconds since 1970; `None` outside of pages.
fn started() -> Option<f64> {
    let performance = js::get(&js_sys::global(), &"performance".into()).ok()?;
    js::get(&performance, &"timeOrigin".into()).ok()?.as_f64()
}

/// Now, in milliseconds since 1970, on the clock of [`started`], which nobody puts forward or back.
fn now() -> Option<f64> {
    started().map(|started| started + Browser.now())
}

/// An address without its query and fragment, which are nobody else's business.
fn without_query(address: &JsValue) -> Option<String> {
    let address = address.as_string()?;
    let end = address.find(['?', '#']).unwrap_or(address.len());
    address.get(..end).map(str::to_owned)
}
