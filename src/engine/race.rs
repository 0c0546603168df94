//! Racing a step of a call against what may end it.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use super::{Host, LastProgress, Limits};

/// Which of two futures came first.
#[derive(Debug)]
pub(crate) enum First<A, B> {
    /// The one that is asked first, and so wins a tie.
    Left(A),
    /// The other.
    Right(B),
}

/// The first of two futures to end; `left` is polled first. Both are the caller's to drop.
///
/// They come pinned, here and wherever a future is handed on: an `async fn` that is given one by value has room for it
/// twice, once as its argument and once as what it waits for, and four of them in each other made a call take 8 KB.
pub(crate) fn first<A: Future + Unpin, B: Future + Unpin>(
    mut left: A,
    mut right: B,
) -> impl Future<Output = First<A::Output, B::Output>> {
    poll_fn(move |context| {
        if let Poll::Ready(output) = Pin::new(&mut left).poll(context) {
            return Poll::Ready(First::Left(output));
        }
        Pin::new(&mut right).poll(context).map(First::Right)
    })
}

/// What the caller may end a call with: a signal, deadlines, all of them or none.
pub(super) struct Stop<'a, H: Host> {
    host: &'a H,
    signal: Option<&'a H::Signal>,
    aborted: Option<Waiting<'a, H::Value>>,
    timeout: Option<Deadline<'a>>,
    max_total: Option<Deadline<'a>>,
}

type Waiting<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

struct Deadline<'a> {
    after_ms: f64,
    passed: Waiting<'a, ()>,
    /// Where it counts anew from every word of progress.
    renewal: Option<Rc<LastProgress>>,
}

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
    pub(super) fn new(host: &'a H, limits: &'a Limits<H::Signal>) -> Result<Self, Stopped<H::Value>> {
        let signal = limits.signal.as_ref();
        if let Some(reason) = signal.and_then(|signal| host.abort_reason(signal)) {
            return Err(Stopped::Aborted(reason));
        }
        let deadline =
            |ms: f64, renewal| Deadline { after_ms: ms, passed: Box::pin(host.sleep(ms)), renewal };
        Ok(Self {
            host,
            signal,
            aborted: signal.map(|signal| Box::pin(host.aborted(signal)) as _),
            timeout: limits.timeout_ms.map(|ms| deadline(ms, limits.renewal.clone())),
            max_total: limits.max_total_ms.map(|ms| deadline(ms, None)),
        })
    }

    /// Runs a step until it ends or the caller does not want it any more; then the step is dropped.
    pub(super) async fn race<F: Future + Unpin>(&mut self, step: F) -> Result<F::Output, Stopped<H::Value>> {
        match first(self.stopped(), step).await {
            First::Left(stopped) => Err(stopped),
            First::Right(output) => Ok(output),
        }
    }

    /// The same for a whole call of a tool that is run here: one that ends its own signal has been aborted, whatever it
    /// returns then.
    pub(super) async fn race_to_the_end<F: Future + Unpin>(
        &mut self,
        call: F,
    ) -> Result<F::Output, Stopped<H::Value>> {
        let output = self.race(call).await?;
        match self.signal.and_then(|signal| self.host.abort_reason(signal)) {
            Some(reason) => Err(Stopped::Aborted(reason)),
            None => Ok(output),
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
            for deadline in [&mut self.timeout, &mut self.max_total].into_iter().flatten() {
                if deadline.poll(self.host, context).is_ready() {
                    return Poll::Ready(Stopped::TimedOut(deadline.after_ms));
                }
            }
            Poll::Pending
        })
    }
}

impl<'a> Deadline<'a> {
    /// Progress costs no timer of its own: only a deadline that passes looks whether it has been put off.
    fn poll<H: Host>(&mut self, host: &'a H, context: &mut Context<'_>) -> Poll<()> {
        while self.passed.as_mut().poll(context).is_ready() {
            let renewed = self.renewal.as_ref().and_then(|renewal| renewal.at());
            match renewed.map(|at| at + self.after_ms - host.now()) {
                Some(left) if left > 0.0 => self.passed = Box::pin(host.sleep(left)),
                _ => return Poll::Ready(()),
            }
        }
        Poll::Pending
    }
}
