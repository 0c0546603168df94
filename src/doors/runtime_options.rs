//! Reading the options of a runtime and of its calls.

use std::rc::Rc;

use wasm_bindgen::prelude::*;

use crate::call_options::{function, signal, timeout, unreadable, wrong_option};
use crate::context::{AnyOf, Signal};
use crate::engine::{LastProgress, Limits};
use crate::js;
use crate::rejection::type_error;
use crate::runtime::{Hooks, Remote, RuntimeCall, RuntimeOptions};
use crate::validate::imported::Imported;

/// An object of options; `null` and `undefined` are as good as an empty one.
struct Options<'a>(Option<&'a JsValue>);

type Read<T> = Result<T, JsValue>;

impl<'a> Options<'a> {
    fn of(value: &'a JsValue, otherwise: &str) -> Read<Self> {
        match value {
            none if none.is_undefined() || none.is_null() => Ok(Self(None)),
            options if options.is_object() => Ok(Self(Some(options))),
            _ => Err(type_error(otherwise, None)),
        }
    }

    /// A member; `null` is as good as none.
    fn get(&self, name: &str) -> Read<Option<JsValue>> {
        let Some(options) = self.0 else { return Ok(None) };
        let value = js::get(options, &name.into()).map_err(|error| unreadable(&error))?;
        Ok(Some(value).filter(|value| !value.is_undefined()))
    }

    /// Milliseconds, where they are given: 0 and `Infinity` stand for no limit.
    fn ms(&self, name: &str) -> Read<Option<Option<f64>>> {
        match self.get(name)? {
            Some(value) => timeout(name, Some(value)).map(Some),
            None => Ok(None),
        }
    }

    fn flag(&self, name: &str) -> Read<Option<bool>> {
        match self.get(name)? {
            Some(value) => match value.as_bool() {
                Some(flag) => Ok(Some(flag)),
                None => Err(wrong_option(name, "must be true or false.")),
            },
            None => Ok(None),
        }
    }
}

/// The options of `createRuntime`, and whether progress renews the time of its calls.
pub(super) fn of_runtime(value: &JsValue) -> Read<(RuntimeOptions, bool)> {
    let given = Options::of(value, "The options must be an object.")?;
    let mut options = RuntimeOptions { validator: Some(Rc::new(Imported)), ..RuntimeOptions::default() };
    if let Some(ms) = given.ms("timeout")? {
        options.timeout_ms = ms;
    }
    options.max_total_ms = given.ms("maxTotalTimeout")?.flatten();
    options.max_concurrent = given.get("maxConcurrent")?.map(|value| count(&value)).transpose()?.flatten();
    if let Some(flag) = given.flag("validateInput")? {
        options.validate_input = flag;
    }
    if let Some(flag) = given.flag("validateOutput")? {
        options.validate_output = flag;
    }
    if let Some(value) = given.get("hooks")? {
        options.hooks = hooks(value)?;
    }
    if let Some(value) = given.get("remote")? {
        let remote = Remote::of(&value).map_err(|error| unreadable(&error))?;
        let problem = "must have a `callTool`, as the client of an MCP server has.";
        options.remote = Some(remote.ok_or_else(|| wrong_option("remote", problem))?);
    }
    Ok((options, given.flag("resetTimeoutOnProgress")?.unwrap_or(false)))
}

/// A whole number, 1 or more; `Infinity` stands for no limit.
fn count(value: &JsValue) -> Read<Option<usize>> {
    match value.as_f64() {
        Some(f64::INFINITY) => Ok(None),
        Some(number) if number >= 1.0 && number.fract() == 0.0 => Ok(Some(number as usize)),
        _ => Err(wrong_option("maxConcurrent", "must be a whole number, 1 or more.")),
    }
}

fn hooks(value: JsValue) -> Read<Hooks> {
    if !value.is_object() {
        return Err(wrong_option("hooks", "must be an object of functions."));
    }
    let hook = |name: &str| function(&["hooks.", name].concat(), Options(Some(&value)).get(name)?);
    let (before_execute, after_execute, on_error) =
        (hook("beforeExecute")?, hook("afterExecute")?, hook("onError")?);
    Ok(Hooks { before_execute, after_execute, on_error, this: value })
}

/// The options of `executeAll`: what ends all of its calls.
pub(super) fn of_all(value: &JsValue) -> Read<Option<Signal>> {
    if let Some(signal) = Signal::from_value(value) {
        return Ok(Some(signal));
    }
    signal(Options::of(value, NEITHER)?.get("signal")?)
}

const NEITHER: &str = "The options must be an object or an AbortSignal.";

/// A call, and what its signals have in common, which has to be kept for as long as the call goes on.
pub(super) struct Call {
    pub(super) call: RuntimeCall,
    pub(super) _signals: Option<AnyOf>,
}

impl Call {
    /// Reads a call; what its options do not say, those of the runtime do. `of_all` ends it beside its own signals.
    pub(super) fn read(
        runtime: &RuntimeOptions,
        renews: bool,
        id: &JsValue,
        params: &JsValue,
        options: &JsValue,
        of_all: Option<&Signal>,
    ) -> Read<Self> {
        if !id.is_string() {
            return Err(type_error("The tool's id must be a string.", None));
        }
        let mut signals: Vec<Signal> = of_all.cloned().into_iter().collect();
        let given = match Signal::from_value(options) {
            Some(signal) => {
                signals.push(signal);
                Options(None)
            }
            None => Options::of(options, NEITHER)?,
        };
        signals.extend(signal(given.get("signal")?)?);
        signals.extend(abort_signal(given.get("abortSignal")?)?);
        let (signal, any_of) = match signals.as_slice() {
            [] => (None, None),
            [one] => (Some(one.clone()), None),
            several => {
                let any_of = AnyOf::of(several);
                (any_of.as_ref().map(AnyOf::signal), any_of)
            }
        };
        let context = match given.get("context")? {
            None => JsValue::UNDEFINED,
            Some(context) if context.is_object() => {
                js::shallow_copy(&context).map_err(|error| unreadable(&error))?.into()
            }
            Some(_) => return Err(wrong_option("context", "must be an object.")),
        };
        let renews = given.flag("resetTimeoutOnProgress")?.unwrap_or(renews);
        let limits = Limits {
            signal,
            timeout_ms: given.ms("timeout")?.unwrap_or(runtime.timeout_ms),
            renewal: renews.then(|| Rc::new(LastProgress::default())),
            max_total_ms: given.ms("maxTotalTimeout")?.unwrap_or(runtime.max_total_ms),
            ..Limits::default()
        };
        let on_progress = function("onProgress", given.get("onProgress")?)?;
        let call = RuntimeCall { id: id.clone(), params: params.clone(), context, limits, on_progress };
        Ok(Self { call, _signals: any_of })
    }
}

fn abort_signal(value: Option<JsValue>) -> Read<Option<Signal>> {
    let Some(value) = value else { return Ok(None) };
    match Signal::from_value(&value) {
        Some(signal) => Ok(Some(signal)),
        None => Err(wrong_option("abortSignal", "must be an AbortSignal.")),
    }
}
