//! Places where JavaScript leaves word for futures, without a leak on either side.
//!
//! `JsFuture` and closures made per call stay alive for as long as the promise they wait on; a tool that
//! never settles would keep them for ever. Here a promise (or an event) is given a *bound* copy of one
//! static function that knows only the number of a slot. Dropping the future frees the slot at once, and
//! what comes later finds a newer generation and does nothing.

use std::cell::RefCell;
use std::task::{Context, Poll, Waker};
use std::thread::LocalKey;

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::executor::react;
use crate::promise::Settlement;
use crate::table::{Key, Table};

/// A place where a JavaScript callback leaves one word for a future.
#[derive(Debug)]
pub(crate) struct Slot(Key);

#[derive(Debug)]
enum State {
    Waiting(Option<Waker>),
    Filled(Settlement),
    /// The future has taken its word.
    Taken,
}

thread_local! {
    static SLOTS: RefCell<Table<State>> = RefCell::default();
    static FULFILLED: Callback =
        callback(|index, generation, value| react(|| fill(index, generation, Ok(value))));
    static REJECTED: Callback =
        callback(|index, generation, reason| react(|| fill(index, generation, Err(reason))));
    static HAPPENED: Callback = callback(|index, generation, event| fill(index, generation, Ok(event)));
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
        let state = slots.get_mut(Key { index, generation })?;
        match state {
            State::Waiting(waker) => {
                let waker = waker.take();
                *state = State::Filled(word);
                waker
            }
            State::Filled(_) | State::Taken => None,
        }
    });
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Slot {
    pub(crate) fn new() -> Self {
        Self(SLOTS.with_borrow_mut(|slots| slots.insert(State::Waiting(None))))
    }

    /// What a promise calls when it settles.
    pub(crate) fn callbacks(&self) -> [Function; 2] {
        [self.bound(&FULFILLED), self.bound(&REJECTED)]
    }

    /// What a timer calls, in a task of its own.
    pub(crate) fn on_time(&self) -> Function {
        self.bound(&FULFILLED)
    }

    /// What an event calls, which may be fired in the middle of anything.
    pub(crate) fn on_event(&self) -> Function {
        self.bound(&HAPPENED)
    }

    fn bound(&self, callback: &'static LocalKey<Callback>) -> Function {
        callback.with(|callback| {
            let function: &Static = callback.as_ref().unchecked_ref();
            function.bind(&JsValue::NULL, self.0.index, self.0.generation)
        })
    }

    pub(crate) fn is_filled(&self) -> bool {
        SLOTS.with_borrow_mut(|slots| matches!(slots.get_mut(self.0), Some(State::Filled(_))))
    }

    /// Whether the future has had its word.
    pub(crate) fn is_taken(&self) -> bool {
        SLOTS.with_borrow_mut(|slots| matches!(slots.get_mut(self.0), Some(State::Taken)))
    }

    pub(crate) fn poll(&self, context: &mut Context<'_>) -> Poll<Settlement> {
        // What was there before is dropped outside the borrow, as below.
        let before = SLOTS.with_borrow_mut(|slots| {
            let state = slots.get_mut(self.0)?;
            let next = match state {
                State::Filled(_) => State::Taken,
                _ => State::Waiting(Some(context.waker().clone())),
            };
            Some(std::mem::replace(state, next))
        });
        match before {
            Some(State::Filled(word)) => Poll::Ready(word),
            _ => Poll::Pending,
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let state = SLOTS.with_borrow_mut(|slots| slots.remove(self.0));
        // Dropped outside the borrow: a waker may own a task that owns further slots.
        drop(state);
    }
}
