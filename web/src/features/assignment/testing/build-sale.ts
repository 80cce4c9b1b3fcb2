/** Builds an open sale as a visitor with its link sees it; a test overrides what it needs. */

import { onePayment } from '../../../testing/sample-plans.ts';
import type { Sale } from '../describe-sale.ts';

const hash = (digit: string) => digit.repeat(64);

/** $900 at 18 % from January 2 to April 2, 2027, sold on February 11 for $905. */
export const buildSale = (more: Partial<Sale> = {}): Sale => ({
  id: 'sale-1',
  status: 'OFFERED',
  statusText: 'This sale waits for a buyer.',
  role: 'VISITOR',
  actions: ['ACCEPT'],
  url: null,
  escrowId: null,
  domainName: 'vellum.app',
  unicodeName: 'vellum.app',
  price: 905_00,
  day: '2027-02-11',
  expires: '2027-02-18',
  sellerName: 'Ada Park',
  buyerName: null,
  borrowerName: null,
  amount: 900_00,
  terms: { ...onePayment, rate: 1800, due: '2027-04-02', plan: 'BULLET', early: 'KEEP_AMOUNT' },
  receivedOn: '2027-01-02',
  loanStatus: 'LOAN_POSTED',
  stage: 'ACTIVE',
  defaultSince: null,
  balance: {
    ...{ on: '2027-02-11', principal: 900_00, interest: 17_75, fees: 0, defaultInterest: 0 },
    ...{ credit: 0, payoff: 917_75, ifConfirmed: null, ifDenied: null },
  },
  schedule: [
    {
      ...{ n: 1, due: '2027-04-02', payment: 939_95, interest: 39_95, principal: 900_00 },
      ...{ balance: 0, paid: 0, state: 'PLANNED' },
    },
  ],
  payments: [],
  evidence: [],
  contractSha256: hash('c'),
  amendmentSha256: null,
  sha256: null,
  deedOwed: null,
  deedPath: null,
  sealed: false,
  consentText: 'I have read the deed and agree.',
  addressNeeded: false,
  sellerSignedAt: null,
  buyerSignedAt: null,
  sent: null,
  answerDueAt: null,
  owedOn: null,
  paySellerUntil: null,
  reason: null,
  decision: null,
  endedAt: null,
  ...more,
});

/** Accepted by Nia New, who signs as well as Ada Park. */
export const buildAccepted = (more: Partial<Sale> = {}): Sale =>
  buildSale({
    status: 'ACCEPTED',
    statusText: 'This sale waits for signatures.',
    role: 'BUYER',
    actions: ['SIGN', 'DECLINE'],
    buyerName: 'Nia New',
    borrowerName: 'Milo Reyes',
    sha256: hash('d'),
    deedOwed: 917_75,
    deedPath: '/api/assignments/sale-1/deed',
    ...more,
  });
