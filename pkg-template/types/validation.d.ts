/** What is wrong with a value by its schema. */

/**
 * What is wrong at one place of a value, said to whoever has to mend it: most often a language model.
 *
 * @example
 * ```js
 * ({ pointer: '/qty', keyword: 'type', code: 'TYPE_ERROR', message: '"/qty" must be an integer, not a string.' });
 * ```
 */
export interface Problem {
  /** Where, as a JSON pointer into the value: `/address/0/city`. The value itself is `''`. */
  pointer: string;
  /** The keyword of JSON Schema that is broken: `required`, `type`, `enum`, … */
  keyword: string;
  /**
   * What kind of mistake it is. Two say why a value could not be checked at all: `INTERNAL_ERROR` where the schema is
   * at fault, `UNAVAILABLE` where the validator could not be loaded.
   */
  code:
    | 'MISSING_REQUIRED'
    | 'TYPE_ERROR'
    | 'CONSTRAINT_VIOLATION'
    | 'INVALID_INPUT'
    | 'INTERNAL_ERROR'
    | 'UNAVAILABLE';
  /** One sentence that says what the value has to be. */
  message: string;
}
