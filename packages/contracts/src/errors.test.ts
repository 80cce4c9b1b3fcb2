/** The sentence of too many requests. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError, tooManyRequests } from './errors.ts';

test('too many requests say how long to wait, in whole seconds or minutes that are long enough', () => {
  const cases = [
    [0, 1, '1 second'],
    [0.2, 1, '1 second'],
    [4.01, 5, '5 seconds'],
    [59, 59, '59 seconds'],
    [59.5, 60, '1 minute'],
    [61, 61, '2 minutes'],
    [3600, 3600, '60 minutes'],
  ] as const;
  for (const [given, retryAfterSeconds, wait] of cases) {
    const error = tooManyRequests('Too many requests.', given);
    assert.equal(error.code, 'TOO_MANY_REQUESTS');
    assert.equal(error.message, `Too many requests. Try again in ${wait}.`);
    assert.deepEqual(error.details, { retryAfterSeconds });
  }
});

test('no other code makes the error: its constructor does not accept the code', () => {
  // @ts-expect-error: an error without the wait.
  assert.ok(new DomainError('TOO_MANY_REQUESTS', 'Too many requests.'));
});
