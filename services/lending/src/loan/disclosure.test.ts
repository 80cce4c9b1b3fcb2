/** The cost disclosure against reference values and limits. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loanCostsCases } from '@nameloan/loan-math/loan-costs.cases';
import { computeDisclosure } from './disclosure.ts';

const receivedAt = new Date('2026-11-21T23:30:00.000Z');
const vector = { amountCents: 90_050, termDays: 60, rateBps: 1_800 };

test('the disclosure has the amounts, the due date and the security', () => {
  const computed = computeDisclosure(
    { ...vector, accrual: 'SIMPLE_365', domainName: 'harborline.com' },
    receivedAt,
  );
  assert.deepEqual(computed, {
    receivesCents: 90_050,
    transferFeeCents: 0,
    repaysCents: 92_714,
    interestCents: 2_664,
    costOverTermPercent: 3,
    aprAllCostsPercent: 18,
    // (927.14 / 900.50)^(365/60) − 1
    aprEffectivePercent: 19.41,
    termDays: 60,
    dueOn: new Date('2027-01-20T23:30:00.000Z'),
    security:
      'A security interest in the domain name harborline.com, held in escrow until the loan ends.',
  });
});

test('a loan of an earlier release keeps the figures of daily compounding', () => {
  const { repaysCents, interestCents, aprAllCostsPercent } = computeDisclosure(
    { ...vector, accrual: 'COMPOUND_365', domainName: 'harborline.com' },
    receivedAt,
  );
  assert.deepEqual([repaysCents, interestCents, aprAllCostsPercent], [92_754, 2_704, 18.27]);
});

test('the disclosure matches the reference cases shared with the web app', () => {
  for (const { name, terms, costs } of loanCostsCases) {
    const { termDays, dueOn, security, aprEffectivePercent, ...counted } = computeDisclosure(
      { ...terms, domainName: 'a.com' },
      receivedAt,
    );
    assert.deepEqual(counted, costs, name);
  }
});

const ofAThousand = (days: number, repaidCents: number, transferFeeCents?: number | null) => {
  // Finds the nominal rate that repays this amount, since the disclosure takes rates.
  const accrual = 'SIMPLE_365' as const;
  const loan = { amountCents: 100_000, termDays: days, accrual, transferFeeCents };
  const terms = { ...loan, domainName: 'a.com' };
  for (let rateBps = 0; rateBps <= 10_000; rateBps += 1) {
    const computed = computeDisclosure({ ...terms, rateBps }, receivedAt);
    if (computed.repaysCents >= repaidCents) return computed;
  }
  throw new Error('no rate repays so much');
};

test('the transfer fee only affects the APR with all costs', () => {
  const computed = ofAThousand(30, 100_000, 1_200);
  assert.deepEqual(
    [
      computed.receivesCents,
      computed.transferFeeCents,
      computed.repaysCents,
      computed.interestCents,
    ],
    [100_000, 1_200, 100_000, 0],
  );
  assert.equal(computed.costOverTermPercent, 0);
  assert.equal(computed.aprAllCostsPercent, 14.78);
});

test('a fee of zero, null or undefined gives the same disclosure', () => {
  for (const fee of [0, null, undefined]) {
    assert.equal(ofAThousand(30, 100_000, fee).aprAllCostsPercent, 0);
    // $1,000 repaid with $1,080.03 after 255 days, the closest rate in basis points.
    const computed = ofAThousand(255, 108_000, fee);
    assert.ok(Math.abs(computed.repaysCents - 108_000) <= 10);
    assert.ok(Math.abs((computed.aprAllCostsPercent ?? 0) - 11.45) <= 0.02);
  }
});

test('for terms over a year the fee counts by the actuarial method', () => {
  // 988 × (1 + rate)² = 1,000.
  assert.equal(ofAThousand(730, 100_000, 1_200).aprAllCostsPercent, 0.61);
});

test('a fee that takes the whole loan gives no APR', () => {
  for (const fee of [99_999, 100_000, 150_000]) {
    const apr = ofAThousand(30, 100_000, fee).aprAllCostsPercent;
    assert.equal(apr === null, fee >= 100_000);
  }
});

test('at all limits of amount, term and rate the disclosure has whole cents and finite percentages', () => {
  for (const amountCents of [100, 1_000_000_000]) {
    for (const termDays of [1, 365, 366, 3_650]) {
      for (const rateBps of [0, 1, 10_000]) {
        const computed = computeDisclosure(
          { amountCents, termDays, rateBps, accrual: 'SIMPLE_365', domainName: 'a.com' },
          receivedAt,
        );
        assert.ok(
          Number.isSafeInteger(computed.repaysCents) && computed.repaysCents >= amountCents,
        );
        assert.equal(computed.interestCents, computed.repaysCents - amountCents);
        assert.ok(
          Number.isFinite(computed.aprAllCostsPercent) && (computed.aprAllCostsPercent ?? -1) >= 0,
        );
        assert.ok(Number.isFinite(computed.costOverTermPercent));
      }
    }
  }
});
