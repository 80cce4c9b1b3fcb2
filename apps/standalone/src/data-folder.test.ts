/** The lock of the data folder: one process at a time, and the next one waits for a process that is stopping. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DataFolder } from './data-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'nameloan-lock-'));
const holders: ChildProcess[] = [];
after(() => {
  for (const holder of holders) holder.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

/** Takes the lock, and then calls the methods whose names it reads, one a line. */
const script = `
  const { DataFolder } = await import(process.argv[1]);
  const folder = new DataFolder(process.argv[2]);
  await folder.lock();
  process.stdout.write('locked');
  process.stdin.on('data', (data) => {
    for (const name of String(data).trim().split('\\n')) folder[name]();
    process.stdout.write('done');
  });
`;

async function startHolder(path: string) {
  const module = pathToFileURL(join(import.meta.dirname, 'data-folder.ts')).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, module, path]);
  holders.push(child);
  await once(child.stdout, 'data');
  const order = async (name: string) => {
    child.stdin.write(`${name}\n`);
    await once(child.stdout, 'data');
  };
  return { pid: child.pid, order, kill: () => child.kill('SIGKILL') };
}

test('a start waits for the process that is stopping, and says so', async () => {
  const path = join(root, 'stopping');
  const holder = await startHolder(path);
  await holder.order('markStopping');
  const { promise: waiting, resolve } = Promise.withResolvers<number>();
  let taken = false;
  const folder = new DataFolder(path);
  const locking = folder.lock(resolve).then(() => {
    taken = true;
  });
  assert.equal(await Promise.race([waiting, locking]), holder.pid);
  assert.equal(taken, false);
  await holder.order('unlock');
  await locking;
  folder.unlock();
});

test('a start waits for a process that notices its stop only after a moment', async () => {
  const path = join(root, 'late');
  const holder = await startHolder(path);
  const folder = new DataFolder(path);
  const { promise: waiting, resolve } = Promise.withResolvers<number>();
  const locking = folder.lock(resolve);
  await holder.order('markStopping');
  assert.equal(await Promise.race([waiting, locking]), holder.pid);
  await holder.order('unlock');
  await locking;
  folder.unlock();
});

test('a start on a folder whose process runs is rejected, also after another one was killed while stopping', async () => {
  const path = join(root, 'running');
  const killed = await startHolder(path);
  await killed.order('markStopping');
  killed.kill();
  const running = await startHolder(path);
  const message = `Nameloan is already running with ${path} (process ${running.pid}). Stop it first, or set another DATA_DIR.`;
  await assert.rejects(new DataFolder(path).lock(), { message });
});
