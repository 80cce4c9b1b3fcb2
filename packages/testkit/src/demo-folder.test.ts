/** The demo data of a run is loaded once, also after a failed attempt, and each product gets a copy. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { copyDemoData } from './demo-folder.ts';

const before = process.env.TEST_RUN_FOLDER;
let runFolder: string;

beforeEach(() => {
  runFolder = mkdtempSync(join(tmpdir(), 'nameloan-demo-folder-'));
  process.env.TEST_RUN_FOLDER = runFolder;
});

afterEach(() => {
  rmSync(runFolder, { recursive: true, force: true });
  if (before === undefined) delete process.env.TEST_RUN_FOLDER;
  else process.env.TEST_RUN_FOLDER = before;
});

async function load(folder: string): Promise<void> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'first'), 'loaded');
  await new Promise(setImmediate);
  writeFileSync(join(folder, 'last'), 'loaded');
}

test('of several products at once one loads the demo data, and each has a separate copy', async () => {
  let loads = 0;
  const folders = ['one', 'two', 'three'].map((name) => join(runFolder, name));
  const count = (folder: string) => {
    loads += 1;
    return load(folder);
  };
  const copied = await Promise.all(folders.map((folder) => copyDemoData(folder, count)));
  assert.deepEqual(copied, [true, true, true]);
  assert.equal(loads, 1);
  for (const folder of folders) assert.equal(readFileSync(join(folder, 'last'), 'utf8'), 'loaded');
  writeFileSync(join(folders[0] ?? '', 'first'), 'changed');
  assert.equal(readFileSync(join(folders[1] ?? '', 'first'), 'utf8'), 'loaded');
});

test('after a failed attempt the next product loads the data from the start', async () => {
  const failing = async (folder: string) => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'half'), '');
    throw new Error('the product ended');
  };
  await assert.rejects(copyDemoData(join(runFolder, 'one'), failing), /the product ended/);
  const folder = join(runFolder, 'two');
  assert.equal(await copyDemoData(folder, load), true);
  assert.ok(existsSync(join(folder, 'last')) && !existsSync(join(folder, 'half')));
});

test('without a run nothing is copied', async () => {
  delete process.env.TEST_RUN_FOLDER;
  assert.equal(await copyDemoData(join(runFolder, 'one'), load), false);
});
