/** Tool definitions: what a catalogue says of a tool, beside the function that runs it. */

/** What kind of value a parameter takes, named as the form field that asks for it. */
export type ParameterType =
  | 'text'
  | 'textarea'
  | 'number'
  | 'boolean'
  | 'select'
  | 'json'
  | 'file'
  | 'color'
  | 'date'
  | 'datetime'
  | 'url'
  | 'email';

/** What a value must be like beside its type. */
export interface ParameterLimits {
  /** Of a number: the smallest. */
  min?: number;
  /** Of a number: the largest, not less than `min`. */
  max?: number;
  /** Of a number: what it must be a multiple of, more than 0. `'any'` is no step. */
  step?: number | 'any';
  /** Of a text: the fewest characters. */
  minLength?: number;
  /** Of a text: the most characters. */
  maxLength?: number;
  /** Of a text: a regular expression that must match somewhere in it. */
  pattern?: string;
  /** What to say where it does not match, instead of our own sentence. */
  patternError?: string;
}

/** One choice of a `select`. */
export interface ParameterOption {
  value: string | number | boolean;
  label?: string;
  description?: string;
}

/** One parameter of a tool. Its limits stand in `validation` or beside the other members. */
export interface ToolParameter extends ParameterLimits {
  /** Its name among the arguments; every one once. */
  name: string;
  /**
   * | type | value | as JSON Schema |
   * |---|---|---|
   * | `text`, `textarea` | a string | `string` with its lengths and pattern |
   * | `number` | a finite number; numeric strings are converted | `number` with its limits |
   * | `boolean` | a boolean; `'true'` and `'false'` are converted | `boolean` |
   * | `select` | the value of one of `options`, or its text | `enum` |
   * | `json` | any JSON value; JSON text is parsed | `{}` |
   * | `file` | base64, or a data URL | `string` with `contentEncoding: 'base64'` |
   * | `color` | `#rgb` or `#rrggbb` | `string` with a pattern |
   * | `date`, `datetime`, `url`, `email` | a string | `string` with that format |
   */
  type: ParameterType;
  /** Its name for people. */
  label?: string;
  /** What it is for. */
  description?: string;
  /** Whether a call must have it; `false` by default. Left empty (`''`, `null`), an optional one is left out. */
  required?: boolean;
  /** What it is where a call does not have it. */
  default?: unknown;
  /** The same; one of the two. */
  defaultValue?: unknown;
  /** What a `select` is to choose from, one at least. */
  options?: ParameterOption[];
  /** Whether the value is an array of such values. */
  multiple?: boolean;
  validation?: ParameterLimits;
  placeholder?: string;
  /** Hints for forms, which nothing here reads: `rows`, `prefix`, `suffix`, `hidden`, `visibleWhen`. */
  [hint: string]: unknown;
}

/**
 * A tool of a catalogue. Only `id` and `description` are always required; with `strict` so are `name`, `category`,
 * `tags`, `method`, `outputDescription`, `example`, `parameters` (or `inputSchema`), and of each parameter `label`,
 * `description` and `required`. Whatever is wrong is refused with a `TypeError` that names it:
 * `The tool definition "hash-text": parameters[2].type must be one of text, textarea, …`
 *
 * @example
 * ```js
 * const definition = {
 *   id: 'hash-text',
 *   name: 'Hash text',
 *   description: 'Hashes a text with SHA-256.',
 *   parameters: [{ name: 'text', type: 'textarea', required: true }],
 * };
 * ```
 */
export interface ToolDefinition {
  /** Lower-case words and numbers joined by hyphens: `hash-text`. */
  id: string;
  /** Its name for people, at most 50 characters. */
  name?: string;
  /** What it does, at most 500 characters. */
  description: string;
  category?:
    | 'formatters'
    | 'encoders'
    | 'generators'
    | 'converters'
    | 'validators'
    | 'analyzers'
    | 'editors'
    | 'utilities';
  /** Words by which it is found; one at least, each once. */
  tags?: string[];
  method?: 'GET' | 'POST';
  /** No two of one name. */
  parameters?: ToolParameter[];
  /** The JSON Schema of the input, instead of `parameters`. Input is checked against it as it is, without conversion. */
  inputSchema?: object | boolean;
  /** The JSON Schema of the data that the tool gives. */
  outputSchema?: object | boolean;
  outputDescription?: string;
  example?: { input?: unknown; output?: unknown };
  version?: string;
  icon?: string;
  keywords?: string[];
  relatedTools?: string[];
  aiInstructions?: unknown;
  rateLimit?: unknown;
  /** Where it runs; `client` by default. */
  executionMode?: 'client' | 'server' | 'hybrid';
  requiresAuth?: boolean;
  deprecated?: boolean;
  deprecationMessage?: string;
}
