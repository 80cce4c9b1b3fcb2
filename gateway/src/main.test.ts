/** The gateway as a process of its own: starts from the environment, says what is wrong with it, leaves on a signal. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { natsMissing, startTestNats } from '@nameloan/service/testing/nats.ts';
import { internalSecret } from './testing/stand-ins.ts';

const main = join(import.meta.dirname, 'main.ts');

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  return { child, output: () => output, errors: () => errors };
}

test('wrong settings end the start with a line for each', async () => {
  const { child, errors } = start({
    PORT: 'x',
    RATE_LIMITS: 'maybe',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
    CORS_ORIGINS: 'https://a.example, https://b.example/',
  });
  const [code] = await once(child, 'exit');
  assert.equal(code, 1);
  for (const name of [
    'PORT',
    'INTERNAL_SECRET',
    'RATE_LIMITS',
    'CORS_ORIGINS',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ])
    assert.match(errors(), new RegExp(`^${name} `, 'm'));
});

test('it starts before the services do, and leaves on SIGTERM', {
  skip: natsMissing,
}, async (t) => {
  const nats = await startTestNats();
  t.after(() => nats.stop());
  const settings = {
    PORT: '0',
    INTERNAL_SECRET: internalSecret,
    NATS_URL: nats.url,
    LOG_LEVEL: 'silent',
  };
  const { child, output } = start(settings);
  t.after(() => child.kill('SIGKILL'));
  while (!output().includes('\n')) await once(child.stdout, 'data');
  const { ready, url } = JSON.parse(output()) as { ready: string; url: string };
  assert.equal(ready, 'gateway');
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 503);
  assert.equal((await fetch(`${url}/api/listings`)).status, 503);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});
