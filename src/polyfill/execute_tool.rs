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
use crate::table::Key;

/// The text that Chromium gives where it says no more, also of a tool that there is not.
const UNKNOWN: &str = "The operation failed for an unknown transient reason (e.g. out of memory).";

/// A call made from this document.
#[derive(Debug)]
pub(super) struct Call {
    /// The caller's promise; `None` once it has been rejected by the signal.
    promise: Option<Deferred>,
    listening: Option<Listening>,
    /// Where the tool runs, once it has begun.
    run: Option<Place>,
}

/// Where a tool runs.
#[derive(Debug)]
enum Place {
    /// In a document of this origin, and what names the run there.
    Near(Peer, JsValue),
    /// Behind a channel.
    Far(Key),
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
        self.require_permission()?;

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
        if target.origin != self.platform.origin() {
            return self.call_far(key, target);
        }
        // What there is not at the moment of the call is not run, even if it is registered before the task.
        let owner = self.owner(&target).filter(|owner| owner.has(&target.name).unwrap_or_default());
        self.queue(move |context| context.begin(key, &target, owner));
    }

    /// Has a tool of another origin run, as soon as it is known whether its document exposes any.
    fn call_far(&self, key: Key, target: Target) {
        if self.callable(&target.window, &target.origin).is_none()
            && self.platform.is_foreign(&target.window)
            && !self.is_opaque()
        {
            self.ask(&target.window, &target.origin, false);
        }
        let (origin, window) = (target.origin.clone(), target.window.clone());
        self.after_contact(vec![origin], Some(window), move |context| {
            let Some(channel) = context.callable(&target.window, &target.origin) else {
                return context.settle(key, Err(UNKNOWN.into()));
            };
            context.send_run(channel, key, &target.name, &target.input);
            context.begun(key, Place::Far(channel));
        });
    }

    /// The document of this origin that shall run the tool.
    fn owner(&self, target: &Target) -> Option<Peer> {
        self.platform.peer(&target.window)
    }

    /// Whether a call is one that was made by a channel.
    pub(super) fn is_call_of(&self, key: Key, channel: Key) -> bool {
        self.calls.with(|calls| calls.get_mut(key).is_some_and(|call| call.is_of(channel)))
    }

    /// The document behind a channel is gone.
    pub(super) fn fail_calls_of(&self, channel: Key) {
        for key in self.calls.with(|calls| calls.find(|call| call.is_of(channel))) {
            self.queue(move |context| context.settle(key, Err(UNKNOWN.into())));
        }
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
            Ok(Some(run)) => self.begun(key, Place::Near(owner, run)),
            // It is settled already.
            Ok(None) => {}
            Err(_) => self.settle(key, Err(UNKNOWN.into())),
        }
    }

    fn begun(&self, key: Key, place: Place) {
        let aborted = self.calls.with(|calls| {
            let call = calls.get_mut(key)?;
            call.run = Some(place);
            if call.promise.is_none() { calls.remove(key) } else { None }
        });
        if let Some(call) = aborted {
            self.cancel_call(key, &call);
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
            self.cancel_call(key, &call);
        }
    }

    /// This document goes away: nobody waits for its calls any more.
    pub(super) fn abandon_calls(&self) {
        let calls = self.calls.with(|calls| calls.find(|_| true));
        for key in calls {
            if let Some(call) = self.calls.with(|calls| calls.remove(key)) {
                self.cancel_call(key, &call);
                self.stop_listening(call.listening);
            }
        }
    }

    fn cancel_call(&self, key: Key, call: &Call) {
        match &call.run {
            Some(Place::Near(owner, run)) => {
                // A document that is gone has stopped the tool with it.
                let _ = owner.cancel(run);
            }
            Some(Place::Far(channel)) => self.send_cancel(*channel, key),
            None => {}
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
    fn is_of(&self, channel: Key) -> bool {
        matches!(self.run, Some(Place::Far(place)) if place == channel)
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
