/** The gateway as a separate process: starts from the environment, reports invalid settings, stops on a signal. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { freePort } from '@nameloan/runtime/free-port';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { internalSecret } from './testing/fake-services.ts';
import { startGatewayProcess as start } from './testing/gateway-process.ts';

test('invalid settings stop the start with one line each', async () => {
  const { child, errors } = start({
    PORT: 'x',
    RATE_LIMITS: 'maybe',
    DRAIN_GRACE_SECONDS: '60',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
    CORS_ORIGINS: 'https://a.example, https://b.example/',
  });
  const [code] = await once(child, 'exit');
  assert.equal(code, 1);
  for (const name of [
    'PORT',
    'INTERNAL_SECRET',
    'RATE_LIMITS',
    'DRAIN_GRACE_SECONDS',
    'CORS_ORIGINS',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ])
    assert.match(errors(), new RegExp(`^${name} `, 'm'));
});

test('it starts before the services and stops on SIGTERM', {
  skip: natsMissing,
}, async (t) => {
  const nats = await startTestNats();
  t.after(() => nats.stop());
  const settings = {
    PORT: '0',
    INTERNAL_SECRET: internalSecret,
    NATS_URL: nats.url,
    LOG_LEVEL: 'silent',
    DRAIN_GRACE_SECONDS: '2',
  };
  const { child, output } = start(settings);
  t.after(() => child.kill('SIGKILL'));
  while (!output().includes('\n')) await once(child.stdout, 'data');
  const { ready, url } = JSON.parse(output()) as { ready: string; url: string };
  assert.equal(ready, 'gateway');
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 503);
  assert.equal((await fetch(`${url}/api/listings`)).status, 503);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  // During the grace period it responds and closes connections.
  let during = await fetch(`${url}/api/docs`);
  while (during.headers.get('connection') !== 'close') during = await fetch(`${url}/api/docs`);
  assert.equal(during.status, 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 503);
  assert.deepEqual(await ended, [0, null]);
});

test('a signal during startup stops it at once', { skip: natsMissing }, async (t) => {
  const unusedUrl = `nats://127.0.0.1:${await freePort()}`;
  const { child, errors } = start({ INTERNAL_SECRET: internalSecret, NATS_URL: unusedUrl });
  t.after(() => child.kill('SIGKILL'));
  while (!errors().includes('does not answer yet')) await once(child.stderr, 'data');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
