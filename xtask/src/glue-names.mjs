/**
 * Finds where wasm-bindgen's glue has the names of what the module imports and exports: prints a JSON list of
 * {kind, name, start, end}, in bytes; an import has the text of its function, too, and how far its entry reaches.
 * What it does not know how to read it refuses.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'acorn';

/** @typedef {any} Node of the syntax tree */

const source = readFileSync(/** @type {string} */ (process.argv[2]), 'utf8');
const tree = parse(source, { ecmaVersion: 2024, sourceType: 'module' });
const inBytes = (/** @type {number} */ index) => Buffer.byteLength(source.slice(0, index));

/** @type {object[]} */
const places = [];

/** @param {'module' | 'import' | 'export'} kind @param {Node} node @param {object} [more] */
const found = (kind, { type, name, value, start, end }, more) => {
  const text = type === 'Identifier' ? name : value;
  places.push({ kind, name: text, start: inBytes(start), end: inBytes(end), ...more });
};

/** @param {Node} node @param {string} why @returns {never} */
const refuse = ({ start, end }, why) => {
  throw new Error(`the glue has ${JSON.stringify(source.slice(start, end))}: ${why}`);
};

/** The members of an object literal, but for its prototype. @param {Node} literal @returns {Node[]} */
const members = ({ properties }) =>
  properties.filter((/** @type {Node} */ property) => {
    if (property.type !== 'Property' || property.computed) refuse(property, 'its name cannot be read');
    return property.key.name !== '__proto__';
  });

/** Each node, with the one around it. @param {Node} node @param {(node: Node, parent: Node) => void} visit */
function walk(node, visit, parent = node) {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of [value].flat()) if (typeof child?.type === 'string') walk(child, visit, node);
  }
}

/** The objects that hold what the module imports. @type {Set<string>} */
const imported = new Set();
walk(tree, (node) => {
  if (node.type !== 'FunctionDeclaration' || node.id.name !== '__wbg_get_imports') return;
  for (const { key, value } of members(node.body.body.at(-1).argument)) {
    found('module', key);
    imported.add(value.name);
  }
});

walk(tree, (node, parent) => {
  if (node.type === 'VariableDeclarator' && imported.has(node.id.name)) {
    const entries = members(node.init);
    for (const [index, { start, key, value }] of entries.entries()) {
      const next = entries[index + 1]?.start ?? node.init.end - 1;
      const code = source.slice(value.start, value.end);
      found('import', key, { from: inBytes(start), until: inBytes(next), code });
    }
  }
  if (node.type !== 'Identifier' || node.name !== 'wasm') return;
  const { type } = parent;
  if (type === 'MemberExpression' && parent.object === node) {
    if (parent.computed) refuse(parent, 'the name of an export cannot be read');
    found('export', parent.property);
  } else if (!(type === 'VariableDeclarator' && parent.id === node)) {
    // Whatever else is done with the exports might hide a name.
    const isHarmless =
      (type === 'AssignmentExpression' && parent.left === node) ||
      type === 'BinaryExpression' ||
      type === 'ReturnStatement';
    if (!isHarmless) refuse(parent, 'the exports are used in an unknown way');
  }
});

process.stdout.write(JSON.stringify(places));
