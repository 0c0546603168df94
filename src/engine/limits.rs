//! How long a call may go on, and what its caller may end it with.

use std::cell::Cell;
use std::rc::Rc;

/// What ends a call before the tool does.
#[derive(Clone, Debug)]
pub struct Limits<S> {
    /// Ends the call when it fires.
    pub signal: Option<S>,
    /// Ends the call after that many milliseconds; `None` never does.
    pub timeout_ms: Option<f64>,
    /// The call's last word of progress, where `timeout_ms` counts anew from it.
    pub renewal: Option<Rc<LastProgress>>,
    /// Ends the call after that many milliseconds, whatever progress it makes; `None` never does.
    pub max_total_ms: Option<f64>,
    /// Whether the caller may end the call by dropping it: then its tool is told.
    pub droppable: bool,
}

impl<S> Default for Limits<S> {
    fn default() -> Self {
        Self { signal: None, timeout_ms: None, renewal: None, max_total_ms: None, droppable: false }
    }
}

impl<S> Limits<S> {
    /// Whether anything may end the call.
    #[must_use]
    pub fn any(&self) -> bool {
        self.droppable || self.signal.is_some() || self.timeout_ms.is_some() || self.max_total_ms.is_some()
    }
}

/// When a call has last told of progress, on the host's clock.
#[derive(Debug, Default)]
pub struct LastProgress(Cell<Option<f64>>);

impl LastProgress {
    /// Notes that the call told of progress just now.
    pub fn note(&self, now: f64) {
        self.0.set(Some(now));
    }

    pub(super) fn at(&self) -> Option<f64> {
        self.0.get()
    }
}
