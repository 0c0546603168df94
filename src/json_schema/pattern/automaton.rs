//! A pattern as an automaton whose states are the places where it reads a character (Glushkov's construction).
//!
//! The usual construction forgets in how many ways one place follows another; a matching engine tries each of them.
//! Here a transition that exists twice is remembered to be doubled.

use super::Refusal;
use super::charset::Charset;
use super::parse::Node;

/// How many places a pattern may have, its repeated parts written out.
const MOST_PLACES: usize = 1_500;

/// How many places a counted part may have when it is written out; a larger one counts as a loop.
const MOST_COPIED: usize = 100;

#[derive(Debug, Default)]
pub(super) struct Automaton {
    /// What is read at each place.
    pub(super) sets: Vec<Charset>,
    /// The places that may come next, in order, and whether there are two ways to get there.
    pub(super) next: Vec<Vec<(usize, bool)>>,
    /// The places to begin at.
    pub(super) first: Vec<(usize, bool)>,
}

/// A part of the automaton while it is made.
#[derive(Clone, Debug, Default)]
struct Part {
    first: Vec<(usize, bool)>,
    last: Vec<(usize, bool)>,
    /// In how many ways it reads nothing: none, one, or more (2).
    empty: u8,
}

impl Automaton {
    pub(super) fn of(pattern: &Node, anchored: bool) -> Result<Self, Refusal> {
        let mut automaton = Self::default();
        let start = match anchored {
            true => Part { empty: 1, ..Part::default() },
            // The engine tries it at every character of the text: as if anything came first.
            false => {
                let anything = Node::One(Charset::all());
                automaton.part(&Node::Repeat { body: Box::new(anything), least: 0, most: None })?
            }
        };
        let part = automaton.part(pattern)?;
        automaton.first = automaton.followed(start, part).first;
        Ok(automaton)
    }

    fn part(&mut self, node: &Node) -> Result<Part, Refusal> {
        Ok(match node {
            Node::Nothing | Node::Start => Part { empty: 1, ..Part::default() },
            Node::One(set) => {
                let place = self.sets.len();
                if place >= MOST_PLACES {
                    return Err(Refusal::TooLarge);
                }
                self.sets.push(set.clone());
                self.next.push(Vec::new());
                Part { first: vec![(place, false)], last: vec![(place, false)], empty: 0 }
            }
            Node::Sequence(nodes) => {
                let mut whole = Part { empty: 1, ..Part::default() };
                for node in nodes {
                    let part = self.part(node)?;
                    whole = self.followed(whole, part);
                }
                whole
            }
            Node::Choice(nodes) => {
                let mut whole = Part::default();
                for node in nodes {
                    let part = self.part(node)?;
                    whole.first.extend(part.first);
                    whole.last.extend(part.last);
                    whole.empty = (whole.empty + part.empty).min(2);
                }
                whole
            }
            Node::Repeat { body, least, most } => self.repeated(body, *least, *most)?,
        })
    }

    fn repeated(&mut self, body: &Node, least: u32, most: Option<u32>) -> Result<Part, Refusal> {
        let copies = most.unwrap_or(least.max(1));
        if copies == 0 {
            return Ok(Part { empty: 1, ..Part::default() });
        }
        let before = self.sets.len();
        let mut first = self.part(body)?;
        let size = self.sets.len() - before;
        if size.saturating_mul(copies as usize) > MOST_COPIED.max(size) {
            if first.empty > 0 && least > 1 {
                // Which of the copies read nothing is a choice of its own.
                return Err(Refusal::Catastrophic);
            }
            self.looped(&mut first);
            first.empty = if least == 0 { 1 } else { first.empty };
            return Ok(first);
        }
        let mut whole = Part { empty: 1, ..Part::default() };
        // Optional copies nest, `(a(a)?)?`: one is skipped only with all that come after it.
        let mut ends: Vec<(usize, bool)> = Vec::new();
        let mut skipped = None;
        let mut written = Some(first);
        for copy in 0..copies {
            let mut part = match written.take() {
                Some(part) => part,
                None => self.part(body)?,
            };
            if most.is_none() && copy + 1 == copies {
                self.looped(&mut part);
            }
            if copy >= least {
                // An optional copy that reads nothing is no match by the rules of the language.
                part.empty = 0;
                ends.extend(whole.last.iter().copied());
                skipped = skipped.or(Some(whole.empty));
            }
            whole = self.followed(whole, part);
        }
        whole.last.extend(ends);
        whole.empty = skipped.unwrap_or(whole.empty);
        Ok(whole)
    }

    /// Lets a part come after itself.
    fn looped(&mut self, part: &mut Part) {
        for &(from, doubled_from) in &part.last {
            for &(to, doubled_to) in &part.first {
                self.connect(from, to, doubled_from || doubled_to);
            }
        }
    }

    fn followed(&mut self, before: Part, after: Part) -> Part {
        for &(from, doubled_from) in &before.last {
            for &(to, doubled_to) in &after.first {
                self.connect(from, to, doubled_from || doubled_to);
            }
        }
        let through = |places: Vec<(usize, bool)>, empty: u8| {
            places
                .into_iter()
                .filter(move |_| empty > 0)
                .map(move |(place, doubled)| (place, doubled || empty > 1))
        };
        let mut part =
            Part { first: before.first, last: after.last, empty: (before.empty * after.empty).min(2) };
        part.first.extend(through(after.first, before.empty));
        part.last.extend(through(before.last, after.empty));
        part
    }

    fn connect(&mut self, from: usize, to: usize, doubled: bool) {
        let Some(next) = self.next.get_mut(from) else { return };
        match next.binary_search_by_key(&to, |(place, _)| *place) {
            Ok(index) => next.iter_mut().skip(index).take(1).for_each(|(_, already)| *already = true),
            Err(index) => next.insert(index, (to, doubled)),
        }
    }
}
