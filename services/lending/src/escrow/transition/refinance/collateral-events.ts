/** The events on which domains binds, releases or transfers the domain of a loan, or binds it to the loan that replaces it. */

import type { EventData } from '@nameloan/contracts/events';
import { findDueAt } from '../../balance/due-date.ts';
import type { Escrow } from '../../escrow.ts';
import type { TransitionRule } from '../transition-descriptor.ts';

type CollateralSubject =
  | 'lending.escrow.collateral-held'
  | 'lending.escrow.collateral-released'
  | 'lending.escrow.collateral-moved'
  | 'lending.escrow.collateral-seized';
export type CollateralEvent = {
  [S in CollateralSubject]: { subject: S; data: EventData<S> };
}[CollateralSubject];
type LoanRef = EventData<'lending.escrow.collateral-held'>;

/** The domain secures this loan instead of the one that it replaces. */
export const hasTakenOver = ({ replacing, receipt }: Escrow): boolean =>
  Boolean(replacing) && receipt !== null;

/** Domains binds, releases or transfers the domain on these events only. */
export function buildCollateralEvents(
  after: Escrow,
  rule: TransitionRule,
  base: LoanRef,
): CollateralEvent[] {
  switch (rule.transition) {
    case 'RELEASE_BORROWER':
      return [{ subject: 'lending.escrow.collateral-released', data: base }];
    case 'RELEASE_LENDER':
      return [buildSeizedEvent(base, after.lenderId)];
    case 'CLOSE_REFINANCE':
    case 'RESOLVE_REFINANCED':
      return rule.to === 'LOAN_POSTED' ? [buildMovedEvent(after, base)] : [];
    // A lapsed mark changes nothing for the domain.
    case 'EXPIRE_MARK':
      return [];
    default:
      return rule.to === rule.from ? [] : buildStatusEvents(after, base);
  }
}

function buildStatusEvents(after: Escrow, base: LoanRef): CollateralEvent[] {
  switch (after.status) {
    case 'DOMAIN_IN_CUSTODY':
      return [{ subject: 'lending.escrow.collateral-held', data: base }];
    case 'CANCELLED':
    case 'FINALIZED_RETURN_TO_BORROWER':
      return [{ subject: 'lending.escrow.collateral-released', data: base }];
    case 'FINALIZED_LENDER_SEIZURE':
      return [buildSeizedEvent(base, after.lenderId)];
    case 'FINALIZED_PLATFORM_SEZIURE':
      return [buildSeizedEvent(base, null)];
    default:
      return [];
  }
}

/** Of the new loan alone: its old loan has released nothing. */
function buildMovedEvent(after: Escrow, base: LoanRef): CollateralEvent {
  const { replacing, custodyVersion, statusAt } = after;
  const data = {
    ...base,
    fromEscrowId: replacing?.escrowId ?? '',
    dueBy: (after.dueAt ?? findDueAt(after) ?? statusAt).toISOString(),
    domainVersion: custodyVersion ?? null,
  };
  return { subject: 'lending.escrow.collateral-moved', data };
}

function buildSeizedEvent(base: LoanRef, toAccountId: string | null): CollateralEvent {
  return { subject: 'lending.escrow.collateral-seized', data: { ...base, toAccountId } };
}
