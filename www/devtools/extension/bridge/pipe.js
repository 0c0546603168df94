/**
 * Runs in the isolated world of a document of the inspected page, and is nothing but the way between its own world and
 * the panel. It is handed over as its text: it uses nothing that is not in it.
 *
 * @param {string} secret
 */
export function pipe(secret) {
  const { port1, port2 } = new MessageChannel();
  /** @param {chrome.runtime.Port} port */
  const connected = (port) => {
    if (port.name !== secret) return;
    chrome.runtime.onConnect.removeListener(connected);
    port.onMessage.addListener((request) => port1.postMessage(request));
    port.onDisconnect.addListener(() => port1.postMessage({ type: 'end' }));
    port1.onmessage = ({ data }) => {
      try {
        port.postMessage(data);
      } catch (error) {
        // Larger than what the browser takes to the panel.
        const { name, message } = /** @type {Error} */ (error);
        if (data.type === 'answer')
          port.postMessage({ ...data, answer: { ...data.answer, raw: undefined, error: { name, message } } });
      }
    };
  };
  chrome.runtime.onConnect.addListener(connected);
  document.dispatchEvent(new MessageEvent(secret, { ports: [port2] }));
}
