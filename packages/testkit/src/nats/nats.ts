/** A nats-server for tests, if one is installed. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@nameloan/runtime/free-port';
import { findProgram } from '../find-program.ts';

export interface TestNats {
  url: string;
  stop(): Promise<void>;
  /** Kills it like a crash; resolves once it has exited. */
  kill(): Promise<void>;
}

/** Undefined if there is none. */
export const findNatsServer = (): string | undefined =>
  findProgram('nats-server', 'NATS_SERVER_BINARY', process.env);

/** Why tests on a real broker are skipped; false if one can be started. */
export const natsMissing: string | false = findNatsServer()
  ? false
  : 'nats-server is not on this machine';

/** Runs the program until it reports ready. Throws its last output if it exits before. */
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

/** Stops it by the given signal and waits until it has exited. */
export async function endNats(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await ended;
}

/** Starts a server with JetStream on loopback. A given folder lets it restart with its data. `args`: further options. */
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
