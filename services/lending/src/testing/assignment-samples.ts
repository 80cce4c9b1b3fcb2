import type { EscrowTransition } from '@nameloan/contracts/loan';
import type { ClosedSale, OpenSale } from '../loan/assignment/assignment.ts';
import { maxSales } from '../loan/assignment/assignment.ts';
import { agreement } from './amendment-samples.ts';
import { claim, hash, received, start } from './loans.ts';
import { surplusReported } from './refinance-samples.ts';
import { replacement } from './refinanced-loans.ts';
import type { TransitionSample } from './sample-parts.ts';
import { custodyLost, openPayment, paidOff } from './sample-parts.ts';

export const paidSale: OpenSale = { id: 'sale1', status: 'SENT' };

const closedSale: ClosedSale = {
  ...{ id: 'sale0', sellerId: 's1', sellerName: 'Sam Seller', buyerId: 'l1', day: start },
  ...{ priceCents: 90_000, owedCents: 91_000, closedAt: start, counted: 0, payee: null },
};

export const assignmentSamples = {
  ASSIGN: {
    input: {
      ...{ id: paidSale.id, buyerId: 'n1', buyerName: 'Nia New', day: start, priceCents: 90_000 },
      ...{ owedCents: 91_000, payee: null, sha256: hash },
    },
    ready: { ...received, sale: paidSale, sealedAt: start },
    expected: { LOAN_POSTED: { LENDER: 'SAME', OPERATOR: 'SAME' } },
    blocked: [
      { reason: 'NO_SALE', loan: { sale: { ...paidSale, status: 'SIGNED' } } },
      { reason: 'NOT_RECEIVED', loan: { receipt: null } },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      { reason: 'NOTHING_OWED', loan: paidOff },
      { reason: 'CLAIM_OPEN', loan: { claim } },
      { reason: 'PAYMENT_OPEN', loan: { openPayments: [openPayment] } },
      { reason: 'AMENDMENT_LIVE', loan: { amendment: agreement } },
      { reason: 'REFINANCE_UNDER_WAY', loan: { replacement } },
      { reason: 'PAYMENT_OPEN', loan: surplusReported },
      { reason: 'NOT_SIGNED', loan: { sealedAt: null } },
      {
        reason: 'TOO_MANY_SALES',
        loan: { sales: Array.from({ length: maxSales }, () => closedSale) },
      },
    ],
  },
} satisfies { [M in EscrowTransition]?: TransitionSample<M> };
