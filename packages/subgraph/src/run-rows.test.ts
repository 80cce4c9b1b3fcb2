/** Rows of a bulk call: results in their order, failures that stay alone, and an end in time. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { createLog } from '@nameloan/runtime/log';
import { assertRowCount, runRows, toRowResults } from './run-rows.ts';

const log = createLog('rows', 'silent');

test('outcomes have the order of the rows, and never more rows run at a time than allowed', async () => {
  const rows = Array.from({ length: 20 }, (_, index) => index);
  let running = 0;
  let most = 0;
  const outcomes = await runRows(
    rows,
    async (row) => {
      most = Math.max(most, ++running);
      // The first rows of a group end last.
      for (let turns = 0; turns < 4 - (row % 4); turns++) await Promise.resolve();
      running--;
      return row * 2;
    },
    { log, concurrency: 4 },
  );
  assert.deepEqual(
    outcomes,
    rows.map((row) => ({ value: row * 2 })),
  );
  assert.equal(most, 4);
});

test('a row that fails has its error, an unexpected one without details, and the others run', async () => {
  const outcomes = await runRows(
    ['fit', 'unknown', 'broken', 'fit'],
    async (row) => {
      if (row === 'unknown') throw new DomainError('NOT_FOUND', 'There is no such domain.');
      if (row === 'broken') throw new TypeError('x is not a function');
      return row;
    },
    { log, concurrency: 1 },
  );
  assert.deepEqual(toRowResults(['a', 'b', 'c', 'd'], outcomes), [
    { id: 'a', error: null },
    { id: 'b', error: { code: 'NOT_FOUND', message: 'There is no such domain.' } },
    {
      id: 'c',
      error: {
        code: 'INTERNAL',
        message: 'Something went wrong on our side. Try this one again.',
      },
    },
    { id: 'd', error: null },
  ]);
});

test('rows that have not started at the deadline fail, and their work does not run', async () => {
  const started: number[] = [];
  const deadlineMs = performance.now() + 50;
  const outcomes = await runRows(
    [1, 2, 3],
    async (row) => {
      started.push(row);
      while (performance.now() < deadlineMs) await new Promise(setImmediate);
      return row;
    },
    { log, concurrency: 1, deadlineMs },
  );
  assert.deepEqual(started, [1]);
  const error = {
    code: 'UNAVAILABLE',
    message: 'We ran out of time for this one. Try again.',
  };
  assert.deepEqual(outcomes, [{ value: 1 }, { error }, { error }]);
});

test('more than 500 rows are rejected by the name of their field', () => {
  assertRowCount('ids', 500);
  assert.throws(() => assertRowCount('ids', 501), {
    code: 'INVALID_INPUT',
    details: { fields: { ids: 'Send at most 500 at a time.' } },
  });
});
