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

/** Undefined if it is not installed. */
export const findNatsServer = (): string | undefined =>
  findProgram('nats-server', 'NATS_SERVER_BINARY', process.env);

/** Why tests on a real broker are skipped; false if one can be started. */
export const natsMissing: string | false = findNatsServer()
  ? false
  : 'nats-server is not installed';

/** Starts the program and resolves when it is ready. Rejects with its last output if it exits first. */
export async function launchNats(args: string[]): Promise<ChildProcess> {
  const binary = findNatsServer();
  if (!binary) throw new Error('nats-server is not installed');
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((ready, reject) => {
    let text = '';
    child.stderr.on('data', (data) => {
      text = `${text}${data}`.slice(-20_000);
      if (text.includes('Server is ready')) ready();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`nats-server exited: ${text.slice(-500)}`)));
  });
  return child;
}

/** Sends the signal and waits until the process has exited. */
export async function endNats(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await exited;
}

/** Starts a server with JetStream on loopback. A given folder lets it restart with its data. `args`: further options. */
export async function startTestNats(
  options: { port?: number; folder?: string; args?: string[] } = {},
): Promise<TestNats> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'nameloan-nats-')));
  const port = options.port ?? (await freePort());
  const args = ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)];
  const child = await launchNats([...args, ...(options.args ?? [])]);
  return {
    url: `nats://127.0.0.1:${port}`,
    kill: () => endNats(child, 'SIGKILL'),
    stop: async () => {
      await endNats(child, 'SIGTERM');
      if (!options.folder) await rm(folder, { recursive: true, force: true });
    },
  };
}
