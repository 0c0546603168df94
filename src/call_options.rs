//! What may be asked of a call beside its arguments: limits, progress, which documents to look in.

use std::rc::Rc;

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use crate::context::{Signal, scope, serialized_origin};
use crate::engine::{LastProgress, Limits, Scope};
use crate::js;
use crate::rejection::type_error;
use crate::result::error_text;
use crate::sentences::{BAD_ORIGIN, BAD_SIGNAL};
use crate::validate::Validate;
use crate::validate::imported::Imported;

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
    #[wasm_bindgen(method, getter, catch, js_name = callId)]
    fn call_id(this: &Options) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn validate(this: &Options) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn origin(this: &Options) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    fn window(this: &Options) -> Result<Option<JsValue>, JsValue>;
    #[wasm_bindgen(method, getter, catch, js_name = fromOrigins)]
    fn from_origins(this: &Options) -> Result<Option<JsValue>, JsValue>;
}

/// The third argument: an abort signal, or an object of options.
#[derive(Debug)]
pub(crate) struct CallOptions {
    /// Whether it was the signal itself.
    pub(crate) is_signal: bool,
    pub(crate) limits: Limits<Signal>,
    pub(crate) on_progress: Option<JsValue>,
    /// The caller's own id for the call.
    pub(crate) call_id: Option<JsValue>,
    /// Checks the arguments against the schema of a page's tool.
    pub(crate) validator: Option<Rc<dyn Validate>>,
    pub(crate) scope: Scope<JsValue>,
}

impl CallOptions {
    /// # Errors
    /// A `TypeError` that names the option that is wrong.
    pub(crate) fn read(value: &JsValue) -> Result<Self, JsValue> {
        let mut read = Self {
            is_signal: false,
            limits: Limits::default(),
            on_progress: None,
            call_id: None,
            validator: None,
            scope: Scope::default(),
        };
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
        read.call_id = options.call_id().map_err(unreadable)?;
        read.validator = match flag("validate", options.validate().map_err(unreadable)?)? {
            true => Some(Rc::new(Imported)),
            false => None,
        };
        read.scope = scope_of(value)?;
        Ok(read)
    }
}

/// Which documents to look in, of an object that has the options `origin`, `window` and `fromOrigins`.
///
/// # Errors
/// A `TypeError` that names the option that is wrong.
pub(crate) fn scope_of(value: &JsValue) -> Result<Scope<JsValue>, JsValue> {
    let options: &Options = value.unchecked_ref();
    let unreadable = |error: JsValue| unreadable(&error);
    let origin = origin(options.origin().map_err(unreadable)?)?;
    let window = options.window().map_err(unreadable)?;
    let from = options.from_origins().map_err(unreadable)?;
    if window.as_ref().is_some_and(|window| !js::is_object_like(window)) {
        return Err(type_error("The option `window` must be a Window.", None));
    }
    if from.as_ref().is_some_and(|origins| !js::is_object_like(origins)) {
        return Err(type_error("The option `fromOrigins` must be an array of origins.", None));
    }
    Ok(scope(origin, window, from))
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
        None => Err(type_error(BAD_SIGNAL, None)),
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

/// Whether an option is on; `null` and `undefined` are off.
fn flag(name: &str, value: Option<JsValue>) -> Result<bool, JsValue> {
    match value.as_ref().map(JsValue::as_bool) {
        None => Ok(false),
        Some(Some(flag)) => Ok(flag),
        Some(None) => Err(wrong_option(name, "must be true or false.")),
    }
}

/// The error for an option that is wrong.
pub(crate) fn wrong_option(name: &str, problem: &str) -> JsValue {
    let text = JsString::from("The option `").concat(&name.into()).concat(&"` ".into());
    type_error(&text.concat(&problem.into()), None)
}

fn origin(value: Option<JsValue>) -> Result<Option<JsValue>, JsValue> {
    let Some(value) = value else { return Ok(None) };
    let refused = |cause| type_error(BAD_ORIGIN, cause);
    if !value.is_string() {
        return Err(refused(None));
    }
    match serialized_origin(value.unchecked_ref()) {
        Ok(origin) => Ok(Some(origin)),
        Err(error) => Err(refused(Some(&error))),
    }
}
