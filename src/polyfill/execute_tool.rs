//! `executeTool(tool, input, options)`: the side of the caller. The tool's side is in `run_tool`.
//!
//! <https://webmachinelearning.github.io/webmcp/#dom-modelcontext-executetool>

use js_sys::{Function, JsString, Promise};
use wasm_bindgen::JsValue;

use super::ModelContext;
use super::documents::Peer;
use super::names::Member;
use super::platform::Deferred;
use super::webidl::{Operation, is_object};
use crate::table::{Key, Table};

/// The text that Chromium gives where it says no more, also of a tool that there is not.
const UNKNOWN: &str = "The operation failed for an unknown transient reason (e.g. out of memory).";

/// A call made from this document.
#[derive(Debug)]
pub(super) struct Call {
    /// The caller's promise; `None` once it has been rejected by the signal.
    promise: Option<Deferred>,
    listening: Option<Listening>,
    /// The document that runs the tool and what names the run there, once it has begun.
    run: Option<(Peer, JsValue)>,
}

/// The listener of a call at its signal.
#[derive(Debug)]
struct Listening {
    signal: JsValue,
    listener: Function,
}

/// <https://webmachinelearning.github.io/webmcp/#dictdef-registeredtool>
struct RegisteredTool {
    name: JsString,
    origin: JsString,
    window: JsValue,
}

/// What is to be run, where.
struct Target {
    name: JsString,
    input: JsString,
    origin: JsString,
    window: JsValue,
}

impl ModelContext {
    pub(super) fn execute_tool(
        &self,
        present: u32,
        tool: &JsValue,
        input: &JsValue,
        options: &JsValue,
    ) -> Promise {
        let deferred = self.platform.deferred();
        let promise = deferred.promise();
        let operation = self.operation("executeTool");
        let checked = operation
            .require_argument(present)
            .and_then(|()| self.check_call(operation, tool, input, options));
        match checked {
            Ok((target, signal)) => self.call(target, signal, deferred),
            Err(reason) => deferred.reject(&reason),
        }
        promise
    }

    /// Converts the arguments and makes every check, in Chromium's order.
    fn check_call(
        &self,
        operation: Operation<'_>,
        tool: &JsValue,
        input: &JsValue,
        options: &JsValue,
    ) -> Result<(Target, Option<JsValue>), JsValue> {
        let RegisteredTool { name, origin, window } = RegisteredTool::from_js(operation, tool)?;
        let dictionary = operation.optional_dictionary(options, "ExecuteToolOptions")?;
        let signal = dictionary.abort_signal(Member::Signal)?;

        let origin = self.tuple_origin(&origin)?;
        let input = if input.is_undefined() && options.is_undefined() {
            JsString::from("{}")
        } else if is_object(input) {
            operation.json_text(input, "input object")?
        } else {
            return Err(operation.type_error("invalid input object: value is not an object"));
        };
        if self.platform.is_detached(&window) {
            return Err(self.platform.exception("InvalidStateError", "Target frame is detached."));
        }
        if let Some(signal) = &signal
            && self.platform.is_aborted(signal)
        {
            return Err(self.platform.abort_reason(signal));
        }
        Ok((Target { name, input, origin, window }, signal))
    }

    fn tuple_origin(&self, url: &JsString) -> Result<JsString, JsValue> {
        let refused = |message| Err(self.platform.exception("NotSupportedError", message));
        match self.platform.origin_of(url) {
            None => refused("The provided origin is invalid."),
            Some(origin) if origin == "null" => {
                refused("Cannot execute tools that live in a document with an opaque origin.")
            }
            Some(origin) => Ok(origin),
        }
    }

    fn call(&self, target: Target, signal: Option<JsValue>, promise: Deferred) {
        let call = Call { promise: Some(promise), listening: None, run: None };
        let key = self.calls.with(|calls| calls.insert(call));
        if let Some(signal) = signal
            && let Ok(Some(listener)) = self.platform.on_abort(&signal, key.index, key.generation)
        {
            let listening = Listening { signal, listener };
            self.calls.with(|calls| calls.get_mut(key).map(|call| call.listening = Some(listening)));
        }
        // What there is not at the moment of the call is not run, even if it is registered before the task.
        let owner = self.owner(&target).filter(|owner| owner.has(&target.name).unwrap_or_default());
        self.queue(move |context| context.begin(key, &target, owner));
    }

    /// The document that shall run the tool, if this document may see it and it has the origin asked for.
    fn owner(&self, target: &Target) -> Option<Peer> {
        if target.origin != self.platform.origin() {
            return None;
        }
        self.platform.peer(&target.window)
    }

    /// Has the tool run. A call whose signal was aborted since still starts, and is cancelled thereafter.
    fn begin(&self, key: Key, target: &Target, owner: Option<Peer>) {
        let settled = self.platform.on_settled(key.index, key.generation);
        // The window may show another document by now.
        let owner = owner.filter(|owner| self.owner(target).as_ref() == Some(owner));
        let Some(owner) = owner else {
            return self.settle(key, Err(UNKNOWN.into()));
        };
        match owner.run(&target.name, &target.input, &settled) {
            Ok(Some(run)) => self.begun(key, owner, run),
            // It is settled already.
            Ok(None) => {}
            Err(_) => self.settle(key, Err(UNKNOWN.into())),
        }
    }

    fn begun(&self, key: Key, owner: Peer, run: JsValue) {
        let aborted = self.calls.with(|calls| {
            let call = calls.get_mut(key)?;
            call.run = Some((owner, run));
            if call.promise.is_none() { calls.remove(key) } else { None }
        });
        if let Some(call) = aborted {
            call.cancel();
        }
    }

    /// The owner says how a call went; the promise follows in a task.
    pub(super) fn settled(&self, key: Key, failure: Option<JsString>, text: JsValue) {
        let outcome = match failure {
            None => Ok(text),
            Some(failure) if failure.is_falsy() => Err(UNKNOWN.into()),
            Some(failure) => Err(failure),
        };
        self.queue(move |context| context.settle(key, outcome));
    }

    fn settle(&self, key: Key, outcome: Result<JsValue, JsString>) {
        let Some(call) = self.calls.with(|calls| calls.remove(key)) else { return };
        self.stop_listening(call.listening);
        let Some(promise) = call.promise else { return };
        match outcome {
            Ok(text) => promise.resolve(&text),
            Err(message) => promise.reject(&self.platform.exception("UnknownError", &String::from(message))),
        }
    }

    /// The signal of a call has been aborted: its promise is rejected at once, by the reason itself.
    pub(super) fn abort(&self, key: Key) {
        let aborted = self.calls.with(|calls| {
            let call = calls.get_mut(key)?;
            let (promise, listening) = (call.promise.take(), call.listening.take());
            Some((promise, listening, if call.run.is_some() { calls.remove(key) } else { None }))
        });
        let Some((promise, listening, begun)) = aborted else { return };
        if let (Some(promise), Some(listening)) = (&promise, &listening) {
            promise.reject(&self.platform.abort_reason(&listening.signal));
        }
        self.stop_listening(listening);
        if let Some(call) = begun {
            call.cancel();
        }
    }

    /// This document goes away: nobody waits for its calls any more.
    pub(super) fn abandon_calls(&self) {
        let calls = self.calls.with(Table::drain);
        for call in calls {
            call.cancel();
            self.stop_listening(call.listening);
        }
    }

    fn stop_listening(&self, listening: Option<Listening>) {
        if let Some(Listening { signal, listener }) = listening {
            // A signal that refuses to let go finds no record of the call.
            let _ = self.platform.remove_listener(&signal, &listener);
        }
    }
}

impl Call {
    fn cancel(&self) {
        if let Some((owner, run)) = &self.run {
            // A document that is gone has stopped the tool with it.
            let _ = owner.cancel(run);
        }
    }
}

impl RegisteredTool {
    fn from_js(operation: Operation<'_>, tool: &JsValue) -> Result<Self, JsValue> {
        let tool = operation.dictionary(tool, "RegisteredTool")?;
        tool.annotations()?;
        tool.required_string(Member::Description)?;
        tool.object(Member::InputSchema)?;
        let name = tool.required_string(Member::Name)?;
        let origin = tool.required_string(Member::Origin)?;
        tool.string(Member::Title)?;
        let window = tool.required_window(Member::Window)?;
        Ok(Self { name, origin, window })
    }
}
