/** What a run of the benchmarks leaves behind: benches/results.json has this shape. */

import type { Row } from '../www/bench/measure/rows.js';
import type { Goal } from './goals.mjs';
import type { Sized } from './sections/in-page.mjs';
import type { Kept } from './sections/memory.mjs';
import type { PanelTimes } from './sections/panel.mjs';
import type { Start } from './sections/start-up.mjs';

export interface Results {
  date: string;
  /** Few samples: whether it runs, not what it costs. */
  quick: boolean;
  machine: { cores: number; processor: string; load: number };
  /** Name and version, by environment. */
  browsers: Record<string, string>;
  /** What could not run, and why. */
  skipped: Record<string, string>;
  call: Record<string, { sizes: Sized[]; microtasks: { direct: number; executeTool: number } }>;
  bytes: Record<string, { sizes: Sized[] }>;
  growth: Record<string, { sizes: Sized[] }>;
  /** By environment, step and provider. */
  polyfill: Record<string, { steps: Record<string, Record<string, Row>>; skipped: Record<string, string> }>;
  node?: { version: string; rows: Record<string, Row>; skipped: Record<string, string> };
  startUp: Record<string, Start>;
  memory: Record<string, Kept[]>;
  /** Missing in runs that were recorded before there was a panel. */
  panel?: Record<string, PanelTimes[]>;
  sizes?: { name: string; raw: number; gzip: number; brotli: number }[];
  goals: Goal[];
}
