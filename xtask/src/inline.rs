/// The characters of an inlined module: all printable ASCII but the space, the quotes, `\`, `$` and `<`, which
/// mean something in scripts or in a page around them. The last two turn the page, see [`module`].
const ALPHABET: &str =
    "!#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~";

/// How many bytes a page has: three pages hold all 256.
const PAGE: usize = 86;

/// A WebAssembly module as an ES module whose default export gives its bytes.
///
/// Base64 hides from Brotli and gzip where bytes begin, which costs a third of the compressed size, and adds a
/// third to the uncompressed one. Here the 86 most frequent bytes of the module are one character each; each
/// other one has a character in front of it that names its page. So the text is six percent longer than the
/// module, compresses as the module does, and is ASCII: it is the same in whatever encoding a page has. On a page the
/// bytes are in their own order, since Brotli expects like characters after like ones: two percent.
pub(crate) fn module(wasm: &[u8]) -> String {
    let order = frequent_first(wasm);
    let text = encode(wasm, &order);
    let order = order.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    let length = wasm.len();
    format!(
        "\
// Made by xtask/src/inline.rs, which says how it is written.
const alphabet = '{ALPHABET}';
const order = [{order}];

/**
 * @param {{string}} text
 * @param {{number}} count
 */
export const decode = (text, count) => {{
  const indices = new Uint8Array(128);
  for (let index = 0; index < alphabet.length; index++) indices[alphabet.charCodeAt(index)] = index;
  const bytes = new Uint8Array(count);
  let length = 0;
  let page = 0;
  for (let at = 0; at < text.length; at++) {{
    const index = indices[text.charCodeAt(at)];
    if (index < {PAGE}) {{
      bytes[length++] = order[page + index];
      page = 0;
    }} else {{
      page = (index - {last}) * {PAGE};
    }}
  }}
  return bytes;
}};

/** @returns {{Uint8Array<ArrayBuffer>}} the WebAssembly module */
export default () =>
  decode(
    '{text}',
    {length},
  );
",
        last = PAGE - 1,
    )
}

/// A piece of a module beside it, written and read as the module is.
pub(crate) fn piece(wasm: &[u8], of: &[u8]) -> String {
    let text = encode(wasm, &frequent_first(of));
    let length = wasm.len();
    format!(
        "\
// Made by xtask/src/inline.rs.
import {{ decode }} from '../exec.bytes.js';

export default () => decode('{text}', {length});
"
    )
}

/// All 256 bytes: first a page of the most frequent, then the others, each in their own order.
fn frequent_first(wasm: &[u8]) -> Vec<u8> {
    let count = |byte: u8| wasm.iter().filter(|other| **other == byte).count();
    let mut bytes: Vec<u8> = (0..=u8::MAX).collect();
    bytes.sort_by_cached_key(|byte| std::cmp::Reverse(count(*byte)));
    let (frequent, others) = bytes.split_at_mut(PAGE);
    frequent.sort_unstable();
    others.sort_unstable();
    bytes
}

fn encode(wasm: &[u8], order: &[u8]) -> String {
    let mut alphabet = ALPHABET.chars();
    let singles: Vec<char> = alphabet.by_ref().take(PAGE).collect();
    let turns: Vec<char> = alphabet.collect();
    let code_of = |byte: u8| -> String {
        let place = order.iter().position(|other| *other == byte).unwrap_or_default();
        let turn = (place / PAGE).checked_sub(1).and_then(|page| turns.get(page));
        turn.into_iter().chain(singles.get(place % PAGE)).collect()
    };
    let codes: Vec<String> = (0..=u8::MAX).map(code_of).collect();
    wasm.iter().filter_map(|byte| codes.get(usize::from(*byte))).map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::{ALPHABET, PAGE, encode, frequent_first, module, piece};

    #[test]
    fn the_alphabet_is_one_page_and_the_two_characters_that_turn_it() {
        assert_eq!(ALPHABET.len(), PAGE + 2);
        assert!(ALPHABET.chars().all(|character| character.is_ascii_graphic()));
        assert!(ALPHABET.chars().all(|character| !"'\"`\\$<".contains(character)));
        let different: std::collections::BTreeSet<char> = ALPHABET.chars().collect();
        assert_eq!(different.len(), ALPHABET.len());
    }

    #[test]
    fn every_byte_has_a_code_of_its_own() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        let order = frequent_first(&all);
        let codes: std::collections::BTreeSet<String> =
            all.iter().map(|byte| encode(&[*byte], &order)).collect();
        assert_eq!(codes.len(), 256);
        assert_eq!(encode(&all, &order).len(), PAGE + 2 * (256 - PAGE));
    }

    #[test]
    fn frequent_bytes_are_short() {
        let wasm: Vec<u8> = [250, 200].into_iter().cycle().take(20).chain(0..=83).collect();
        let text = encode(&wasm, &frequent_first(&wasm));
        assert_eq!(text.len(), wasm.len());
        assert!(text.starts_with("|{|{"), "in their own order, at the end of the page: {text}");
        assert!(module(&wasm).is_ascii());
        assert!(piece(&[250, 200], &wasm).contains("decode('|{', 2)"));
    }
}
