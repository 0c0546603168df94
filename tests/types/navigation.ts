import { type NavigationResult, takeNavigationResult } from 'webmcp-exec';
import { isExactly } from './equal.js';

const arrived = takeNavigationResult();
isExactly<NavigationResult | null>()(arrived);
// @ts-expect-error it may be null
arrived.name;
if (arrived) {
  isExactly<string>()(arrived.name);
  isExactly<string | undefined>()(arrived.callId);
  isExactly<number>()(arrived.calledAt);
  isExactly<unknown[]>()(arrived.data);
}
// @ts-expect-error it takes nothing
takeNavigationResult({});
