/** Errors may quote input of any length, but never reveal suggestions of the schema. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { parseGraphqlError, removeSuggestion, restErrorBody, toApiError } from './api-error.ts';

test('only the suggestion is removed from a message, not the quoted input', () => {
  const quoted = 'Variable "$a" got invalid value " Did you mean that?";';
  const hint = ' Field "x" is not defined. Did you mean "y" or "z"?';
  assert.equal(removeSuggestion(quoted + hint), `${quoted} Field "x" is not defined.`);
  assert.equal(removeSuggestion(quoted), quoted);
  assert.equal(removeSuggestion('Is it?'), 'Is it?');
});

test('removing suggestions from a long value takes linear time', () => {
  const sentence = `Got "${' Did you mean '.repeat(150_000)}".`;
  assert.equal(removeSuggestion(sentence), sentence);
});

test('REST errors contain the reason, the missing amount and the current price in dollars', () => {
  const quote = { amountCents: 12_050, premium: true, validUntil: '2026-11-22T12:00:00.000Z' };
  const dearer = new DomainError('CONFLICT', 'Dearer.', { reason: 'PRICE_CHANGED', quote });
  assert.deepEqual(restErrorBody(toApiError(dearer), 'r'), {
    message: 'Dearer.',
    code: 'CONFLICT',
    reason: 'PRICE_CHANGED',
    quote: { amount: 120.5, premium: true, valid_until: quote.validUntil },
    requestId: 'r',
  });
  const low = { code: 'BALANCE_TOO_LOW', missingCents: 1_250 };
  const read = parseGraphqlError({ message: 'Low.', extensions: low });
  assert.ok(read);
  const body = restErrorBody(read, 'r');
  assert.deepEqual([read.status, body.missing], [402, 12.5]);
});
