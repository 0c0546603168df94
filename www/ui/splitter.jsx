/** The line between two panes, which moves by pointer and by arrow keys. */
import { useRef } from 'preact/hooks';

const STEP = 16;
const LEAP = 64;

/**
 * @param {object} props
 * @param {string} props.label
 * @param {'vertical' | 'horizontal'} props.orientation of the line
 * @param {number} props.value how large the pane is that it belongs to
 * @param {number} props.min
 * @param {number} props.max
 * @param {boolean} [props.after] whether that pane is on the other side: right of it, or below
 * @param {string} [props.controls] the pane's id
 * @param {string} [props.className]
 * @param {(value: number) => void} props.onChange
 * @param {() => void} [props.onReset]
 */
export function Splitter({
  label,
  orientation,
  value,
  min,
  max,
  after,
  controls,
  className,
  onChange,
  onReset,
}) {
  const moving = useRef(/** @type {{ from: number, value: number } | undefined} */ (undefined));
  const vertical = orientation === 'vertical';

  /** @param {number} wanted */
  const set = (wanted) => onChange(Math.round(Math.min(Math.max(wanted, min), Math.max(min, max))));

  /** The direction in which the pane grows, along the axis. @param {Element} element */
  const growth = (element) => {
    const mirrored = vertical && getComputedStyle(element).direction === 'rtl';
    return mirrored === Boolean(after) ? 1 : -1;
  };

  /** @param {KeyboardEvent & { currentTarget: Element }} event */
  const onKey = (event) => {
    const step = event.shiftKey ? LEAP : STEP;
    const [back, on] = vertical ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const direction = growth(event.currentTarget);
    if (event.key === back) set(value - step * direction);
    else if (event.key === on) set(value + step * direction);
    else if (event.key === 'Home') set(min);
    else if (event.key === 'End') set(max);
    else if (event.key === 'Enter') onReset?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** @param {PointerEvent} event */
  const at = (event) => (vertical ? event.clientX : event.clientY);

  /** @param {PointerEvent & { currentTarget: HTMLElement }} event */
  const onDown = (event) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    moving.current = { from: at(event), value };
  };

  /** @param {PointerEvent & { currentTarget: HTMLElement }} event */
  const onMove = (event) => {
    const { current } = moving;
    if (current) set(current.value + (at(event) - current.from) * growth(event.currentTarget));
  };

  const onUp = () => {
    moving.current = undefined;
  };

  return (
    <div
      class={`splitter ${className ?? ''}`}
      part="splitter"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(value)}
      aria-valuemin={Math.round(min)}
      aria-valuemax={Math.round(Math.max(min, max))}
      aria-controls={controls}
      onKeyDown={onKey}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onDblClick={onReset}
    />
  );
}
