#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "js"), allow(dead_code, reason = "some of it only the JavaScript doors use"))]
#![allow(rustdoc::invalid_codeblock_attributes, reason = "the README's JavaScript says how it is run")]
#![allow(rustdoc::private_intra_doc_links, reason = "the hidden modules speak of their insides")]

mod agent;
#[cfg(all(feature = "allocator", target_family = "wasm"))]
mod allocator;
mod api;
mod batch;
mod call_options;
mod callable;
mod channel;
#[doc(hidden)]
pub mod context;
mod convert;
#[doc(hidden)]
pub mod definition;
#[cfg(feature = "js")]
#[allow(unreachable_pub, reason = "wasm-bindgen exports what is `pub`")]
mod doors;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod events;
mod executor;
mod generator;
mod js;
#[cfg(any(test, feature = "validate"))]
#[allow(unreachable_pub, reason = "wasm-bindgen exports what is `pub`")]
mod json_schema;
mod listener;
mod navigation;
#[cfg(feature = "js")]
mod part;
#[cfg(feature = "polyfill")]
#[doc(hidden)]
pub mod polyfill;
mod promise;
#[doc(hidden)]
pub mod registry;
mod rejection;
#[doc(hidden)]
pub mod result;
#[doc(hidden)]
pub mod runtime;
mod sentences;
mod slot;
mod table;
mod timer;
pub mod validate;

pub use api::*;
#[doc(inline)]
pub use context::Provider;
#[doc(inline)]
pub use definition::ExecutionMode;
#[doc(inline)]
pub use engine::{Shape, Status};
#[doc(inline)]
pub use result::ErrorCode;
