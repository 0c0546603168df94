/** What the fields of a form share. */
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** @import {RefObject} from 'preact' */
/** @import {Problem} from 'webmcp-exec' */
/** @import {Draft} from '../schema/draft.js' */
/** @import {Path} from '../schema/pointer.js' */

/**
 * @typedef {object} FormState
 * @property {unknown} root the whole schema, which references are into
 * @property {Draft} draft
 * @property {(step: (draft: Draft) => Draft) => void} change
 * @property {boolean} disabled
 */

export const FormContext = createContext(/** @type {FormState} */ (/** @type {unknown} */ (undefined)));

export const useForm = () => useContext(FormContext);

/**
 * What every field is given.
 *
 * @typedef {object} FieldProps
 * @property {unknown} schema
 * @property {Path} path
 * @property {unknown} value `undefined`: not set
 * @property {string} label
 * @property {boolean} [required]
 * @property {boolean} [bare] somebody else shows its label
 * @property {boolean} [fixed] it cannot be unset: an item, or the whole
 * @property {readonly Problem[]} problems those at it and below it
 */

/** What takes the focus. */
const CONTROLS = ':is(input, select, textarea, button):not(:disabled)';

/**
 * Where what has the focus goes away, this takes it to a control that is there after the next drawing. To be called
 * before the change, which may be drawn at once.
 *
 * @param {RefObject<HTMLElement | null>} around
 * @returns {(within?: string) => void}
 */
export function useRefocus(around) {
  const wanted = useRef(/** @type {string | undefined} */ (undefined));
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const place = wanted.current;
    wanted.current = undefined;
    const { current } = around;
    const within = place === '' ? current : (current?.querySelector(place) ?? current);
    const control = within?.matches(CONTROLS) ? within : within?.querySelector(CONTROLS);
    /** @type {HTMLElement | null | undefined} */ (control)?.focus();
  });
  return (within = '') => {
    wanted.current = within;
  };
}

let ids = 0;

/** An id of its own. Preact's are those of places in its tree, which are used again. */
export function useOwnId() {
  const [id] = useState(() => {
    ids += 1;
    return `webmcp-field-${ids}`;
  });
  return id;
}
