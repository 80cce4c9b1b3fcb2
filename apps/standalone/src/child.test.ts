/** A child process releases memory when its parent signals that a phase of heavy work is over. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Child } from './child.ts';

const folder = mkdtempSync(join(tmpdir(), 'nameloan-child-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a child releases the memory of finished work when its parent signals it', async () => {
  const script = join(folder, 'child.mjs');
  writeFileSync(
    script,
    `const report = () => console.log('heap ' + process.memoryUsage().heapTotal);
    let work = Array.from({ length: 2_000_000 }, (_, at) => ({ at }));
    work = undefined;
    report();
    process.on('message', (message) => message === 'rest' && report());
    process.on('SIGTERM', () => process.exit(0));
    setInterval(() => {}, 60_000);`,
  );
  const heaps: number[] = [];
  const rested = Promise.withResolvers<void>();
  const child = new Child({
    name: 'child',
    command: process.execPath,
    args: [script],
    environment: { PATH: process.env.PATH },
    node: true,
    readReady: (line) => {
      heaps.push(Number(line.split(' ')[1]));
      if (heaps.length === 2) rested.resolve();
      return true;
    },
  });
  await child.start();
  child.rest();
  await rested.promise;
  await child.stop();
  const [before = 0, final = before] = heaps;
  assert.ok(final < before / 4, `${before} before, ${final} after`);
});
