/** A pending offer as the borrower reads it; tests override single fields. */

import { onePayment } from '../../../testing/sample-plans.ts';

export const hourMs = 3_600_000;

export const buildOffer = (id: string, more: object = {}) => ({
  __typename: 'Offer',
  ...onePayment,
  id,
  listingId: 'l1',
  unicodeName: `${id}.com`,
  amount: 100_000,
  term: 90,
  rate: 1_200,
  contract: 'CRYPTOCURRENCY',
  status: 'PENDING',
  actions: ['ACCEPT', 'DENY'],
  message: 'Happy to lend.',
  createdAt: new Date(Date.now() - hourMs).toISOString(),
  expiresAt: new Date(Date.now() + hourMs).toISOString(),
  escrow: null,
  listing: {
    __typename: 'Listing',
    ...onePayment,
    id: 'l1',
    desiredAmount: 120_000,
    desiredTerm: 60,
    desiredRate: 1_100,
  },
  disclosure: {
    __typename: 'Disclosure',
    receives: 100_000,
    transferFee: 1_200,
    repays: 103_003,
    interest: 3_003,
    aprAllCostsPercent: 17.2,
    security: 'A security interest in the domain name.',
  },
  lenderTrackRecord: {
    __typename: 'TrackRecord',
    finished: 2,
    onTime: 1,
    defaulted: 1,
    disputed: 0,
    unfunded: 1,
    counterparties: 1,
    repaidTotal: 90_000,
  },
  ...more,
});
