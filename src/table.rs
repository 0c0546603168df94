//! What is under way, found again by callbacks that hold no more than two numbers.
//!
//! A callback that outlives what it was made for (of a tool that settles late, or never) keeps nothing alive: the
//! record is gone from here, and what is stored in its place later has another generation.

/// Names one record for as long as it is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

/// Records under way.
#[derive(Debug)]
pub(crate) struct Table<T> {
    places: Vec<Place<T>>,
    free: Vec<u32>,
}

#[derive(Debug)]
struct Place<T> {
    generation: u32,
    record: Option<T>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: Vec::new() }
    }
}

impl<T> Table<T> {
    pub(crate) fn insert(&mut self, record: T) -> Key {
        self.insert_with(|_| record)
    }

    /// Stores a record that knows its own name.
    pub(crate) fn insert_with(&mut self, record: impl FnOnce(Key) -> T) -> Key {
        if let Some(index) = self.free.pop()
            && let Some(place) = self.places.get_mut(index as usize)
        {
            let key = Key { index, generation: place.generation };
            place.record = Some(record(key));
            return key;
        }
        let index = u32::try_from(self.places.len()).unwrap_or(u32::MAX);
        let key = Key { index, generation: 0 };
        self.places.push(Place { generation: 0, record: Some(record(key)) });
        key
    }

    pub(crate) fn get_mut(&mut self, key: Key) -> Option<&mut T> {
        self.place(key)?.record.as_mut()
    }

    /// Takes a record out; `None` where it has gone before.
    pub(crate) fn remove(&mut self, key: Key) -> Option<T> {
        let place = self.place(key)?;
        let record = place.record.take()?;
        place.generation = place.generation.wrapping_add(1);
        self.free.push(key.index);
        Some(record)
    }

    /// Everything that is under way.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.places.iter().filter_map(|place| place.record.as_ref())
    }

    /// The names of the records of which something is true.
    #[cfg_attr(not(feature = "polyfill"), allow(dead_code, reason = "only the polyfill does"))]
    pub(crate) fn find(&self, is_it: impl Fn(&T) -> bool) -> Vec<Key> {
        let is_it = |place: &Place<T>| place.record.as_ref().is_some_and(&is_it);
        let places = (0..).zip(&self.places).filter(|(_, place)| is_it(place));
        places.map(|(index, place)| Key { index, generation: place.generation }).collect()
    }

    /// Takes everything out.
    #[cfg_attr(not(feature = "polyfill"), allow(dead_code, reason = "only the polyfill does"))]
    pub(crate) fn drain(&mut self) -> Vec<T> {
        let mut records = Vec::new();
        for (index, place) in (0..).zip(&mut self.places) {
            if let Some(record) = place.record.take() {
                place.generation = place.generation.wrapping_add(1);
                self.free.push(index);
                records.push(record);
            }
        }
        records
    }

    fn place(&mut self, key: Key) -> Option<&mut Place<T>> {
        self.places.get_mut(key.index as usize).filter(|place| place.generation == key.generation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_found_until_it_is_removed_and_removed_once() {
        let mut table = Table::default();
        let key = table.insert("call");
        assert_eq!(table.get_mut(key), Some(&mut "call"));
        assert_eq!(table.remove(key), Some("call"));
        assert_eq!(table.get_mut(key), None);
        assert_eq!(table.remove(key), None);
    }

    #[test]
    fn a_late_callback_does_not_find_the_next_record_in_its_place() {
        let mut table = Table::default();
        let first = table.insert("first");
        table.remove(first);
        let second = table.insert("second");
        assert_eq!(first.index, second.index);
        assert_eq!(table.remove(first), None);
        assert_eq!(table.remove(second), Some("second"));
    }

    #[test]
    fn places_are_used_again() {
        let mut table = Table::default();
        for round in 0..10_000 {
            let key = table.insert(round);
            assert_eq!(key.index, 0);
            table.remove(key);
        }
        assert_eq!(table.places.len(), 1);
    }

    #[test]
    fn records_are_found_by_what_they_are() {
        let mut table = Table::default();
        let keys = ["a", "b", "a", "a"].map(|record| table.insert(record));
        table.remove(keys[2]);
        let found = table.find(|record| *record == "a");
        assert_eq!(found, [keys[0], keys[3]]);
        assert!(found.iter().all(|key| table.remove(*key) == Some("a")));
    }

    #[test]
    fn draining_takes_everything_out() {
        let mut table = Table::default();
        let keys = ["a", "b", "c"].map(|record| table.insert(record));
        table.remove(keys[1]);
        assert_eq!(table.drain(), ["a", "c"]);
        assert!(keys.iter().all(|key| table.remove(*key).is_none()));
        assert!(table.drain().is_empty());
    }
}
