/**
 * A server of models on loopback that answers as it is told, piece by piece: whole, cut anywhere, with errors, never. For
 * tests in Node; pages are answered by `answering.mjs`.
 */
import { createServer } from 'node:http';

/** @import {IncomingHttpHeaders, ServerResponse} from 'node:http' */

/**
 * One answer. `chunks`: what is sent, in turn; `HANG` leaves the connection open, `CUT` breaks it.
 *
 * @typedef {object} Reply
 * @property {number} [status]
 * @property {Record<string, string>} [headers]
 * @property {(string | Uint8Array | typeof HANG | typeof CUT | Promise<unknown>)[]} chunks a promise is waited for
 */

/** @typedef {object} Asked
 * @property {string} method
 * @property {string} path with its query
 * @property {IncomingHttpHeaders} headers
 * @property {any} body
 * @property {Promise<void>} gone the asker has gone away, or has all of it
 */

export const HANG = Symbol('hang');
export const CUT = Symbol('cut');

const STREAM = { 'content-type': 'text/event-stream' };

/** @param {string} text @param {Record<string, string>} [headers] @returns {Reply} */
export const streamed = (text, headers) => ({ headers: { ...STREAM, ...headers }, chunks: [text] });

/** @param {number} status @param {unknown} json @param {Record<string, string>} [headers] @returns {Reply} */
export const refused = (status, json, headers) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  chunks: [JSON.stringify(json)],
});

/**
 * @param {(asked: Asked, count: number) => Reply | Promise<Reply>} reply
 * @returns {Promise<{ url: string, asked: Asked[], close: () => Promise<void> }>}
 */
export async function startFakeLlm(reply) {
  /** @type {Asked[]} */
  const asked = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const gone = /** @type {Promise<void>} */ (new Promise((resolve) => response.once('close', resolve)));
    const { method = '', url: path = '', headers } = request;
    const body = text === '' ? undefined : JSON.parse(text);
    asked.push({ method, path, headers, body, gone });
    await answer(response, await reply(/** @type {Asked} */ (asked.at(-1)), asked.length));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param {ServerResponse} response @param {Reply} reply */
async function answer(response, { status = 200, headers = STREAM, chunks }) {
  response.writeHead(status, headers);
  response.flushHeaders();
  for (const chunk of chunks) {
    if (chunk === HANG) return;
    if (chunk === CUT) return void response.destroy();
    if (chunk instanceof Promise) await chunk;
    else if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
      if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve));
    }
  }
  response.end();
}
