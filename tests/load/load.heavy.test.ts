/** Short smoke runs through the command: load scripts run, check their bounds, and clean up. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { findK6, k6Missing } from '@nameloan/testkit/find-programs';
import type { LoadTestProduct } from './start-product.ts';
import { startProductForLoad } from './start-product.ts';

const root = resolve(import.meta.dirname, '../..');
const skip = findK6(process.env) === undefined ? k6Missing : false;
/** The speed of this machine is not under test. */
const wideBounds = ['--bound-factor', '100'];
let product: LoadTestProduct;
let folder: string;

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), 'nameloan-load-test-'));
  product = await startProductForLoad(process.env, new AbortController().signal);
});
after(async () => {
  if (skip) return;
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

function runLoad(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['tests/load/main.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const read = (data: Buffer) => (output += data);
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  return { child, ended, output: () => output };
}

const productOptions = () => [
  '--url',
  product.url,
  '--sandbox',
  product.sandboxUrl,
  '--out',
  folder,
];

test('a smoke run finishes every journey and reports it as text, JSON and a page', {
  skip,
}, async () => {
  const run = runLoad(['smoke', '--duration', '15s', ...wideBounds, ...productOptions()]);
  assert.equal(await run.ended, 0, run.output());
  const summary = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
  assert.equal(summary.held, true);
  const finished = summary.rows.map((row: { scenario: string; journeys: number }) => [
    row.scenario,
    row.journeys > 0,
  ]);
  assert.deepEqual(Object.fromEntries(finished), {
    visitors: true,
    borrowers: true,
    lenders: true,
    chat: true,
    loans: true,
  });
  for (const { scenario, writes, brokenOff } of summary.rows)
    assert.deepEqual([writes > 0, brokenOff], [scenario !== 'visitors', 0], scenario);
  assert.ok(summary.chat.messages >= 50, run.output());
  assert.equal(summary.chat.wrong, 0);
  const page = readFileSync(join(folder, 'summary.html'), 'utf8');
  assert.match(page, /Every bound was met/);
  assert.doesNotMatch(page, /<script|https?:\/\/(?!127\.0\.0\.1)/);
  assert.match(run.output(), /visitors +\d+ +\d+/);
});

test('an exceeded bound is named and the command exits with 99', { skip }, async () => {
  const args = ['smoke', '--scenario', 'visitors', '--duration', '3s', '--bound-factor', '0.001'];
  const run = runLoad([...args, ...productOptions()]);
  assert.equal(await run.ended, 99, run.output());
  assert.match(run.output(), /EXCEEDED {2}answer_ms\{scenario:visitors\}/);
});

test('a run against another server fails with its response', { skip }, async () => {
  // The sandbox answers 404 to the visitors' requests.
  const args = ['smoke', '--scenario', 'visitors', '--duration', '3s', ...wideBounds];
  const sandboxAsProduct = [
    '--url',
    product.sandboxUrl,
    '--sandbox',
    product.sandboxUrl,
    '--out',
    folder,
  ];
  const run = runLoad([...args, ...sandboxAsProduct]);
  assert.notEqual(await run.ended, 0, run.output());
  assert.match(run.output(), /returned status 404/);
});

test('a call without a response is retried if it reads, but not if it writes', {
  skip,
}, async (t) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const what = `${request.method} ${request.url}`;
    const isLost = request.url === '/api/users/register' || !requests.includes(what);
    requests.push(what);
    if (isLost) request.socket.destroy();
    else response.end(JSON.stringify({ total: 3, listings: [] }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const serverOptions = [
    '--url',
    url,
    '--sandbox',
    url,
    '--out',
    folder,
    '--duration',
    '3s',
    ...wideBounds,
  ];
  const row = () => JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')).rows[0];

  const reading = runLoad(['smoke', '--scenario', 'visitors', '--web', 'off', ...serverOptions]);
  assert.equal(await reading.ended, 0, reading.output());
  assert.equal(row().failed, 0);
  assert.ok(row().retried > 0, reading.output());

  const writing = runLoad(['smoke', '--scenario', 'borrowers', '--rate', '20', ...serverOptions]);
  assert.equal(await writing.ended, 99, writing.output());
  const writes = requests.filter((one) => one === 'POST /api/users/register').length;
  assert.deepEqual([row().failed, row().brokenOff, row().retried], [writes, writes, 0]);
  assert.ok(writes > 0);
});

test('Ctrl-C ends the run, removes its product and data, and still prints the results', {
  skip,
}, async () => {
  const run = runLoad(['smoke', '--scenario', 'visitors', '--duration', '5m', ...wideBounds], {
    WEB_DIR: 'off',
    TMPDIR: folder,
  });
  const url = await new Promise<string>((done, reject) => {
    void run.ended.then(() => reject(new Error(run.output())));
    run.child.stdout.on('data', () => {
      const visited = /Visiting (\S+)/.exec(run.output())?.[1];
      if (visited) done(visited);
    });
  });
  // k6 has no results before the first visit.
  await waitFor('the first visit', async () => {
    const [file] = globSync('nameloan-load-*/run.json', { cwd: folder });
    const { metrics } = JSON.parse(readFileSync(join(folder, file ?? ''), 'utf8'));
    return /^nameloan_requests_total\{/m.test(await (await fetch(metrics)).text());
  });
  assert.equal((await fetch(`${url}/api/listings`)).status, 200);
  run.child.kill('SIGINT');
  await run.ended;
  assert.match(run.output(), /visitors +\d+/);
  await assert.rejects(fetch(`${url}/api/listings`));
});

test('invalid arguments are rejected with a message', { skip }, async () => {
  for (const [args, message] of [
    [[], /Name a profile\./],
    [['smok'], /There is no profile smok\./],
    [['smoke', '--scenario', 'unknown'], /There is no scenario unknown\./],
    [['smoke', '--url', 'http://127.0.0.1:1'], /--url and --sandbox go together/],
    [['smoke', '--duration', 'long', ...productOptions()], /DURATION is not a duration/],
  ] as const) {
    const run = runLoad([...args]);
    assert.notEqual(await run.ended, 0);
    assert.match(run.output(), message);
  }
  const run = runLoad(['smoke'], { K6_BINARY: join(folder, 'none') });
  assert.equal(await run.ended, 2);
  assert.match(run.output(), /K6_BINARY .*none cannot be run\./);
});
