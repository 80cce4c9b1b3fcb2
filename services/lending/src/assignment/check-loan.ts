/** Checks a loan before each step of its sale. */

import { DomainError } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import type { Escrow } from '../escrow/escrow.ts';
import { saleGuards } from '../escrow/transition/assignment/assignment-guards.ts';
import { statusLabels } from '../loan/status.ts';

/** Throws CONFLICT with what keeps the loan from being sold. */
export function assertSellable(escrow: Escrow): void {
  const { status } = escrow;
  if (status !== 'LOAN_POSTED') {
    const message = `This loan is ${statusLabels[status]}; selling it is not possible now.`;
    throw new DomainError('CONFLICT', message, { reason: 'STATUS' });
  }
  for (const guard of saleGuards) {
    const failure = guard(escrow, { role: 'LENDER', now: now() });
    if (failure) throw new DomainError('CONFLICT', failure.message, { reason: failure.reason });
  }
}

/** Throws CONFLICT if the loan fell into default after the deed was drawn up: the buyer did not agree to that. */
export function assertNoNewDefault(escrow: Escrow, defaulted: boolean | null): void {
  if (escrow.noticeAt === null || defaulted) return;
  throw new DomainError(
    'CONFLICT',
    'The loan fell into default after the deed was drawn up. Decline the sale; the seller can offer it again.',
    { reason: 'SALE_CHANGED' },
  );
}
