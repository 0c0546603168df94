//! Tasks: what the specification queues, in the order in which it was queued.
//!
//! They travel by one `MessageChannel`, since timers are clamped to 4 ms. The tasks of one turn share one
//! message; what a task queues comes with the next, so that microtasks run in between.

use super::ModelContext;

/// One step to be taken later.
pub(super) type Task = Box<dyn FnOnce(&ModelContext)>;

impl ModelContext {
    /// Queues a task.
    pub(super) fn queue(&self, task: impl FnOnce(&Self) + 'static) {
        let task = Box::new(task);
        let is_first = self.tasks.with(|tasks| {
            tasks.push(task);
            tasks.len() == 1
        });
        if is_first {
            self.platform.post_tasks();
        }
    }

    /// Runs what has been queued until now.
    pub(super) fn run_tasks(&self) {
        for task in self.tasks.take() {
            task(self);
        }
    }
}
