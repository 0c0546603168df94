/** Values that fit a schema: what a new item begins with, and arguments to try a tool with. */
import { accepts, fieldOf } from './field.js';
import { textFor } from './pattern.js';

/** @import {Node} from './resolve.js' */
/** @import {Field} from './field.js' */

/** So much is made, and so deep. */
const MOST = 2000;
const DEEPEST = 6;

/** Texts of the formats. @type {Record<string, string>} */
const FORMATS = {
  date: '2026-01-31',
  time: '09:30:00Z',
  'date-time': '2026-01-31T09:30:00Z',
  duration: 'P1D',
  email: 'ada@example.com',
  'idn-email': 'ada@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  iri: 'https://example.com/',
  'uri-reference': '/path',
  'iri-reference': '/path',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  color: '#1158c7',
  regex: '^a$',
  'json-pointer': '/a',
};

/** Arguments that fit a tool's schema, as far as it says what it wants. @param {unknown} schema @returns {unknown} */
export function sampleOf(schema) {
  const made = sample(schema, { root: schema, left: MOST }, 0);
  return typeof made === 'object' && made !== null ? made : {};
}

/** What a new item or member begins with: as little as fits. @param {unknown} schema @param {unknown} root */
export function blankOf(schema, root) {
  const field = fieldOf(schema, root);
  const given = givenOf(field);
  if (given) return given.value;
  switch (field.kind) {
    case 'string':
      return '';
    case 'object':
      return {};
    case 'array':
      return [];
    default:
      return sample(schema, { root, left: 50 }, DEEPEST);
  }
}

/** The value that a schema itself names. @param {Field} field @returns {{ value: unknown } | undefined} */
function givenOf(field) {
  const { node } = field;
  const named = [
    node.default,
    ...(Array.isArray(node.examples) ? node.examples : [node.examples]),
    node.example,
  ];
  const value = named.find((one) => one !== undefined && accepts(field, one));
  if (value !== undefined) return { value };
  return field.options?.[0] && { value: field.options[0].value };
}

/** @param {unknown} schema @param {{ root: unknown, left: number }} around @param {number} depth @returns {unknown} */
function sample(schema, around, depth) {
  const field = fieldOf(schema, around.root);
  const given = givenOf(field);
  if (given) return given.value;
  if (around.left-- <= 0) return null;
  switch (field.kind) {
    case 'string':
      return textOf(field.node);
    case 'number':
      return numberOf(field);
    case 'boolean':
      return true;
    case 'array':
      return itemsOf(field, around, depth);
    case 'object':
      return membersOf(field, around, depth);
    case 'union':
      return sample(field.variants?.[0]?.schema, around, depth + 1);
    default:
      return null;
  }
}

/** @param {Field} field @param {{ root: unknown, left: number }} around @param {number} depth */
function membersOf({ properties = [] }, around, depth) {
  const wanted = properties.filter(
    ({ schema, required }) => required || givenOf(fieldOf(schema, around.root)) !== undefined,
  );
  const simple = properties.filter(({ schema }) =>
    ['string', 'number', 'boolean'].includes(fieldOf(schema, around.root).kind),
  );
  /** @type {[string, unknown][]} */
  const members = [];
  if (depth >= DEEPEST) return {};
  for (const { name, schema } of wanted.length || depth > 0 ? wanted : simple) {
    if (around.left <= 0) break;
    members.push([name, sample(schema, around, depth + 1)]);
  }
  return Object.fromEntries(members);
}

/** @param {Field} field @param {{ root: unknown, left: number }} around @param {number} depth */
function itemsOf({ node, item }, around, depth) {
  const first = Array.isArray(node.prefixItems) ? node.prefixItems.length : 0;
  const least = Math.max(Number(node.minItems) || 0, first);
  const count = depth >= DEEPEST ? 0 : Math.min(Math.max(least, 1), Number(node.maxItems ?? 20), 20);
  return Array.from({ length: count }, (_, index) => sample(item?.(index), around, depth + 1));
}

/** @param {Node} node */
function textOf({ format, pattern, minLength, maxLength }) {
  if (typeof pattern === 'string') return textFor(pattern) ?? '';
  if (typeof format === 'string' && Object.hasOwn(FORMATS, format)) return FORMATS[format];
  const least = Math.min(Number(minLength) || 0, 1000);
  const most = typeof maxLength === 'number' ? maxLength : 1000;
  return 'text'.padEnd(least, ' text').slice(0, Math.max(most, 0));
}

/** @param {Field} field */
function numberOf({ node, integer }) {
  /** @param {unknown} bound @returns {number | undefined} */
  const bound = (bound) => (typeof bound === 'number' && Number.isFinite(bound) ? bound : undefined);
  const step = Math.max(bound(node.multipleOf) ?? 0, 0) || (integer ? 1 : 0);
  const above = bound(node.exclusiveMinimum);
  const below = bound(node.exclusiveMaximum);
  const least = bound(node.minimum) ?? (above === undefined ? undefined : above + (step || 0.5));
  const most = bound(node.maximum) ?? (below === undefined ? undefined : below - (step || 0.5));
  const number = Math.min(Math.max(1, least ?? 1), most ?? Number.POSITIVE_INFINITY);
  if (!step) return number;
  const up = Math.ceil(number / step) * step;
  return most !== undefined && up > most ? Math.floor(number / step) * step : up;
}
