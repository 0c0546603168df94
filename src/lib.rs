#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "js"), allow(dead_code, reason = "some of it only the JavaScript doors use"))]

mod call_options;
mod callable;
mod channel;
pub mod context;
mod convert;
pub mod definition;
#[cfg(feature = "js")]
#[allow(unreachable_pub, reason = "wasm-bindgen exports what is `pub`")]
mod doors;
pub mod engine;
pub mod events;
mod js;
#[cfg(feature = "polyfill")]
pub mod polyfill;
mod promise;
mod rejection;
pub mod result;
mod slot;
mod table;
pub mod validate;
