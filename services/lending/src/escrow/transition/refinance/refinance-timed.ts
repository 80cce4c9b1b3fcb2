/** Transitions of a refinancing that silence and dates cause. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { LegRecord } from '../../../loan/refinance/refinance.ts';
import { findPayoffLeg } from '../../balance/advances.ts';
import { isPaidOff } from '../../balance/balance.ts';
import type { Escrow } from '../../escrow.ts';
import type { Guard } from '../guards.ts';
import { fail } from '../guards.ts';
import type { TimedDescriptor, TransitionEffect } from '../transition-descriptor.ts';
import { system } from '../transition-descriptor.ts';
import { confirmSurplus } from './confirm-leg.ts';

const { claimAnswerDays, deemedReceiptDays, payoffLetterDays, refinanceDays, topUpDays } =
  loanCalendar;

export const refinanceTimedTransitions = {
  EXPIRE_REFINANCE: {
    verb: 'end the time for the payoff',
    history: 'Cancelled: the new lender did not pay the old one in time',
    dueAt: computePayoffLapseAt,
    rules: [
      { from: 'NEW', roles: system, guards: [reached(computePayoffLapseAt)], to: 'CANCELLED' },
    ],
    writes: () => ({ changes: { unfunded: true }, note: null }),
  },
  REMIND_LETTER: {
    verb: 'notify of the payoff letter',
    history: 'The payoff letter has no answer; the loan can be signed without one',
    dueAt: computeLetterReminderAt,
    rules: [
      {
        from: 'PENDING_SIGNATURE',
        roles: system,
        guards: [reached(computeLetterReminderAt)],
      },
    ],
    writes: ({ replacing }, _input, { now }) => ({
      changes: replacing ? { replacing: { ...replacing, letterRemindedAt: now } } : {},
      note: null,
    }),
  },
  DEEM_SURPLUS: {
    verb: 'count a surplus without an answer',
    history: 'The surplus counts as received',
    dueAt: computeSurplusDeemedAt,
    rules: [{ from: 'LOAN_POSTED', roles: system, guards: [reached(computeSurplusDeemedAt)] }],
    writes: deemSurplus,
  },
  ESCALATE_REFINANCE: {
    verb: 'escalate the refinancing',
    history: 'Disputed: an answer or a payment of the refinancing is missing',
    dueAt: (escrow) => findMissing(escrow)?.at ?? null,
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: system,
        guards: [reached((escrow) => findMissing(escrow)?.at ?? null)],
        to: 'ESCALATED',
      },
    ],
    writes: (escrow, _input, { now }) => {
      const reason = findMissing(escrow)?.reason ?? null;
      return {
        changes: { escalation: { at: now, by: 'SYSTEM', reason, evidence: null } },
        note: reason,
      };
    },
  },
} as const satisfies Record<string, TimedDescriptor>;

function reached(dueAt: (escrow: Escrow) => Date | null): Guard {
  return (escrow, { now }) => {
    const availableAt = dueAt(escrow);
    if (availableAt !== null && availableAt <= now) return null;
    return { ...fail('NOT_DUE', 'It is too early for this.'), availableAt };
  };
}

/** When the loan can be signed without the old lender's answer; null once it answered or the parties were notified. */
function computeLetterReminderAt({ replacing, createdAt }: Escrow): Date | null {
  if (!replacing || replacing.letterAt || replacing.letterRemindedAt) return null;
  return addDays(createdAt, payoffLetterDays);
}

/** Null once the payment of the payoff is reported: then only its answer counts. */
function computePayoffLapseAt(escrow: Escrow): Date | null {
  if (!escrow.replacing || findPayoffLeg(escrow) !== null) return null;
  return addDays(escrow.statusAt, refinanceDays);
}

const findOpenSurplus = ({ replacing }: Escrow): LegRecord | undefined =>
  replacing?.legs.find(
    ({ leg, confirmedCents, deniedAt }) =>
      leg === 'SURPLUS' && confirmedCents === null && deniedAt === null,
  );

/**
 * As the receipt of a loan's money: a silent borrower cannot keep the surplus free of interest. While a claim of repayment
 * is open, it would no longer cover the loan.
 */
function computeSurplusDeemedAt(escrow: Escrow): Date | null {
  const surplus = findOpenSurplus(escrow);
  if (!surplus || escrow.claim || isPaidOff(escrow)) return null;
  const { reportedAt } = surplus;
  const from = reportedAt > escrow.statusAt ? reportedAt : escrow.statusAt;
  return addDays(from, deemedReceiptDays);
}

function deemSurplus(escrow: Escrow, _input: object, { now }: { now: Date }): TransitionEffect {
  const surplus = findOpenSurplus(escrow);
  if (!surplus) return { changes: {}, note: null };
  const { changes, note } = confirmSurplus(escrow, { paymentId: surplus.id }, { now });
  return { changes, note: `${note} The borrower did not answer for ${deemedReceiptDays} days.` };
}

interface Missing {
  at: Date;
  reason: string;
}

/** The old lender's answer to a payment, or the rest of the payoff; null if nothing is missing. */
function findMissing(escrow: Escrow): Missing | null {
  const { openPayments, replacement, statusAt } = escrow;
  const [first] = (openPayments ?? [])
    .filter(({ leg }) => leg)
    .map(({ reportedAt }) => (reportedAt > statusAt ? reportedAt : statusAt))
    .toSorted((one, other) => one.getTime() - other.getTime());
  if (first)
    return {
      at: addDays(first, claimAnswerDays),
      reason: `The lender has not answered a payment of the refinancing for ${claimAnswerDays} days.`,
    };
  if (!replacement?.shortSince) return null;
  return {
    at: addDays(replacement.shortSince, topUpDays),
    reason: `The new lender’s payment does not cover the payoff, and the borrower has not paid the rest for ${topUpDays} days.`,
  };
}
