/** The search for payment details in a message grows with its length, whatever it repeats. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPaymentDetails } from './detect-payment-details.ts';

/** The shortest of five runs, in milliseconds. */
function measure(message: string): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now();
    hasPaymentDetails(message);
    return performance.now() - start;
  });
  return Math.min(...runs);
}

/** The time for eight times the length: 8 times if it grows with the length, 64 with its square. */
const maxGrowth = 24;

test('a hostile message of eight times the length takes at most 24 times as long', () => {
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
    const short = measure(text.repeat(4_000 / text.length));
    const long = measure(text.repeat(32_000 / text.length));
    assert.ok(long <= maxGrowth * Math.max(short, 0.2), `${text}: ${short} and ${long} ms`);
  }
});
