/** The budget of requests to one account. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unavailable } from '../../testing/scripted-namecom.ts';
import { Pace } from './pace.ts';

test('queries leave a share of the hourly budget to orders, and it is free again after an hour', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let at = 1_000_000;
  t.mock.method(performance, 'now', () => at);
  const pace = new Pace();
  const take = async (kind: 'ORDER' | 'QUERY') => {
    at += 500;
    await pace.takeTurn(kind);
  };
  for (let count = 0; count < 2400; count += 1) await take('QUERY');
  await assert.rejects(take('QUERY'), unavailable('BUSY'));
  for (let count = 0; count < 600; count += 1) await take('ORDER');
  await assert.rejects(take('ORDER'), unavailable('BUSY'));
  at += 3_600_000;
  await take('QUERY');
});
