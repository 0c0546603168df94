/**
 * Finds the globals that a bundle uses: prints a JSON list of their names. The bundle's own names are to be short
 * (esbuild's `minifyIdentifiers`), which leaves those of globals as they are.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'acorn';

/** @typedef {any} Node of the syntax tree */

const LONGEST_OWN = 2;
const tree = parse(readFileSync(/** @type {string} */ (process.argv[2]), 'utf8'), {
  ecmaVersion: 2024,
  sourceType: 'module',
});

/** @type {Set<string>} */
const names = new Set();

/** @param {Node} node @param {string} [role] what it is of the node around it @param {Node} [around] */
function visit(node, role, around) {
  // `new.target`
  if (node.type === 'MetaProperty') return;
  if (node.type === 'Identifier' && node.name.length > LONGEST_OWN) {
    const isName = (role === 'property' || role === 'key') && !around.computed;
    // `{ a }` is key and value at once; the value is visited, too.
    if (!isName) names.add(node.name);
  }
  for (const [key, value] of Object.entries(node)) {
    for (const child of [value].flat()) if (typeof child?.type === 'string') visit(child, key, node);
  }
}
visit(tree);

/** What the function around the bundle has itself, and what is the same in every realm. */
const notOf = ['globalThis', 'module', 'made', 'undefined', 'NaN', 'Infinity', 'arguments'];
process.stdout.write(JSON.stringify([...names].filter((name) => !notOf.includes(name)).sort()));
