/** Metrics have a separate server, which Prometheus reads without a secret. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMetrics } from './metrics.ts';
import { SettingsError } from './settings.ts';

const loopback = { METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' };

test('a scrape returns metrics in Prometheus format, and the server has no other route', async () => {
  const base = await openMetrics(loopback);
  const scraped = await fetch(base.url);
  assert.match(scraped.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.match(await scraped.text(), /^process_cpu_seconds_total \d/m);
  for (const path of ['/', '/graphql', '/keys', '/dead-letters'])
    assert.equal((await fetch(new URL(path, base.url))).status, 404, path);
  await base.close();
});

test('a port that is taken is reported in one sentence with the setting', async () => {
  const base = await openMetrics(loopback);
  const port = Number(new URL(base.url).port);
  await assert.rejects(openMetrics({ ...loopback, METRICS_PORT: port }), (error: Error) => {
    assert.ok(error instanceof SettingsError);
    assert.equal(
      error.message,
      `METRICS_PORT ${port} cannot be used on METRICS_HOST 127.0.0.1 (EADDRINUSE).`,
    );
    return true;
  });
  await base.close();
});
