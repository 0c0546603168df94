/** Whether a call may be made without asking, and what has been allowed before. */
import { signatureOf } from '../../devtools/model/definitions.js';

/** @import {OfferedTool} from 'webmcp-exec' */
/** @import {ApproveMode, ChatCall, Policy, SafeStorage, Verdict} from './types.js' */

/** @param {OfferedTool} tool */
export const isConsequential = ({ annotations }) => annotations?.consequentialHint === true;

/** One that says both cannot be believed. @param {OfferedTool} tool */
export const isReadOnly = (tool) => tool.annotations?.readOnlyHint === true && !isConsequential(tool);

/**
 * What the page's policy and the mode say of a call. A policy can forbid, and can spare the person a question; but what
 * is consequential is asked for, whatever it says. One that fails, or says something else, asks.
 *
 * @param {ChatCall} call
 * @param {OfferedTool} tool
 * @param {{ approve: ApproveMode, policy?: Policy }} settings
 * @param {boolean} isRemembered
 * @returns {Promise<Verdict>}
 */
export async function verdictOf(call, tool, { approve, policy }, isRemembered) {
  const consequential = isConsequential(tool);
  if (policy) {
    const said = await ask(policy, call, tool);
    if (said === false || said === 'deny') return 'deny';
    if ((said === true || said === 'allow') && !consequential) return 'allow';
    return 'ask';
  }
  if (approve === 'never') return isReadOnly(tool) ? 'allow' : 'deny';
  if (approve === 'always' || consequential) return 'ask';
  return isReadOnly(tool) || isRemembered ? 'allow' : 'ask';
}

/** @param {Policy} policy @param {ChatCall} call @param {OfferedTool} tool */
async function ask(policy, call, tool) {
  try {
    return await policy(call, tool);
  } catch {
    return 'ask';
  }
}

/** How many tools are remembered. */
const MOST = 200;

/**
 * What a person has allowed for this session: a tool of an origin as it was then. One that says something else of itself
 * is another.
 *
 * @param {SafeStorage | null | undefined} session
 * @param {string} key
 */
export function createMemory(session, key) {
  const stored = session?.read(key);
  /** @type {Set<string>} */
  const allowed = new Set(Array.isArray(stored) ? stored.filter((it) => typeof it === 'string') : []);
  const keep = () => session?.write(key, allowed.size === 0 ? undefined : [...allowed].slice(-MOST));

  /** @param {OfferedTool} tool @param {string} definition */
  const nameOf = ({ name, origin = '' }, definition) =>
    JSON.stringify([origin, name, definition.length, signatureOf(definition)]);

  return {
    /** @param {OfferedTool} tool @param {string} definition */
    has: (tool, definition) => !isConsequential(tool) && allowed.has(nameOf(tool, definition)),

    /** @param {OfferedTool} tool @param {string} definition */
    add(tool, definition) {
      if (isConsequential(tool)) return;
      allowed.add(nameOf(tool, definition));
      keep();
    },

    clear() {
      allowed.clear();
      keep();
    },

    get size() {
      return allowed.size;
    },
  };
}
