/** Builds a proposal of the borrower for a loan of `buildLoan`; a test overrides what it needs. */

import type { Amendment } from '../amendments/find-amendment.ts';

const hash = (digit: string) => digit.repeat(64);

/** An extension to May 15, 2027, with its interest kept. */
export const buildAmendment = ({ terms, ...more }: BuiltAmendment = {}): Amendment => ({
  id: `loan-1-${more.n ?? 1}`,
  n: 1,
  kind: 'EXTEND',
  status: 'PROPOSED',
  fee: 0,
  message: null,
  proposedBy: 'BORROWER',
  proposedAt: '2027-01-10T09:00:00.000Z',
  expiresAt: '2027-01-17T09:00:00.000Z',
  amountDue: null,
  payer: null,
  sha256: null,
  parentSha256: hash('c'),
  borrowerSignedAt: null,
  lenderSignedAt: null,
  contractUrl: null,
  effectiveOn: null,
  endedAt: null,
  reason: null,
  ...more,
  terms: {
    ...{ due: '2027-05-15', rate: null, lateFees: null, defaultInterest: null, interest: 'KEEP' },
    amount: null,
    ...{ plan: null, period: null, instalments: null, balloonOf: null, rows: null },
    ...{ early: null, lateFee: null, lateFeeCap: null, defaultRate: null },
    ...terms,
  },
});

type BuiltAmendment = Partial<Omit<Amendment, 'terms'>> & { terms?: Partial<Amendment['terms']> };

/** Agreed: its terms have a document. */
export const agreed = {
  status: 'AGREED',
  sha256: hash('a'),
  contractUrl: 'http://localhost/contracts/amendment',
} as const;
