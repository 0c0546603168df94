//! Whether a call may be made: what the caller's function says of it.

use std::pin::pin;

use js_sys::{Array, JsString};
use wasm_bindgen::{JsCast, JsValue};

use super::Agent;
use crate::context::Follower;
use crate::js;
use crate::promise::settled_call;

/// What was decided of a call. Whatever is no plain yes is a no.
#[derive(Debug)]
pub(super) enum Verdict {
    Allowed {
        /// The arguments, if they have been changed.
        input: Option<JsValue>,
    },
    Denied {
        reason: Option<JsString>,
    },
}

/// Asks, if there is somebody to be asked; the signal that it is given fires if the loop's does meanwhile.
///
/// # Errors
/// The rejection, if the signal has fired.
pub(super) async fn ask(agent: &Agent, call: &JsValue, tool: &JsValue) -> Result<Verdict, JsValue> {
    let Some(approve) = &agent.approve else { return Ok(Verdict::Allowed { input: None }) };
    let said = pin!(async {
        let follower = Follower::of(agent.options.limits.signal.as_ref());
        let signal = follower.as_ref().map(Follower::signal).unwrap_or_default();
        let context = js::object_of(&[("signal", &signal)]);
        let said = settled_call(approve, &JsValue::UNDEFINED, &Array::of3(call, tool, &context)).await;
        if let Some(follower) = &follower {
            follower.end();
        }
        said
    });
    Ok(match agent.unless_aborted(said).await? {
        Ok(said) => Verdict::read(&said),
        Err(error) => {
            js::report_error(&error);
            Verdict::Denied { reason: None }
        }
    })
}

impl Verdict {
    fn read(said: &JsValue) -> Self {
        if *said == true {
            return Self::Allowed { input: None };
        }
        let member = |name: &str| js::get(said, &name.into()).ok();
        if said.is_object() && member("allow").is_some_and(|allow| allow == true) {
            // One that cannot be read was meant to be another.
            return match member("input") {
                Some(input) => Self::Allowed { input: Some(input).filter(|input| !input.is_undefined()) },
                None => Self::Denied { reason: None },
            };
        }
        let reason = if said.is_object() { member("reason") } else { Some(said.clone()) };
        Self::Denied { reason: reason.and_then(|reason| reason.dyn_into().ok()) }
    }
}
