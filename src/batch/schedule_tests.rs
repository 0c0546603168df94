#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that fails panics")]

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use super::schedule::{Concurrency, Running, Schedule};

/// A call that ends when the test says so.
#[derive(Debug, Default)]
struct Call {
    is_read_only: bool,
    state: RefCell<State>,
}

#[derive(Debug, Default)]
struct State {
    polls: u32,
    waker: Option<Waker>,
    /// Whether it has failed, once it has ended.
    ended: Option<bool>,
}

impl Call {
    fn ends(&self, failed: bool) {
        let mut state = self.state.borrow_mut();
        state.ended = Some(failed);
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }

    fn has_started(&self) -> bool {
        self.state.borrow().polls > 0
    }

    async fn run(&self) -> bool {
        poll_fn(|context| {
            let mut state = self.state.borrow_mut();
            state.polls += 1;
            state.waker = Some(context.waker().clone());
            state.ended.map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}

fn calls(hints: &[bool]) -> Vec<Call> {
    hints.iter().map(|hint| Call { is_read_only: *hint, ..Call::default() }).collect()
}

fn started(calls: &[Call]) -> Vec<usize> {
    (0..calls.len()).filter(|index| calls[*index].has_started()).collect()
}

async fn run(schedule: Schedule, calls: &[Call]) -> Vec<Option<bool>> {
    let start = |call| -> Running<'_, bool> { Box::pin(Call::run(call)) };
    schedule.run(calls, &|index| calls[index].is_read_only, &start, &|failed| *failed).await
}

#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn go_on<F: Future>(future: Pin<&mut F>) -> Option<F::Output> {
    match future.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

fn schedule(concurrency: Concurrency) -> Schedule {
    Schedule { concurrency, stop_on_error: false }
}

#[test]
fn no_calls_are_nothing_to_wait_for() {
    for concurrency in [Concurrency::All, Concurrency::AtMost(1), Concurrency::ReadOnlyTogether] {
        assert_eq!(go_on(pin!(run(schedule(concurrency), &[]))), Some(vec![]));
    }
}

#[test]
fn all_start_at_once_and_what_came_of_them_stands_in_their_order() {
    let calls = calls(&[false; 3]);
    let mut batch = pin!(run(schedule(Concurrency::All), &calls));
    assert_eq!(go_on(batch.as_mut()), None);
    assert_eq!(started(&calls), [0, 1, 2]);
    for (index, failed) in [(2, true), (0, false)] {
        calls[index].ends(failed);
        assert_eq!(go_on(batch.as_mut()), None);
    }
    calls[1].ends(false);
    assert_eq!(go_on(batch.as_mut()), Some(vec![Some(false), Some(false), Some(true)]));
}

#[test]
fn no_more_than_allowed_run_side_by_side() {
    let calls = calls(&[false; 4]);
    let mut batch = pin!(run(schedule(Concurrency::AtMost(2)), &calls));
    assert_eq!(go_on(batch.as_mut()), None);
    assert_eq!(started(&calls), [0, 1]);
    calls[1].ends(true);
    assert_eq!(go_on(batch.as_mut()), None);
    assert_eq!(started(&calls), [0, 1, 2]);
    // The next starts at once, and so does the one after it, which ends in the moment in which it begins.
    calls[3].ends(false);
    calls[0].ends(false);
    assert_eq!(go_on(batch.as_mut()), None);
    assert_eq!(started(&calls), [0, 1, 2, 3]);
    calls[2].ends(false);
    assert_eq!(go_on(batch.as_mut()), Some(vec![Some(false), Some(true), Some(false), Some(false)]));
}

#[test]
fn read_only_calls_that_follow_each_other_run_together_and_others_alone() {
    let calls = calls(&[true, true, false, false, true, true]);
    let mut batch = pin!(run(schedule(Concurrency::ReadOnlyTogether), &calls));
    let mut order = Vec::new();
    for end in [1, 0, 2, 3, 5, 4] {
        assert_eq!(go_on(batch.as_mut()), None);
        order.push(started(&calls).len());
        calls[end].ends(false);
    }
    assert_eq!(order, [2, 2, 3, 4, 6, 6]);
    assert_eq!(go_on(batch.as_mut()), Some(vec![Some(false); 6]));
}

#[test]
fn nothing_starts_after_a_failure_where_that_is_asked_for() {
    let stop = Schedule { concurrency: Concurrency::AtMost(2), stop_on_error: true };
    let calls = calls(&[false; 4]);
    let mut batch = pin!(run(stop, &calls));
    assert_eq!(go_on(batch.as_mut()), None);
    calls[1].ends(true);
    assert_eq!(go_on(batch.as_mut()), None, "what runs already runs on");
    calls[0].ends(false);
    assert_eq!(go_on(batch.as_mut()), Some(vec![Some(false), Some(true), None, None]));
    assert_eq!(started(&calls), [0, 1]);
}

#[test]
fn a_call_that_fails_at_once_is_known_to_have_failed_before_the_next_begins() {
    let stop = Schedule { concurrency: Concurrency::All, stop_on_error: true };
    let calls = calls(&[false; 3]);
    calls[1].ends(true);
    let mut batch = pin!(run(stop, &calls));
    assert_eq!(go_on(batch.as_mut()), None);
    assert_eq!(started(&calls), [0, 1]);
    calls[0].ends(false);
    assert_eq!(go_on(batch.as_mut()), Some(vec![Some(false), Some(true), None]));
}

#[test]
fn only_calls_that_were_woken_are_asked_and_each_wake_reaches_the_one_who_waits() {
    let calls = calls(&[false; 100]);
    let mut batch = pin!(run(schedule(Concurrency::All), &calls));
    let mut wakes = Arc::new(Wakes::default());
    for call in &calls {
        // Another waits for it each time.
        wakes = Arc::new(Wakes::default());
        let waker = Waker::from(wakes.clone());
        assert!(batch.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        call.ends(false);
        assert_eq!(wakes.0.load(Ordering::Relaxed), 1);
    }
    assert_eq!(go_on(batch), Some(vec![Some(false); 100]));
    assert!(calls.iter().all(|call| call.state.borrow().polls == 2));
    drop(wakes);
}
