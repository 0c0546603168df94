//! Racing a step of a call against what may end it.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

use super::Host;

/// Which of two futures came first.
#[derive(Debug)]
pub(super) enum First<A, B> {
    /// The one that is asked first, and so wins a tie.
    Left(A),
    /// The other.
    Right(B),
}

/// The first of two futures to end; `left` is polled first. The other is dropped by the caller or with it.
pub(super) async fn first<A: Future, B: Future>(left: A, right: B) -> First<A::Output, B::Output> {
    let mut left = pin!(left);
    let mut right = pin!(right);
    poll_fn(move |context| {
        if let Poll::Ready(output) = left.as_mut().poll(context) {
            return Poll::Ready(First::Left(output));
        }
        right.as_mut().poll(context).map(First::Right)
    })
    .await
}

/// What the caller may end a call with: a signal, a deadline, both or neither.
pub(super) struct Stop<'a, H: Host> {
    aborted: Option<Waiting<'a, H::Value>>,
    deadline: Option<(f64, Waiting<'a, ()>)>,
}

type Waiting<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// How the caller ended a call.
#[derive(Debug)]
pub(super) enum Stopped<V> {
    /// By the signal, for this reason.
    Aborted(V),
    /// By the deadline of that many milliseconds.
    TimedOut(f64),
}

impl<'a, H: Host> Stop<'a, H> {
    /// Starts to listen and to count; a signal that has fired already lets nothing begin.
    pub(super) fn new(
        host: &'a H,
        signal: Option<&'a H::Signal>,
        timeout_ms: Option<f64>,
    ) -> Result<Self, Stopped<H::Value>> {
        if let Some(reason) = signal.and_then(|signal| host.abort_reason(signal)) {
            return Err(Stopped::Aborted(reason));
        }
        Ok(Self {
            aborted: signal.map(|signal| Box::pin(host.aborted(signal)) as _),
            deadline: timeout_ms.map(|ms| (ms, Box::pin(host.sleep(ms)) as _)),
        })
    }

    /// Runs a step until it ends or the caller does not want it any more; then the step is dropped.
    pub(super) async fn race<F: Future>(&mut self, step: F) -> Result<F::Output, Stopped<H::Value>> {
        match first(self.stopped(), step).await {
            First::Left(stopped) => Err(stopped),
            First::Right(output) => Ok(output),
        }
    }

    /// Ends when the caller ends the call; an abort wins over a deadline that passed with it.
    fn stopped(&mut self) -> impl Future<Output = Stopped<H::Value>> {
        poll_fn(|context| {
            if let Some(aborted) = &mut self.aborted
                && let Poll::Ready(reason) = aborted.as_mut().poll(context)
            {
                return Poll::Ready(Stopped::Aborted(reason));
            }
            if let Some((ms, deadline)) = &mut self.deadline
                && deadline.as_mut().poll(context).is_ready()
            {
                return Poll::Ready(Stopped::TimedOut(*ms));
            }
            Poll::Pending
        })
    }
}
