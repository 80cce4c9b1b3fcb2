/** What a renewal that the reader leaves to us does, and when. */

import { expect, test } from '@jest/globals';
import { describeAutomaticRenewal } from './renewal.ts';

const now = new Date('2026-11-28T12:00:00Z');

test('an automatic renewal has its date, and says what follows without the money', () => {
  expect(describeAutomaticRenewal('2029-03-09T12:00:00.000Z', now)).toBe(
    'Otherwise it renews automatically on Feb 7, 2029, if your balance covers the price. If it doesn’t, it expires on Mar 9, 2029.',
  );
  expect(describeAutomaticRenewal('2026-12-09T12:00:00.000Z', now)).toBe(
    'Otherwise it renews automatically if your balance covers the price. If it doesn’t, it expires on Dec 9, 2026.',
  );
  expect(describeAutomaticRenewal(null, now)).toMatch(/30 days before it expires/);
});
