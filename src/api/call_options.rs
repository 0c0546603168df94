//! How a tool is called.

use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use js_sys::{Array, JsString};
use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;
use web_sys::{AbortSignal, Window};

use super::error::Error;
use super::json::json_of;
use crate::context::{Signal, scope, serialized_origin};
use crate::engine::{LastProgress, Limits, Scope};
use crate::sentences::{BAD_ORIGIN, BAD_SIGNAL};
use crate::validate::Validate;

/// How a tool is called: until when, and of which document.
///
/// ```no_run
/// use std::time::Duration;
/// use webmcp_exec::CallOptions;
///
/// let options = CallOptions::new().timeout(Duration::from_secs(5)).origin("https://shop.example");
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct CallOptions {
    signal: Option<AbortSignal>,
    timeout: Option<Duration>,
    max_total_timeout: Option<Duration>,
    reset_timeout_on_progress: bool,
    on_progress: Option<OnProgress>,
    context: Map<String, Value>,
    validator: Option<Rc<dyn Validate>>,
    origin: Option<String>,
    window: Option<JsValue>,
    from_origins: Option<Vec<String>>,
}

#[derive(Clone)]
struct OnProgress(Rc<dyn Fn(Value)>);

impl fmt::Debug for OnProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnProgress")
    }
}

impl CallOptions {
    /// No signal, no time limit, and whatever tool of the name is the page's own, or the only one.
    pub fn new() -> Self {
        Self::default()
    }

    /// A signal that ends the call, with [`Error::Aborted`], when it fires. Where nobody else has to stop the call,
    /// dropping its future is enough.
    pub fn signal(mut self, signal: &AbortSignal) -> Self {
        self.signal = Some(signal.clone());
        self
    }

    /// The time after which the call ends with [`Error::TimedOut`]; the default is none. A call with no time at all
    /// does not begin.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// The time after which the call ends whatever progress it makes; the default is none.
    pub fn max_total_timeout(mut self, timeout: Duration) -> Self {
        self.max_total_timeout = Some(timeout);
        self
    }

    /// Whether the time that [`timeout`](Self::timeout) allows counts anew from every word of progress.
    pub fn reset_timeout_on_progress(mut self, reset: bool) -> Self {
        self.reset_timeout_on_progress = reset;
        self
    }

    /// A function that is told of the tool's progress, as its JSON. Tools that were registered through this package
    /// tell of it; browsers have no word for it.
    pub fn on_progress(mut self, told: impl Fn(Value) + 'static) -> Self {
        self.on_progress = Some(OnProgress(Rc::new(told)));
        self
    }

    /// What checks the arguments against the tool's own schema before the tool is called; the default is to leave that
    /// to the tool. A mismatch is [`Error::Invalid`].
    pub fn validator(mut self, validator: Rc<dyn Validate>) -> Self {
        self.validator = Some(validator);
        self
    }

    /// Something that the tool is told of its caller, such as `userId`: for tools of a registry, which
    /// [`Runtime::execute`](crate::Runtime::execute) calls.
    pub fn context(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.context.insert(name.into(), value.into());
        self
    }

    /// Only a tool of this origin. One of another site is then asked for too, as by
    /// [`from_origins`](Self::from_origins).
    pub fn origin(mut self, origin: impl Into<String>) -> Self {
        self.origin = Some(origin.into());
        self
    }

    /// Only a tool of the document in this window (a frame's `content_window()`).
    pub fn window(mut self, window: &Window) -> Self {
        self.window = Some(window.into());
        self
    }

    /// Other sites whose tools are wanted as well. They have to expose them to this page, and the frame needs
    /// `allow="tools"`.
    pub fn from_origins<S: Into<String>>(mut self, origins: impl IntoIterator<Item = S>) -> Self {
        self.from_origins = Some(origins.into_iter().map(Into::into).collect());
        self
    }

    pub(super) fn own_signal(&self) -> Option<&AbortSignal> {
        self.signal.as_ref()
    }

    pub(super) fn has_timeout(&self) -> bool {
        self.timeout.is_some()
    }

    /// The options as the engine takes them.
    pub(super) fn read(self) -> Result<EngineOptions, Error> {
        let signal = match &self.signal {
            Some(signal) => Some(Signal::from_value(signal).ok_or_else(|| wrong(BAD_SIGNAL, None))?),
            None => None,
        };
        let origin = match self.origin {
            Some(origin) => {
                let origin = serialized_origin(&JsString::from(origin));
                Some(origin.map_err(|error| wrong(BAD_ORIGIN, Some(error)))?)
            }
            None => None,
        };
        let from = self.from_origins.map(|origins| origins.iter().map(JsValue::from).collect());
        let ms = |time: Duration| time.as_nanos() as f64 / 1e6;
        let renewal = self.reset_timeout_on_progress.then(|| Rc::new(LastProgress::default()));
        let on_progress = self.on_progress.map(|OnProgress(told)| {
            Closure::new(move |progress: JsValue| told(json_of(&progress).unwrap_or_default()))
        });
        let (timeout_ms, max_total_ms) = (self.timeout.map(ms), self.max_total_timeout.map(ms));
        Ok(EngineOptions {
            limits: Limits { signal, timeout_ms, renewal, max_total_ms, droppable: true },
            on_progress,
            context: self.context,
            validator: self.validator,
            scope: scope(origin, self.window, from.map(|from: Array| from.into())),
        })
    }
}

impl From<&AbortSignal> for CallOptions {
    fn from(signal: &AbortSignal) -> Self {
        Self::new().signal(signal)
    }
}

/// Options whose every member has been checked.
pub(super) struct EngineOptions {
    pub(super) limits: Limits<Signal>,
    /// Has to live as long as the call.
    pub(super) on_progress: Option<Closure<dyn Fn(JsValue)>>,
    pub(super) context: Map<String, Value>,
    pub(super) validator: Option<Rc<dyn Validate>>,
    pub(super) scope: Scope<JsValue>,
}

impl EngineOptions {
    /// Whether no time is left from the beginning.
    pub(super) fn is_too_late(&self) -> bool {
        [self.limits.timeout_ms, self.limits.max_total_ms].contains(&Some(0.0))
    }
}

fn wrong(message: &str, cause: Option<JsValue>) -> Error {
    Error::InvalidInput { message: message.to_owned(), cause }
}
