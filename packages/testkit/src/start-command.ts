/** Starts `npm start`'s command for tests: in a separate process group, on free ports, with the embedded engines. */

import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyDemoData } from './demo-folder.ts';

export const root = resolve(import.meta.dirname, '../../..');
export const startedChildren: ChildProcess[] = [];

export const createTempFolder = (): string => mkdtempSync(join(tmpdir(), 'nameloan-start-'));

/** Ends processes that a failed test left, and deletes its data. */
export function cleanUp(folder: string): void {
  for (const child of startedChildren) endGroup(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

export function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  // A child that could not be started has no pid, and group 0 would be the group of the tests.
  if (!child.pid) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already exited.
  }
}

export function processEnvironment(environment: Record<string, string>): NodeJS.ProcessEnv {
  // An empty PATH hides installed engines, so that the embedded ones are tested.
  return { PATH: '', PORT: '0', SANDBOX_PORT: '0', ...environment };
}

export function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['apps/standalone/src/main.ts'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: processEnvironment(environment),
  });
  startedChildren.push(child);
  let output = '';
  const listeners: (() => void)[] = [];
  const read = (data: Buffer) => {
    output += data;
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const waitForOutput = (text: string) =>
    new Promise<void>((done, reject) => {
      // Generous, because a busy machine takes minutes for what an idle one does in ten seconds.
      const timer = setTimeout(() => reject(new Error(`no "${text}" in: ${output}`)), 300_000);
      const check = () => {
        if (!output.includes(text)) return;
        clearTimeout(timer);
        done();
      };
      listeners.push(check);
      check();
      void ended.then(() => {
        clearTimeout(timer);
        reject(new Error(`the command exited: ${output}`));
      });
    });
  const url = () => /ready on (\S+)/.exec(output)?.[1] ?? '';
  return { child, ended, waitForOutput, url, output: () => output };
}

/** Starts the command on `folder` with the demo data of this run, and waits until the data is complete. */
export async function startWithDemoData(folder: string): Promise<ReturnType<typeof start>> {
  const load = async (loading: string) => {
    const loader = start({ DATA_DIR: loading });
    await loader.waitForOutput('Demo accounts');
    endGroup(loader.child, 'SIGINT');
    await loader.ended;
  };
  const isCopied = await copyDemoData(folder, load);
  const product = start({ DATA_DIR: folder });
  await product.waitForOutput(isCopied ? 'is ready on' : 'Demo accounts');
  return product;
}

/** Runs a command that must exit; resolves to its exit code and its error output. */
export function startAndFail(
  environment: Record<string, string>,
  script = ['apps/standalone/src/main.ts'],
): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    const options = { cwd: root, env: processEnvironment(environment), timeout: 120_000 };
    execFile(process.execPath, script, options, (error, _stdout, stderr) => {
      done({ code: error ? Number(error.code) : 0, text: stderr });
    });
  });
}
