/** The search for payment details in a message of the greatest length is short, whatever the message repeats. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPaymentDetails } from './detect-payment-details.ts';

const maxCharacters = 4_000;
/** Generous: a pattern that grows with the square of the length takes many times as long. */
const maxMs = 500;

/** The shortest of five runs, in milliseconds. */
function measure(message: string): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now();
    hasPaymentDetails(message);
    return performance.now() - start;
  });
  return Math.min(...runs);
}

test('a hostile message of the greatest length is searched in a moment', () => {
  const repeated = [
    ...['AA11 ', 'DE89', '021000021 1234 ', '60-16-13 ', '1', 'bc1q', '0x', 'A1-', 'D E 8 9 '],
    ...[
      '0x5aAe ',
      '0 x ',
      '1aB2 ',
      'bc1q ',
      '1 ',
      'T ',
      '7S3P 4HxJ ',
      'account no ',
      'account no 1 ',
    ],
    ...[
      'routing ',
      'routing 021 ',
      'sort code ',
      'swift ',
      'SWIFT DEUT ',
      '12 34 56 ',
      'iban de89.',
    ],
  ];
  for (const text of repeated) {
    const ms = measure(text.repeat(maxCharacters / text.length));
    assert.ok(ms <= maxMs, `${text}: ${ms} ms`);
  }
});
