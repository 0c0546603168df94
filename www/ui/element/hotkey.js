/**
 * Whether a key event is what an attribute such as `Alt+Shift+M` names. Letters and digits are told by their place, for
 * with Alt a key may write something else.
 *
 * @param {KeyboardEvent} event
 * @param {string} hotkey
 */
export function isHotkey(event, hotkey) {
  const names = hotkey.toLowerCase().split('+');
  const key = names.pop()?.trim();
  if (!key) return false;
  const modifiers = names.map((name) => name.trim());
  const { altKey: alt, ctrlKey: ctrl, metaKey: meta, shiftKey: shift } = event;
  const held = Object.entries({ alt, ctrl, meta, shift });
  if (held.some(([name, isHeld]) => isHeld !== modifiers.includes(name))) return false;
  return event.key?.toLowerCase() === key || event.code?.replace(/^(Key|Digit)/, '').toLowerCase() === key;
}
