/** The message of an error with several invalid fields. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from './errors.ts';
import { assertValid } from './field-errors.ts';

function rejected(errors: Record<string, string | undefined>): DomainError {
  try {
    assertValid(errors);
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  return assert.fail('nothing was refused');
}

test('one invalid field gives its sentence as message, several give at most three sentences', () => {
  const cases: [Record<string, string | undefined>, string][] = [
    [{ email: 'Invalid email' }, 'Invalid email'],
    [{ email: 'Invalid email', name: undefined, term: 'Why?' }, 'Invalid email. Why?'],
    [{ a: 'A', b: 'B.', c: 'C' }, 'A. B. C.'],
    [{ a: 'A', b: 'B', c: 'C', d: 'D', e: 'E' }, 'A. B. C. And 2 more.'],
  ];
  for (const [errors, message] of cases) {
    const { code, message: logged, details } = rejected(errors);
    assert.deepEqual([code, logged], ['INVALID_INPUT', message]);
    const named = Object.entries(errors).filter(([, sentence]) => sentence !== undefined);
    assert.deepEqual(Object.entries(details.fields ?? {}), named);
  }
});

test('nothing is thrown if all fields are valid', () => {
  assertValid({});
  assertValid({ email: undefined });
});
