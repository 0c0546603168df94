//! How much work a regular expression may make, found out before it is used.
//!
//! The engines of browsers match by trying: where one text can be read in many ways, all of them are tried before
//! the match fails. A loop that can read the same text in two ways (`(a|a)*`, `(a+)+`) takes time exponential in
//! the text's length and is refused. Loops that can read the same text one after the other (`\s*\s*$`) take time
//! that grows with a power of the length; for these, the text is limited instead.
//!
//! A pattern is read ([`parse`]), made into an automaton that keeps apart the different ways to get from one
//! character to the next ([`automaton`]), and that is searched for both ([`ambiguity`]). Assertions count as if
//! they always held, so the answer errs on the safe side.

mod ambiguity;
mod automaton;
mod charset;
mod parse;
#[cfg(test)]
mod tests;

use automaton::Automaton;
use parse::Node;

/// The longest pattern that is looked at, in characters.
const LONGEST_PATTERN: usize = 2_000;

/// The longest texts for loops that follow each other, by how many do: what then has to be tried at worst is about
/// 10⁷ times the choices of the pattern, some tenths of a second.
const LONGEST_TEXTS: [u32; 9] = [u32::MAX, u32::MAX, 5_000, 400, 120, 70, 45, 35, 30];

/// Why a pattern is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It can take time exponential in the length of a text.
    Catastrophic,
    /// It is longer, deeper or larger than what is looked at.
    TooLarge,
}

impl Refusal {
    /// What is wrong with it, to go on after "The pattern …".
    pub(super) fn said(self) -> &'static str {
        match self {
            Self::Catastrophic => {
                "can take time exponential in the length of a text: one of its loops reads the same text in two ways"
            }
            Self::TooLarge => "is too long or too intricate to be used",
        }
    }
}

/// The longest text, in UTF-16 units, that a pattern may be tried on.
pub(super) fn longest_text(source: &str) -> Result<u32, Refusal> {
    if source.chars().nth(LONGEST_PATTERN).is_some() {
        return Err(Refusal::TooLarge);
    }
    let parsed = parse::parse(source)?;
    let degree = degree_of(&parsed.pattern, parsed.pattern.is_anchored())?;
    let mut of_assertions = parsed.assertions.iter().map(|body| degree_of(body, true));
    let of_assertions = of_assertions.try_fold(0, |most, degree| Ok(most.max(degree?)))?;
    // An assertion may stand in a loop, to be tried again at every character.
    LONGEST_TEXTS.get(degree + of_assertions).copied().ok_or(Refusal::TooLarge)
}

/// How many loops can read the same text one after the other.
fn degree_of(pattern: &Node, anchored: bool) -> Result<usize, Refusal> {
    let automaton = Automaton::of(pattern, anchored)?;
    ambiguity::degree(&automaton)
}
