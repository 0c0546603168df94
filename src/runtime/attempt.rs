//! The steps of one call.

use std::cell::{Cell, RefCell};
use std::pin::pin;

use js_sys::{JsString, Object};
use wasm_bindgen::prelude::*;

use super::hooks::HookCall;
use super::remote::{Remote, RemoteCall};
use super::{Runtime, answer};
use crate::context::{Browser, Follower, Signal};
use crate::definition::{Definition, ExecutionMode};
use crate::engine::{First, Host, Limits, LocalCall, Outcome, Part, Running, first};
use crate::js;
use crate::registry::RegisteredTool;
use crate::rejection;
use crate::result::ErrorCode;

/// One call on its way.
pub(super) struct Attempt<'a> {
    pub(super) runtime: &'a Runtime,
    pub(super) call: &'a LocalCall<Browser>,
    pub(super) context: &'a JsValue,
    /// The limits from when its turn comes.
    pub(super) of_tool: &'a Limits<Signal>,
    pub(super) notes: &'a Notes,
    pub(super) hook_call: &'a HookCall,
}

/// What a call leaves beside its outcome.
#[derive(Debug, Default)]
pub(super) struct Notes {
    started: Cell<Option<f64>>,
    warnings: RefCell<Vec<JsString>>,
}

impl Notes {
    /// When its turn came.
    pub(super) fn started(&self) -> Option<f64> {
        self.started.get()
    }

    pub(super) fn warn(&self, text: JsString) {
        self.warnings.borrow_mut().push(text);
    }

    pub(super) fn into_warnings(self) -> Vec<JsString> {
        self.warnings.into_inner()
    }
}

/// Where a tool runs.
enum Route<'a> {
    Here,
    There(&'a Remote),
}

/// The end of a call, in either case: `?` is for one that ends it early.
type End = Result<Outcome<JsValue>, Outcome<JsValue>>;

impl Attempt<'_> {
    pub(super) async fn run(&self, running: &Running<'_, Browser>) -> End {
        let runtime = self.runtime;
        if runtime.closing.is_closed() {
            return Err(unavailable("The runtime has been disposed: make another one.".into(), None));
        }
        let tool = self.look_up()?;
        let route = self.route(&tool)?;
        self.hook_call.set("definition", || tool.definition.to_js());
        // Its place in the queue is that of the call; what is refused does not wait for its turn.
        let turn = runtime.turns.ask();
        let steps = pin!(async {
            let params = self.params(running, &tool).await?;
            self.hook_call.set("params", || params.clone());
            turn.comes().await;
            self.notes.started.set(Some(Browser.now()));
            self.steps(running, &tool, &route, params).await
        });
        match first(pin!(runtime.closing.closed()), steps).await {
            First::Left(()) => Err(Outcome::Aborted {
                reason: "The runtime has been disposed.".into(),
                dispatched: running.has_begun(),
            }),
            First::Right(end) => end,
        }
    }

    async fn steps(
        &self,
        running: &Running<'_, Browser>,
        tool: &RegisteredTool,
        route: &Route<'_>,
        params: JsValue,
    ) -> End {
        let options = &self.runtime.options;
        let mut part = running.part(self.of_tool)?;
        // Dropped with the call, it tells the tool that its answer is not wanted any more.
        let follower = Follower::of(self.call.limits.signal.as_ref());
        let signal = follower.as_ref().map(Follower::signal).unwrap_or_default();
        let emit = running.observed.emit();
        let context = self.context_of(&signal, &emit.clone().unwrap_or_else(js::nothing));
        self.hook_call.set("context", || context.clone());
        if let Err(error) = part.step(pin!(options.hooks.before(self.hook_call))).await? {
            return Ok(answer::threw(error));
        }
        running.begin();
        let value = match route {
            Route::Here => {
                let call = pin!(tool.function.call(params, context, running.observed));
                part.step(call).await?.map_err(answer::threw)
            }
            Route::There(remote) => {
                let call = pin!(remote.call(RemoteCall {
                    name: &self.call.name,
                    params: &params,
                    limits: self.of_tool,
                    max_total_ms: self.call.limits.max_total_ms,
                    signal: &signal,
                    emit: emit.as_ref(),
                }));
                part.step(call).await?
            }
        };
        // It has ended by itself: it may go on to use its signal, which must not fire any more.
        if let Some(follower) = follower {
            follower.end();
        }
        let outcome = answer::outcome_of(value?, options.validate_output);
        self.checked(&mut part, &tool.definition, outcome).await
    }

    /// The outcome, if its data are what the definition says.
    async fn checked(
        &self,
        part: &mut Part<'_, Browser>,
        definition: &Definition,
        outcome: Outcome<JsValue>,
    ) -> End {
        let options = &self.runtime.options;
        let (Some(schema), Some(validator), true, Outcome::Completed { result, .. }) =
            (&definition.output_schema, &options.validator, options.validate_output, &outcome)
        else {
            return Ok(outcome);
        };
        let data = js::get_exactly(result, &"data".into()).unwrap_or_default();
        let problems = part.step(pin!(validator.validate(schema, &data))).await?;
        Ok(if problems.is_empty() { outcome } else { answer::unfit(&problems) })
    }

    fn look_up(&self) -> Result<std::rc::Rc<RegisteredTool>, Outcome<JsValue>> {
        let registry = &self.runtime.registry;
        let id = self.call.name.as_string().unwrap_or_default();
        let tool = registry.get(&id).ok_or_else(|| Outcome::NotFound {
            available: registry.list().iter().map(|tool| (&*tool.definition.id).into()).collect(),
        })?;
        if tool.definition.deprecated {
            let advice = tool.definition.deprecation_message.as_deref().unwrap_or("use another one");
            let text = self.quoted("The tool \"", "\" is deprecated: ").concat(&advice.into());
            self.notes.warn(text);
        }
        Ok(tool)
    }

    /// A server's tool runs on the remote, if there is one; without one it runs where this is a server itself.
    fn route(&self, tool: &RegisteredTool) -> Result<Route<'_>, Outcome<JsValue>> {
        let is_here = tool.function.is_here();
        let remote = self.runtime.options.remote.as_ref();
        match (tool.definition.execution_mode, remote) {
            (ExecutionMode::Server, Some(remote)) => Ok(Route::There(remote)),
            (ExecutionMode::Hybrid, Some(remote)) if !is_here => Ok(Route::There(remote)),
            (ExecutionMode::Server, None) if is_here && self.runtime.is_browser => Err(unavailable(
                self.quoted("The tool \"", "\" runs on a server, and this is a browser."),
                Some(
                    "Give the runtime a `remote`: a client that is connected to an MCP server with this tool.",
                ),
            )),
            _ if is_here => Ok(Route::Here),
            _ => Err(unavailable(
                self.quoted("Nothing here runs the tool \"", "\": a server does."),
                Some(
                    "Give the runtime a `remote`: a client that is connected to an MCP server with this tool.",
                ),
            )),
        }
    }

    /// The input as the definition means it. Where it is not checked, what cannot be read goes on as it is.
    async fn params(
        &self,
        running: &Running<'_, Browser>,
        tool: &RegisteredTool,
    ) -> Result<JsValue, Outcome<JsValue>> {
        let (options, input) = (&self.runtime.options, &self.call.input);
        let read = match &options.validator {
            Some(validator) if options.validate_input && tool.describes_input => {
                let check = pin!(tool.definition.check(input, &**validator));
                running.part(self.of_tool)?.step(check).await?
            }
            _ => tool.definition.normalise(input),
        };
        match read {
            Ok(params) => Ok(params),
            Err(_) if !options.validate_input => Ok(input.clone()),
            Err(problems) => Err(Outcome::Invalid { problems }),
        }
    }

    /// What the tool is told of its call, over what the caller tells it.
    fn context_of(&self, signal: &JsValue, emit: &JsValue) -> JsValue {
        let context: JsValue = match js::is_object_like(self.context) {
            true => self.context.clone(),
            false => Object::new().into(),
        };
        let timeout = self.of_tool.timeout_ms.map(JsValue::from).unwrap_or_default();
        js::set(&context, "toolId", &self.call.name);
        js::set(&context, "timeout", &timeout);
        js::set(&context, "abortSignal", signal);
        js::set(&context, "signal", signal);
        js::set(&context, "emit", emit);
        context
    }

    fn quoted(&self, before: &str, after: &str) -> JsString {
        JsString::from(before).concat(&self.call.name).concat(&after.into())
    }
}

fn unavailable(text: JsString, suggestion: Option<&str>) -> Outcome<JsValue> {
    let error = rejection::coded(ErrorCode::Unavailable, &text, None);
    if let Some(suggestion) = suggestion {
        js::set(&error, "suggestion", &suggestion.into());
    }
    Outcome::Unavailable { cause: Some(error) }
}
