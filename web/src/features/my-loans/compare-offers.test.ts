/** The best terms among the pending offers on a listing. */

import { expect, test } from '@jest/globals';
import { compareOffers } from './compare-offers.ts';

const offer = (
  id: string,
  terms: [receives: number, repays: number, apr: number | null],
  more = {},
) => ({
  id,
  listingId: 'l1',
  status: 'PENDING' as const,
  disclosure: {
    receives: terms[0],
    repays: terms[1],
    transferFee: 1_200,
    aprAllCostsPercent: terms[2],
  },
  ...more,
});

test('the most to receive, and the least to repay and to pay for it; a term that all share has no best', () => {
  const offers = [offer('a', [100, 120, 20]), offer('b', [90, 95, 11]), offer('c', [100, 118, 11])];
  expect(compareOffers(offers, 'l1')).toEqual({
    count: 3,
    best: { receives: 100, repays: 95, aprAllCostsPercent: 11 },
  });
});

test('answered offers, other listings and an APR that does not exist are left out', () => {
  const offers = [
    offer('a', [100, 120, null]),
    offer('b', [90, 95, 11]),
    offer('c', [500, 501, 1], { listingId: 'l2' }),
    offer('d', [500, 501, 1], { status: 'DENIED' }),
  ];
  expect(compareOffers(offers, 'l1')).toEqual({ count: 2, best: { receives: 100, repays: 95 } });
});

test('a single offer has nothing to compare', () => {
  expect(compareOffers([offer('a', [100, 120, 20])], 'l1')).toEqual({ count: 1, best: {} });
});
