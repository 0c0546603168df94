//! Things under their ids, in the order in which they came.

use std::rc::Rc;

/// What a catalogue holds, each under an id of its own.
#[derive(Debug)]
pub(super) struct Catalogue<T> {
    in_order: Vec<Rc<T>>,
    /// By which a thing is found: sorted by id.
    by_id: Vec<(String, Rc<T>)>,
}

impl<T> Default for Catalogue<T> {
    fn default() -> Self {
        Self { in_order: Vec::new(), by_id: Vec::new() }
    }
}

impl<T> Catalogue<T> {
    /// Adds a thing, unless its id is taken.
    pub(super) fn insert(&mut self, id: &str, thing: T) -> bool {
        let Err(place) = self.place(id) else { return false };
        let thing = Rc::new(thing);
        self.in_order.push(thing.clone());
        self.by_id.insert(place, (id.to_owned(), thing));
        true
    }

    pub(super) fn get(&self, id: &str) -> Option<&Rc<T>> {
        let place = self.place(id).ok()?;
        self.by_id.get(place).map(|(_, thing)| thing)
    }

    /// Takes a thing out; `None` where there is none.
    pub(super) fn remove(&mut self, id: &str) -> Option<Rc<T>> {
        let place = self.place(id).ok()?;
        let (_, thing) = self.by_id.remove(place);
        self.in_order.retain(|other| !Rc::ptr_eq(other, &thing));
        Some(thing)
    }

    /// Everything, in the order in which it came.
    pub(super) fn all(&self) -> &[Rc<T>] {
        &self.in_order
    }

    fn place(&self, id: &str) -> Result<usize, usize> {
        self.by_id.binary_search_by(|(other, _)| other.as_str().cmp(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ids: &[&'static str]) -> Catalogue<&'static str> {
        let mut catalogue = Catalogue::default();
        for id in ids {
            assert!(catalogue.insert(id, *id));
        }
        catalogue
    }

    fn names(catalogue: &Catalogue<&'static str>) -> Vec<&'static str> {
        catalogue.all().iter().map(|thing| **thing).collect()
    }

    #[test]
    fn s3_03_things_stand_in_the_order_in_which_they_came() {
        let mut catalogue = of(&["m", "z", "a"]);
        assert_eq!(names(&catalogue), ["m", "z", "a"]);
        catalogue.remove("z");
        catalogue.insert("z", "z again");
        assert_eq!(names(&catalogue), ["m", "a", "z again"]);
    }

    #[test]
    fn s3_05_a_taken_id_changes_nothing() {
        let mut catalogue = of(&["a", "b"]);
        assert!(!catalogue.insert("a", "another"));
        assert_eq!(names(&catalogue), ["a", "b"]);
        assert_eq!(catalogue.get("a").map(|thing| **thing), Some("a"));
    }

    #[test]
    fn s3_02_a_thing_is_found_by_its_id_alone() {
        let mut catalogue = of(&["tool-2", "tool-1", "tool-10"]);
        for id in ["tool-1", "tool-2", "tool-10"] {
            assert_eq!(catalogue.get(id).map(|thing| **thing), Some(id));
        }
        for id in ["", "tool", "tool-", "tool-11", "TOOL-1", "constructor"] {
            assert_eq!(catalogue.get(id), None);
            assert_eq!(catalogue.remove(id), None);
        }
        assert_eq!(catalogue.remove("tool-1").map(|thing| *thing), Some("tool-1"));
        assert_eq!(catalogue.get("tool-1"), None);
        assert_eq!(names(&catalogue), ["tool-2", "tool-10"]);
    }
}
