/** Moves a floating panel: by its header for those who drag, by this button and arrow keys for everybody. */
import { useEffect, useRef } from 'preact/hooks';
import { useMessages } from '../../ui/context.js';
import { Icon } from '../../ui/icons.jsx';
import '../../ui/more-icons.js';
import { addMessages } from '../../ui/messages.js';
import { usePanel } from './context.js';

/** @import {LayoutStore} from './layout.js' */

addMessages({ 'panel.move': 'Move with the arrow keys, resize with Shift and the arrow keys' });

const STEP = 16;

export function Grip() {
  const { layout } = usePanel();
  const { text } = useMessages();
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => {
    const header = /** @type {HTMLElement | null | undefined} */ (button.current?.closest('.header'));
    return header ? follow(header, layout) : undefined;
  }, []);

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const moves = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
    const move = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = move;
    const { float } = layout.getSnapshot();
    layout.set({
      float: event.shiftKey
        ? within({ ...float, width: float.width + x, height: float.height + y })
        : within({ ...float, x: float.x + x, y: float.y + y }),
    });
  };

  return (
    <button
      type="button"
      class="icon-button"
      ref={button}
      aria-label={text('panel.move')}
      title={text('panel.move')}
      onKeyDown={onKey}
    >
      <Icon name="move" />
    </button>
  );
}

/** @param {{ x: number, y: number, width: number, height: number }} float */
const within = ({ x, y, width, height }) => ({
  x: Math.min(Math.max(x, 0), Math.max(0, innerWidth - 80)),
  y: Math.min(Math.max(y, 0), Math.max(0, innerHeight - 48)),
  width: Math.min(Math.max(width, 280), innerWidth),
  height: Math.min(Math.max(height, 200), innerHeight),
});

/**
 * The panel goes with the pointer that drags its header.
 *
 * @param {HTMLElement} header
 * @param {LayoutStore} layout
 * @returns {() => void} ends it
 */
function follow(header, layout) {
  const listening = new AbortController();
  const { signal } = listening;
  /** @type {{ x: number, y: number } | undefined} */
  let start;
  header.addEventListener(
    'pointerdown',
    (event) => {
      const target = /** @type {Element} */ (event.target);
      if (event.button !== 0 || target.closest('button, .menu, [slot]')) return;
      header.setPointerCapture(event.pointerId);
      const { x, y } = layout.getSnapshot().float;
      start = { x: x - event.clientX, y: y - event.clientY };
    },
    { signal },
  );
  header.addEventListener(
    'pointermove',
    (event) => {
      if (!start) return;
      const { float } = layout.getSnapshot();
      layout.set({ float: within({ ...float, x: start.x + event.clientX, y: start.y + event.clientY }) });
    },
    { signal },
  );
  for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) {
    header.addEventListener(
      type,
      () => {
        start = undefined;
      },
      { signal },
    );
  }
  return () => listening.abort();
}
