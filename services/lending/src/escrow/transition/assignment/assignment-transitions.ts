/** The closing of a sale: the loan gets its new lender. The steps before it are those of the assignment. */

import { formatDate } from '@nameloan/contracts/format-date';
import type { ClosedSale } from '../../../loan/assignment/assignment.ts';
import { findLastSellerDay } from '../../../loan/assignment/former-lender.ts';
import type { LoanPayee, NamedPayee } from '../../../loan/loan-payee.ts';
import type { Escrow } from '../../escrow.ts';
import { findPayee, withPayee } from '../../loan-payee.ts';
import type { TransitionTable } from '../transition-descriptor.ts';
import { pricePaid, saleGuards } from './assignment-guards.ts';

export interface AssignmentInputs {
  /** `payee`: where the buyer is paid. `sha256`: of the deed. */
  ASSIGN: Pick<ClosedSale, 'id' | 'buyerId' | 'day' | 'priceCents' | 'owedCents'> & {
    buyerName: string;
    payee: NamedPayee | null;
    sha256: string;
  };
}

export const assignmentTransitions: TransitionTable<AssignmentInputs> = {
  ASSIGN: {
    verb: 'close the sale',
    history: 'The loan was sold to a new lender',
    rules: [
      { from: 'LOAN_POSTED', roles: ['LENDER', 'OPERATOR'], guards: [pricePaid, ...saleGuards] },
    ],
    writes: (escrow, input, { now }) => {
      const { buyerId, buyerName, payee, sha256, id, day, priceCents, owedCents } = input;
      const sold: ClosedSale = {
        ...{ id, buyerId, day, priceCents, owedCents, closedAt: now },
        ...{ sellerId: escrow.lenderId, sellerName: escrow.lenderName },
        counted: escrow.countedPayments?.length ?? 0,
        payee: findPayee(escrow, 'LENDER'),
      };
      return {
        changes: {
          ...{ lenderId: buyerId, lenderName: buyerName, sale: null },
          sales: [...(escrow.sales ?? []), sold],
          payees: withPayee(escrow, 'LENDER', buildPayee(escrow, payee)),
        },
        note: `From ${escrow.lenderName} to ${buyerName}. Payments to ${escrow.lenderName} count until ${formatDate(findLastSellerDay(sold))} (UTC).`,
        detail: `SHA-256 ${sha256}`,
      };
    },
  },
};

/** The borrower knows the seller's payee, so the buyer's has to be acknowledged before it is shown. */
function buildPayee(escrow: Escrow, named: NamedPayee | null): LoanPayee {
  return { named, next: null, known: findPayee(escrow, 'LENDER')?.known ?? null, views: [] };
}
