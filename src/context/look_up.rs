//! What a look-up has found, for the calls after it.
//!
//! To ask a provider for its tools costs several times a call once a page has a hundred of them. So what it said is
//! kept until it fires `toolchange`, as far as a call of it ends as if it had been looked up anew. (It only goes out
//! sooner: before the function that was called returns.)
//!
//! - only the caller's own tools: they come before any other of their name. Frames come and go without an event, and of
//!   a frame's tool that is lost nobody can say whether it ran; so its tools are asked for at every call, and so are
//!   names that a frame has, too;
//! - only dictionaries, which stand for whatever has their name (a tool that is registered again runs, one that has
//!   gone is refused before anything runs): `Tool` objects of newer builds stand for one registration;
//! - only of the browser itself and of our polyfill, while both functions are their own;
//! - a list that was asked for before a change, and came after it, is not kept;
//! - once a tool that was remembered has turned out to be gone, what there is then is kept instead, for the event may
//!   have been stopped by the page;
//! - while anybody asks, everybody does: so calls go out in the order in which they were made.

use std::cell::{Cell, RefCell};

use js_sys::{Array, Function, Map};
use wasm_bindgen::prelude::*;

use super::{ModelContext, RegisteredTool, own_origin};
use crate::channel::Records;
use crate::listener::{listen, unlisten};

/// The tools as a provider listed them.
#[derive(Debug)]
pub struct Listing {
    tools: Array,
    /// The memory in which they may be kept.
    memory: Option<u32>,
}

/// What is kept of one `modelContext`, from the first look-up until its tools change.
#[derive(Debug)]
struct Memory {
    number: u32,
    context: ModelContext,
    /// How many look-ups are under way.
    asking: u32,
    own: Option<Own>,
}

/// The caller's own tools.
#[derive(Clone, Debug)]
struct Own {
    by_name: Records,
    origin: JsValue,
}

thread_local! {
    static MEMORY: RefCell<Option<Memory>> = const { RefCell::new(None) };
    static MEMORIES: Cell<u32> = const { Cell::new(0) };
    static ON_CHANGE: Closure<dyn Fn()> = Closure::new(|| {
        let forgotten = MEMORY.take();
        drop(forgotten);
    });
}

/// A look-up that is under way.
#[derive(Debug)]
pub(super) struct Asking {
    memory: u32,
}

impl Asking {
    /// `None` where nothing may be kept.
    pub(super) fn begin(context: &ModelContext) -> Option<Self> {
        if !MEMORY.with_borrow(|memory| memory.as_ref().is_some_and(|memory| memory.context.is(context))) {
            // The listener is the same for both: it goes before it comes.
            let forgotten = MEMORY.take();
            drop(forgotten);
            let begun = context.tells_changes.then(|| Memory::begin(context)).flatten();
            let forgotten = MEMORY.replace(begun);
            let is_anew = forgotten.is_some();
            drop(forgotten);
            if is_anew {
                // A page's own `addEventListener` may have called a tool: what that had begun took the listener along.
                listen(&context.object, "toolchange", &on_change());
            }
        }
        MEMORY.with_borrow_mut(|memory| {
            let memory = memory.as_mut().filter(|memory| memory.context.is(context))?;
            memory.asking += 1;
            Some(Self { memory: memory.number })
        })
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        with(self.memory, |memory| memory.asking -= 1);
    }
}

impl Memory {
    /// Listens before anybody asks; `None` where that is refused, for then nobody would hear of changes.
    fn begin(context: &ModelContext) -> Option<Self> {
        let number = MEMORIES.get().wrapping_add(1);
        MEMORIES.set(number);
        listen(&context.object, "toolchange", &on_change()).then(|| Self {
            number,
            context: context.clone(),
            asking: 0,
            own: None,
        })
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        unlisten(&self.context.object, "toolchange", &on_change());
    }
}

fn on_change() -> Function {
    ON_CHANGE.with(|closure| closure.as_ref().clone().unchecked_into())
}

/// Does something with the memory of that number, unless it has been forgotten.
fn with<T>(number: u32, act: impl FnOnce(&mut Memory) -> T) -> Option<T> {
    MEMORY.with_borrow_mut(|memory| memory.as_mut().filter(|memory| memory.number == number).map(act))
}

/// The caller's own tool of that name and its origin, where nothing says that it may be another by now.
pub(super) fn recall(context: &ModelContext, name: &JsValue) -> Option<(JsValue, JsValue)> {
    let own = MEMORY.with_borrow(|memory| {
        let memory = memory.as_ref().filter(|memory| memory.asking == 0 && memory.context.is(context))?;
        memory.own.clone()
    })?;
    let tool = own.by_name.get(name).ok().flatten()?;
    Some((tool, own.origin))
}

impl Listing {
    pub(super) fn new(tools: Array, asking: Option<&Asking>) -> Self {
        Self { tools, memory: asking.map(|asking| asking.memory) }
    }

    /// Every tool, in an array that nobody else has.
    #[must_use]
    pub fn tools(&self) -> &Array {
        &self.tools
    }

    /// Keeps it for the calls after this one, if nothing has changed since it was asked for.
    pub(super) fn keep(&self) {
        let Some(number) = self.memory.filter(|number| with(*number, |_| ()).is_some()) else { return };
        let own = own_of(&self.tools);
        let forgotten = with(number, |memory| memory.own.replace(own));
        drop(forgotten);
    }
}

/// The tools of this document by their names, without those whose names other documents have, too.
fn own_of(tools: &Array) -> Own {
    let global: JsValue = js_sys::global().into();
    let by_name: Records = Map::new().unchecked_into();
    let mut origin = None;
    let mut elsewhere = Vec::new();
    for tool in tools.iter() {
        let registered: &RegisteredTool = tool.unchecked_ref();
        let Some(name) = registered.name().ok().flatten() else { continue };
        if registered.window().ok().flatten().is_some_and(|window| window == global) {
            // Providers list a name once for each document.
            let _ = by_name.set(&name, &tool);
            origin = origin.or_else(|| registered.origin().ok().flatten());
        } else {
            elsewhere.push(name);
        }
    }
    for name in elsewhere {
        let _ = by_name.delete(&name);
    }
    Own { by_name, origin: origin.unwrap_or_else(own_origin) }
}
