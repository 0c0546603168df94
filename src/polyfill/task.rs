//! Tasks: what the specification queues, in the order in which it was queued.
//!
//! They travel by one `MessageChannel`, since timers are clamped to 4 ms. The tasks of one turn share one
//! message; what a task queues comes with the next, so that microtasks run in between.

use std::cell::RefCell;
use std::fmt;

use super::ModelContext;

/// The steps to be taken later.
#[derive(Default)]
pub(super) struct Tasks(RefCell<Vec<Task>>);

type Task = Box<dyn FnOnce(&ModelContext)>;

impl ModelContext {
    /// Queues a task.
    pub(super) fn queue(&self, task: impl FnOnce(&Self) + 'static) {
        let first = {
            let mut tasks = self.tasks.0.borrow_mut();
            tasks.push(Box::new(task));
            tasks.len() == 1
        };
        if first {
            self.platform.post_tasks();
        }
    }

    /// Runs what has been queued until now.
    pub(super) fn run_queued(&self) {
        let tasks = self.tasks.0.take();
        for task in tasks {
            task(self);
        }
    }
}

impl fmt::Debug for Tasks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Tasks").finish_non_exhaustive()
    }
}
