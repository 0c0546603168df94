// @ts-check
// What the declarative API adds to `SubmitEvent`.

import {
  apply,
  DOMException,
  getter,
  isPrevented,
  Promise,
  resolve,
  SubmitEvent,
  submitterOf,
  TypeError,
  then,
} from './realm.js';
import { isDispatched, remember, submissionOf } from './submission.js';

const additions = {
  get agentInvoked() {
    requireSubmitEvent(this);
    return submissionOf(this).agentInvoked;
  },

  /** @param {any} agentResponse */
  respondWith(agentResponse) {
    requireSubmitEvent(this);
    // biome-ignore lint/complexity/noArguments: `undefined` is a response
    if (arguments.length === 0) throw new TypeError(failed('1 argument required, but only 0 present.'));
    const response = apply(resolve, Promise, [agentResponse]);
    const submission = submissionOf(this);
    if (!submission.agentInvoked)
      throw invalidState('You can only call respondWith on an submit event that has agentInvoked == true.');
    if (!apply(isPrevented, this, []))
      throw invalidState('To call respondWith, you must first call preventDefault.');
    if (!submission.isOpen && !isDispatched(this))
      throw invalidState('To call respondWith, the event must be currently being dispatched.');
    submission.response = response;
    // The caller is told of a rejection, which is why nobody else needs to handle it.
    apply(then, response, [undefined, () => {}]);
  },
};

/** @param {any} event */
const requireSubmitEvent = (event) => apply(submitterOf, event, []);

/** @param {string} message */
const failed = (message) => `Failed to execute 'respondWith' on 'SubmitEvent': ${message}`;

/** @param {string} message */
const invalidState = (message) => new DOMException(failed(message), 'InvalidStateError');

/**
 * The browser's own constructor, which reads `agentInvoked` too.
 * @type {any}
 */
const Constructor =
  SubmitEvent &&
  new Proxy(SubmitEvent, {
    construct(target, args, newTarget) {
      const event = Reflect.construct(target, args, newTarget);
      remember(event, Boolean(/** @type {any} */ (args[1])?.agentInvoked), false);
      return event;
    },
  });

/** @type {[object, string, PropertyDescriptor][]} */
export const submitEventAdditions = SubmitEvent
  ? [
      [
        SubmitEvent.prototype,
        'agentInvoked',
        { get: getter(additions, 'agentInvoked'), set: undefined, enumerable: true, configurable: true },
      ],
      [
        SubmitEvent.prototype,
        'respondWith',
        { value: additions.respondWith, writable: true, enumerable: true, configurable: true },
      ],
      [
        SubmitEvent.prototype,
        'constructor',
        { value: Constructor, writable: true, enumerable: false, configurable: true },
      ],
      [window, 'SubmitEvent', { value: Constructor, writable: true, enumerable: false, configurable: true }],
    ]
  : [];
