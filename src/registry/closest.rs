//! The name that was probably meant.

/// The one of `names` that is most like `wanted`, if any is like it: a few characters apart at most, upper case, `_`
/// and blanks aside. The first of several.
pub(crate) fn closest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 100;
    let wanted = plain(wanted);
    if wanted.is_empty() || wanted.len() > LONGEST {
        return None;
    }
    let allowed = (wanted.len() / 3).clamp(1, 4);
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        let limit = best.map_or(allowed + 1, |(distance, _)| distance);
        let candidate = plain(name);
        if candidate.len().abs_diff(wanted.len()) >= limit {
            continue;
        }
        let distance = distance(&wanted, &candidate);
        if distance < limit {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

fn plain(name: &str) -> Vec<char> {
    let one = |character: char| match character {
        '_' | ' ' | '.' => '-',
        other => other.to_ascii_lowercase(),
    };
    name.trim().chars().map(one).collect()
}

/// How many characters have to be put in, left out, replaced or swapped with the next to make one of the other.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    let at = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX);
    for (row, character) in from.iter().enumerate() {
        let mut here = vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let replaced = at(&above, column) + usize::from(character != other);
            let mut least = replaced.min(at(&above, column + 1) + 1).min(at(&here, column) + 1);
            let swapped = row
                .checked_sub(1)
                .zip(column.checked_sub(1))
                .is_some_and(|(last, left)| from.get(last) == Some(other) && to.get(left) == Some(character));
            if swapped {
                least = least.min(at(&before, column - 1) + 1);
            }
            here.push(least);
        }
        before = std::mem::replace(&mut above, here);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOLS: [&str; 5] = ["hash-text", "hash-file", "encode-base64", "format-json", "uuid"];

    fn suggested(wanted: &str) -> Option<&'static str> {
        closest(wanted, TOOLS)
    }

    #[test]
    fn s3_25_a_slip_of_the_pen_is_seen_through() {
        assert_eq!(suggested("hash-txt"), Some("hash-text"));
        assert_eq!(suggested("hsah-text"), Some("hash-text"));
        assert_eq!(suggested("encode-base-64"), Some("encode-base64"));
        assert_eq!(suggested("format-jsons"), Some("format-json"));
        assert_eq!(suggested("uid"), Some("uuid"));
        assert_eq!(suggested("uudi"), Some("uuid"));
    }

    #[test]
    fn s3_25_other_ways_to_write_words_count_for_nothing() {
        assert_eq!(suggested("HASH_TEXT"), Some("hash-text"));
        assert_eq!(suggested(" hash file "), Some("hash-file"));
    }

    #[test]
    fn s3_25_what_is_not_alike_is_not_suggested() {
        for wanted in ["", "x", "weather", "decode", "-", &"hash-text".repeat(100)] {
            assert_eq!(suggested(wanted), None, "{wanted}");
        }
        assert_eq!(closest("hash-text", []), None);
    }

    #[test]
    fn s3_25_the_nearest_of_several_and_the_first_of_those() {
        assert_eq!(closest("tool-3", ["tool-1", "tool-2"]), Some("tool-1"));
        assert_eq!(closest("tool-33", ["tool-1", "tool-34"]), Some("tool-34"));
    }

    #[test]
    fn s3_25_distances() {
        let distance = |from: &str, to: &str| {
            distance(&from.chars().collect::<Vec<_>>(), &to.chars().collect::<Vec<_>>())
        };
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
        assert_eq!(distance("abcd", "badc"), 2);
        assert_eq!(distance("ab", "ba"), 1);
    }
}
