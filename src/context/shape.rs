//! In which shape a provider wants its arguments, decided before the call.
//!
//! Order: our polyfill's brand; a provider known by its marker; how many arguments `executeTool` says it
//! needs (Chromium: 2 where it wants JSON text, 1 where it wants an object); at last a question without
//! any effect. The answer belongs to one `modelContext` object and its functions.

use std::cell::Cell;

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::provider::{ModelContext, Provider};
use crate::engine::Shape;
use crate::js;

/// The shape that this provider wants.
pub(super) fn of(context: &ModelContext) -> Shape {
    context.shape.get().unwrap_or_else(|| {
        let shape = decide(context);
        remember(context, shape);
        shape
    })
}

/// Keeps the shape that a call has shown to be right.
pub(super) fn remember(context: &ModelContext, shape: Shape) {
    context.shape.set(Some(shape));
}

fn decide(context: &ModelContext) -> Shape {
    match (context.provider, context.call.length()) {
        (Provider::Polyfill | Provider::Preview, _) | (_, 1) => Shape::Object,
        (Provider::McpB, _) | (_, 2) => Shape::Json,
        _ => ask(context).unwrap_or(Shape::Object),
    }
}

/// Calls a tool that does not exist with a signal that has fired. Providers turn the arguments into text
/// first: older builds with `String()`, newer ones with `JSON.stringify`; the arguments note which.
fn ask(context: &ModelContext) -> Option<Shape> {
    thread_local! {
        static NOTED: Cell<Option<Shape>> = const { Cell::new(None) };
        static TO_STRING: Closure<dyn Fn() -> String> = Closure::new(|| note(Shape::Json));
        static TO_JSON: Closure<dyn Fn() -> String> = Closure::new(|| note(Shape::Object));
    }
    fn note(shape: Shape) -> String {
        NOTED.set(NOTED.get().or(Some(shape)));
        "{}".to_owned()
    }
    NOTED.set(None);
    let question = Object::new();
    TO_STRING.with(|function| js::set(&question, "toString", function.as_ref()));
    TO_JSON.with(|function| js::set(&question, "toJSON", function.as_ref()));
    let tool = Object::new();
    js::set(&tool, "name", &"webmcp-exec.no-such-tool".into());
    js::set(&tool, "description", &"".into());
    js::set(&tool, "window", &js_sys::global());
    js::set(&tool, "origin", &js::get(&js_sys::global(), &"origin".into()).unwrap_or_default());
    let controller = web_sys::AbortController::new().ok()?;
    controller.abort();
    let options = Object::new();
    js::set(&options, "signal", &controller.signal());
    let arguments = Array::of3(&tool, &question, &options);
    // The rejection is the expected answer; it is handled so that nobody hears of it.
    if let Ok(promise) = js::apply(&context.call, &context.object, &arguments) {
        js::ignore(&promise);
    }
    NOTED.take()
}
