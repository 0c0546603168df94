/** What a provider means by an answer that is none: its status, and the many ways to say why. */
import { ProviderError } from './errors.js';

/** How much of such an answer is read. */
const MOST = 64 * 1024;

const NO_TOOLS =
  /does not support (tools|function|tool)|tools? (is|are) not supported|requires? --jinja|enable-auto-tool-choice|tool-call-parser|no endpoints found that support tool|function calling is not (enabled|supported)/i;
const CONTEXT_FULL =
  /context[_ ]length|context[_ ](size|window)|maximum context|prompt is too long|exceeds? the (maximum|available|model's) (number of )?(tokens|context)|exceed_context|input token count|too many tokens/i;
const NO_MODEL =
  /model.{0,120}(not found|does not exist|not exist|not available|no longer|unknown)|(no such|unknown|invalid) model|try pulling it|is not found for api version/i;
const NO_CREDIT =
  /insufficient[_ ]quota|credit balance|billing|payment required|insufficient (funds|credit)/i;
const BAD_KEY = /api[_ ]?key (is )?(not valid|invalid|expired)|invalid.{0,20}api.?key|api_key_invalid/i;

/**
 * @param {Response} response one that is not ok
 * @param {{ url: URL, model?: string, keySent: boolean }} asked
 * @returns {Promise<ProviderError>}
 */
export async function refusal(response, asked) {
  const { status } = response;
  const text = await beginning(response);
  const { host } = asked.url;
  const told = tell(parsed(text)) || text;
  const values = {
    host,
    status,
    url: asked.url.origin + asked.url.pathname,
    model: asked.model ?? '',
    detail: told,
  };
  const retryAfterMs = retryAfter(response.headers, parsed(text));
  const because = (/** @type {string} */ code, more = {}) =>
    new ProviderError(code, { ...values, ...more }, { status, retryAfterMs });

  const isPage = isWebPage(response.headers.get('content-type') ?? '', text);
  const code = codeOf(status, isPage ? '' : told, isPage, asked.keySent);
  if (code === 'rate-limited' && retryAfterMs !== undefined)
    return because('rate-limited-until', { seconds: Math.ceil(retryAfterMs / 1000) });
  return because(code);
}

/** @param {number} status @param {string} told @param {boolean} isPage @param {boolean} keySent */
function codeOf(status, told, isPage, keySent) {
  if (status === 413 || CONTEXT_FULL.test(told)) return 'context-full';
  if (NO_TOOLS.test(told)) return 'no-tools';
  if (status === 402 || NO_CREDIT.test(told)) return 'quota';
  if (status === 401 || BAD_KEY.test(told)) return keySent ? 'unauthorized' : 'no-key';
  if (status === 429) return 'rate-limited';
  if ((status === 404 || status === 400) && NO_MODEL.test(told)) return 'model-not-found';
  if (isPage && status < 500) return status === 404 ? 'not-found' : 'html';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 405) return 'not-found';
  return status >= 500 ? 'server' : 'bad-request';
}

/** An error that comes in the middle of an answer. @param {any} json @param {URL} url @param {string} [model] */
export function errorInStream(json, url, model = '') {
  const detail = tell(json) || JSON.stringify(json);
  const values = { host: url.host, url: url.href, model, detail };
  const retryAfterMs = retryAfter(new Headers(), json);
  if (CONTEXT_FULL.test(detail)) return new ProviderError('context-full', values);
  if (NO_TOOLS.test(detail)) return new ProviderError('no-tools', values);
  const status = Number(json?.error?.code ?? json?.error?.status);
  const kind = String(json?.error?.type ?? json?.error?.status ?? '');
  if (status === 429 || /rate_limit|RESOURCE_EXHAUSTED/.test(kind))
    return new ProviderError('rate-limited', values, { retryAfterMs });
  if (/overloaded|UNAVAILABLE/.test(kind))
    return new ProviderError('server', { ...values, status: kind }, { retryAfterMs });
  return new ProviderError('model-error', values);
}

/** @param {string} type @param {string} text */
export const isWebPage = (type, text) => /\bhtml\b/i.test(type) || /^\s*<(!doctype|html|\?xml)/i.test(text);

/** The words for people in an error, wherever they are. @param {any} json @returns {string} */
function tell(json) {
  if (Array.isArray(json)) return tell(json[0]);
  const error = json?.error ?? json;
  const words = [error, error?.message, error?.error, json?.message, json?.detail, json?.detail?.[0]?.msg];
  const text = words.find((it) => typeof it === 'string' && it !== '') ?? '';
  // What OpenRouter passes on of the provider behind it.
  const behind = error?.metadata?.raw;
  const more = [error?.code, error?.type, error?.status, behind].filter((it) => typeof it === 'string');
  return text === '' ? '' : [text, ...more.filter((it) => !text.includes(it))].join(' · ');
}

/** Milliseconds until the next try, as a header or Google's details have it. @param {Headers} headers @param {any} json */
function retryAfter(headers, json) {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const text = headers.get('retry-after');
  if (text !== null && /^\d+(\.\d+)?$/.test(text.trim())) return Number(text) * 1000;
  const date = text === null ? Number.NaN : Date.parse(text);
  if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
  const details = [json?.error ?? json?.[0]?.error].flatMap((error) => error?.details ?? []);
  const delay = details.map((it) => /^(\d+(\.\d+)?)s$/.exec(it?.retryDelay ?? '')?.[1]).find(Boolean);
  return delay === undefined ? undefined : Number(delay) * 1000;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {Response} response */
async function beginning(response) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (reader && text.length < MOST) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // What has come will do.
  }
  reader?.cancel().catch(() => {});
  return text;
}
