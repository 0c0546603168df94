//! Calls of tools that a door runs itself: functions in a plugin, a registry or a list, not tools of the page.

use std::cell::Cell;
use std::fmt;
use std::future::Future;
use std::pin::pin;

use super::race::Stop;
use super::{Host, Limits, Outcome, Report, Subject};

/// One call of a tool that is run here.
pub struct LocalCall<H: Host> {
    /// The tool's name.
    pub name: H::Value,
    /// What it is given.
    pub input: H::Value,
    /// The caller's own name for this call.
    pub id: Option<H::Value>,
    /// The function that was called, for listeners.
    pub door: &'static str,
    /// What may end the call.
    pub limits: Limits<H::Signal>,
    /// Told of the tool's progress.
    pub on_progress: Option<H::Value>,
}

impl<H: Host> fmt::Debug for LocalCall<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalCall").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a tool that is run here is given by the engine.
pub struct Running<'a, H: Host> {
    /// What listeners and the caller are told of progress through.
    pub observed: &'a H::Observed,
    host: &'a H,
    dispatched: &'a Cell<bool>,
}

impl<H: Host> fmt::Debug for Running<'_, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running").field("dispatched", &self.dispatched).finish_non_exhaustive()
    }
}

impl<'a, H: Host> Running<'a, H> {
    /// The tool begins now: from here on an abort leaves it unknown what it did.
    pub fn begin(&self) {
        self.dispatched.set(true);
    }

    /// Whether the tool has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.dispatched.get()
    }

    /// Limits of a part of the call, beside those of the whole. Their time counts from the first step.
    ///
    /// # Errors
    /// The call's outcome, if their signal has fired already.
    pub fn part<'p>(&self, limits: &'p Limits<H::Signal>) -> Result<Part<'p, H>, Outcome<H::Value>>
    where
        'a: 'p,
    {
        let dispatched = self.dispatched;
        match Stop::new(self.host, limits) {
            Ok(stop) => Ok(Part { stop, dispatched }),
            Err(stopped) => Err(stopped.outcome(dispatched.get())),
        }
    }
}

/// A part of a call, with limits of its own.
pub struct Part<'a, H: Host> {
    stop: Stop<'a, H>,
    dispatched: &'a Cell<bool>,
}

impl<H: Host> fmt::Debug for Part<'_, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part").finish_non_exhaustive()
    }
}

impl<H: Host> Part<'_, H> {
    /// Runs one of its steps to the end.
    ///
    /// # Errors
    /// The call's outcome, if a limit is reached before; the step is dropped.
    pub async fn step<F: Future + Unpin>(&mut self, step: F) -> Result<F::Output, Outcome<H::Value>> {
        self.stop.race(step).await.map_err(|stopped| stopped.outcome(self.dispatched.get()))
    }
}

/// Runs a call of a tool that a door has itself to its end. `run` finds it, runs it and says what came of it; it is
/// dropped when the caller ends the call.
pub async fn run_local<H: Host>(
    host: &H,
    call: &LocalCall<H>,
    run: impl AsyncFnOnce(Running<'_, H>) -> Outcome<H::Value>,
) -> Report<H::Value> {
    let started = host.now();
    let observed = host.observe(Subject {
        name: &call.name,
        args: &|| call.input.clone(),
        id: call.id.as_ref(),
        door: call.door,
        began: started,
        on_progress: call.on_progress.as_ref(),
        renewal: call.limits.renewal.as_ref(),
    });
    let dispatched = Cell::new(false);
    let outcome = match Stop::new(host, &call.limits) {
        Ok(mut stop) => {
            let running = pin!(run(Running { observed: &observed, host, dispatched: &dispatched }));
            stop.race_to_the_end(running).await.unwrap_or_else(|stopped| stopped.outcome(dispatched.get()))
        }
        Err(stopped) => stopped.outcome(false),
    };
    let report = Report { outcome, duration_ms: host.now() - started, shape: None, origin: None };
    host.settled(observed, &report);
    report
}
