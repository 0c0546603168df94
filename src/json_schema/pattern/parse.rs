//! Reading a regular expression that the engine has accepted already.

use std::iter::Peekable;
use std::str::Chars;

use super::Refusal;
use super::charset::Charset;

/// How deep groups may be nested.
const DEEPEST: usize = 40;

/// A part of a pattern.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// What reads nothing: `\b`, `$`, an assertion.
    Nothing,
    /// `^`.
    Start,
    /// One character of a set.
    One(Charset),
    /// One after the other.
    Sequence(Vec<Node>),
    /// One or another.
    Choice(Vec<Node>),
    /// So many times; without a `most`, any number.
    Repeat { body: Box<Node>, least: u32, most: Option<u32> },
}

impl Node {
    /// Whether it matches at the start of a text only, so that the engine need not try it anywhere else.
    pub(super) fn is_anchored(&self) -> bool {
        match self {
            Self::Nothing | Self::One(_) => false,
            Self::Start => true,
            Self::Sequence(parts) => {
                let mut parts = parts.iter().skip_while(|part| matches!(part, Self::Nothing));
                parts.next().is_some_and(Self::is_anchored)
            }
            Self::Choice(choices) => choices.iter().all(Self::is_anchored),
            Self::Repeat { body, least, .. } => *least > 0 && body.is_anchored(),
        }
    }
}

/// A pattern, and what its assertions look for.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) pattern: Node,
    pub(super) assertions: Vec<Node>,
}

pub(super) fn parse(source: &str) -> Result<Parsed, Refusal> {
    let mut parser = Parser { rest: source.chars().peekable(), depth: 0, assertions: Vec::new() };
    let pattern = parser.choice()?;
    Ok(Parsed { pattern, assertions: parser.assertions })
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
    depth: usize,
    assertions: Vec<Node>,
}

impl Parser<'_> {
    fn choice(&mut self) -> Result<Node, Refusal> {
        let mut choices = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            choices.push(self.sequence()?);
        }
        Ok(Node::Choice(choices))
    }

    fn sequence(&mut self) -> Result<Node, Refusal> {
        let mut parts = Vec::new();
        while let Some(character) = self.rest.next_if(|next| !matches!(next, '|' | ')')) {
            let part = match character {
                '^' => Node::Start,
                '$' => Node::Nothing,
                '.' => Node::One(Charset::within_a_line()),
                '(' => self.group()?,
                '[' => Node::One(self.class()),
                '\\' => self.escape(),
                other => Node::One(Charset::of(other)),
            };
            parts.push(self.repeated(part));
        }
        Ok(Node::Sequence(parts))
    }

    /// What follows an opening parenthesis, to its end.
    fn group(&mut self) -> Result<Node, Refusal> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Refusal::TooLarge);
        }
        let mut assertion = false;
        if self.rest.next_if_eq(&'?').is_some() {
            match self.rest.next() {
                Some(':') => {}
                Some('=' | '!') => assertion = true,
                Some('<') => match self.rest.next_if(|next| matches!(next, '=' | '!')) {
                    Some(_) => assertion = true,
                    None => self.skip_past('>'),
                },
                // Modifiers (`(?i:…)`) change what characters stand for.
                _ => return Err(Refusal::TooLarge),
            }
        }
        let body = self.choice()?;
        self.rest.next();
        self.depth -= 1;
        match assertion {
            true => {
                self.assertions.push(body);
                Ok(Node::Nothing)
            }
            false => Ok(body),
        }
    }

    fn repeated(&mut self, body: Node) -> Node {
        let (least, most) = match self.rest.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.counts() {
                Some(counts) => counts,
                None => return body,
            },
            _ => return body,
        };
        self.rest.next();
        // Which of the ways is tried first makes no difference when all fail.
        self.rest.next_if_eq(&'?');
        Node::Repeat { body: Box::new(body), least, most }
    }

    /// `{2}`, `{2,}` or `{2,4}` up to its last character; a brace that is none of them stands for itself.
    fn counts(&mut self) -> Option<(u32, Option<u32>)> {
        let mut ahead = self.rest.clone();
        ahead.next();
        let mut number = || {
            let mut digits = String::new();
            while let Some(digit) = ahead.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            let next = ahead.peek().copied();
            if next == Some(',') {
                ahead.next();
            }
            (digits, next)
        };
        let limit = |digits: &str| digits.parse().unwrap_or(u32::MAX);
        let counts = match number() {
            (digits, _) if digits.is_empty() => None,
            (digits, Some('}')) => Some((limit(&digits), Some(limit(&digits)))),
            (least, Some(',')) => match number() {
                (most, Some('}')) if most.is_empty() => Some((limit(&least), None)),
                (most, Some('}')) => Some((limit(&least), Some(limit(&most)))),
                _ => None,
            },
            _ => None,
        };
        if counts.is_some() {
            self.rest = ahead;
        }
        counts
    }

    /// What follows a backslash outside of a class.
    fn escape(&mut self) -> Node {
        match self.rest.peek() {
            Some('b' | 'B') => {
                self.rest.next();
                Node::Nothing
            }
            Some('1'..='9') => {
                while self.rest.next_if(char::is_ascii_digit).is_some() {}
                back_reference()
            }
            Some('k') => {
                self.rest.next();
                self.skip_past('>');
                back_reference()
            }
            _ => Node::One(self.escaped()),
        }
    }

    /// What follows a backslash and stands for characters.
    fn escaped(&mut self) -> Charset {
        let Some(letter) = self.rest.next() else { return Charset::of('\\') };
        if let Some(class) = Charset::of_class(letter) {
            return class;
        }
        match letter {
            'p' | 'P' if self.rest.peek() == Some(&'{') => {
                self.rest.next();
                let name: String = std::iter::from_fn(|| self.rest.next_if(|next| *next != '}')).collect();
                self.rest.next();
                Charset::of_property(&name, letter == 'P')
            }
            't' => Charset::of('\t'),
            'n' => Charset::of('\n'),
            'v' => Charset::of('\u{b}'),
            'f' => Charset::of('\u{c}'),
            'r' => Charset::of('\r'),
            '0' => Charset::of('\0'),
            'b' => Charset::of('\u{8}'),
            'c' => match self.rest.next_if(char::is_ascii_alphabetic) {
                Some(letter) => Charset::of(char::from(letter as u8 % 32)),
                None => Charset::of('\\'),
            },
            'x' => self.numbered(letter, 2),
            'u' => self.numbered(letter, 4),
            other => Charset::of(other),
        }
    }

    /// `\x41`, `\u0041` or `\u{41}`. Half a character stands for every one that may begin with it.
    fn numbered(&mut self, letter: char, digits: usize) -> Charset {
        let mut ahead = self.rest.clone();
        let text: String = match letter == 'u' && ahead.next_if_eq(&'{').is_some() {
            true => {
                let text = std::iter::from_fn(|| ahead.next_if(char::is_ascii_hexdigit)).collect();
                ahead.next();
                text
            }
            false => std::iter::from_fn(|| ahead.next_if(char::is_ascii_hexdigit)).take(digits).collect(),
        };
        match u32::from_str_radix(&text, 16) {
            Ok(code) if text.len() >= digits || letter == 'u' && self.rest.peek() == Some(&'{') => {
                self.rest = ahead;
                char::from_u32(code)
                    .map_or_else(|| Charset::of_ranges(&[('\u{80}', '\u{10ffff}')]), Charset::of)
            }
            _ => Charset::of(letter),
        }
    }

    /// What follows an opening bracket, to its end.
    fn class(&mut self) -> Charset {
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut set = Charset::default();
        // The character before a hyphen, if there is one.
        let mut from = None;
        while let Some(character) = self.rest.next() {
            let (one, members) = match character {
                ']' => break,
                '-' if from.is_some() && self.rest.peek().is_some_and(|next| *next != ']') => {
                    let to = self.rest.next().unwrap_or_default();
                    let last = if to == '\\' { self.escaped() } else { Charset::of(to) };
                    match (from, last.only()) {
                        (Some(first), Some(last)) if first <= last => set.add(first, last),
                        _ => {
                            set.add_all(&Charset::of('-'));
                            set.add_all(&last);
                        }
                    }
                    from = None;
                    continue;
                }
                '\\' => {
                    let members = self.escaped();
                    (members.only(), members)
                }
                other => (Some(other.into()), Charset::of(other)),
            };
            set.add_all(&members);
            from = one;
        }
        if negated { set.negated() } else { set }
    }

    fn skip_past(&mut self, end: char) {
        while self.rest.next().is_some_and(|next| next != end) {}
    }
}

/// What a group has read before, which may be anything.
fn back_reference() -> Node {
    Node::Repeat { body: Box::new(Node::One(Charset::all())), least: 0, most: None }
}
