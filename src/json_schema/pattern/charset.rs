//! Sets of characters.

/// The last code point.
const LAST: u32 = 0x10_ffff;

/// A set of code points, as ranges in ascending order that do not touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Charset(Vec<(u32, u32)>);

impl Charset {
    pub(super) fn all() -> Self {
        Self(vec![(0, LAST)])
    }

    pub(super) fn of(character: char) -> Self {
        Self(vec![(character.into(), character.into())])
    }

    pub(super) fn of_ranges(ranges: &[(char, char)]) -> Self {
        let mut set = Self::default();
        ranges.iter().for_each(|(first, last)| set.add(u32::from(*first), u32::from(*last)));
        set
    }

    /// What `.` stands for.
    pub(super) fn within_a_line() -> Self {
        Self::of_ranges(&[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')]).negated()
    }

    /// What `\d`, `\w`, `\s` or the same in capitals stands for.
    pub(super) fn of_class(letter: char) -> Option<Self> {
        let set = match letter.to_ascii_lowercase() {
            'd' => Self::of_ranges(&[('0', '9')]),
            'w' => Self::of_ranges(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]),
            's' => Self::of_ranges(&[
                ('\t', '\r'),
                (' ', ' '),
                ('\u{a0}', '\u{a0}'),
                ('\u{1680}', '\u{1680}'),
                ('\u{2000}', '\u{200a}'),
                ('\u{2028}', '\u{2029}'),
                ('\u{202f}', '\u{202f}'),
                ('\u{205f}', '\u{205f}'),
                ('\u{3000}', '\u{3000}'),
                ('\u{feff}', '\u{feff}'),
            ]),
            _ => return None,
        };
        Some(if letter.is_ascii_uppercase() { set.negated() } else { set })
    }

    /// What `\p{…}` stands for, or more: beyond ASCII everything, in ASCII what a property of that kind has.
    pub(super) fn of_property(name: &str, negated: bool) -> Self {
        const BEYOND: (char, char) = ('\u{80}', '\u{10ffff}');
        let value = name.split_once('=').map_or(name, |(_, value)| value);
        let (upper, lower, digit) = (('A', 'Z'), ('a', 'z'), ('0', '9'));
        let ascii: &[(char, char)] = match value {
            "L" | "Letter" | "Alphabetic" | "Alpha" | "LC" | "Cased_Letter" | "Latin" | "Latn" => {
                &[upper, lower]
            }
            "Lu" | "Uppercase_Letter" | "Uppercase" => &[upper],
            "Ll" | "Lowercase_Letter" | "Lowercase" => &[lower],
            "N" | "Number" | "Nd" | "Decimal_Number" | "digit" => &[digit],
            "M" | "Mark" | "Mn" | "Lm" | "Lo" | "Han" | "Hani" | "Cyrillic" | "Cyrl" | "Greek" | "Grek" => {
                &[]
            }
            "Z" | "Separator" | "Zs" | "Space_Separator" => &[(' ', ' ')],
            "P" | "Punctuation" | "S" | "Symbol" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
            _ => return Self::all(),
        };
        let set = Self::of_ranges(ascii);
        let mut set = if negated { set.negated() } else { set };
        set.add(BEYOND.0.into(), BEYOND.1.into());
        set
    }

    pub(super) fn add(&mut self, first: u32, last: u32) {
        let (mut first, mut last) = (first, last);
        self.0.retain(|&(from, to)| {
            let apart = to.saturating_add(1) < first || last.saturating_add(1) < from;
            if !apart {
                (first, last) = (first.min(from), last.max(to));
            }
            apart
        });
        let place = self.0.partition_point(|&(from, _)| from < first);
        self.0.insert(place, (first, last));
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        other.0.iter().for_each(|&(first, last)| self.add(first, last));
    }

    pub(super) fn negated(&self) -> Self {
        let mut ranges = Vec::with_capacity(self.0.len() + 1);
        let mut next = 0;
        for &(first, last) in &self.0 {
            if first > next {
                ranges.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            ranges.push((next, LAST));
        }
        Self(ranges)
    }

    pub(super) fn intersection(&self, other: &Self) -> Self {
        let overlap = |&(a, b): &(u32, u32)| {
            other.0.iter().map(move |&(c, d)| (a.max(c), b.min(d))).filter(|(first, last)| first <= last)
        };
        Self(self.0.iter().flat_map(overlap).collect())
    }

    /// Its character, if it has but one.
    pub(super) fn only(&self) -> Option<u32> {
        match self.0.as_slice() {
            [(first, last)] if first == last => Some(*first),
            _ => None,
        }
    }

    /// The first character of each range: some intersection of sets has one of them, if it has any.
    pub(super) fn starts(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|(first, _)| *first)
    }

    pub(super) fn has(&self, character: u32) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&character))
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().any(|&(a, b)| other.0.iter().any(|&(c, d)| a <= d && c <= b))
    }
}
