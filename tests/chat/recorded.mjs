/**
 * Answers of the three APIs in the shapes in which their servers send them, event by event, as recorded; only words, ids
 * and numbers are a test's own.
 */

/**
 * @typedef {object} Answer
 * @property {string[]} [text] in the pieces in which it comes
 * @property {{ id: string, name: string, args: string[] }[]} [calls] arguments in pieces
 * @property {string} [end] the reason, in the API's own words
 */

/** @param {unknown} json @param {string} [event] */
const sse = (json, event) => `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(json)}\n\n`;

/** @param {Answer} answer */
export function openaiStream({ text = [], calls = [], end = calls.length > 0 ? 'tool_calls' : 'stop' }) {
  const chunk = (/** @type {object} */ delta, finish_reason = /** @type {string | null} */ (null)) =>
    sse({
      id: 'chatcmpl-9aBc',
      object: 'chat.completion.chunk',
      created: 1764547200,
      model: 'test-model-2026',
      system_fingerprint: 'fp_44709d6fcb',
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    });
  return [
    chunk({ role: 'assistant', content: calls.length > 0 && text.length === 0 ? null : '', refusal: null }),
    ...text.map((content) => chunk({ content })),
    ...calls.flatMap(({ id, name, args }, index) => [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...args.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, end),
    sse({
      id: 'chatcmpl-9aBc',
      object: 'chat.completion.chunk',
      created: 1764547200,
      model: 'test-model-2026',
      choices: [],
      usage: { prompt_tokens: 82, completion_tokens: 17, total_tokens: 99 },
    }),
    'data: [DONE]\n\n',
  ].join('');
}

/** @param {Answer} answer */
export function anthropicStream({ text = [], calls = [], end = calls.length > 0 ? 'tool_use' : 'end_turn' }) {
  const first = text.length > 0 ? 1 : 0;
  const event = (/** @type {{ type: string, [member: string]: unknown }} */ json) => sse(json, json.type);
  const usage = {
    input_tokens: 82,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 1,
  };
  const message = {
    id: 'msg_01',
    type: 'message',
    role: 'assistant',
    model: 'test',
    content: [],
    stop_reason: null,
    usage,
  };
  return [
    event({ type: 'message_start', message }),
    event({ type: 'ping' }),
    ...(first === 0
      ? []
      : [
          event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
          ...text.map((piece) =>
            event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } }),
          ),
          event({ type: 'content_block_stop', index: 0 }),
        ]),
    ...calls.flatMap(({ id, name, args }, at) => {
      const index = at + first;
      return [
        event({
          type: 'content_block_start',
          index,
          content_block: { type: 'tool_use', id, name, input: {} },
        }),
        event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: '' } }),
        ...args.map((partial_json) =>
          event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } }),
        ),
        event({ type: 'content_block_stop', index }),
      ];
    }),
    event({
      type: 'message_delta',
      delta: { stop_reason: end, stop_sequence: null },
      usage: { output_tokens: 17 },
    }),
    event({ type: 'message_stop' }),
  ].join('');
}

/** Gemini sends the arguments of a call as a whole. @param {Answer} answer */
export function geminiStream({ text = [], calls = [], end = 'STOP' }) {
  const chunk = (
    /** @type {object[]} */ parts,
    finishReason = /** @type {string | undefined} */ (undefined),
  ) =>
    `data: ${JSON.stringify({
      candidates: [{ content: { parts, role: 'model' }, ...(finishReason && { finishReason }), index: 0 }],
      usageMetadata: { promptTokenCount: 82, candidatesTokenCount: 17, totalTokenCount: 99 },
      modelVersion: 'test',
      responseId: 'abc',
    })}\r\n\r\n`;
  const partsOfCalls = calls.map(({ id, name, args }) => ({
    functionCall: { ...(id && { id }), name, args: JSON.parse(args.join('')) },
    thoughtSignature: `sig-${name}`,
  }));
  return [
    ...text.map((piece) => chunk([{ text: piece }])),
    ...(calls.length > 0 ? [chunk(partsOfCalls)] : []),
    chunk([{ text: '' }], end),
  ].join('');
}

/** The way to speak to each: its stream, the path behind its endpoint, and where its model is named. */
export const apis = /** @type {const} */ ({
  openai: { stream: openaiStream, path: '/chat/completions' },
  anthropic: { stream: anthropicStream, path: '/messages' },
  gemini: { stream: geminiStream, path: '/models/test-model:streamGenerateContent' },
});
