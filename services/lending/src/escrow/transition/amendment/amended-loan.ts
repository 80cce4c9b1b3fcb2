/** A loan with the terms of an amendment, as the country rules check it. Pure. */

import type { Accrual } from '@nameloan/loan-math/accrual';
import { utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import { findLoanAccrual } from '../../../loan/accrual.ts';
import type { AmendmentDraft } from '../../../loan/amendment.ts';
import type { LoanTerms } from '../../../loan/terms.ts';
import { computePrincipalCents } from '../../balance/balance.ts';
import { findPresentTerms } from '../../balance/replay-loan.ts';
import type { Escrow } from '../../escrow.ts';

interface AmendedTerms extends LoanTerms {
  accrual: Accrual;
  transferFeeCents?: number;
  businessStatement: string | null;
}

/** The loan from today on, as if it were made with what is left: its fee counts among its costs. */
export function buildAmendedLoan(
  escrow: Escrow,
  { terms, feeCents }: AmendmentDraft,
  now: Date,
): AmendedTerms {
  const { receipt, dueAt, businessStatement = null } = escrow;
  const accrual = findLoanAccrual(escrow);
  const { amountCents, termDays, rateBps } = escrow;
  if (receipt === null || dueAt === null)
    return { amountCents, termDays, rateBps, accrual, businessStatement };
  const today = utcDay(now);
  const present = findPresentTerms(escrow, receipt);
  return {
    amountCents: Math.max(1, computePrincipalCents(escrow, receipt, today)),
    termDays: Math.max(1, wholeDays(today, terms.due ?? utcDay(dueAt))),
    rateBps: terms.rateBps ?? present.rateBps,
    accrual,
    transferFeeCents: feeCents,
    businessStatement,
  };
}
