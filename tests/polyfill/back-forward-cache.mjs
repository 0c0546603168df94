/**
 * A probe of our own: a page that goes into the back/forward cache with a channel open to a frame of another origin, and
 * a call under way in each direction. Tests are not started in browsers that have this cache, so it is one of the probes.
 */

/** For playwright, which starts browsers without the cache. */
export const launch = { ignoreDefaultArgs: ['--disable-back-forward-cache'] };

/** @param {string} caller @param {string} other */
const documentOf = (caller, other) => `<!doctype html><body><script>
  addEventListener('pageshow', (event) => { globalThis.persisted = event.persisted; });
  // Playwright loses sight of the frames of a page that comes back: the page asks its frame.
  addEventListener('message', ({ data, source }) => {
    if (data.ask) source.postMessage({ answer: eval(data.ask) }, '*');
  });
  globalThis.askFrame = (ask) => new Promise((resolve) => {
    addEventListener('message', ({ data }) => resolve(data.answer), { once: true });
    frames[0].postMessage({ ask }, '*');
  });
  document.modelContext.ontoolcancel = () => { globalThis.cancelled = true; };
  document.modelContext.registerTool({
    name: '${caller}',
    description: 'd',
    execute: () => new Promise((resolve) => { globalThis.end = resolve; }),
  }, { exposedTo: ['${other}'] });
  globalThis.begin = async (name) => {
    let tool;
    while (!tool) tool = (await document.modelContext.getTools({ fromOrigins: ['${other}'] })).find((one) => one.name === name);
    globalThis.outcome = 'pending';
    document.modelContext.executeTool(tool, {}).then(
      (text) => { globalThis.outcome = text; },
      (error) => { globalThis.outcome = error.message; });
  };
</script>`;

/**
 * @param {any} context of the probes
 * @returns {Promise<Record<string, unknown>>}
 */
export default async function probe({ A, C, routes, page }) {
  // What is not to be stored is not kept there either.
  const headers = { 'cache-control': 'no-cache' };
  routes.set('/top', { body: documentOf('top', C), headers });
  routes.set('/frame', { body: documentOf('frame', A), headers });
  const top = await page('/top');
  await top.evaluate(async (/** @type {string} */ src) => {
    const iframe = document.createElement('iframe');
    Object.assign(iframe, { allow: 'tools', src });
    document.body.append(iframe);
    await new Promise((resolve) => {
      iframe.onload = resolve;
    });
  }, `${C}/frame`);
  const askFrame = (/** @type {string} */ ask) =>
    top.evaluate((/** @type {string} */ ask) => Reflect.get(globalThis, 'askFrame')(ask), ask);
  const until = async (
    /** @type {(code: string) => Promise<unknown>} */ asked,
    /** @type {string} */ code,
  ) => {
    while (!(await asked(code))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const askTop = (/** @type {string} */ code) => top.evaluate(code);
  const both = [askTop, askFrame];
  await askTop("void begin('frame')");
  await askFrame("void begin('top')");
  for (const one of both)
    await until(one, 'globalThis.end !== undefined && globalThis.outcome === "pending"');
  await askTop('globalThis.persisted = undefined');
  await askTop("void (location.href = '/elsewhere')");
  await top.waitForURL('**/elsewhere');
  await askTop('void history.back()').catch(() => {});
  await until((code) => askTop(code).catch(() => false), 'globalThis.persisted !== undefined');

  /** @type {Record<string, unknown>} */
  const rows = {};
  const state = '({ persisted, cancelled: globalThis.cancelled, outcome: globalThis.outcome })';
  rows['the page that is back'] = await askTop(state);
  rows['its frame'] = await askFrame(state);
  rows['the tools it lists'] = await askTop(
    `document.modelContext.getTools({ fromOrigins: ['${C}'] }).then((tools) => tools.map(({ name }) => name).join())`,
  );
  for (const one of both) await one("end('ended')");
  for (const one of both) await until(one, "outcome !== 'pending'");
  rows['what the page is given'] = await askTop('outcome');
  rows['what the frame is given'] = await askFrame('outcome');
  await top.context().close();
  return rows;
}
