/** The box of figures against the product's vectors and bounds. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disclosure } from './disclosure.ts';

const receivedAt = new Date('2026-11-21T23:30:00.000Z');

test('the box shows what is received, repaid, due and given as security', () => {
  const box = disclosure(
    { amountCents: 90_050, termDays: 60, rateBps: 1_800, domainName: 'harborline.com' },
    receivedAt,
  );
  assert.deepEqual(box, {
    receivesCents: 90_050,
    repaysCents: 92_754,
    interestCents: 2_704,
    costOverTermPercent: 3,
    aprAllCostsPercent: 18.27,
    termDays: 60,
    dueOn: new Date('2027-01-20T23:30:00.000Z'),
    security:
      'A security interest in the domain name harborline.com, held in escrow until the loan ends.',
  });
});

test('at every bound of amount, term and rate the figures are whole cents and finite percentages', () => {
  for (const amountCents of [100, 1_000_000_000]) {
    for (const termDays of [1, 365, 366, 3_650]) {
      for (const rateBps of [0, 1, 10_000]) {
        const box = disclosure({ amountCents, termDays, rateBps, domainName: 'a.com' }, receivedAt);
        assert.ok(Number.isSafeInteger(box.repaysCents) && box.repaysCents >= amountCents);
        assert.equal(box.interestCents, box.repaysCents - amountCents);
        assert.ok(Number.isFinite(box.aprAllCostsPercent) && box.aprAllCostsPercent >= 0);
        assert.ok(Number.isFinite(box.costOverTermPercent));
      }
    }
  }
});
