/** The page that the calls are made in, with the package inside. */

import { readFile } from 'node:fs/promises';
import { Failure, reasonOf } from './failure.js';

/** @import {Browser, Page} from 'playwright-core' */
/** @import {Options} from './options.js' */
/** @import {Repeated} from './plan.js' */
/** @import {Outcome} from './compare.js' */

/** How long a page may take from one document to the next, in milliseconds. */
const LEAVING_MS = 10_000;

/** A file of the package. @param {string} name */
const fileOf = (name) => readFile(new URL(name, import.meta.url), 'utf8');

/** Opens the page in a context of its own. @param {Browser} browser @param {string} url @param {Options} options */
export async function openPage(browser, url, { polyfill, storageState, timeout }) {
  const context = await browser.newContext({ bypassCSP: true, storageState }).catch((error) => {
    throw new Failure(`the storage state could not be used: ${reasonOf(error)}`);
  });
  if (polyfill) await context.addInitScript({ content: await fileOf('./polyfill.iife.js') });
  const page = await context.newPage();
  const response = await page.goto(url, { waitUntil: 'load', timeout }).catch((error) => {
    throw new Failure(`${url} could not be opened: ${reasonOf(error)}`);
  });
  if (response && response.status() >= 400) throw new Failure(`${url} answers ${response.status()}`);
  const there = new ReplayedPage(page, await fileOf('./webmcp-exec.iife.js'));
  const provider = await there.provider();
  if (provider === null)
    throw new Failure(
      `there is no WebMCP in ${url}: name another browser, or load the polyfill with --polyfill (it works on https and localhost)`,
    );
  return { page: there, provider };
}

/** A page that may go from one document to the next with each call. */
class ReplayedPage {
  #page;
  #core;
  #isLeaving = false;

  /** @param {Page} page @param {string} core */
  constructor(page, core) {
    this.#page = page;
    this.#core = core;
    const isOwn = (/** @type {import('playwright-core').Request} */ request) =>
      request.isNavigationRequest() && request.frame() === page.mainFrame();
    page.on('request', (request) => {
      if (isOwn(request)) this.#isLeaving = true;
    });
    page.on('requestfailed', (request) => {
      if (isOwn(request)) this.#isLeaving = false;
    });
    page.on('domcontentloaded', () => {
      this.#isLeaving = false;
    });
  }

  get url() {
    return this.#page.url();
  }

  provider() {
    return this.#evaluate(() => webmcpExec.provider(), undefined);
  }

  /** Makes one call. @param {Repeated} call @returns {Promise<Outcome>} */
  async call(call) {
    await this.#evaluate(untilListed, call);
    const before = this.#page.url();
    /** @type {Promise<unknown>} */
    const moved = this.#page.waitForEvent('framenavigated', { timeout: LEAVING_MS }).catch(() => {});
    const outcome = await this.#evaluateOnce(runThere, call).catch((error) => {
      if (this.#page.isClosed() || !isDestroyed(error)) throw error;
      return /** @type {Outcome} */ ({ status: 'navigated' });
    });
    if (outcome.status === 'navigated') await moved;
    await this.#settled();
    const url = this.#page.url();
    return outcome.status === 'navigated' && url !== before ? { ...outcome, navigatedTo: url } : outcome;
  }

  /**
   * Runs a function in the page, in the next document if this one goes away.
   *
   * @template Argument, Result
   * @param {(argument: Argument) => Result} run
   * @param {Argument} argument
   * @returns {Promise<Awaited<Result>>}
   */
  async #evaluate(run, argument) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#evaluateOnce(run, argument);
      } catch (error) {
        if (attempt === 5 || this.#page.isClosed() || !isDestroyed(error)) throw error;
        await this.#settled();
      }
    }
  }

  /**
   * @template Argument, Result
   * @param {(argument: Argument) => Result} run
   * @param {Argument} argument
   * @returns {Promise<Awaited<Result>>}
   */
  async #evaluateOnce(run, argument) {
    const isThere = await this.#page.evaluate(() => 'webmcpExec' in globalThis);
    if (!isThere) await this.#page.evaluate(this.#core);
    const evaluate = /** @type {(run: any, argument: any) => Promise<any>} */ (
      this.#page.evaluate.bind(this.#page)
    );
    return evaluate(run, argument);
  }

  /** Waits for the next document where this one is being left. */
  async #settled() {
    await this.#page.evaluate(() => new Promise((resolve) => setTimeout(resolve))).catch(() => {});
    if (this.#isLeaving) {
      const loaded = this.#page.waitForEvent('domcontentloaded', { timeout: LEAVING_MS });
      await loaded.catch(() => {});
    }
    await this.#page.waitForLoadState('load', { timeout: LEAVING_MS }).catch(() => {});
  }
}

/** @param {unknown} error */
const isDestroyed = (error) => /context was destroyed|navigat|frame was detached/i.test(reasonOf(error));

/* What follows runs in the page. */

/** Waits until the tool is there: pages offer theirs when they get to it. @param {Repeated} call */
async function untilListed({ name, isAwaited, timeout }) {
  const until = performance.now() + timeout;
  while (isAwaited && performance.now() < until) {
    const tools = await webmcpExec.listTools({ timeout: 5000 }).catch(() => []);
    if (tools.some((tool) => tool.name === name)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @param {Repeated} call @returns {Promise<Outcome>} */
async function runThere({ name, args, timeout, origin, frame }) {
  /** @type {import('webmcp-exec').ExecuteToolOptions} */
  const options = { timeout };
  if (origin !== undefined) options.origin = origin;
  if (frame !== undefined) {
    // The documents of one origin, in the order in which the browser lists them.
    const tools = await webmcpExec.listTools(origin === undefined ? {} : { fromOrigins: [origin] });
    const ofOrigin = tools.filter((tool) => !tool.own && tool.origin === (origin ?? location.origin));
    const windows = [...new Set(ofOrigin.map((tool) => tool.window))];
    const window = windows[frame];
    if (window !== undefined) options.window = window;
  }
  try {
    const report = await webmcpExec.executeToolDetailed(name, args, options);
    const { status, errorCode, result, error, durationMs } = report;
    const said = /** @type {Error | undefined} */ (error);
    return JSON.parse(
      JSON.stringify({
        status,
        errorCode,
        result,
        durationMs,
        error: said && { name: String(said.name), message: String(said.message) },
      }),
    );
  } catch (error) {
    // Arguments that are none: nothing has run.
    const { name, message } = /** @type {Error} */ (error);
    return { status: 'bad-arguments', errorCode: 'INVALID_INPUT', error: { name, message } };
  }
}
