/**
 * Nothing that the harness starts outlives it: not its browsers, not their profiles, whether it ends by itself, by
 * Ctrl-C or by an error.
 */

/** @import {ChildProcess, SpawnOptions} from 'node:child_process' */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** @type {Set<ChildProcess>} */
const groups = new Set();

/** @type {string | undefined} */
let temporary;

/**
 * Puts everything temporary, the browsers' own files too, into one new folder.
 * Called before a browser is started; a folder of the same name is in the command line of each browser main process.
 */
export function useTemporaryFolder() {
  if (temporary !== undefined) return temporary;
  temporary = mkdtempSync(path.join(os.tmpdir(), 'webmcp-tests-'));
  process.env.TMPDIR = temporary;
  process.on('exit', endEverything);
  for (const [signal, code] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])) {
    process.on(signal, () => process.exit(code));
  }
  return temporary;
}

/**
 * Starts a program as the leader of a process group, so that its children can be ended with it.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 */
export function spawnGroup(command, args, options = {}) {
  const child = spawn(command, args, { ...options, detached: true });
  groups.add(child);
  child.once('exit', () => endGroup(child));
  return child;
}

/** @param {ChildProcess} child */
export function endGroup(child) {
  if (groups.delete(child) && child.pid !== undefined) kill(-child.pid);
}

/**
 * The processes of a group whose command line matches, for drivers that crash a page on purpose.
 *
 * @param {number} group
 * @param {RegExp} pattern
 */
export function endInGroup(group, pattern) {
  for (const process of listProcesses()) {
    if (process.group === group && pattern.test(process.command)) kill(process.id);
  }
}

/** What is still running of what was started with the temporary folder in its command line. */
export function remaining() {
  const folder = temporary;
  return folder === undefined ? [] : listProcesses().filter(({ command }) => command.includes(folder));
}

function endEverything() {
  for (const child of groups) endGroup(child);
  // The browser libraries end their browsers too, but only after this handler; the folder can go when they are gone.
  for (const { group } of remaining()) kill(-group);
  if (temporary !== undefined)
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

function listProcesses() {
  return execFileSync('ps', ['-eo', 'pid=,pgid=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .flatMap((line) => {
      const [, id, group, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ id: Number(id), group: Number(group), command }];
    });
}

/** @param {number} id a process, or a group as a negative number */
function kill(id) {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
