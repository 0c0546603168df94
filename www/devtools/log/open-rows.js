/** Which rows show all about themselves. */
import { useCallback, useState } from 'preact/hooks';

export function useOpenRows() {
  const [open, setOpen] = useState(/** @type {ReadonlySet<string>} */ (new Set()));
  /** Stays the same function, so that no row is drawn again for it. */
  const toggle = useCallback((/** @type {string} */ id) => {
    setOpen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  return { isOpen: (/** @type {string} */ id) => open.has(id), toggle };
}
