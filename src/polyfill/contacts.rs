//! Frames of other origins that have been asked for their tools, and what waits for them.
//!
//! Nobody can tell a frame without the polyfill, or that exposes nothing, from one that is slow. So what names an
//! origin for the first time, or a frame that has just said that it has tools, waits until that is known or half a
//! second has passed. A frame that answers later is heard all the same: `toolchange` says so.

use js_sys::JsString;
use wasm_bindgen::JsValue;

use super::ModelContext;
use super::task::Task;

/// Whom this document waits for.
#[derive(Debug, Default)]
pub(super) struct Contacts {
    open: Vec<Contact>,
    last: u32,
}

/// A question that is neither answered nor too old.
#[derive(Debug)]
struct Contact {
    number: u32,
    origin: JsString,
    /// `None` for any frame of the origin.
    window: Option<JsValue>,
    /// Whether the frame has made itself known.
    is_announced: bool,
}

/// What goes on when nobody is waited for any more.
pub(super) struct Waiting {
    origins: Vec<JsString>,
    window: Option<JsValue>,
    then: Task,
}

impl Contact {
    /// Whether it is about a frame of that origin, where a window is given that one.
    fn concerns(&self, origin: &JsString, window: Option<&JsValue>) -> bool {
        self.origin == *origin
            && (self.window.is_none() || window.is_none() || self.window.as_ref() == window)
    }
}

impl ModelContext {
    pub(super) fn await_contact(&self, origin: &JsString, window: Option<JsValue>, is_announced: bool) {
        let origin = origin.clone();
        let number = self.contacts.with(|contacts| {
            contacts.last = contacts.last.wrapping_add(1);
            contacts.open.push(Contact { number: contacts.last, origin, window, is_announced });
            contacts.last
        });
        self.platform.deadline(number);
    }

    pub(super) fn is_awaited(&self, origin: &JsString, window: &JsValue) -> bool {
        self.contacts.with(|contacts| {
            contacts
                .open
                .iter()
                .any(|contact| contact.origin == *origin && contact.window.as_ref() == Some(window))
        })
    }

    /// A frame has answered. Gives whether tools of its origin had been asked for by name.
    pub(super) fn contacted(&self, origin: &JsString, window: &JsValue) -> bool {
        let contacts = self.contacts.with(|contacts| {
            let mut met = Vec::new();
            contacts.open.retain(|contact| {
                let is_met = contact.concerns(origin, Some(window));
                if is_met {
                    met.push(contact.is_announced);
                }
                !is_met
            });
            met
        });
        contacts.contains(&false)
    }

    /// It has been waited long enough.
    pub(super) fn deadline(&self, number: u32) {
        self.contacts.with(|contacts| contacts.open.retain(|contact| contact.number != number));
        self.resume();
    }

    /// Goes on in a task: the next, or that in which the frames of these origins have answered.
    pub(super) fn after_contact(
        &self,
        origins: Vec<JsString>,
        window: Option<JsValue>,
        then: impl FnOnce(&Self) + 'static,
    ) {
        let waiting = Waiting { origins, window, then: Box::new(then) };
        if self.is_to_wait(&waiting) {
            self.waiting.with(|all| all.push(waiting));
        } else {
            self.queue(waiting.then);
        }
    }

    fn is_to_wait(&self, waiting: &Waiting) -> bool {
        let window = waiting.window.as_ref();
        self.contacts.with(|contacts| {
            contacts
                .open
                .iter()
                .any(|contact| waiting.origins.iter().any(|origin| contact.concerns(origin, window)))
        })
    }

    /// Lets go on what waits for nobody any more.
    pub(super) fn resume(&self) {
        for waiting in self.waiting.take() {
            if self.is_to_wait(&waiting) {
                self.waiting.with(|all| all.push(waiting));
            } else {
                (waiting.then)(self);
            }
        }
    }
}
