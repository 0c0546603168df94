//! Reading the arguments of `executeTool` and its family.

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use crate::context::{Arguments, Browser, Signal, own_origin};
use crate::engine::{Attribution, Scope, ToolCall};
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

/// Reads a whole call.
///
/// # Errors
/// A `TypeError` that names what is wrong.
pub(super) fn read(
    name: &JsValue,
    args: &JsValue,
    options: &JsValue,
    attribution: Attribution,
) -> Result<ToolCall<Browser>, JsValue> {
    if !name.is_string() {
        return Err(type_error("The tool's name must be a string.", None));
    }
    let arguments = Arguments::read(args).map_err(|bad| {
        let quoted = JsString::from("The arguments for \"").concat(name).concat(&"\" ".into());
        type_error(&quoted.concat(&bad.problem).concat(&".".into()), bad.cause.as_ref())
    })?;
    let options = CallOptions::read(options)?;
    Ok(ToolCall {
        name: name.clone(),
        args: arguments,
        scope: options.scope,
        signal: options.signal,
        timeout_ms: options.timeout_ms,
        attribution,
    })
}

/// The third argument: an abort signal, or an object of options.
pub(super) struct CallOptions {
    pub(super) signal: Option<Signal>,
    pub(super) timeout_ms: Option<f64>,
    pub(super) scope: Scope<JsValue>,
}

impl CallOptions {
    /// # Errors
    /// A `TypeError` that names the option that is wrong.
    pub(super) fn read(value: &JsValue) -> Result<Self, JsValue> {
        let mut read = Self { signal: None, timeout_ms: None, scope: Scope::default() };
        if value.is_undefined() || value.is_null() {
            return Ok(read);
        }
        if let Some(signal) = Signal::from_value(value) {
            read.signal = Some(signal);
            return Ok(read);
        }
        if !value.is_object() {
            return Err(type_error("The options must be an object or an AbortSignal.", None));
        }
        let options: &Options = value.unchecked_ref();
        let unreadable = |error: JsValue| unreadable(&error);
        read.signal = signal(options.signal().map_err(unreadable)?)?;
        read.timeout_ms = timeout(options.timeout().map_err(unreadable)?)?;
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
pub(super) fn unreadable(error: &JsValue) -> JsValue {
    let text = JsString::from("The options cannot be read: ").concat(&error_text(error));
    type_error(&text, Some(error))
}

/// The option `signal`; `null` and `undefined` are none.
pub(super) fn signal(value: Option<JsValue>) -> Result<Option<Signal>, JsValue> {
    let Some(value) = value else { return Ok(None) };
    match Signal::from_value(&value) {
        Some(signal) => Ok(Some(signal)),
        None => Err(type_error("The option `signal` must be an AbortSignal.", None)),
    }
}

/// Milliseconds; 0 and `Infinity` mean no deadline.
fn timeout(value: Option<JsValue>) -> Result<Option<f64>, JsValue> {
    let Some(value) = value else { return Ok(None) };
    match value.as_f64() {
        Some(ms) if ms >= 0.0 => Ok(Some(ms).filter(|ms| *ms > 0.0 && ms.is_finite())),
        _ => Err(type_error("The option `timeout` must be a number of milliseconds, 0 or more.", None)),
    }
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
