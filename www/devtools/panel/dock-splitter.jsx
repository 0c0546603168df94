/** The edge of a docked panel, and the grip of a floating one. */
import { useMessages } from '../../ui/context.js';
import { Splitter } from '../../ui/splitter.jsx';
import { useLayout, usePanel } from './context.js';

const LEAST = 160;

/** @param {{ size: { width: number, height: number } }} props */
export function DockSplitter({ size }) {
  const { layout, poppedOut } = usePanel();
  const { text } = useMessages();
  const dock = useLayout((one) => one.dock);
  if (poppedOut || dock === 'float' || dock === 'window') return null;
  const vertical = dock !== 'bottom';
  const whole = vertical ? innerWidth : innerHeight;
  return (
    <Splitter
      label={text('panel.size')}
      className="dock-edge"
      orientation={vertical ? 'vertical' : 'horizontal'}
      value={vertical ? size.width : size.height}
      min={vertical ? Math.min(280, whole) : Math.min(LEAST, whole)}
      max={whole}
      after={dock !== 'left'}
      onChange={(value) => layout.set({ size: Math.round((value / whole) * 1000) / 10 })}
      onReset={() => layout.set({ size: undefined })}
    />
  );
}
