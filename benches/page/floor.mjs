/**
 * The floor: what `registerTool`, `getTools` and `executeTool` cost in plain JavaScript if each takes the tasks that
 * the specification wants, by a `MessageChannel`, and copies what goes in and out. It checks nothing, has no frames and
 * no forms, and nobody should use it.
 */

export function createFloor() {
  /** @type {Map<string, any>} */
  const tools = new Map();
  /** @type {(() => void)[]} */
  let tasks = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const due = tasks;
    tasks = [];
    for (const task of due) task();
  };
  /** @param {() => void} task */
  const queue = (task) => {
    if (tasks.push(task) === 1) port2.postMessage(null);
  };

  return Object.assign(new EventTarget(), {
    /** @param {any} definition @param {{ signal?: AbortSignal }} [options] */
    registerTool: (definition, { signal } = {}) =>
      new Promise((resolve) => {
        tools.set(definition.name, { ...definition, inputSchema: copyOf(definition.inputSchema) });
        signal?.addEventListener('abort', () => tools.delete(definition.name), { once: true });
        queue(() => resolve(undefined));
      }),

    getTools: () =>
      new Promise((resolve) => {
        const list = [...tools.values()].map(({ execute, ...tool }) => ({
          ...tool,
          inputSchema: copyOf(tool.inputSchema),
          origin: location.origin,
          window,
        }));
        list.sort((one, other) => (one.name < other.name ? -1 : 1));
        queue(() => resolve(list));
      }),

    /** @param {{ name: string }} tool @param {object} [input] @param {{ signal?: AbortSignal }} [options] */
    executeTool({ name }, input = {}, { signal } = {}) {
      const text = JSON.stringify(input);
      return new Promise((resolve, reject) => {
        const controller = new AbortController();
        const abort = () => {
          reject(signal?.reason);
          controller.abort(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });
        /** @param {() => void} settle */
        const end = (settle) => {
          signal?.removeEventListener('abort', abort);
          queue(settle);
        };
        queue(async () => {
          try {
            const result = await tools.get(name).execute(JSON.parse(text), { signal: controller.signal });
            end(() => resolve(typeof result === 'string' ? result : JSON.stringify(result)));
          } catch (error) {
            end(() => reject(error));
          }
        });
      });
    },
  });
}

/** @param {unknown} schema */
const copyOf = (schema) => schema && JSON.parse(JSON.stringify(schema));
