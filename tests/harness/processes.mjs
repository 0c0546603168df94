/**
 * Nothing that the harness starts outlives it: not its browsers, not their profiles, whether it ends by itself, by
 * Ctrl-C or by an error.
 */

/** @import {ChildProcess, SpawnOptions} from 'node:child_process' */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** @type {Set<ChildProcess>} */
const groups = new Set();

/** @type {string | undefined} */
let temporary;

/** Puts everything temporary, the browsers' own files too, into one new folder. Called before anything is started. */
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
 * Ends the processes of a group whose command line matches, for drivers that crash a page on purpose.
 *
 * @param {number} group
 * @param {RegExp} pattern
 */
export function endInGroup(group, pattern) {
  for (const process of listProcesses()) {
    if (process.group === group && pattern.test(process.command)) kill(process.id);
  }
}

/**
 * What is still running of what was started here. The temporary folder is in the environment of all of it, also of
 * what a browser started in turn.
 */
export function remaining(folder = temporary) {
  const all = listProcesses();
  const own = all.find(({ id }) => id === process.pid)?.group;
  return all.filter(({ group, environment }) => group !== own && environment.includes(`TMPDIR=${folder}`));
}

function endEverything() {
  for (const child of groups) endGroup(child);
  // The browser libraries end their browsers too, but only after this handler, and the folder can go only then.
  for (const { group } of remaining()) kill(-group);
  const folder = /** @type {string} */ (temporary);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** From /proc, which needs no program; where there is none, the browser libraries have to do. */
function listProcesses() {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The second field is the program's name in parentheses, and may hold blanks.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\)\s+/s, '')
        .split(' ');
      const [command, environment] = ['cmdline', 'environ'].map((file) =>
        readFileSync(`/proc/${name}/${file}`, 'utf8').split('\0'),
      );
      return [
        {
          id: Number(name),
          group: Number(fields[2]),
          command: (command ?? []).join(' '),
          environment: environment ?? [],
        },
      ];
    } catch {
      // It ended meanwhile, or is somebody else's.
      return [];
    }
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
