//! The end of a runtime, for which every call of it listens.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::task::{Poll, Waker};

use crate::table::{Key, Table};

/// Whether a runtime has ended, and who has to be told.
#[derive(Debug, Default)]
pub(super) struct Closing {
    is_closed: Cell<bool>,
    wakers: RefCell<Table<Waker>>,
}

impl Closing {
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.get()
    }

    /// Ends it, once and for all.
    pub(super) fn close(&self) {
        self.is_closed.set(true);
        let wakers = self.wakers.borrow_mut().drain();
        for waker in wakers {
            waker.wake();
        }
    }

    /// Ends when it does. Dropping it leaves nothing behind.
    pub(super) async fn closed(&self) {
        let mut listener = Listener { closing: self, key: None };
        poll_fn(|context| {
            if self.is_closed.get() {
                return Poll::Ready(());
            }
            // Dropped outside the borrow: a waker may own a task that owns a listener.
            let _stale = listener.set(context.waker());
            Poll::Pending
        })
        .await;
    }
}

struct Listener<'a> {
    closing: &'a Closing,
    key: Option<Key>,
}

impl Listener<'_> {
    /// Notes whom to wake; gives whom that replaces.
    fn set(&mut self, waker: &Waker) -> Option<Waker> {
        let mut wakers = self.closing.wakers.borrow_mut();
        if let Some(noted) = self.key.and_then(|key| wakers.get_mut(key)) {
            return (!noted.will_wake(waker)).then(|| std::mem::replace(noted, waker.clone()));
        }
        self.key = Some(wakers.insert(waker.clone()));
        None
    }
}

impl Drop for Listener<'_> {
    fn drop(&mut self) {
        let _stale = self.key.and_then(|key| self.closing.wakers.borrow_mut().remove(key));
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::Context;

    use super::*;

    #[test]
    fn everybody_who_listens_is_told_and_nobody_is_kept() {
        let closing = Closing::default();
        let mut context = Context::from_waker(Waker::noop());
        {
            let mut first = pin!(closing.closed());
            let mut second = pin!(closing.closed());
            for _ in 0..3 {
                assert!(first.as_mut().poll(&mut context).is_pending());
                assert!(second.as_mut().poll(&mut context).is_pending());
            }
            closing.close();
            assert!(first.as_mut().poll(&mut context).is_ready());
            assert!(second.as_mut().poll(&mut context).is_ready());
        }
        assert!(closing.is_closed());
        assert!(pin!(closing.closed()).poll(&mut context).is_ready());
    }

    #[test]
    fn a_listener_that_is_dropped_is_forgotten() {
        let closing = Closing::default();
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..1000 {
            assert!(pin!(closing.closed()).poll(&mut context).is_pending());
        }
        assert!(closing.wakers.borrow_mut().drain().is_empty());
    }
}
