// @ts-check
// `ToolActivatedEvent` and `ToolCancelEvent`: the events that name a tool.

import { describe } from './interface.js';
import { Event, TypeError } from './realm.js';

export const ToolActivatedEvent = toolEvent('ToolActivatedEvent');
export const ToolCancelEvent = toolEvent('ToolCancelEvent');

/**
 * The interface of an event that names a tool.
 * @param {string} name
 */
function toolEvent(name) {
  class Interface extends Event {
    #toolName;

    /** @param {any[]} args a type, and an `EventInit` with `toolName` */
    constructor(...args) {
      if (args.length === 0)
        throw new TypeError(`Failed to construct '${name}': 1 argument required, but only 0 present.`);
      super(.../** @type {[string, EventInit?]} */ (args));
      const toolName = args[1]?.toolName;
      this.#toolName = toolName === undefined ? '' : `${toolName}`;
    }

    get toolName() {
      return this.#toolName;
    }
  }
  describe(Interface, name, 1, { toolName: undefined });
  return Interface;
}
