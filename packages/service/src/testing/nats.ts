/** A nats-server for tests, where there is one. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../find-program.ts';
import { freePort } from '../free-port.ts';

export interface TestNats {
  url: string;
  stop(): Promise<void>;
  /** As a crash would; resolves once it is gone. */
  kill(): Promise<void>;
}

/** Undefined where there is none. */
export const findNatsServer = (): string | undefined =>
  findProgram('nats-server', 'NATS_SERVER_BINARY', process.env);

/** Why tests on a real broker are skipped here; false where one can be started. */
export const natsMissing: string | false = findNatsServer()
  ? false
  : 'nats-server is not on this machine';

/** Runs the program until it says that it is ready. Throws with its last words when it ends before. */
export async function launchNats(args: string[]): Promise<ChildProcess> {
  const binary = findNatsServer();
  if (!binary) throw new Error('nats-server is not on this machine');
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((ready, reject) => {
    let text = '';
    child.stderr.on('data', (data) => {
      text = `${text}${data}`.slice(-20_000);
      if (text.includes('Server is ready')) ready();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`nats-server ended: ${text.slice(-500)}`)));
  });
  return child;
}

/** Ends it by the given signal and waits until it is gone. */
export async function endNats(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await ended;
}

/** Starts one with JetStream on loopback; with a folder given it can come back where it was. `args`: more of its own. */
export async function startTestNats(
  at: { port?: number; folder?: string; args?: string[] } = {},
): Promise<TestNats> {
  const folder = at.folder ?? (await mkdtemp(join(tmpdir(), 'nameloan-nats-')));
  const port = at.port ?? (await freePort());
  const place = ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)];
  const child = await launchNats([...place, ...(at.args ?? [])]);
  return {
    url: `nats://127.0.0.1:${port}`,
    kill: () => endNats(child, 'SIGKILL'),
    stop: async () => {
      await endNats(child, 'SIGTERM');
      if (!at.folder) await rm(folder, { recursive: true, force: true });
    },
  };
}
