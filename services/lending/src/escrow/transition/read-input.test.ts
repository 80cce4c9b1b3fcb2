/** Texts of a transition: their limits count characters as users see them, and errors name the field. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { readEscalation, readPaymentNote } from './read-input.ts';

const day = new Date('2026-11-27T00:00:00.000Z');
const range = { from: day, to: day };
const fieldsOf = (read: () => unknown) => {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.details.fields;
    throw error;
  }
};

test('an emoji counts as one character of a text', () => {
  const [fits, over] = ['🦊'.repeat(100), '🦊'.repeat(101)];
  assert.equal(readPaymentNote({ method: fits }, range).method, fits);
  assert.deepEqual(
    fieldsOf(() => readPaymentNote({ method: over }, range)),
    {
      method: 'The method has at most 100 characters.',
    },
  );
  assert.equal(readEscalation({ reason: '𐍈'.repeat(1_000) }).reason?.length, 2_000);
  assert.deepEqual(
    Object.keys(fieldsOf(() => readEscalation({ reason: '𐍈'.repeat(1_001) })) ?? {}),
    ['reason'],
  );
});
