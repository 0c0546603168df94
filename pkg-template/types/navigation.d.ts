/** The call that led to a page, and what that page offers. */
export interface NavigationResult {
  /** The tool's name. */
  name: string;
  /** The arguments; `undefined` where their JSON is longer than 65,536 characters. */
  args?: any;
  /** The caller's own id for the call, where it gave one that is text. */
  callId?: string;
  /** When the call was made, in milliseconds since 1970. */
  calledAt: number;
  /** The page's `<script type="application/ld+json">`, parsed, in order. What is no JSON is left out. */
  data: unknown[];
}

/**
 * On the page after a call that navigated: that call, once. `null` on a page that was opened otherwise.
 *
 * A call to a tool of the page navigates where it sends a form or leaves for another page; then either its promise
 * resolves to `null`, or it goes with the document. The page that this leads to, in the caller's own window or in the
 * tool's frame, is given the call and what it offers in a form for machines. Ask once the document is parsed, as module
 * scripts do.
 *
 * The call is known for two minutes, on the same origin, if the browser tells the page where it comes from
 * (`document.referrer`, which it does by default). Not by a reload, the back button, a typed address or another tab.
 *
 * What is stored for that, in `sessionStorage` and only when a document goes away while a call is under way: the call's
 * name, arguments and `callId`, three times, and the document's address without query and fragment. Never a result.
 * Where the browser refuses storage, nothing is stored.
 *
 * Throws only where the module cannot be started.
 *
 * @example
 * ```js
 * const arrived = takeNavigationResult();
 * if (arrived) console.log(`${arrived.name} led here`, arrived.args, arrived.data);
 * ```
 */
export function takeNavigationResult(): NavigationResult | null;
