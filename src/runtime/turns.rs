//! A fair queue: so many calls at a time, and the others in the order in which they were made.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// The places of a runtime where calls run.
#[derive(Debug)]
pub(super) struct Turns {
    /// `usize::MAX` is no limit.
    free: Cell<usize>,
    waiting: RefCell<VecDeque<Rc<Place>>>,
}

/// A place in the queue.
#[derive(Debug, Default)]
struct Place {
    is_called: Cell<bool>,
    waker: RefCell<Option<Waker>>,
}

/// A turn that was asked for. Dropping it lets the next one have it, or leaves the queue.
#[must_use = "a turn that is dropped is over"]
#[derive(Debug)]
pub(super) struct Turn {
    turns: Rc<Turns>,
    place: Rc<Place>,
}

impl Turns {
    /// As many at a time as are allowed; `None` is any number.
    pub(super) fn new(at_a_time: Option<usize>) -> Rc<Self> {
        let free = Cell::new(at_a_time.unwrap_or(usize::MAX));
        Rc::new(Self { free, waiting: RefCell::default() })
    }

    /// Asks for a turn: the place in the queue is taken at once.
    pub(super) fn ask(self: &Rc<Self>) -> Turn {
        let place = Rc::new(Place::default());
        match self.free.get() {
            0 => self.waiting.borrow_mut().push_back(place.clone()),
            free => {
                self.free.set(free - 1);
                place.is_called.set(true);
            }
        }
        Turn { turns: self.clone(), place }
    }

    /// A turn is over: whoever has waited longest has it now, so that nobody slips in between.
    fn pass_on(&self) {
        let next = self.waiting.borrow_mut().pop_front();
        match next {
            Some(place) => {
                place.is_called.set(true);
                let waker = place.waker.take();
                if let Some(waker) = waker {
                    waker.wake();
                }
            }
            None => self.free.set(self.free.get().saturating_add(1)),
        }
    }
}

impl Turn {
    /// Ends when it comes.
    pub(super) async fn comes(&self) {
        poll_fn(|context| {
            if self.place.is_called.get() {
                return Poll::Ready(());
            }
            self.place.waker.replace(Some(context.waker().clone()));
            Poll::Pending
        })
        .await;
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        match self.place.is_called.get() {
            true => self.turns.pass_on(),
            false => self.turns.waiting.borrow_mut().retain(|other| !Rc::ptr_eq(other, &self.place)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::Context;

    use super::*;

    fn has_come(turn: &Turn) -> bool {
        pin!(turn.comes()).poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    fn come(turns: &[&Turn]) -> Vec<bool> {
        turns.iter().map(|turn| has_come(turn)).collect()
    }

    #[test]
    fn as_many_at_a_time_as_are_allowed_and_in_order() {
        let turns = Turns::new(Some(2));
        let [a, b, c, d] = [(); 4].map(|()| turns.ask());
        assert_eq!(come(&[&a, &b, &c, &d]), [true, true, false, false]);
        drop(b);
        assert_eq!(come(&[&a, &c, &d]), [true, true, false]);
        drop(a);
        drop(c);
        assert!(has_come(&d));
        drop(d);
        assert_eq!(turns.free.get(), 2);
    }

    #[test]
    fn without_a_limit_every_turn_comes_at_once() {
        let turns = Turns::new(None);
        let all: Vec<Turn> = (0..100).map(|_| turns.ask()).collect();
        assert!(all.iter().all(has_come));
        drop(all);
        assert_eq!(turns.free.get(), usize::MAX);
    }

    #[test]
    fn who_gives_up_waiting_leaves_the_queue() {
        let turns = Turns::new(Some(1));
        let [a, b, c] = [(); 3].map(|()| turns.ask());
        drop(b);
        assert!(!has_come(&c));
        drop(a);
        assert!(has_come(&c));
        assert!(turns.waiting.borrow().is_empty());
    }

    #[test]
    fn who_is_called_and_does_not_come_lets_the_next_one_have_it() {
        let turns = Turns::new(Some(1));
        let [a, b, c] = [(); 3].map(|()| turns.ask());
        drop(a);
        drop(b); // called, and never looked
        assert!(has_come(&c));
    }

    #[test]
    fn nobody_slips_in_before_who_waits() {
        let turns = Turns::new(Some(1));
        let a = turns.ask();
        let b = turns.ask();
        drop(a);
        let late = turns.ask();
        assert_eq!(come(&[&b, &late]), [true, false]);
    }
}
