//! Names that model APIs take for tools whose own they would refuse, or that share one.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The names that somebody takes: letters, digits, `_` and `-` of ASCII, and no others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grammar {
    longest: usize,
    dots: bool,
    /// Whether the first must be a letter or `_`.
    starts_as_identifier: bool,
}

/// What every model API takes.
pub(crate) const MODEL: Grammar = Grammar { longest: 64, dots: false, starts_as_identifier: true };

/// What WebMCP and MCP take.
pub(crate) const TOOL: Grammar = Grammar { longest: 128, dots: true, starts_as_identifier: false };

/// Room that the name always keeps beside what tells it from others.
const LONGEST_SUFFIX: usize = 32;

/// What tells a tool from others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claim {
    pub(crate) name: String,
    /// Empty where it is not known.
    pub(crate) origin: String,
    /// Whether it belongs to this document.
    pub(crate) own: bool,
    /// The alias that it had before and keeps.
    pub(crate) kept: Option<String>,
}

/// Gives each claim an alias of its own; none that is taken.
///
/// A tool keeps its name where that is a possible one. Of several that want one alias, the one that has it for a name
/// gets it, then the one of this document; the others are told apart by their host, else by a hash of name and origin.
/// All this depends on which tools there are, not on their order; only tools alike in both are numbered in theirs.
pub(crate) fn assign(claims: &[Claim], grammar: Grammar, taken: &[String]) -> Vec<String> {
    let mut aliases = Aliases {
        given: claims.iter().map(|claim| claim.kept.clone()).collect(),
        taken: BTreeMap::new(),
        grammar,
    };
    for alias in taken.iter().chain(claims.iter().filter_map(|claim| claim.kept.as_ref())) {
        aliases.taken.insert(alias.clone(), 0);
    }
    let fitted: Vec<String> = claims.iter().map(|claim| grammar.fit(&claim.name)).collect();
    let by = |suffix: fn(&Claim) -> Option<String>| -> Vec<Option<Wish>> {
        let join = |(claim, fitted): (&Claim, &String)| {
            suffix(claim).map(|suffix| Wish { alias: grammar.join(fitted, &suffix), strength: 0 })
        };
        claims.iter().zip(&fitted).map(join).collect()
    };
    let plain = claims.iter().zip(&fitted).map(|(claim, fitted)| {
        let strength = u32::from(claim.name == *fitted) * 2 + u32::from(claim.own);
        Some(Wish { alias: fitted.clone(), strength })
    });
    aliases.give(&plain.collect::<Vec<_>>());
    aliases.give(&by(|claim| claim.origin.rsplit_once('/').map(|(_, host)| fold(host, false))));
    let hashed = by(|claim| Some(hash(&claim.name, &claim.origin)));
    aliases.give(&hashed);
    aliases.number(&hashed)
}

/// An alias that a claim could have, and how good its title is.
struct Wish {
    alias: String,
    strength: u32,
}

/// Aliases as they are given away, and those that are taken, each with the last number that was tried behind it.
struct Aliases {
    given: Vec<Option<String>>,
    taken: BTreeMap<String, u32>,
    grammar: Grammar,
}

impl Aliases {
    /// Gives each claim without an alias the one that it wants, if nobody has it and nobody has as good a title.
    fn give(&mut self, wishes: &[Option<Wish>]) {
        // The best title to each alias, and how many have it: one number, so that one kind of map does for all.
        const ONE: u32 = 4;
        let mut titles: BTreeMap<String, u32> = BTreeMap::new();
        for (wish, given) in wishes.iter().zip(&self.given) {
            let (Some(wish), None) = (wish, given) else { continue };
            let title = titles.get(&wish.alias).copied().unwrap_or_default();
            let best = title % ONE;
            let title = match wish.strength.cmp(&best) {
                Ordering::Greater => ONE + wish.strength,
                Ordering::Equal => title + ONE,
                Ordering::Less => continue,
            };
            titles.insert(wish.alias.clone(), title);
        }
        for (wish, given) in wishes.iter().zip(&mut self.given) {
            let (Some(wish), None) = (wish, &given) else { continue };
            let is_alone = titles.get(&wish.alias) == Some(&(ONE + wish.strength));
            if is_alone && !self.taken.contains_key(&wish.alias) {
                self.taken.insert(wish.alias.clone(), 0);
                *given = Some(wish.alias.clone());
            }
        }
    }

    /// Numbers those that are left.
    fn number(mut self, stems: &[Option<Wish>]) -> Vec<String> {
        let given = std::mem::take(&mut self.given);
        let numbered = given.into_iter().zip(stems).map(|(given, stem)| match (given, stem) {
            (None, Some(stem)) => self.numbered(&stem.alias),
            (given, _) => given.unwrap_or_default(),
        });
        numbered.collect()
    }

    fn numbered(&mut self, stem: &str) -> String {
        let mut last = self.taken.get(stem).copied();
        loop {
            let (number, alias) = match last {
                None => (1, stem.to_owned()),
                Some(last) => (last + 1, self.grammar.join(stem, &(last + 1).to_string())),
            };
            self.taken.insert(stem.to_owned(), number);
            if alias == stem || !self.taken.contains_key(&alias) {
                if alias != stem {
                    self.taken.insert(alias.clone(), 0);
                }
                return alias;
            }
            last = Some(number);
        }
    }
}

impl Grammar {
    /// A name as near to this one as the grammar has it; itself where it has that.
    fn fit(self, name: &str) -> String {
        let mut fitted = fold(name, self.dots);
        let starts_well = fitted.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        if fitted.is_empty() || self.starts_as_identifier && !starts_well {
            fitted.insert(0, '_');
        }
        fitted.truncate(self.longest);
        fitted
    }

    /// A name with something behind it.
    fn join(self, name: &str, suffix: &str) -> String {
        let mut joined = String::from(name);
        let suffix = suffix.get(..LONGEST_SUFFIX).unwrap_or(suffix);
        joined.truncate(self.longest - 1 - suffix.len());
        joined.push('_');
        joined.push_str(suffix);
        joined
    }
}

/// A text with `_` in place of what no name has.
fn fold(text: &str, dots: bool) -> String {
    let possible = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-' || dots && it == '.';
    text.chars().map(|it| if possible(it) { it } else { '_' }).collect()
}

/// Six characters that depend on both (FNV-1a).
fn hash(name: &str, origin: &str) -> String {
    let mut hash: u32 = 0x811c_9dc5;
    for byte in name.bytes().chain([0]).chain(origin.bytes()) {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    (0..6).filter_map(|at| char::from_digit((hash >> (at * 5)) & 31, 32)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Claim, MODEL, TOOL, assign};

    fn claim(name: &str, origin: &str) -> Claim {
        Claim { name: name.to_owned(), origin: origin.to_owned(), ..Claim::default() }
    }

    fn own(name: &str) -> Claim {
        Claim { own: true, ..claim(name, "https://own.example") }
    }

    fn aliases(claims: &[Claim]) -> Vec<String> {
        assign(claims, MODEL, &[])
    }

    #[test]
    fn a_possible_name_is_kept() {
        let long = "x".repeat(64);
        let names = ["add_to_cart", "a", "_", "A-1", long.as_str()];
        assert_eq!(aliases(&names.map(own)), names);
    }

    #[test]
    fn what_no_model_api_takes_is_replaced() {
        let long = "x".repeat(65);
        let names = ["cart.add", "1st", "-", "größe 🛒", "", long.as_str()];
        let expected = ["cart_add", "_1st", "_-", "gr__e__", "_", &"x".repeat(64)];
        assert_eq!(aliases(&names.map(own)), expected);
        assert_eq!(assign(&[own("cart.add"), own("1st")], TOOL, &[]), ["cart.add", "1st"]);
    }

    #[test]
    fn who_has_it_for_a_name_comes_first_and_then_this_document() {
        let [exact, folded] = [own("cart_add"), own("cart.add")];
        let given = aliases(&[folded.clone(), exact.clone()]);
        assert_eq!(given, ["cart_add_own_example", "cart_add"]);
        let frames = [claim("search", "https://a.example"), claim("search", "http://b.example:8080")];
        assert_eq!(aliases(&frames), ["search_a_example", "search_b_example_8080"]);
        let with_own = [frames[0].clone(), own("search"), frames[1].clone()];
        assert_eq!(aliases(&with_own), ["search_a_example", "search", "search_b_example_8080"]);
    }

    #[test]
    fn the_order_does_not_matter() {
        let mut claims: Vec<Claim> = ["a.b", "a_b", "a b", "a:b", "1", "_1", "c"].map(own).into();
        claims.extend(["a.b", "a_b", "c"].map(|name| claim(name, "https://b.example")));
        claims.extend(["a.b", "c", "d"].map(|name| claim(name, "null")));
        let given = aliases(&claims);
        let mut distinct = given.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), claims.len());
        let reversed: Vec<Claim> = claims.iter().rev().cloned().collect();
        let mut again = aliases(&reversed);
        again.reverse();
        assert_eq!(again, given);
    }

    #[test]
    fn tools_alike_are_numbered() {
        let twins = vec![claim("search", "https://a.example"); 4];
        let given = aliases(&twins);
        assert_eq!(given.len(), 4);
        let stem = given[0].clone();
        assert!(stem.starts_with("search_") && stem.len() == "search_".len() + 6, "{stem}");
        assert_eq!(given[1..], [2, 3, 4].map(|number| format!("{stem}_{number}")));
    }

    #[test]
    fn long_names_keep_within_the_limit_and_apart() {
        let stem = "x".repeat(70);
        let claims: Vec<Claim> = (0..50).map(|at| claim(&format!("{stem}{at}"), &"y".repeat(90))).collect();
        let given = aliases(&claims);
        assert!(given.iter().all(|alias| alias.len() <= 64));
        let mut distinct = given.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 50);
    }

    #[test]
    fn what_was_given_before_stays_and_is_given_to_nobody_else() {
        let kept = Claim { kept: Some("search".into()), ..claim("search", "https://a.example") };
        let given = assign(&[own("search"), kept, own("gone")], MODEL, &["gone".into()]);
        assert_eq!(given, ["search_own_example", "search", "gone_own_example"]);
    }
}
