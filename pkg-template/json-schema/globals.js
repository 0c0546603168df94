// What the bundled validator has in the place of two globals (esbuild's `--inject`), so that a check ends. It runs from
// start to end in one go: what belongs to the check that runs may stand here.

/** How often the validator may ask whether something is an array, as it does at least once for every part. */
const MOST_STEPS = 1_000_000;

/** @type {Map<string, Limited>} */
let patterns = new Map();
let steps = 0;
let skipped = false;

/** A pattern that is tried on texts up to a length only. */
export class Limited {
  /** @param {string} source @param {number} longest */
  constructor(source, longest) {
    this.longest = longest;
    try {
      this.pattern = new globalThis.RegExp(source, 'u');
    } catch {
      // Many patterns are written for the older grammar, in which `\-` is a hyphen.
      this.pattern = new globalThis.RegExp(source);
    }
  }

  /** @param {string} text */
  test(text) {
    if (text.length > this.longest) {
      skipped = true;
      return false;
    }
    return this.pattern.test(text);
  }
}

/** Starts a check. @param {Map<string, Limited>} ofSchema */
export const begin = (ofSchema) => {
  patterns = ofSchema;
  steps = 0;
  skipped = false;
};

/** Whether a text was too long for its pattern. */
export const untried = () => skipped;

/**
 * The patterns of the schema are compiled once. Any other is a text whose format is `regex`.
 *
 * @param {string} source @param {string} flags
 */
function Pattern(source, flags) {
  return patterns.get(source) ?? new globalThis.RegExp(source, flags);
}

const Counted = {
  /** @param {unknown} value */
  isArray(value) {
    steps += 1;
    if (steps > MOST_STEPS) throw 'steps';
    return globalThis.Array.isArray(value);
  },
};

export { Counted as Array, Pattern as RegExp };
