//! State that JavaScript cannot find borrowed.

use std::cell::Cell;
use std::fmt;
use std::mem;

/// A value that is out of its place only while one closure looks at it.
///
/// Whatever calls JavaScript may be entered again by it before it returns: a tool may register, list and call
/// tools. So no closure given to [`State::with`] calls JavaScript; what it finds is used after it.
#[derive(Default)]
pub(super) struct State<T>(Cell<T>);

impl<T: Default> State<T> {
    pub(super) fn with<R>(&self, look: impl FnOnce(&mut T) -> R) -> R {
        let mut value = self.0.take();
        let found = look(&mut value);
        // What stood in its place is empty, there is nothing to drop.
        mem::forget(self.0.replace(value));
        found
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
