//! What runs when a tool of a catalogue is called.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::JsValue;

use crate::callable::Callable;
use crate::events::Observed;
use crate::promise::Settlement;

/// What runs when a tool of a catalogue is called: a function `(params, context)` of JavaScript or of Rust, or nothing
/// at all where only a server has it.
#[derive(Clone, Debug)]
pub struct ToolFunction(Kind);

#[derive(Clone)]
enum Kind {
    JavaScript(JsValue),
    Rust(Rc<dyn Fn(JsValue, JsValue) -> Running>),
    Elsewhere,
}

type Running = Pin<Box<dyn Future<Output = Settlement>>>;

impl ToolFunction {
    /// A JavaScript function: it may return a value, a promise or an async generator.
    #[must_use]
    pub fn of_javascript(function: JsValue) -> Self {
        Self(Kind::JavaScript(function))
    }

    /// A Rust function. `context` is the object that JavaScript tools get: `{ toolId, timeout, signal, emit, … }`. What
    /// it gives is the tool's result, `{ success, data }`; an error is what a JavaScript tool throws.
    #[must_use]
    pub fn of_rust<F>(call: impl Fn(JsValue, JsValue) -> F + 'static) -> Self
    where
        F: Future<Output = Result<JsValue, JsValue>> + 'static,
    {
        Self(Kind::Rust(Rc::new(move |params, context| Box::pin(call(params, context)))))
    }

    /// Nothing here runs it: a server does.
    #[must_use]
    pub fn elsewhere() -> Self {
        Self(Kind::Elsewhere)
    }

    /// Whether something here runs it.
    #[must_use]
    pub fn is_here(&self) -> bool {
        !matches!(self.0, Kind::Elsewhere)
    }

    /// The function, if it is one of JavaScript.
    #[must_use]
    pub fn as_javascript(&self) -> Option<&JsValue> {
        match &self.0 {
            Kind::JavaScript(function) => Some(function),
            _ => None,
        }
    }

    /// Runs it. What nothing here runs gives nothing.
    pub(crate) async fn call(&self, params: JsValue, context: JsValue, observed: &Observed) -> Settlement {
        match &self.0 {
            Kind::JavaScript(function) => {
                let callable = Callable::new(function.clone(), JsValue::UNDEFINED);
                callable.call(&Array::of2(&params, &context), observed).await
            }
            Kind::Rust(call) => call(params, context).await,
            Kind::Elsewhere => Ok(JsValue::UNDEFINED),
        }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::JavaScript(_) => "JavaScript",
            Self::Rust(_) => "Rust",
            Self::Elsewhere => "Elsewhere",
        })
    }
}
