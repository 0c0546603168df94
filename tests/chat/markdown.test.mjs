/** What a model writes, as elements: the same however it is cut, and nothing that runs, loads or pretends. */
import { renderMarkdown } from '../../www/chat/markdown/render-markdown.js';
import { assert, test } from '../harness/page.mjs';
import { hostile, plain } from './markdown-corpus.mjs';

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'nonce-harness' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
};
const base = 'https://shop.example/chat';
const SIZES = [1, 2, 3, 5, 13, 64];

/** @param {string} markdown @param {number} size @param {any} [options] */
function rendered(markdown, size, options) {
  const element = document.createElement('div');
  const { write, end } = renderMarkdown(element, { base, copy: () => {}, ...options });
  for (let at = 0; at < markdown.length; at += size) write(markdown.slice(at, at + size));
  end();
  element.normalize();
  return element;
}

const TAGS =
  /^(A|B|BLOCKQUOTE|BR|BUTTON|CODE|DEL|DIV|EM|H3|H4|H5|H6|HR|IMG|LI|OL|P|PRE|SPAN|STRONG|TABLE|TBODY|TD|TH|THEAD|TR|UL)$/;
const ATTRIBUTES =
  /^(alt|aria-label|class|dir|href|loading|part|referrerpolicy|rel|role|scope|src|start|tabindex|target|type)$/;

/** @param {HTMLElement} element */
const all = (element) => [...element.querySelectorAll('*')];

/** @param {HTMLElement} element @param {string} markdown */
function harmless(element, markdown) {
  for (const one of all(element)) {
    if (!TAGS.test(one.tagName)) assert.fail(`${one.tagName} from ${markdown}`);
    for (const { name, value } of one.attributes) {
      if (!ATTRIBUTES.test(name)) assert.fail(`${name}="${value}" from ${markdown}`);
    }
    if (one instanceof HTMLAnchorElement) {
      assert.match(one.protocol, /^(https?|mailto|tel):$/, markdown);
      assert.deepEqual([one.rel, one.target], ['noopener noreferrer', '_blank']);
    }
  }
}

test('hostile Markdown has no power, cut anywhere, under a policy without any sink', {
  headers,
}, async () => {
  for (const markdown of hostile) {
    const whole = rendered(markdown, markdown.length);
    harmless(whole, markdown);
    assert.equal(whole.querySelector('img'), null, markdown);
    for (const size of SIZES) {
      const cut = rendered(markdown, size);
      harmless(cut, markdown);
      assert.equal(cut.querySelector('img'), null, markdown);
    }
  }
  const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.includes('evil.example'));
  assert.deepEqual(loaded, []);
});

test('Markdown becomes the same elements, cut anywhere', async () => {
  const whole = rendered(plain, plain.length);
  for (const size of SIZES) assert.ok(rendered(plain, size).isEqualNode(whole), `in pieces of ${size}`);
  harmless(whole, 'plain');
  const text = (/** @type {string} */ selector) => whole.querySelector(selector)?.textContent;
  assert.equal(text('h3'), 'Two mugs');
  assert.deepEqual(
    [text('strong'), text('em'), text('del'), text('p code')],
    ['Dawn mug', '18 €', 'Tide mug', 'mug-tide'],
  );
  assert.equal(text('blockquote'), 'Nice mug.');
  assert.deepEqual(
    [...whole.querySelectorAll('th')].map((it) => it.textContent),
    ['Mug', 'Price'],
  );
  assert.equal(whole.querySelector('.table')?.getAttribute('tabindex'), '0');
  assert.equal(text('pre'), "const a = '<b>';");
  assert.equal(whole.querySelector('pre code')?.className, 'language-js');
  assert.equal(whole.querySelectorAll('ol > li').length, 2);
  assert.match(whole.textContent ?? '', /☑ paid[\s\S]*☐ sent/);
  assert.equal(text('a.image'), 'Image: a mug');
});

test('a link says where it leads, if its text does not', async () => {
  const shown = (/** @type {string} */ markdown) =>
    rendered(markdown, 1).querySelector('.link-host')?.textContent;
  assert.equal(shown('[our page](/mugs)'), undefined);
  assert.equal(shown('[a page](https://other.example/x)'), ' (other.example)');
  assert.equal(shown('[https://bank.example](https://evil.example/)'), ' (evil.example)');
  assert.equal(shown('[bank.example/login](https://evil.example/)'), ' (evil.example)');
  assert.equal(shown('[https://other.example/x](https://other.example/x)'), undefined);
  assert.equal(shown('[shop.example](https://shop.example:8443/)'), undefined);
  assert.equal(
    shown('[аррle.example](https://аррle.example/)'),
    ' (xn--le-6kc9fb.example)'.replace(
      /xn--[^.]+/,
      new URL('https://аррle.example/').hostname.split('.')[0] ?? '',
    ),
  );
  assert.equal(shown('[write](mailto:a@other.example)'), ' (a@other.example)');
  const refused = rendered('[x](javascript:alert) and [y](https://a@b.example/)', 1);
  assert.deepEqual([refused.querySelector('a'), refused.textContent], [null, 'x and y']);
});

test('images are loaded only where the page allows them, and from where it says', async () => {
  const sources = (/** @type {string} */ images) =>
    [
      ...rendered(
        '![a](/a.png) ![b](https://shop.example/b.png) ![c](https://other.example/c.png) ![d](http://other.example/d.png) ![e](data:image/png;base64,AAAA)',
        7,
        { images, base: 'https://shop.example/' },
      ).querySelectorAll('img'),
    ].map((image) => new URL(image.src).pathname.slice(1));
  assert.deepEqual(sources('none'), []);
  assert.deepEqual(sources('odd'), []);
  assert.deepEqual(sources('same-origin'), ['a.png', 'b.png']);
  assert.deepEqual(sources('https'), ['a.png', 'b.png', 'c.png']);
});

test('code is copied as it is', async () => {
  /** @type {string[]} */
  const copied = [];
  const element = rendered('```html\n<b>&amp;</b>\n  x\n```', 3, {
    copy: (/** @type {string} */ text) => copied.push(text),
  });
  element.querySelector('button')?.click();
  assert.deepEqual(copied, ['<b>&amp;</b>\n  x']);
});
