/** An interrupted benchmark leaves no process and no data behind. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { processStartOf } from '@nameloan/runtime/file-lock';

const root = resolve(import.meta.dirname, '..');

test('an interrupted benchmark stops its product and removes its data', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-interrupted-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const bench = spawn(process.execPath, ['bench/main.ts', 'idle'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: folder },
  });
  t.after(() => bench.kill('SIGKILL'));
  const pid = await waitFor('the product', async () => {
    const [file] = globSync('nameloan-bench-*/run.json', { cwd: folder });
    return file ? Number(JSON.parse(readFileSync(join(folder, file), 'utf8')).pid) : undefined;
  });
  assert.notEqual(processStartOf(pid), '');
  const ended = once(bench, 'exit');
  bench.kill('SIGTERM');
  assert.deepEqual(await ended, [1, null]);
  await waitFor('the exit of the product', async () => processStartOf(pid) === '');
  const remaining = readdirSync(folder).filter((name) => name.startsWith('nameloan-bench-'));
  assert.deepEqual(remaining, []);
});
