/**
 * The shop itself: a shelf, a basket, a stock report. It knows nothing of
 * agents; people and tools use the same functions.
 */

import { byId, drawing, element } from './dom.js';

/**
 * @typedef {object} Product
 * @property {string} id
 * @property {string} title
 * @property {string} about
 * @property {number} price in euros
 * @property {string} words what a search finds it by
 */

/** @type {readonly Product[]} */
export const products = [
  {
    id: 'mug-dawn',
    title: 'Dawn mug',
    about: 'Stoneware, 350 ml',
    price: 18,
    words: 'mug cup red orange sun',
  },
  {
    id: 'mug-tide',
    title: 'Tide mug',
    about: 'Stoneware, 350 ml',
    price: 18,
    words: 'mug cup blue sea wave',
  },
  { id: 'tee-fern', title: 'Fern tee', about: 'Organic cotton', price: 29, words: 'tee shirt green leaf' },
  { id: 'tee-grid', title: 'Grid tee', about: 'Organic cotton', price: 29, words: 'tee shirt white squares' },
  {
    id: 'poster-moon',
    title: 'Moon poster',
    about: 'Risograph, A3',
    price: 24,
    words: 'poster print violet night',
  },
  {
    id: 'poster-blocks',
    title: 'Blocks poster',
    about: 'Risograph, A3',
    price: 24,
    words: 'poster print blue shapes',
  },
];

const euros = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
});

/** Puts the shop into the page. */
export function openShop() {
  const shelf = byId('shelf');
  const shelfNote = byId('shelf-note');
  const searchForm = /** @type {HTMLFormElement} */ (byId('search'));
  const searchField = /** @type {HTMLInputElement} */ (byId('search-query'));
  /** @type {Map<string, number>} */
  const basket = new Map();
  let latestReport = 0;

  shelf.replaceChildren(...products.map((product) => card(product, () => add(product.id, 1))));
  searchField.addEventListener('input', () => search(searchField.value));
  searchForm.addEventListener('submit', (event) => {
    event.preventDefault();
    search(searchField.value);
  });
  byId('report-start').addEventListener('click', () => report(4));
  byId('checkout').addEventListener('click', () => {
    try {
      checkOut();
    } catch {
      // The basket already says it.
    }
  });

  /**
   * @param {string} id
   * @param {number} qty
   */
  function add(id, qty) {
    const product = products.find((candidate) => candidate.id === id);
    if (!product) throw new Error(`There is no product "${id}" in this shop.`);
    if (!Number.isInteger(qty) || qty < 1 || qty > 99) {
      throw new Error(`The quantity must be a whole number from 1 to 99, not ${qty}.`);
    }
    basket.set(id, (basket.get(id) ?? 0) + qty);
    byId('basket-problem').textContent = '';
    showBasket(id);
    flash(shelf.querySelector(`[data-product="${id}"]`));
    return { added: product.title, qty, basket: basketSummary() };
  }

  /** @param {string} id */
  function remove(id) {
    basket.delete(id);
    showBasket();
    byId('basket').focus({ preventScroll: true });
  }

  /** @param {string} query */
  function search(query) {
    const wanted = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const found = products.filter((product) => {
      const text = `${product.title} ${product.words} ${product.about}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    searchField.value = query;
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (shelf.querySelectorAll('[data-product]'))) {
      const matches = found.some(({ id }) => id === item.dataset.product);
      item.toggleAttribute('data-match', wanted.length > 0 && matches);
      item.toggleAttribute('data-other', wanted.length > 0 && !matches);
    }
    shelfNote.textContent =
      wanted.length === 0 ? '' : `${found.length} of ${products.length} match “${query.trim()}”.`;
    return found.map(({ id, title, price }) => ({ id, title, price }));
  }

  /** @returns {never} */
  function checkOut() {
    byId('basket-problem').textContent = 'The checkout failed: stock is 0.';
    throw new Error('stock is 0');
  }

  /**
   * Counts the stock, one product after another, and shows how far it is.
   *
   * @param {number} seconds
   * @param {AbortSignal} [signal]
   */
  async function report(seconds, signal) {
    const mine = ++latestReport;
    const text = byId('report-text');
    const bar = /** @type {HTMLProgressElement} */ (byId('report-progress'));
    /** @param {string} words @param {number} done */
    const say = (words, done) => {
      if (mine !== latestReport) return;
      text.textContent = words;
      bar.value = done;
    };
    const started = performance.now();
    const total = seconds * 1000;
    try {
      for (let done = 0; done < 1; done = (performance.now() - started) / total) {
        const at = products[Math.floor(done * products.length)];
        say(`Counting ${at?.title ?? 'the shelf'}…`, done);
        await pause(Math.min(80, total), signal);
      }
    } catch (error) {
      say('Stopped on request.', 0);
      throw error;
    }
    say('Counted: 214 pieces on the shelf.', 1);
    return 'Counted 6 products: 214 pieces on the shelf, none reserved.';
  }

  /** @param {string} [changed] */
  function showBasket(changed) {
    const lines = products
      .filter(({ id }) => basket.has(id))
      .map((product) => basketLine(product, basket.get(product.id) ?? 0, remove));
    byId('basket-lines').replaceChildren(...lines);
    const { pieces, total } = basketSummary();
    byId('basket-empty').hidden = pieces > 0;
    byId('basket-total').textContent = euros.format(total);
    const link = byId('basket-link');
    link.textContent = pieces === 0 ? 'Basket: empty' : `Basket: ${pieces}, ${euros.format(total)}`;
    if (!changed) return;
    flash(link);
    flash(byId('basket-lines').querySelector(`[data-line="${changed}"]`));
  }

  function basketSummary() {
    let pieces = 0;
    let total = 0;
    for (const { id, price } of products) {
      const qty = basket.get(id) ?? 0;
      pieces += qty;
      total += qty * price;
    }
    return { pieces, total, currency: 'EUR' };
  }

  return { add, search, checkOut, report };
}

/**
 * @param {Product} product
 * @param {() => void} onAdd
 */
function card(product, onAdd) {
  const item = element('li', 'product');
  item.dataset.product = product.id;
  const art = drawing(`art-${product.id}`);
  const button = element('button', 'add', 'Add');
  button.setAttribute('type', 'button');
  button.setAttribute('aria-label', `Add ${product.title} to the basket`);
  button.addEventListener('click', onAdd);
  const words = element('div', 'product-words');
  words.append(element('h2', 'product-title', product.title), element('p', 'about', product.about));
  const buy = element('div', 'buy');
  buy.append(element('span', 'price', euros.format(product.price)), button);
  item.append(art, words, buy);
  return item;
}

/**
 * @param {Product} product
 * @param {number} qty
 * @param {(id: string) => void} onRemove
 */
function basketLine(product, qty, onRemove) {
  const line = element('li', 'basket-line');
  line.dataset.line = product.id;
  const button = element('button', 'quiet', 'Remove');
  button.setAttribute('type', 'button');
  button.setAttribute('aria-label', `Remove ${product.title} from the basket`);
  button.addEventListener('click', () => onRemove(product.id));
  line.append(
    element('span', 'qty', `${qty} ×`),
    element('span', 'line-title', product.title),
    element('span', 'line-price', euros.format(qty * product.price)),
    button,
  );
  return line;
}

/** @param {Element | null} target */
function flash(target) {
  if (!target) return;
  target.removeAttribute('data-flash');
  // Reading the layout between the two writes starts the animation anew.
  target.getBoundingClientRect();
  target.setAttribute('data-flash', '');
}

/**
 * @param {number} ms
 * @param {AbortSignal} [signal]
 */
function pause(ms, signal) {
  return new Promise((done, stopped) => {
    if (signal?.aborted) return stopped(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      stopped(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done(undefined);
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
