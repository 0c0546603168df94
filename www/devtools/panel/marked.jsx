/** A text with the parts that were searched for. @param {{ text: string, ranges: number[] }} props */
export function Marked({ text, ranges }) {
  if (ranges.length === 0) return text;
  const parts = [];
  let end = 0;
  for (let at = 0; at < ranges.length; at += 2) {
    const [from, to] = [ranges[at], ranges[at + 1]];
    parts.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>);
    end = to;
  }
  return [...parts, text.slice(end)];
}
