// @ts-check
// `ToolActivatedEvent` and `ToolCancelEvent`: the events that name a tool.

import { interfaceOf } from './interface.js';
import { Event, TypeError } from './realm.js';

export const ToolActivatedEvent = toolEvent('ToolActivatedEvent');
export const ToolCancelEvent = toolEvent('ToolCancelEvent');

/**
 * The interface of an event that names a tool.
 * @param {string} name
 */
function toolEvent(name) {
  /** @param {string} why @returns {never} */
  const refuse = (why) => {
    throw new TypeError(`Failed to construct '${name}': ${why}`);
  };

  class Interface extends Event {
    #toolName;

    /** @param {any[]} args a type, and an `EventInit` with `toolName` */
    constructor(...args) {
      const init = args[1];
      if (args.length === 0) refuse('1 argument required, but only 0 present.');
      if (init !== undefined && init !== null && Object(init) !== init)
        refuse(`The provided value is not of type '${name}Init'.`);
      super(args[0], init);
      const toolName = init?.toolName;
      if (typeof toolName === 'symbol')
        refuse(
          `Failed to read the 'toolName' property from '${name}Init': Cannot convert a Symbol value to a string`,
        );
      this.#toolName = toolName === undefined ? '' : `${toolName}`;
    }

    get toolName() {
      if (!(Object(this) === this && #toolName in this)) throw new TypeError('Illegal invocation');
      return this.#toolName;
    }
  }
  const called = "Please use the 'new' operator, this DOM object constructor cannot be called as a function.";
  return interfaceOf(Interface, name, 1, `Failed to construct '${name}': ${called}`, { toolName: undefined });
}
