//! Runs futures to their end, for those who wait for a promise.
//!
//! A future is polled where it was woken: the reaction of a promise that it waits for is a microtask already, and a
//! further one would only come later. Anything else, such as an event that a page fires in the middle of its own code,
//! wakes it in a microtask.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;

use crate::js;
use crate::promise::Settlement;
use crate::table::{Key, Table};

type Running = Pin<Box<dyn Future<Output = Settlement>>>;

/// A future under way, and the functions that settle its promise.
struct Task {
    /// `None` while it is being polled.
    future: Option<Running>,
    /// Whether it was to be polled in the middle of that: a page may run microtasks of its own accord.
    is_woken: bool,
    settle: Option<[Function; 2]>,
}

thread_local! {
    static TASKS: RefCell<Table<Task>> = RefCell::default();
    /// Who is to be polled in the next microtask.
    static WOKEN: RefCell<Vec<Arc<Named>>> = const { RefCell::new(Vec::new()) };
    static IS_POLLING: Cell<bool> = const { Cell::new(false) };
    /// Whether the code that runs is a reaction, which may go on with what waits for it.
    static IS_REACTION: Cell<bool> = const { Cell::new(false) };
    static ON_MICROTASK: Closure<dyn Fn()> = Closure::new(|| {
        for named in WOKEN.take() {
            go_on(&named);
        }
    });
    static RESOLVED: Promise = Promise::resolve(&JsValue::UNDEFINED);
}

/// Begins a future at once, in the caller's own turn, and gives its promise.
pub(crate) fn start(future: Running) -> Promise {
    let mut first = None;
    let key = TASKS.with_borrow_mut(|tasks| {
        tasks.insert_with(|key| {
            first = Some(Arc::new(Named(key)));
            Task { future: Some(future), is_woken: false, settle: None }
        })
    });
    match first.as_ref().and_then(poll) {
        Some(settlement) => {
            let ended = TASKS.with_borrow_mut(|tasks| tasks.remove(key));
            drop(ended);
            match settlement {
                Ok(value) => Promise::resolve(&value),
                Err(reason) => Promise::reject(&reason),
            }
        }
        None => Promise::new(&mut |resolve, reject| {
            let replaced = TASKS.with_borrow_mut(|tasks| {
                tasks.get_mut(key).and_then(|task| task.settle.replace([resolve, reject]))
            });
            drop(replaced);
        }),
    }
}

/// Runs what a promise has called, and goes on at once with what it wakes.
pub(crate) fn react(reaction: impl FnOnce()) {
    let before = IS_REACTION.replace(true);
    reaction();
    IS_REACTION.set(before);
}

/// Polls a task, unless it is being polled; what it has ended with.
fn poll(named: &Arc<Named>) -> Option<Settlement> {
    let key = named.0;
    let mut future = TASKS.with_borrow_mut(|tasks| {
        let task = tasks.get_mut(key)?;
        task.is_woken = task.future.is_none();
        task.future.take()
    })?;
    let before = IS_POLLING.replace(true);
    let polled = future.as_mut().poll(&mut Context::from_waker(&Waker::from(named.clone())));
    IS_POLLING.set(before);
    if let Poll::Ready(settlement) = polled {
        return Some(settlement);
    }
    let is_woken = TASKS.with_borrow_mut(|tasks| {
        let task = tasks.get_mut(key)?;
        task.future = Some(future);
        Some(std::mem::take(&mut task.is_woken))
    });
    if is_woken == Some(true) {
        soon(named);
    }
    None
}

/// Polls a task in a microtask.
fn soon(named: &Arc<Named>) {
    let is_first = WOKEN.with_borrow_mut(|woken| {
        woken.push(named.clone());
        woken.len() == 1
    });
    if is_first {
        ON_MICROTASK.with(|run| {
            let run: &Function = run.as_ref().unchecked_ref();
            RESOLVED.with(|resolved| js::then(resolved, run, run));
        });
    }
}

fn go_on(named: &Arc<Named>) {
    if let Some(settlement) = poll(named) {
        let ended = TASKS.with_borrow_mut(|tasks| tasks.remove(named.0));
        if let Some([resolve, reject]) = ended.and_then(|task| task.settle) {
            let (settle, value) = match &settlement {
                Ok(value) => (resolve, value),
                Err(reason) => (reject, reason),
            };
            // Neither of them throws. What a value's own `then` does is code of the page, and no reaction.
            let before = IS_REACTION.replace(false);
            let _ = settle.call1(&JsValue::UNDEFINED, value);
            IS_REACTION.set(before);
        }
    }
}

/// A task by its name; one that has ended is not found any more. Only who may wake it keeps it: with the last of them
/// it goes.
struct Named(Key);

impl Drop for Named {
    fn drop(&mut self) {
        let abandoned = TASKS.with_borrow_mut(|tasks| tasks.remove(self.0));
        drop(abandoned);
    }
}

impl Wake for Named {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if IS_REACTION.get() && !IS_POLLING.get() {
            return go_on(self);
        }
        soon(self);
    }
}
