import { onToolCall, type ToolCallEvent } from 'webmcp-exec';
import { isExactly } from './equal.js';

const stop = onToolCall((event) => {
  isExactly<ToolCallEvent>()(event);
  isExactly<string>()(event.name);
  switch (event.type) {
    case 'start':
      isExactly<unknown>()(event.args);
      isExactly<number>()(event.id);
      break;
    case 'progress':
      isExactly<unknown>()(event.progress);
      break;
    case 'settle':
      if (event.status === 'bad-arguments') isExactly<boolean>()(event.outcomeUnknown);
      isExactly<number | undefined>()(event.durationMs);
      // @ts-expect-error no status of a call
      if (event.status === 'done') stop();
      break;
    case 'ended':
      isExactly<'completed' | 'failed'>()(event.status);
      isExactly<number>()(event.durationMs);
      break;
    case 'activated':
    case 'cancelled':
      isExactly<'other'>()(event.by);
      break;
    default:
      isExactly<never>()(event);
  }
  // Whose call it is can be asked of any of them.
  if (event.by === undefined) isExactly<string>()(event.door);
}, new AbortController().signal);
isExactly<() => void>()(stop);
onToolCall(() => {}, { signal: null });
// @ts-expect-error a listener is a function
onToolCall({ handleEvent() {} });
// @ts-expect-error a signal, or options that have one
onToolCall(() => {}, 5);
