//! The tool map of one document: what is registered under which name, and by which registration.
//!
//! <https://webmachinelearning.github.io/webmcp/#model-context-tool-map>

/// The tools of one document in the order in which they are listed: by name, in code units.
///
/// Names are ASCII (see [`is_valid_name`]), so the order of their bytes is the order of their code units.
#[derive(Debug)]
pub(super) struct Registry<T> {
    registrations: Vec<Registration<T>>,
    last: u32,
}

/// One successful call of `registerTool`.
///
/// It has a number of its own because a name may be taken again in the very turn in which it is given up:
/// the signal of an older registration must not remove a newer one.
#[derive(Debug)]
struct Registration<T> {
    name: String,
    number: u32,
    tool: T,
}

impl<T> Default for Registry<T> {
    fn default() -> Self {
        Self { registrations: Vec::new(), last: 0 }
    }
}

impl<T> Registry<T> {
    /// Takes the name for a tool, unless it is taken. Gives the number of the registration.
    pub(super) fn insert(&mut self, name: &str, tool: T) -> Option<u32> {
        let Err(place) = self.place(name) else { return None };
        self.last = self.last.wrapping_add(1);
        self.registrations.insert(place, Registration { name: name.into(), number: self.last, tool });
        Some(self.last)
    }

    /// Ends one registration; `None` where it has ended before.
    pub(super) fn remove(&mut self, number: u32) -> Option<T> {
        let place = self.registrations.iter().position(|entry| entry.number == number)?;
        Some(self.registrations.remove(place).tool)
    }

    pub(super) fn get(&self, name: &str) -> Option<&T> {
        let place = self.place(name).ok()?;
        self.registrations.get(place).map(|entry| &entry.tool)
    }

    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.registrations.iter_mut().find(|entry| entry.number == number).map(|entry| &mut entry.tool)
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    /// Every tool, ordered by name.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.registrations.iter().map(|entry| &entry.tool)
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.registrations.binary_search_by(|entry| entry.name.as_str().cmp(name))
    }
}

/// Whether a tool may have this name: 1 to 128 of the ASCII letters, digits, `_`, `.` and `-`.
///
/// <https://webmachinelearning.github.io/webmcp/#dom-modelcontext-registertool>
pub(super) fn is_valid_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed<'a>(registry: &'a Registry<&str>) -> Vec<&'a str> {
        registry.iter().copied().collect()
    }

    #[test]
    fn names_follow_the_grammar() {
        for name in ["a", "1a", ".a", "-a", "_", "__proto__", "constructor", "A.b-c_9", &"x".repeat(128)] {
            assert!(is_valid_name(name), "{name}");
        }
        for name in ["", "a b", "a/b", "a:b", "é", "工具", "😀", "a\n", "a\0b", "a+b", "$a", &"x".repeat(129)]
        {
            assert!(!is_valid_name(name), "{name}");
        }
    }

    #[test]
    fn tools_are_listed_by_code_unit_whatever_the_order_of_registration() {
        let mut registry = Registry::default();
        for name in ["b", "A", "a", "B", "10", "2", "_", "-", "."] {
            assert!(registry.insert(name, name).is_some());
        }
        assert_eq!(listed(&registry), ["-", ".", "10", "2", "A", "B", "_", "a", "b"]);
    }

    #[test]
    fn a_name_is_taken_once() {
        let mut registry = Registry::default();
        assert!(registry.insert("a", "first").is_some());
        assert!(registry.insert("a", "second").is_none());
        assert_eq!(registry.get("a"), Some(&"first"));
    }

    #[test]
    fn a_name_given_up_can_be_taken_at_once() {
        let mut registry = Registry::default();
        let first = registry.insert("a", "first").unwrap_or_default();
        assert_eq!(registry.remove(first), Some("first"));
        assert!(!registry.contains("a"));
        assert!(registry.insert("a", "second").is_some());
    }

    #[test]
    fn an_old_registration_does_not_remove_a_newer_one_of_its_name() {
        let mut registry = Registry::default();
        let first = registry.insert("a", "first").unwrap_or_default();
        registry.remove(first);
        let second = registry.insert("a", "second").unwrap_or_default();
        assert_ne!(first, second);
        assert_eq!(registry.remove(first), None);
        assert_eq!(registry.get("a"), Some(&"second"));
        assert_eq!(registry.get_mut(second), Some(&mut "second"));
        assert_eq!(registry.get_mut(first), None);
    }

    #[test]
    fn only_what_is_registered_is_found() {
        let mut registry = Registry::default();
        registry.insert("a", "a");
        assert!(!registry.contains(""));
        assert!(!registry.contains("aa"));
        assert_eq!(registry.get("A"), None);
        assert_eq!(registry.remove(77), None);
    }
}
