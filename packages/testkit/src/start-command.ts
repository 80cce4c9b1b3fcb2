/** Starts the real command for tests: in a separate process group, on free ports, without this machine's engines. */

import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../..');
export const started: ChildProcess[] = [];

export const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'nameloan-start-'));

/** Ends whatever a failed test left, and its data. */
export function clean(folder: string): void {
  for (const child of started) endGroup(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

export function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  // What could not be started has no number, and group 0 would be the tests' own.
  if (!child.pid) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

export function processEnvironment(more: Record<string, string>): NodeJS.ProcessEnv {
  // Engines on this machine must not decide what is tested here.
  return { PATH: '', PORT: '0', SANDBOX_PORT: '0', ...more };
}

export function start(more: Record<string, string>) {
  const child = spawn(process.execPath, ['apps/standalone/src/main.ts'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: processEnvironment(more),
  });
  started.push(child);
  let output = '';
  const watch: (() => void)[] = [];
  const read = (data: Buffer) => {
    output += data;
    for (const look of watch) look();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const says = (text: string) =>
    new Promise<void>((done, reject) => {
      // Not a measure of speed: a machine at its limit takes minutes over what a free one does in ten seconds.
      const late = setTimeout(() => reject(new Error(`no "${text}" in: ${output}`)), 300_000);
      const look = () => {
        if (!output.includes(text)) return;
        clearTimeout(late);
        done();
      };
      watch.push(look);
      look();
      void ended.then(() => {
        clearTimeout(late);
        reject(new Error(`it ended: ${output}`));
      });
    });
  const url = () => /ready on (\S+)/.exec(output)?.[1] ?? '';
  return { child, ended, says, url, output: () => output };
}

/** Starts what must be refused; resolves to its code and what it says. */
export function startAndFail(
  more: Record<string, string>,
  script = ['apps/standalone/src/main.ts'],
): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    const options = { cwd: root, env: processEnvironment(more), timeout: 120_000 };
    execFile(process.execPath, script, options, (error, _stdout, stderr) => {
      done({ code: error ? Number(error.code) : 0, text: stderr });
    });
  });
}
