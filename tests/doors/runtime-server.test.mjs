/** Tools of a real MCP server: the official SDK's, on loopback over Streamable HTTP, in both versions of the protocol. */

import { createRuntime, ToolRegistry } from 'webmcp-exec';
import { assert, test } from '../harness/page.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

const options = { only: { node: 'it starts a server' }, node: true };
const ids = [
  'read-stock',
  'say-hello',
  'draw-dot',
  'fail-plainly',
  'fail-with-code',
  'throw-error',
  'never-ends',
  'report-steps',
  'no-such-tool',
];

/**
 * A server and a runtime whose tools are there.
 *
 * @param {TestContext} t
 * @param {'legacy' | 'modern'} era
 */
async function start(t, era) {
  const { startMcpServer } = await import('./loopback-server.mjs');
  const server = await startMcpServer(t, era);
  const registry = new ToolRegistry();
  for (const id of ids) registry.register({ id, description: 'x', executionMode: 'server' });
  const runtime = createRuntime(registry, { remote: server.client, timeout: 20_000 });
  /** @param {string} id @param {any} [params] @param {any} [more] @returns {Promise<any>} */
  const execute = async (id, params, more) => {
    const { metadata, ...result } = await runtime.execute(id, params, more);
    return result;
  };
  return { server, execute };
}

for (const era of /** @type {const} */ (['legacy', 'modern'])) {
  test(`S3-28 tools run on the server (${era})`, options, async (t) => {
    const { execute, server } = await start(t, era);
    assert.deepEqual(await execute('read-stock', { id: 'mug' }), { success: true, data: { stock: 7 } });
    assert.deepEqual(await execute('say-hello', { name: 'Aisha' }), { success: true, data: 'hello\nAisha' });
    assert.deepEqual(await execute('draw-dot'), {
      success: true,
      data: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }],
    });
    assert.deepEqual(server.calls, ['read-stock', 'say-hello', 'draw-dot']);
  });

  test(`S3-23 S3-24 failures of the server's tools (${era})`, options, async (t) => {
    const { execute } = await start(t, era);
    const failed = (/** @type {string} */ error, errorCode = 'EXECUTION_ERROR') => ({
      success: false,
      error,
      errorCode,
    });
    assert.deepEqual(await execute('fail-plainly'), failed('no stock'));
    assert.deepEqual(await execute('fail-with-code'), {
      ...failed('slow down', 'RATE_LIMITED'),
      suggestion: 'wait',
    });
    assert.deepEqual(await execute('throw-error'), failed('the database is away'));
    assert.deepEqual(await execute('no-such-tool'), failed('Tool no-such-tool not found', 'NOT_FOUND'));
    assert.match((await execute('read-stock', {})).error, /Invalid arguments for tool read-stock/);
  });

  test(`X-08 progress comes from the server, if somebody wants it (${era})`, options, async (t) => {
    const { execute } = await start(t, era);
    /** @type {any[]} */
    const told = [];
    const onProgress = (/** @type {any} */ progress) => told.push(progress);
    assert.deepEqual(await execute('report-steps', { steps: 3 }, { onProgress }), {
      success: true,
      data: 'reported',
    });
    assert.deepEqual(
      told,
      [1, 2, 3].map((progress) => ({ progress, total: 3 })),
    );
    assert.deepEqual(await execute('report-steps', { steps: 3 }), { success: true, data: 'nobody asked' });
  });

  test(`S3-17 an abort reaches the server's tool (${era})`, options, async (t) => {
    const { execute, server } = await start(t, era);
    const controller = new AbortController();
    const call = execute('never-ends', {}, { signal: controller.signal });
    await server.begun('never-ends');
    assert.deepEqual(server.aborted, []);
    controller.abort('enough');
    const error = await t.rejects(call);
    assert.deepEqual([error.name, error.message, error.outcomeUnknown], ['AbortError', 'enough', true]);
    await server.told('never-ends');
    assert.deepEqual(await execute('read-stock', { id: 'mug' }), { success: true, data: { stock: 7 } });
  });

  test(`S3-14 S3-15 time that is up reaches the server's tool (${era})`, options, async (t) => {
    const { execute, server } = await start(t, era);
    const result = await execute('never-ends', {}, { timeout: 200 });
    assert.deepEqual([result.success, result.errorCode, result.outcomeUnknown], [false, 'TIMEOUT', true]);
    assert.match(result.error, /200 ms/);
    await server.told('never-ends');
  });

  test(`S3-23 a client that is closed during a call, and then (${era})`, options, async (t) => {
    const { execute, server } = await start(t, era);
    const call = execute('never-ends');
    await server.begun('never-ends');
    await server.client.close();
    const lost = await call;
    assert.deepEqual([lost.errorCode, lost.outcomeUnknown], ['OUTCOME_UNKNOWN', true]);
    const after = await execute('read-stock', { id: 'mug' });
    assert.deepEqual([after.errorCode, after.outcomeUnknown], ['UNAVAILABLE', undefined]);
    assert.deepEqual(server.calls, ['never-ends']);
  });

  test(`S3-23 a server that goes away during a call, and then (${era})`, options, async (t) => {
    const { execute, server } = await start(t, era);
    // With sessions, the SDK's client does not say that the stream of an answer broke: the time ends the call.
    const call = execute('never-ends', {}, { timeout: era === 'legacy' ? 500 : 20_000 });
    await server.begun('never-ends');
    await server.stop();
    const lost = await call;
    assert.deepEqual(
      [lost.errorCode, lost.outcomeUnknown],
      [era === 'legacy' ? 'TIMEOUT' : 'OUTCOME_UNKNOWN', true],
    );
    const after = await execute('read-stock', { id: 'mug' });
    assert.deepEqual([after.errorCode, after.outcomeUnknown], ['UNAVAILABLE', undefined]);
    assert.match(after.error, /^The server of the tool "read-stock" cannot be reached: /);
  });
}

test('S3-28 many calls side by side', options, async (t) => {
  const { execute, server } = await start(t, 'modern');
  const names = Array.from({ length: 20 }, (_, index) => `name ${index}`);
  const results = await Promise.all(names.map((name) => execute('say-hello', { name })));
  assert.deepEqual(
    results.map(({ data }) => data),
    names.map((name) => `hello\n${name}`),
  );
  assert.equal(server.calls.length, 20);
});
