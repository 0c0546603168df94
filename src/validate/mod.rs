//! Checking arguments and results against their schema.
//!
//! The engine checks nothing by itself: a call brings a [`Validate`], if its arguments are to be checked before they
//! go out. The npm package brings one for its callers ([`imported::Imported`]); Rust front ends hand in their own with
//! [`CallOptions::validator`](crate::CallOptions::validator).

pub(crate) mod imported;
mod problem;

pub use problem::Problem;
pub(crate) use problem::{kind_of, pointer_to, shown};

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use wasm_bindgen::JsValue;

/// What checks values against JSON Schema.
///
/// ```no_run
/// use std::future::Future;
/// use std::pin::Pin;
/// use wasm_bindgen::JsValue;
/// use webmcp_exec::ErrorCode;
/// use webmcp_exec::validate::{Problem, Validate};
///
/// /// Only asks for an object.
/// struct ObjectsOnly;
///
/// impl Validate for ObjectsOnly {
///     fn validate<'a>(
///         &'a self,
///         _schema: &'a JsValue,
///         value: &'a JsValue,
///     ) -> Pin<Box<dyn Future<Output = Vec<Problem>> + 'a>> {
///         let problem = Problem::at("", "type", ErrorCode::TypeError, "must be an object");
///         let problems = if value.is_object() { vec![] } else { vec![problem] };
///         Box::pin(async { problems })
///     }
/// }
/// ```
pub trait Validate {
    /// Everything that is wrong with a value by a schema (an object, or `true` or `false`); nothing if it fits. A
    /// value that cannot be checked has a [`Problem`] that says why, with the code `INTERNAL_ERROR` or
    /// `UNAVAILABLE`. Dropping the future gives the check up.
    fn validate<'a>(&'a self, schema: &'a JsValue, value: &'a JsValue) -> Checking<'a>;
}

impl fmt::Debug for dyn Validate + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Validate")
    }
}

/// A check on its way.
pub type Checking<'a> = Pin<Box<dyn Future<Output = Vec<Problem>> + 'a>>;
