/**
 * Whether the element shows itself in this page. `dev`, the default: on the developer's own machine, or where the
 * address asks for it by `?<flag>`; `flag`: only where the address asks; `always`.
 *
 * @param {string} when
 * @param {string} flag
 */
export function isWanted(when, flag) {
  if (when === 'always') return true;
  if (new URLSearchParams(location.search).has(flag)) return true;
  if (when === 'flag') return false;
  return /^(localhost|.+\.local(host)?|127(\.\d+){3}|\[::1\]|)$/.test(location.hostname);
}
