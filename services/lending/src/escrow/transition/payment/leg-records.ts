/** Derives the payment records of a refinancing from a transition; those of the old loan's part payments follow from it. Pure. */

import type { Payment } from '../../../loan/payment.ts';
import type { LegRecord } from '../../../loan/refinance/refinance.ts';
import type { Escrow } from '../../escrow.ts';
import { findPayee } from '../../loan-payee.ts';
import type { AppliedTransition } from '../transitions.ts';

export type Answer = Pick<Payment, 'status' | 'confirmedCents' | 'reason'>;

const listLegs = ({ replacing }: Escrow): readonly LegRecord[] => replacing?.legs ?? [];

/** In the new loan. */
export function addLegs({ before, after, transition, input, at }: AppliedTransition): Payment[] {
  if (transition !== 'REPORT_LEG') return [];
  const known = new Set(listLegs(before).map(({ id }) => id));
  const { evidenceIds } = input as { evidenceIds?: readonly string[] | null };
  return listLegs(after)
    .filter(({ id }) => !known.has(id))
    .map(({ id, leg, day, amountCents, method, reference }): Payment => {
      const from = leg === 'TOP_UP' ? 'BORROWER' : 'LENDER';
      const toOld = leg !== 'SURPLUS';
      return {
        ...{ id, version: 1, escrowId: after.id, leg, amountCents, method, reference },
        oldEscrowId: toOld ? (after.replacing?.escrowId ?? null) : null,
        from,
        to: toOld ? 'OLD_LENDER' : 'BORROWER',
        valueDay: day,
        payeeVersion: toOld ? null : (findPayee(after, 'BORROWER')?.known?.version ?? null),
        evidenceIds: [...(evidenceIds ?? [])],
        reportedBy: from,
        reportedAt: at,
        status: 'REPORTED',
        ...{ confirmedCents: null, answeredAt: null, reason: null },
      };
    });
}

/** Answers that no part payment of the old loan has: of the surplus, and by an operator's decision. */
export function answerLegs({
  before,
  after,
  transition,
  input,
}: AppliedTransition): [string, Answer][] {
  const { reason } = input as { reason?: string | null };
  if (transition === 'RESOLVE_REFINANCED') {
    const payoff = after.replacement?.payoff;
    const wasOpen = before.openPayments?.some(({ id }) => id === payoff?.id);
    if (!payoff || wasOpen || before.replacement?.payoff?.confirmedCents != null) return [];
    const confirmedCents = payoff.confirmedCents ?? payoff.amountCents;
    return [[payoff.id, { status: 'CONFIRMED', confirmedCents, reason: null }]];
  }
  return listLegs(before)
    .filter(({ leg }) => leg === 'SURPLUS')
    .flatMap((leg): [string, Answer][] => {
      const now = listLegs(after).find(({ id }) => id === leg.id);
      if (!now) return [[leg.id, { status: 'WITHDRAWN', confirmedCents: null, reason: null }]];
      if (now.deniedAt && !leg.deniedAt)
        return [[leg.id, { status: 'DENIED', confirmedCents: null, reason: reason?.trim() ?? '' }]];
      if (now.confirmedCents === leg.confirmedCents) return [];
      const isExact = now.confirmedCents === leg.amountCents;
      const status = transition === 'DEEM_SURPLUS' ? 'DEEMED' : isExact ? 'CONFIRMED' : 'CORRECTED';
      return [[leg.id, { status, confirmedCents: now.confirmedCents, reason: null }]];
    });
}
