//! Which of several calls run when.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// How many calls may run side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Concurrency {
    /// Any number.
    All,
    /// No more than that many.
    AtMost(usize),
    /// Any number of those that change nothing; any other alone.
    ReadOnlyTogether,
}

/// The rules by which calls are started: in their order, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    pub(crate) concurrency: Concurrency,
    /// Whether nothing more is started once a call has failed.
    pub(crate) stop_on_error: bool,
}

/// A call under way.
pub(crate) type Running<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

impl Schedule {
    /// Runs calls; what came of each stands in its place, and nothing for those that were not started.
    ///
    /// A call is polled in the moment in which it is started, so that one that fails at once is known to have failed
    /// before the next begins. Later, only those are polled that have been woken.
    pub(crate) async fn run<'a, C, T>(
        self,
        calls: &'a [C],
        is_read_only: &dyn Fn(usize) -> bool,
        start: &dyn Fn(&'a C) -> Running<'a, T>,
        has_failed: &dyn Fn(&T) -> bool,
    ) -> Vec<Option<T>> {
        let mut ended: Vec<Option<T>> = calls.iter().map(|_| None).collect();
        let mut running: Vec<Child<'a, T>> = Vec::new();
        let mut waiting = calls.iter().enumerate().peekable();
        let mut may_start = true;
        poll_fn(|context| {
            let mut is_running = |child: &mut Child<'a, T>, may_start: &mut bool| {
                let Poll::Ready(output) = child.poll(context) else { return true };
                *may_start &= !(self.stop_on_error && has_failed(&output));
                if let Some(place) = ended.get_mut(child.index) {
                    *place = Some(output);
                }
                false
            };
            running.retain_mut(|child| is_running(child, &mut may_start));
            while may_start
                && let Some((index, call)) =
                    waiting.next_if(|(next, _)| self.allows(*next, &running, is_read_only))
            {
                let mut child = Child::new(index, start(call));
                if is_running(&mut child, &mut may_start) {
                    running.push(child);
                }
            }
            if running.is_empty() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        ended
    }

    fn allows<T>(self, next: usize, running: &[Child<'_, T>], is_read_only: &dyn Fn(usize) -> bool) -> bool {
        match self.concurrency {
            Concurrency::All => true,
            Concurrency::AtMost(most) => running.len() < most,
            Concurrency::ReadOnlyTogether => {
                running.is_empty()
                    || is_read_only(next) && running.iter().all(|child| is_read_only(child.index))
            }
        }
    }
}

/// A call under way, which is polled when it has been woken.
struct Child<'a, T> {
    index: usize,
    future: Running<'a, T>,
    woken: Arc<Woken>,
}

#[derive(Debug)]
struct Woken {
    is_woken: AtomicBool,
    /// Whoever waits for all of them.
    parent: Mutex<Waker>,
}

impl<'a, T> Child<'a, T> {
    fn new(index: usize, future: Running<'a, T>) -> Self {
        let parent = Mutex::new(Waker::noop().clone());
        Self { index, future, woken: Arc::new(Woken { is_woken: AtomicBool::new(true), parent }) }
    }

    fn poll(&mut self, context: &Context<'_>) -> Poll<T> {
        // The parent may be somebody else's by now.
        self.woken.parent.lock().unwrap_or_else(PoisonError::into_inner).clone_from(context.waker());
        if !self.woken.is_woken.swap(false, Ordering::Relaxed) {
            return Poll::Pending;
        }
        let waker = Waker::from(self.woken.clone());
        self.future.as_mut().poll(&mut Context::from_waker(&waker))
    }
}

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.is_woken.store(true, Ordering::Relaxed);
        // It may go on at once, and ask for this in its turn: the lock is let go of before.
        let parent = self.parent.lock().unwrap_or_else(PoisonError::into_inner).clone();
        parent.wake();
    }
}
