/** A failing collector changes no response and delays no stop; without one the SDK is not loaded. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { commonSettings } from '@nameloan/subgraph/common-settings';
import { startCollector } from '@nameloan/testkit/trace/collector';
import { pino } from 'pino';
import { freePort } from '../free-port.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { isTracing, startTracing, traced, traceparent } from './trace.ts';

/** Shorter than the exports of all batches may take, and much longer than a slow machine needs. */
const timeout = 8000;
const run = promisify(execFile);

/** A log that records its lines. */
function keepingLog() {
  const kept: string[] = [];
  const log = pino({ base: {} }, { write: (line: string) => void kept.push(line) });
  return { kept, log };
}

/** More spans than one batch holds, each with a result. */
async function answerMuch(): Promise<number> {
  let sum = 0;
  for (let turn = 0; turn < 1500; turn++) {
    sum += await traced('work', { kind: 'internal' }, async () => 1);
    if (turn % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return sum;
}

for (const how of ['is down', 'hangs', 500] as const) {
  test(`a collector that ${how === 500 ? 'answers 500' : how} changes no result, delays no stop, and is logged once`, {
    timeout,
  }, async (t) => {
    const collector = how === 'is down' ? undefined : await startCollector(how);
    t.after(() => collector?.close());
    const endpoint = collector?.url ?? `http://127.0.0.1:${await freePort()}`;
    const { kept, log } = keepingLog();
    const stop = await startTracing({ endpoint, name: 'test', log });
    assert.equal(await answerMuch(), 1500);
    await stop();
    if (how === 500) {
      assert.ok((collector?.requests() ?? 0) >= 3, 'each batch was tried');
      assert.equal(kept.length, 1);
      assert.match(kept[0] ?? '', /spans are lost/);
    } else assert.ok(kept.length <= 1);
    assert.equal(isTracing(), false);
  });
}

test('a collector that returns gets spans again, and both are logged', async (t) => {
  const collector = await startCollector(500);
  t.after(() => collector.close());
  const { kept, log } = keepingLog();
  const stop = await startTracing({ endpoint: `${collector.url}/`, name: 'test', log });
  await answerMuch();
  const deadline = Date.now() + 5000;
  while (kept.length === 0 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 5));
  collector.behave('works');
  await answerMuch();
  await stop();
  assert.match(kept[0] ?? '', /spans are lost/);
  assert.match(kept[1] ?? '', /reachable again/);
  assert.equal(kept.length, 2);
  assert.ok(collector.spans.length > 0);
});

test('while tracing is off, work is only called and there is no traceparent', async () => {
  const stop = await startTracing({
    endpoint: undefined,
    name: 'test',
    log: createLog('test', 'silent'),
  });
  const observed = await traced('work', { kind: 'internal' }, async (span) => [
    span,
    traceparent(),
  ]);
  assert.deepEqual(observed, [undefined, undefined]);
  await stop();
});

test('an invalid endpoint is an error that names the setting', () => {
  const environment = {
    MONGODB_URL: 'mongodb://127.0.0.1',
    INTERNAL_SECRET: 'x'.repeat(32),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
  };
  assert.throws(
    () => readSettings(commonSettings, environment),
    /OTEL_EXPORTER_OTLP_ENDPOINT is "collector:4317": not a URL\./,
  );
});

/** Starts tracing in a separate process, logs inside a span, and prints the loaded modules. */
const child = `
  import { createRequire } from 'node:module';
  import { createLog } from '../log.ts';
  import '@nameloan/subgraph/service';
  import { startTracing, traced } from './trace.ts';
  const log = createLog('child', 'info');
  const stop = await startTracing({ endpoint: process.argv[1], name: 'child', log });
  await traced('work', { kind: 'internal' }, async () => log.info('inside'));
  await stop();
  const { cache } = createRequire(import.meta.url);
  const modules = Object.keys(cache).filter((file) => /@opentelemetry\\/(?!api\\/)/.test(file));
  console.log(JSON.stringify({ modules: modules.length }));
`;

async function runChild(
  endpoint: string,
): Promise<{ inside: Record<string, unknown>; modules: number }> {
  const args = ['--input-type=module', '--eval', child, endpoint];
  const { stdout } = await run(process.execPath, args, { cwd: import.meta.dirname });
  // Log and count have different writers, so either may come first.
  const lines = stdout.trim().split('\n');
  const reported = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const inside = reported.find((line) => line.msg === 'inside') ?? {};
  return { inside, modules: Number(reported.find((line) => 'modules' in line)?.modules) };
}

test('without an endpoint no SDK is loaded, and with one a log line names its trace', async (t) => {
  const off = await runChild('');
  assert.equal(off.modules, 0);
  assert.equal('traceId' in off.inside, false);
  const collector = await startCollector();
  t.after(() => collector.close());
  const on = await runChild(collector.url);
  assert.ok(on.modules > 20, `${on.modules} modules`);
  assert.deepEqual(
    collector.spans.map(({ name, traceId, service }) => ({ name, traceId, service })),
    [{ name: 'work', traceId: on.inside.traceId, service: 'child' }],
  );
});
