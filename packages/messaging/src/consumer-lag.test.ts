/** The lag metric of services, which never delays other metrics. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from 'prom-client';
import { exposeLag } from './consumer-lag.ts';

const lines = async () =>
  (await register.getSingleMetricAsString('nameloan_consumer_lag'))
    .split('\n')
    .filter((line) => !line.startsWith('#') && line !== '');

test('each service exposes its unacknowledged events until it stops', async () => {
  const stop = exposeLag('lending', { lag: async () => 7 });
  const stopOther = exposeLag('domains', { lag: async () => 0 });
  assert.deepEqual(await lines(), [
    'nameloan_consumer_lag{service="lending"} 7',
    'nameloan_consumer_lag{service="domains"} 0',
  ]);
  await stop();
  assert.deepEqual(await lines(), ['nameloan_consumer_lag{service="domains"} 0']);
  await stopOther();
  assert.deepEqual(await lines(), []);
});

test('a broker that hangs or fails omits the metric and delays no scrape', {
  timeout: 5000,
}, async () => {
  const stops = [
    exposeLag('hanging', { lag: () => new Promise<number>(() => {}) }),
    exposeLag('refusing', { lag: () => Promise.reject(new Error('no leader')) }),
    exposeLag('well', { lag: async () => 1 }),
  ];
  assert.deepEqual(await lines(), ['nameloan_consumer_lag{service="well"} 1']);
  for (const stop of stops) await stop();
});
