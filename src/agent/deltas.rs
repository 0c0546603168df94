//! A model that streams: its deltas, and the answer that they come to.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::JsString;
use wasm_bindgen::prelude::*;
use web_sys::AbortController;

use super::events::Events;
use super::model::{Answer, Wanted, failed, malformed};
use crate::engine::{First, first};
use crate::generator::Generator;
use crate::js;
use crate::promise::{NextEvent, settled};

/// Runs a stream to its end, telling of every delta; gives the answer that it comes to.
///
/// # Errors
/// The rejection: the stream failed, or makes no sense.
pub(super) async fn collect(events: &Events, step: u32, stream: Generator) -> Result<Answer, JsValue> {
    let assembly = Rc::new(RefCell::new(Assembly::default()));
    let controller = AbortController::new()?;
    let signal = controller.signal();
    let on_delta = {
        let (assembly, controller, events) = (assembly.clone(), controller.clone(), events.clone());
        Closure::<dyn Fn(JsValue)>::new(move |delta: JsValue| {
            let piece = Piece::read(&delta);
            if piece.is_ok() {
                events.tell("delta", step, &[("delta", &delta)]);
            }
            if assembly.borrow_mut().add(piece) {
                controller.abort();
            }
        })
    };
    // Dropped before the closure: a stream that is not wanted any more calls it no more.
    let _stop = Stop(controller);
    let stopped = NextEvent::of(&signal, "abort");
    let ended = stream.drive(on_delta.as_ref(), &signal);
    let ended = first(stopped, settled(&ended)).await;
    assembly.take().finish(match ended {
        First::Right(Err(error)) => Some(failed(&error)),
        _ => None,
    })
}

/// Ends a stream when it is dropped: its `return()` is called.
struct Stop(AbortController);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What a delta adds.
enum Piece {
    Text(JsString),
    Call {
        index: f64,
        id: JsValue,
        name: JsValue,
        args: JsString,
    },
    End(JsValue),
    /// Something that is not ours to know, such as how many tokens were used.
    Other,
}

impl Piece {
    fn read(delta: &JsValue) -> Result<Self, JsValue> {
        if !delta.is_object() {
            return Err(malformed("has a delta that is no object"));
        }
        let member = |name: &str| js::get(delta, &name.into()).map_err(|error| failed(&error));
        let text = |value: JsValue, problem| value.dyn_into().map_err(|_| malformed(problem));
        let kind = member("type")?;
        if kind == "text" {
            return Ok(Self::Text(text(
                member("delta")?,
                "has a text delta without a `delta` that is a string",
            )?));
        }
        if kind == "end" {
            return Ok(Self::End(member("reason")?));
        }
        if kind != "tool" {
            return Ok(Self::Other);
        }
        let Some(index) = member("index")?.as_f64().filter(|index| index.is_finite()) else {
            return Err(malformed("has a tool delta without an `index` that is a number"));
        };
        let args = match member("argsDelta")? {
            none if none.is_undefined() => JsString::from(""),
            args => text(args, "has a tool delta with an `argsDelta` that is no string")?,
        };
        Ok(Self::Call { index, id: member("id")?, name: member("name")?, args })
    }
}

/// What has come so far.
#[derive(Default)]
struct Assembly {
    content: Option<JsString>,
    calls: Vec<(f64, Wanted)>,
    /// Why the model stopped, once it has said so.
    end: Option<JsValue>,
    error: Option<JsValue>,
}

impl Assembly {
    /// Adds a piece; gives whether that was the last.
    fn add(&mut self, piece: Result<Piece, JsValue>) -> bool {
        match piece {
            Ok(Piece::Text(text)) => {
                let content = self.content.get_or_insert_default();
                *content = content.concat(&text);
            }
            Ok(Piece::Call { index, id, name, args }) => self.add_to_call(index, id, name, &args),
            Ok(Piece::End(reason)) => self.end = Some(reason),
            Ok(Piece::Other) => {}
            Err(error) => self.error = Some(error),
        }
        self.end.is_some() || self.error.is_some()
    }

    /// Arguments come in parts; id and name count where they come first: some models repeat them.
    fn add_to_call(&mut self, index: f64, id: JsValue, name: JsValue, args: &JsString) {
        let args_so_far = |input: &JsValue| input.clone().dyn_into::<JsString>().unwrap_or_default();
        match self.calls.iter_mut().find(|(of, _)| *of == index) {
            Some((_, call)) => {
                if !call.id.is_string() {
                    call.id = id;
                }
                if call.name.is_falsy() {
                    call.name = name;
                }
                call.input = args_so_far(&call.input).concat(args).into();
            }
            None => self.calls.push((index, Wanted { id, name, input: args.clone().into() })),
        }
    }

    fn finish(self, failure: Option<JsValue>) -> Result<Answer, JsValue> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if let (Some(error), None) = (failure, &self.end) {
            return Err(error);
        }
        if self.content.is_none() && self.calls.is_empty() && self.end.is_none() {
            return Err(malformed("ended before it began: a stream without text, tool calls and an end"));
        }
        let calls = (0..).zip(self.calls).map(|(index, (_, call))| call.checked(index));
        Ok(Answer {
            content: self.content.unwrap_or_default(),
            calls: calls.collect::<Result<_, _>>()?,
            reason: self.end.unwrap_or_default(),
        })
    }
}
