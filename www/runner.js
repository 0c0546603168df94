/**
 * The tool runner: the page's tools, a call with arguments, Run and Cancel, and
 * what came of it. Everything goes through the package's public functions.
 */
import { readyMadeCalls } from './calls.js';
import { byId, drawing, element } from './dom.js';
import { modelContext } from './model-context.js';
import { executeToolDetailed, listTools } from './node_modules/webmcp-exec/index.js';
import { outcomeOf } from './outcomes.js';
import { sampleArguments } from './sample.js';

/** @import {ToolCallError, ToolCallReport, ToolInfo} from './node_modules/webmcp-exec/index.js' */

/**
 * One call made from the runner.
 *
 * @typedef {object} Call
 * @property {number} number
 * @property {string} name
 * @property {string} args as typed
 * @property {number | undefined} timeout
 * @property {number} started
 * @property {AbortController} controller
 * @property {string} status `running`, then one of the report's, or `bad-arguments`
 * @property {ToolCallReport} [report] what `executeToolDetailed` resolved to
 * @property {ToolCallError} [refusal] what it rejected with
 * @property {number} [durationMs]
 * @property {HTMLElement} row
 */

const LONGEST_SHOWN = 20_000;

export function startRunner() {
  const form = /** @type {HTMLFormElement} */ (byId('call'));
  const nameField = /** @type {HTMLInputElement} */ (byId('call-name'));
  const argsField = /** @type {HTMLTextAreaElement} */ (byId('call-arguments'));
  const timeoutField = /** @type {HTMLInputElement} */ (byId('call-timeout'));
  const cancelButton = /** @type {HTMLButtonElement} */ (byId('cancel'));
  const clearButton = /** @type {HTMLButtonElement} */ (byId('clear'));
  /** @type {Call[]} */
  let calls = [];
  /** @type {Call | undefined} */
  let shown;
  let made = 0;
  /** @type {ToolInfo[]} */
  let tools = [];
  let refreshes = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clock;

  // --- the tools of the page -------------------------------------------------

  async function refresh() {
    // Tools come and go in bursts: only the newest answer counts.
    const mine = ++refreshes;
    /** @type {ToolInfo[]} */
    let found = [];
    let problem = 'The page offers no tools.';
    try {
      found = await listTools();
    } catch (error) {
      problem = textOf(error);
    }
    if (mine !== refreshes) return;
    tools = found;
    const list = byId('tools');
    const focused = list.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.tool
      : undefined;
    list.replaceChildren(...tools.map(toolRow));
    if (focused)
      toolButtons()
        .find(({ dataset }) => dataset.tool === focused)
        ?.focus();
    byId('tools-count').textContent = tools.length === 0 ? '' : String(tools.length);
    byId('tools-empty').textContent = problem;
    byId('tools-empty').hidden = tools.length > 0;
    if (nameField.value === '' && tools[0]) choose(tools[0]);
    markChosen();
  }

  /** @returns {HTMLElement[]} */
  function toolButtons() {
    return [...byId('tools').querySelectorAll('button')];
  }

  /** @param {ToolInfo} tool */
  function toolRow(tool) {
    const button = element('button', 'tool');
    button.setAttribute('type', 'button');
    button.dataset.tool = tool.name;
    const name = element('span', 'tool-name', tool.name);
    button.append(name);
    if (!tool.own) name.append(element('span', 'badge', 'frame'));
    if (tool.annotations?.readOnlyHint) name.append(element('span', 'badge', 'read-only'));
    button.addEventListener('click', () => choose(tool));
    const item = element('li');
    item.append(button);
    return item;
  }

  /** @param {ToolInfo} tool */
  function choose(tool) {
    fill(tool.name, JSON.stringify(sampleArguments(tool.inputSchema), null, 2));
  }

  /**
   * @param {string} name
   * @param {string} args
   * @param {number} [timeout]
   */
  function fill(name, args, timeout) {
    nameField.value = name;
    argsField.value = args;
    timeoutField.value = timeout === undefined ? '' : String(timeout);
    say('');
    markChosen();
  }

  function markChosen() {
    for (const button of toolButtons()) {
      button.setAttribute('aria-pressed', String(button.dataset.tool === nameField.value));
    }
    const chosen = tools.find(({ name }) => name === nameField.value);
    byId('call-about').textContent = chosen?.description ?? 'No tool of the page has this name.';
  }

  // --- a call ----------------------------------------------------------------

  /** @param {string} [readyMade] the id of the button that asked for it */
  async function run(readyMade) {
    const timeout = timeoutField.value === '' ? undefined : timeoutField.valueAsNumber;
    /** @type {Call} */
    const call = {
      number: ++made,
      name: nameField.value,
      args: argsField.value,
      timeout,
      started: performance.now(),
      controller: new AbortController(),
      status: 'running',
      row: element('li', 'log-row'),
    };
    if (readyMade) call.row.dataset.call = readyMade;
    calls = [call, ...calls];
    byId('log').prepend(call.row);
    show(call);
    clock ??= setInterval(tick, 100);
    try {
      call.report = await executeToolDetailed(call.name, call.args, {
        signal: call.controller.signal,
        ...(timeout === undefined ? {} : { timeout }),
      });
      call.status = call.report.status;
    } catch (error) {
      // Detailed rejects for malformed arguments only.
      call.refusal = /** @type {ToolCallError} */ (error);
      call.status = 'bad-arguments';
    }
    call.durationMs = call.report?.durationMs ?? performance.now() - call.started;
    byId('announce').textContent = `${call.name}: ${outcomeOf(call.status).label}`;
    if (shown === call) show(call);
    else showRow(call);
    if (!calls.some(({ status }) => status === 'running')) {
      clearInterval(clock);
      clock = undefined;
    }
  }

  /** @param {Call} call */
  function cancel(call) {
    call.controller.abort('Cancelled in the tool runner');
  }

  function tick() {
    for (const call of calls) {
      if (call.status !== 'running') continue;
      const row = call.row.querySelector('.log-time');
      if (row) row.textContent = time(call);
      if (call === shown) byId('outcome-clock').textContent = time(call);
    }
  }

  // --- what is seen of it ----------------------------------------------------

  /** @param {Call} call */
  function show(call) {
    const previous = shown;
    shown = call;
    if (previous && previous !== call) showRow(previous);
    showRow(call);
    cancelButton.disabled = call.status !== 'running';
    clearButton.disabled = false;
    byId('log-empty').hidden = true;
    const outcome = outcomeOf(call.status);
    const panel = byId('outcome');
    panel.dataset.status = call.status;
    panel.dataset.tone = outcome.tone;
    byId('outcome-stamp').replaceChildren(drawing(`icon-${outcome.icon}`), outcome.label);
    byId('outcome-clock').textContent = time(call);
    byId('outcome-text').textContent = outcome.text;
    showCode(call);
    if (call.status === 'bad-arguments') say(textOf(call.refusal));
    showFacts(call);
    showSides(call);
  }

  /** @param {Call} call */
  function showCode({ name, args, timeout }) {
    const options = timeout === undefined ? '{ signal }' : `{ signal, timeout: ${timeout} }`;
    let compact = args.trim() || '{}';
    try {
      compact = JSON.stringify(JSON.parse(compact));
    } catch {
      compact = JSON.stringify(args);
    }
    byId('outcome-code').hidden = false;
    byId('outcome-code').textContent =
      `await executeTool(${JSON.stringify(name)}, ${shortened(compact, 400)}, ${options})`;
  }

  /** @param {Call} call */
  function showFacts({ status, report, refusal }) {
    const error = report?.error ?? refusal;
    /** @type {[string, string | undefined][]} */
    const facts = [
      ['Status', status],
      ['Error code', report?.errorCode ?? refusal?.errorCode],
      [status === 'failed' ? 'The browser said' : 'Error', error === undefined ? undefined : textOf(error)],
      ['May have run', report?.outcomeUnknown ? 'yes, the tool was already started' : undefined],
      ['Provider', report?.provider],
      ['Arguments went as', shapeName(report?.argsShape)],
    ];
    const list = byId('outcome-facts');
    list.hidden = status === 'running';
    list.replaceChildren(
      ...facts.flatMap(([term, fact]) => (fact === undefined ? [] : [pair(term, shortened(fact, 600))])),
    );
  }

  /** @param {Call} call */
  function showSides({ status, report }) {
    const sides = byId('outcome-sides');
    sides.hidden = status !== 'completed' && status !== 'failed' && status !== 'navigated';
    if (sides.hidden || !report) return;
    const nothing = report.raw === undefined;
    byId('raw').textContent = nothing ? 'Nothing: the browser rejected the call.' : written(report.raw);
    byId('raw-kind').textContent = nothing ? '' : kind(report.raw);
    byId('normalised').textContent = written(report.result);
    byId('normalised-kind').textContent = kind(report.result);
  }

  /** @param {Call} call */
  function showRow(call) {
    const outcome = outcomeOf(call.status);
    const open = element('button', 'log-open');
    open.setAttribute('type', 'button');
    open.setAttribute('aria-pressed', String(call === shown));
    const stamp = element('span', 'log-status');
    stamp.append(drawing(`icon-${outcome.icon}`), outcome.label);
    open.append(
      element('span', 'log-number', String(call.number).padStart(2, '0')),
      element('span', 'log-name', call.name || '(no name)'),
      stamp,
      element('span', 'log-time', time(call)),
    );
    open.addEventListener('click', () => show(call));
    const hadFocus = call.row.contains(document.activeElement);
    call.row.dataset.status = call.status;
    call.row.dataset.tone = outcome.tone;
    call.row.replaceChildren(open);
    if (call.status === 'running') {
      const stop = element('button', 'log-cancel quiet', 'Cancel');
      stop.setAttribute('type', 'button');
      stop.setAttribute('aria-label', `Cancel call ${call.number}, ${call.name}`);
      stop.addEventListener('click', () => cancel(call));
      call.row.append(stop);
    }
    if (hadFocus) open.focus({ preventScroll: true });
  }

  /** @param {string} problem */
  function say(problem) {
    byId('call-problem').textContent = problem;
    argsField.setAttribute('aria-invalid', String(problem !== ''));
  }

  function clear() {
    const running = calls.filter(({ status }) => status === 'running');
    for (const { row } of calls.filter((call) => !running.includes(call))) row.remove();
    calls = running;
    clearButton.disabled = running.length === 0;
    byId('log-empty').hidden = running.length > 0;
  }

  // --- controls --------------------------------------------------------------

  byId('ready').replaceChildren(
    ...readyMadeCalls.map((ready) => {
      const button = element('button', 'ready-call', ready.label);
      button.setAttribute('type', 'button');
      button.dataset.ready = ready.id;
      button.title = ready.hint;
      button.addEventListener('click', () => {
        fill(ready.name, ready.args, ready.timeout);
        run(ready.id);
      });
      const item = element('li');
      item.append(button);
      return item;
    }),
  );
  nameField.addEventListener('input', markChosen);
  argsField.addEventListener('input', () => say(''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    say('');
    run();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });
  cancelButton.addEventListener('click', () => {
    if (shown) cancel(shown);
    byId('run').focus({ preventScroll: true });
  });
  clearButton.addEventListener('click', clear);
  byId('refresh').addEventListener('click', refresh);
  // What scrolls has to be reachable by keyboard; not every browser sees to it.
  for (const id of ['raw', 'normalised', 'log']) byId(id).tabIndex = 0;

  // Providers tell of new tools by `toolchange`, Firefox's preview excepted; the
  // frames tell when theirs are there.
  modelContext()?.addEventListener?.('toolchange', refresh);
  window.addEventListener('message', (event) => {
    if (event.origin === location.origin && event.data?.type === 'tools-ready') refresh();
  });

  return { refresh };
}

/** @param {Call} call */
function time(call) {
  const ms = call.durationMs ?? performance.now() - call.started;
  return ms < 1000 && call.durationMs !== undefined
    ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
    : `${(ms / 1000).toFixed(1)} s`;
}

/** @param {string | undefined} shape */
function shapeName(shape) {
  if (shape === undefined) return undefined;
  return shape === 'object' ? 'an object' : 'JSON text';
}

/** @param {unknown} value */
function kind(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array, ${value.length} long`;
  if (typeof value === 'string') return `string, ${value.length} characters`;
  return typeof value;
}

/** @param {unknown} value */
function written(value) {
  if (typeof value === 'string') return shortened(value, LONGEST_SHOWN);
  try {
    return shortened(JSON.stringify(value, null, 2) ?? String(value), LONGEST_SHOWN);
  } catch {
    return String(value);
  }
}

/**
 * @param {string} text
 * @param {number} longest
 */
function shortened(text, longest) {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)}… (${text.length - longest} more characters)`;
}

/** @param {any} error */
function textOf(error) {
  const name = error?.name;
  const message = error?.message;
  return typeof message === 'string' && typeof name === 'string' ? `${name}: ${message}` : String(error);
}

/**
 * @param {string} term
 * @param {string} fact
 */
function pair(term, fact) {
  const both = element('div');
  both.append(element('dt', '', term), element('dd', '', fact));
  return both;
}
