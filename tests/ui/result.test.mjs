/** What calls gave: content blocks, trees of JSON, errors. */

import { assert, test } from '../harness/page.mjs';
import { loadComponents, within } from './components.mjs';

/** @import {TestContext} from '../harness/types.d.ts' */

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';

/** @param {TestContext} t @param {Record<string, any>} call @param {Record<string, any>} [props] @param {any} [around] */
async function result(t, call, props = {}, around = undefined) {
  const { show } = await loadComponents();
  const shown = show('ToolResult', { call: { status: 'completed', ...call }, ...props }, around);
  t.after(() => shown.remove());
  return { shown, ...within(shown) };
}

test('content blocks are shown in their order, as what they are, and nothing of them is markup', async (t) => {
  const html = '<img src=x onerror="globalThis.pwned = 1"><script>globalThis.pwned = 1</script>';
  const { shown, find, accessible } = await result(
    t,
    {
      result: {
        content: [
          { type: 'text', text: html },
          { type: 'image', data: PNG, mimeType: 'image/png' },
          { type: 'resource_link', uri: 'https://example.com/a', name: html },
          { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
          { type: 'strange', x: 1 },
          null,
        ],
        structuredContent: { a: html },
      },
    },
    { untrusted: true },
  );
  assert.equal(find('.block').length, 7);
  assert.ok(find('.block')[0]?.textContent?.includes(html));
  assert.equal(find('.block:nth-of-type(1) img').length, 0);
  assert.equal(/** @type {any} */ (globalThis).pwned, undefined);
  assert.ok(shown.root.textContent?.includes('words of strangers'));
  await accessible('content of every kind');
});

test('images are by blob addresses, which are given back', async (t) => {
  /** @type {string[]} */
  const revoked = [];
  const original = URL.revokeObjectURL;
  URL.revokeObjectURL = (url) => {
    revoked.push(url);
    original.call(URL, url);
  };
  t.after(() => {
    URL.revokeObjectURL = original;
  });
  const { shown, find } = await result(t, {
    result: {
      content: [
        { type: 'image', data: PNG, mimeType: 'image/png' },
        { type: 'image', data: '%', mimeType: 'x' },
      ],
    },
  });
  while (!find('img').length) await t.sleep(5);
  const { src } = /** @type {HTMLImageElement} */ (find('img')[0]);
  assert.match(src, /^blob:/);
  assert.ok(shown.root.textContent?.includes('no base64'));
  shown.remove();
  while (!revoked.includes(src)) await t.sleep(5);
});

test('links lead to web addresses only, and nothing is fetched', async (t) => {
  const uris = [
    'https://example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//x.example',
    ' java\nscript:alert(1)',
  ];
  performance.clearResourceTimings();
  const { find } = await result(t, {
    result: { content: uris.map((uri) => ({ type: 'resource_link', uri, name: uri })) },
  });
  const links = /** @type {HTMLAnchorElement[]} */ (find('a'));
  assert.deepEqual(
    links.map(({ href, rel, target }) => [href, rel, target]),
    [['https://example.com/', 'noopener noreferrer', '_blank']],
  );
  assert.deepEqual(
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('example')),
    [],
  );
});

test('what cannot be seen in a text is shown by its number', async (t) => {
  const { find } = await result(t, {
    result: { content: [{ type: 'text', text: 'a\u202eb\u0000c\u200d\tnext\n' }] },
  });
  assert.deepEqual(
    find('mark').map(({ textContent }) => textContent),
    ['⟨U+202E⟩', '⟨U+0000⟩', '⟨U+200D⟩'],
  );
  assert.equal(find('pre')[0]?.textContent, 'a⟨U+202E⟩b⟨U+0000⟩c⟨U+200D⟩\tnext\n');
});

test('what is large is closed, with its size and a download', async (t) => {
  const { find, button, click, shown, accessible } = await result(t, {
    result: {
      content: [{ type: 'text', text: 'x'.repeat(20_000_000) }],
      structuredContent: Array.from({ length: 300_000 }, (_, at) => ({ at })),
    },
  });
  assert.ok((shown.root.textContent?.length ?? 0) < 1000);
  assert.match(find('.collapsed')[0]?.textContent ?? '', /20 MB/);
  await click(button('Show'));
  assert.equal(find('pre')[0]?.textContent?.length, 200_000);
  await accessible('a large text');
  assert.equal(find('button').filter(({ textContent }) => textContent?.trim() === 'Download').length, 2);
});

test('a tree opens by keys what is looked at, a page of it at a time', async (t) => {
  const { show } = await loadComponents();
  const value = {
    list: Array.from({ length: 250 }, (_, at) => at),
    'a/b': { '': 'x'.repeat(500) },
    empty: {},
    n: null,
  };
  const shown = show('JsonTree', { value, label: 'JSON' });
  t.after(() => shown.remove());
  const { find, get, accessible, drawn } = within(shown);
  const rows = () => find('[role="treeitem"]');
  const active = () => shown.root.activeElement?.textContent;
  assert.equal(rows().length, 5);
  get('[tabindex="0"]').focus();
  /** @param {string[]} keys */
  const press = async (...keys) => {
    for (const key of keys) {
      shown.root.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
      await drawn();
    }
  };
  await press('ArrowDown', 'ArrowRight');
  assert.equal(rows().length, 5 + 101);
  assert.deepEqual(
    [rows()[2]?.ariaLevel, rows()[2]?.ariaPosInSet, rows()[2]?.ariaSetSize],
    ['3', '1', '250'],
  );
  await press('ArrowRight');
  assert.equal(active(), '00');
  await press('ArrowLeft', 'ArrowLeft');
  assert.equal(rows().length, 5);
  await press('End', 'Home', 'ArrowDown', 'ArrowRight', 'End', 'ArrowUp', 'ArrowUp', 'ArrowUp');
  assert.match(active() ?? '', /Show 100 more/);
  await press('Enter');
  assert.equal(rows().length, 5 + 201);
  await accessible('a tree');
  shown.set({ value: '5' });
  await drawn();
  assert.equal(rows().length, 1);
});

test('raw stands beside what was made of it; text that is JSON becomes a tree when asked', async (t) => {
  const { find, button, click } = await result(t, {
    raw: { content: 'odd' },
    result: {
      content: [
        { type: 'text', text: '{"a":[1]}' },
        { type: 'text', text: '{no' },
      ],
    },
  });
  await click(button('As a tree'));
  assert.equal(find('[role="treeitem"]').length, 2);
  await click(button('Raw'));
  assert.ok(find('.tree')[0]?.textContent?.includes('odd'));
});

test('errors with their causes, and a call that led to another page', async (t) => {
  const { shown, accessible, find } = await result(t, {
    status: 'failed',
    result: null,
    outcomeUnknown: true,
    error: {
      name: 'Error',
      message: 'no\u202e',
      stack: 'Error: no\n at x',
      cause: { name: 'TypeError', message: 'deep' },
    },
  });
  for (const text of ['no⟨U+202E⟩', 'TypeError: deep', 'may have run'])
    assert.ok(shown.root.textContent?.includes(text), text);
  await accessible('an error');
  shown.remove();
  const navigated = await result(t, {
    status: 'navigated',
    result: null,
    navigatedTo: 'https://example.com/thanks',
    arrivedWith: [{ id: 5 }],
  });
  assert.equal(navigated.get('a').href, 'https://example.com/thanks');
  assert.equal(find('a').length, 0);
  await navigated.accessible('a call that navigated');
});

test("the page's own renderers draw their blocks; one that throws does not matter", async (t) => {
  const renderers = new Map([
    [
      'text',
      (/** @type {any} */ { text }) =>
        Object.assign(document.createElement('b'), { textContent: `own ${text}` }),
    ],
    ['image', () => assert.fail('broken')],
  ]);
  const { get, find, drawn } = await result(
    t,
    {
      result: {
        content: [
          { type: 'text', text: 'x' },
          { type: 'image', data: PNG, mimeType: 'image/png' },
        ],
      },
    },
    {},
    { renderers },
  );
  await drawn();
  assert.equal(get('b').textContent, 'own x');
  while (!find('img').length) await t.sleep(5);
});
