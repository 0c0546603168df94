/** The three kinds of APIs: which requests are passed on, and what of them. Whatever is not named here is left out. */

/** The most tokens of one answer. */
const MAX_TOKENS = 4096;

/** @param {any} body @param {string[]} names */
const only = (body, names) =>
  Object.fromEntries(names.filter((name) => name in body).map((name) => [name, body[name]]));

/**
 * @typedef {object} Upstream
 * @property {(method: string, path: string) => { path: (model: string) => string, isList?: boolean } | undefined} route
 * @property {(key: string) => Record<string, string>} headers
 * @property {(body: any, url: string) => string} modelOf
 * @property {(body: any, model: string) => object} bodyOf
 * @property {(models: string[]) => object} list
 */

/** Where a proxy stands behind a path, that may or may not be taken away: only the end counts.
 * @param {string} end
 * @returns {Upstream['route']}
 */
const routeOf = (end) => (method, path) => {
  if (method === 'GET' && path.endsWith('/models')) return { path: () => '/models', isList: true };
  return method === 'POST' && path.endsWith(end) ? { path: () => end } : undefined;
};

/** @type {Record<'openai' | 'anthropic' | 'gemini', Upstream>} */
export const UPSTREAMS = {
  openai: {
    route: routeOf('/chat/completions'),
    headers: (key) => ({ Authorization: `Bearer ${key}` }),
    modelOf: ({ model }) => String(model ?? ''),
    bodyOf: (body, model) => ({
      ...only(body, ['messages', 'tools', 'stream']),
      ...(model && { model }),
    }),
    list: (models) => ({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }),
  },
  anthropic: {
    route: routeOf('/messages'),
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    modelOf: ({ model }) => String(model ?? ''),
    bodyOf: (body, model) => ({
      ...only(body, ['messages', 'tools', 'stream', 'system']),
      max_tokens: Math.min(Number(body.max_tokens) || MAX_TOKENS, MAX_TOKENS),
      ...(model && { model }),
    }),
    list: (models) => ({ data: models.map((id) => ({ id, type: 'model' })) }),
  },
  gemini: {
    route(method, path) {
      if (method === 'GET' && path.endsWith('/models')) return { path: () => '/models', isList: true };
      if (method !== 'POST' || !/\/models\/[^/]+:streamGenerateContent$/.test(path)) return undefined;
      return { path: (model) => `/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse` };
    },
    headers: (key) => ({ 'x-goog-api-key': key }),
    // A page that names no model asks for this one.
    modelOf: (_, url) =>
      decodeURIComponent(/\/models\/([^/]+):/.exec(url)?.[1] ?? '').replace(/^default$/, ''),
    bodyOf: (body) => only(body, ['contents', 'tools', 'systemInstruction']),
    list: (models) => ({ models: models.map((id) => ({ name: `models/${id}` })) }),
  },
};
