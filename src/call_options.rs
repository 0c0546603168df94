//! What may be asked of a call beside its arguments: limits, progress, which documents to look in.

use std::rc::Rc;

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use crate::context::{Signal, own_origin};
use crate::engine::{LastProgress, Limits, Scope};
use crate::js;
use crate::rejection::type_error;
use crate::result::error_text;

#[wasm_bindgen]
extern "C" {
    /// An options object, whose members may be getters that throw.
    type Options;
    #[wasm_bindgen(method, getter, catch)]
    fn signal(this: &Options) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn timeout(this: &Options) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = maxTotalTimeout)]
    fn max_total_timeout(this: &Options) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = resetTimeoutOnProgress)]
    fn reset_timeout_on_progress(this: &Options) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = onProgress)]
    fn on_progress(this: &Options) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn origin(this: &Options) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn window(this: &Options) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = fromOrigins)]
    fn from_origins(this: &Options) -> Result<Option<JsValue>, JsValue>;

    #[wasm_bindgen(js_name = URL)]
    type Url;
    #[wasm_bindgen(constructor, js_class = "URL", catch)]
    fn new(url: &JsString) -> Result<Url, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn origin(this: &Url) -> JsValue;
}

/// The third argument: an abort signal, or an object of options.
pub(crate) struct CallOptions {
    /// Whether it was the signal itself.
    pub(crate) is_signal: bool,
    pub(crate) limits: Limits<Signal>,
    pub(crate) on_progress: Option<JsValue>,
    pub(crate) scope: Scope<JsValue>,
}

impl CallOptions {
    /// # Errors
    /// A `TypeError` that names the option that is wrong.
    pub(crate) fn read(value: &JsValue) -> Result<Self, JsValue> {
        let mut read =
            Self { is_signal: false, limits: Limits::default(), on_progress: None, scope: Scope::default() };
        if value.is_undefined() || value.is_null() {
            return Ok(read);
        }
        if let Some(signal) = Signal::from_value(value) {
            read.is_signal = true;
            read.limits.signal = Some(signal);
            return Ok(read);
        }
        if !value.is_object() {
            return Err(type_error("The options must be an object or an AbortSignal.", None));
        }
        let options: &Options = value.unchecked_ref();
        let unreadable = |error: JsValue| unreadable(&error);
        read.limits.signal = signal(options.signal().map_err(unreadable)?)?;
        read.limits.timeout_ms = timeout("timeout", options.timeout().map_err(unreadable)?)?;
        read.limits.max_total_ms =
            timeout("maxTotalTimeout", options.max_total_timeout().map_err(unreadable)?)?;
        if options.reset_timeout_on_progress().map_err(unreadable)?.is_some_and(|reset| reset.is_truthy()) {
            read.limits.renewal = Some(Rc::new(LastProgress::default()));
        }
        read.on_progress = function("onProgress", options.on_progress().map_err(unreadable)?)?;
        read.scope.origin = origin(options.origin().map_err(unreadable)?)?;
        read.scope.window = options.window().map_err(unreadable)?;
        read.scope.from = options.from_origins().map_err(unreadable)?;
        if read.scope.window.as_ref().is_some_and(|window| !js::is_object_like(window)) {
            return Err(type_error("The option `window` must be a Window.", None));
        }
        if read.scope.from.as_ref().is_some_and(|origins| !js::is_object_like(origins)) {
            return Err(type_error("The option `fromOrigins` must be an array of origins.", None));
        }
        if let (Some(origin), None) = (&read.scope.origin, &read.scope.from)
            && *origin != own_origin()
        {
            // Tools of other sites are listed only for who asks for their site.
            read.scope.from = Some(Array::of1(origin).into());
        }
        Ok(read)
    }
}

/// The error for options that throw when they are read.
pub(crate) fn unreadable(error: &JsValue) -> JsValue {
    let text = JsString::from("The options cannot be read: ").concat(&error_text(error));
    type_error(&text, Some(error))
}

/// The option `signal`; `null` and `undefined` are none.
pub(crate) fn signal(value: Option<JsValue>) -> Result<Option<Signal>, JsValue> {
    let Some(value) = value else { return Ok(None) };
    match Signal::from_value(&value) {
        Some(signal) => Ok(Some(signal)),
        None => Err(type_error("The option `signal` must be an AbortSignal.", None)),
    }
}

/// Milliseconds; 0 and `Infinity` mean no deadline.
pub(crate) fn timeout(name: &str, value: Option<JsValue>) -> Result<Option<f64>, JsValue> {
    let Some(value) = value else { return Ok(None) };
    match value.as_f64() {
        Some(ms) if ms >= 0.0 => Ok(Some(ms).filter(|ms| *ms > 0.0 && ms.is_finite())),
        _ => Err(wrong_option(name, "must be a number of milliseconds, 0 or more.")),
    }
}

/// A function; `null` and `undefined` are none.
pub(crate) fn function(name: &str, value: Option<JsValue>) -> Result<Option<JsValue>, JsValue> {
    match value {
        Some(value) if !value.is_function() => Err(wrong_option(name, "must be a function.")),
        value => Ok(value),
    }
}

/// The error for an option that is wrong.
pub(crate) fn wrong_option(name: &str, problem: &str) -> JsValue {
    let text = JsString::from("The option `").concat(&name.into()).concat(&"` ".into());
    type_error(&text.concat(&problem.into()), None)
}

fn origin(value: Option<JsValue>) -> Result<Option<JsValue>, JsValue> {
    let Some(value) = value else { return Ok(None) };
    if value == "null" {
        return Ok(Some(value));
    }
    let refused =
        |cause| type_error("The option `origin` must be an origin, such as https://example.com.", cause);
    if !value.is_string() {
        return Err(refused(None));
    }
    match Url::new(value.unchecked_ref()) {
        Ok(url) => Ok(Some(Url::origin(&url))),
        Err(error) => Err(refused(Some(&error))),
    }
}
