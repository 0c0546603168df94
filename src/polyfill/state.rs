//! State that JavaScript cannot find borrowed.

use std::cell::RefCell;
use std::fmt;

/// A value that only one closure at a time looks at.
///
/// Whatever calls JavaScript may be entered again by it before it returns: a tool may register, list and call
/// tools. So no closure given to [`State::with`] calls JavaScript; what it finds is used after it.
#[derive(Default)]
pub(super) struct State<T>(RefCell<T>);

impl<T: Default> State<T> {
    pub(super) fn with<R>(&self, look: impl FnOnce(&mut T) -> R) -> R {
        look(&mut self.0.borrow_mut())
    }

    pub(super) fn take(&self) -> T {
        self.0.take()
    }
}

impl<T> fmt::Debug for State<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("State").finish_non_exhaustive()
    }
}
