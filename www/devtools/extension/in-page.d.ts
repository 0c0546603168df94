/**
 * What runs in the page, `page/serve.js` with all that it needs, as one function: the build makes it, for it is handed
 * to the page as its text.
 */
export function inPage(secret: string): void;
