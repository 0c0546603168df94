//! Places where JavaScript leaves word for futures, without a leak on either side.
//!
//! `JsFuture` and closures made per call stay alive for as long as the promise they wait on; a tool that
//! never settles would keep them for ever. Here a promise (or an event) is given a *bound* copy of one
//! static function that knows only the number of a slot. Dropping the future frees the slot at once, and
//! what comes later finds a newer generation and does nothing.

use std::cell::RefCell;
use std::task::{Context, Poll, Waker};

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::promise::Settlement;

/// A place where a JavaScript callback leaves one word for a future.
#[derive(Debug)]
pub(crate) struct Slot {
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
    pub(crate) fn new() -> Self {
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

    pub(crate) fn callbacks(&self) -> [Function; 2] {
        [&FULFILLED, &REJECTED].map(|callback| {
            callback.with(|callback| {
                let function: &Static = callback.as_ref().unchecked_ref();
                function.bind(&JsValue::NULL, self.index, self.generation)
            })
        })
    }

    pub(crate) fn is_filled(&self) -> bool {
        SLOTS.with_borrow_mut(|slots| {
            slots
                .entry(self.index, self.generation)
                .is_some_and(|entry| matches!(entry.state, State::Filled(_)))
        })
    }

    pub(crate) fn poll(&self, context: &mut Context<'_>) -> Poll<Settlement> {
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
