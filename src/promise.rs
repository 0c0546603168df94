//! Futures and promises, without a leak on either side.
//!
//! `JsFuture` and closures made per call stay alive for as long as the promise they wait on; a tool that
//! never settles would keep them for ever. Here a promise (or an event) is given a *bound* copy of one
//! static function that knows only the number of a slot. Dropping the future frees the slot at once, and
//! what comes later finds a newer generation and does nothing.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use web_sys::EventTarget;

use crate::js;

/// What a promise settles to: its value, or the reason of its rejection.
pub(crate) type Settlement = Result<JsValue, JsValue>;

/// Waits for a value to settle as `await` would; dropping it lets go of the promise.
#[must_use = "does nothing unless awaited"]
#[derive(Debug)]
pub(crate) struct Settled(Slot);

/// The settlement of a promise, a thenable or a plain value, of any realm.
pub(crate) fn settled(value: &JsValue) -> Settled {
    let slot = Slot::new();
    let [fulfilled, rejected] = slot.callbacks();
    js::then(&js::promise_of(value), &fulfilled, &rejected);
    Settled(slot)
}

impl Future for Settled {
    type Output = Settlement;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Settlement> {
        self.0.poll(context)
    }
}

/// Before the page's own listeners, which may stop the event.
pub(crate) const CAPTURE: bool = true;

/// Waits for one event of a target; dropping it removes the listener.
#[must_use = "does nothing unless awaited"]
#[derive(Debug)]
pub(crate) struct NextEvent {
    slot: Slot,
    target: EventTarget,
    kind: &'static str,
    listener: Function,
}

impl NextEvent {
    /// Listens at once. A target that refuses listeners never has an event.
    pub(crate) fn of(target: &JsValue, kind: &'static str) -> Self {
        let slot = Slot::new();
        let target: EventTarget = target.clone().unchecked_into();
        let [listener, _] = slot.callbacks();
        let _ = target.add_event_listener_with_callback_and_bool(kind, &listener, CAPTURE);
        Self { slot, target, kind, listener }
    }

    /// Whether the event has come.
    pub(crate) fn has_come(&self) -> bool {
        self.slot.is_filled()
    }
}

impl Future for NextEvent {
    type Output = JsValue;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<JsValue> {
        self.slot.poll(context).map(|event| event.unwrap_or_default())
    }
}

impl Drop for NextEvent {
    fn drop(&mut self) {
        let _ = self.target.remove_event_listener_with_callback_and_bool(self.kind, &self.listener, CAPTURE);
    }
}

/// Runs a future as far as it goes in the caller's own turn, then in microtasks; gives its promise.
///
/// The first step is taken at once so that a call goes out in the order in which it was made.
pub(crate) fn promise(future: impl Future<Output = Settlement> + 'static) -> Promise {
    start(Box::pin(future))
}

fn start(mut future: Pin<Box<dyn Future<Output = Settlement>>>) -> Promise {
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(value)) => Promise::resolve(&value),
        Poll::Ready(Err(reason)) => Promise::reject(&reason),
        Poll::Pending => wasm_bindgen_futures::future_to_promise(future),
    }
}

/// A place where a JavaScript callback leaves one word for a future.
#[derive(Debug)]
struct Slot {
    index: u32,
    generation: u32,
}

#[derive(Debug, Default)]
struct Entry {
    generation: u32,
    state: State,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Free,
    Waiting(Option<Waker>),
    Filled(Settlement),
}

#[derive(Debug, Default)]
struct Slots {
    entries: Vec<Entry>,
    free: Vec<u32>,
}

impl Slots {
    fn entry(&mut self, index: u32, generation: u32) -> Option<&mut Entry> {
        self.entries.get_mut(index as usize).filter(|entry| entry.generation == generation)
    }
}

thread_local! {
    static SLOTS: RefCell<Slots> = RefCell::default();
    static FULFILLED: Callback = callback(|index, generation, value| fill(index, generation, Ok(value)));
    static REJECTED: Callback = callback(|index, generation, reason| fill(index, generation, Err(reason)));
}

#[wasm_bindgen]
extern "C" {
    type Static;
    #[wasm_bindgen(method)]
    fn bind(this: &Static, this_argument: &JsValue, index: u32, generation: u32) -> Function;
}

/// One static function; what is bound to it are the number and the generation of a slot.
type Callback = Closure<dyn Fn(u32, u32, JsValue)>;

fn callback(fill: fn(u32, u32, JsValue)) -> Callback {
    Closure::new(fill)
}

fn fill(index: u32, generation: u32, word: Settlement) {
    let waker = SLOTS.with_borrow_mut(|slots| {
        let entry = slots.entry(index, generation)?;
        match std::mem::take(&mut entry.state) {
            State::Waiting(waker) => {
                entry.state = State::Filled(word);
                waker
            }
            other => {
                entry.state = other;
                None
            }
        }
    });
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Slot {
    fn new() -> Self {
        SLOTS.with_borrow_mut(|slots| {
            let index = slots.free.pop().unwrap_or_else(|| {
                slots.entries.push(Entry::default());
                slots.entries.len() as u32 - 1
            });
            let generation = slots.entries.get_mut(index as usize).map_or(0, |entry| {
                entry.state = State::Waiting(None);
                entry.generation
            });
            Self { index, generation }
        })
    }

    fn callbacks(&self) -> [Function; 2] {
        [&FULFILLED, &REJECTED].map(|callback| {
            callback.with(|callback| {
                let function: &Static = callback.as_ref().unchecked_ref();
                function.bind(&JsValue::NULL, self.index, self.generation)
            })
        })
    }

    fn is_filled(&self) -> bool {
        SLOTS.with_borrow_mut(|slots| {
            slots
                .entry(self.index, self.generation)
                .is_some_and(|entry| matches!(entry.state, State::Filled(_)))
        })
    }

    fn poll(&self, context: &mut Context<'_>) -> Poll<Settlement> {
        SLOTS.with_borrow_mut(|slots| {
            let Some(entry) = slots.entry(self.index, self.generation) else {
                return Poll::Pending;
            };
            match std::mem::take(&mut entry.state) {
                State::Filled(word) => Poll::Ready(word),
                _ => {
                    entry.state = State::Waiting(Some(context.waker().clone()));
                    Poll::Pending
                }
            }
        })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let state = SLOTS.with_borrow_mut(|slots| {
            let entry = slots.entry(self.index, self.generation)?;
            entry.generation = entry.generation.wrapping_add(1);
            let state = std::mem::take(&mut entry.state);
            slots.free.push(self.index);
            Some(state)
        });
        // Dropped outside the borrow: a waker may own a task that owns further slots.
        drop(state);
    }
}
