/** What the extension uses of the browser's API for extensions. */

declare namespace chrome {
  interface Event<Listener> {
    addListener(listener: Listener): void;
    removeListener(listener: Listener): void;
  }

  namespace runtime {
    interface Port {
      name: string;
      onMessage: Event<(message: never) => void>;
      onDisconnect: Event<(port: Port) => void>;
      postMessage(message: object): void;
      disconnect(): void;
    }
    const onConnect: Event<(port: Port) => void>;
  }

  namespace tabs {
    function connect(tabId: number, info: { documentId: string; name: string }): runtime.Port;
  }

  namespace scripting {
    function executeScript<Args extends unknown[]>(injection: {
      target: { tabId: number; documentIds: string[] };
      world?: 'MAIN' | 'ISOLATED';
      injectImmediately?: boolean;
      func: (...args: Args) => unknown;
      args: Args;
    }): Promise<unknown>;
  }

  namespace webNavigation {
    interface Details {
      tabId: number;
      frameId: number;
      documentId?: string;
      documentLifecycle?: string;
      url: string;
    }
    const onCommitted: Event<(details: Details) => void>;
    const onDOMContentLoaded: Event<(details: Details) => void>;
    const onCompleted: Event<(details: Details) => void>;
    function getAllFrames(of: { tabId: number }): Promise<Omit<Details, 'tabId'>[] | null>;
  }

  namespace devtools {
    namespace inspectedWindow {
      const tabId: number;
    }
    namespace panels {
      const themeName: string;
      function create(title: string, icon: string, page: string): void;
    }
  }
}
