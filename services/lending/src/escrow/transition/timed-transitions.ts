/** Transitions that silence and dates cause (docs/product-rules.md#schedule). */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { computePausedEnd } from '../../loan/loan-hold.ts';
import { isPaidOff } from '../balance/balance.ts';
import { findDueAt, recordMissed } from '../balance/due-date.ts';
import { isMoneyUnanswered } from './amendment/agreed-money.ts';
import { computeLapseAt, computeProposalEnd } from './amendment/amendment-deadlines.ts';
import { lapseAmendment } from './amendment/lapse-amendment.ts';
import { computeDeemedReceiptAt, describeDeemedReceipt } from './deemed-receipt.ts';
import {
  computeDetailsReminderAt,
  computeFundingLapseAt,
  computeFundingReminderAt,
  computeMarkLapseAt,
  isFundingOverdue,
} from './funding.ts';
import type { Guard } from './guards.ts';
import { fail, guards } from './guards.ts';
import { deemPayments } from './payment/deem-payments.ts';
import { describePaid } from './payment/describe-payment.ts';
import {
  computeNextDeemedAt,
  computePaymentReminderAt,
  markReminded,
} from './payment/payment-deadlines.ts';
import { refinanceTimedTransitions } from './refinance/refinance-timed.ts';
import {
  computeDueReminderAt,
  computeGraceNoticeAt,
  computeReceiptReminderAt,
} from './reminders.ts';
import type { TimedDescriptor } from './transition-descriptor.ts';
import { system } from './transition-descriptor.ts';

/** In order of precedence when two are due at the same time. */
export const timedTransitionNames = [
  'EXPIRE_SIGNATURE',
  'EXPIRE_TRANSFER',
  'EXPIRE_REFINANCE',
  'REMIND_LETTER',
  'CANCEL_UNANSWERED',
  'EXPIRE_FUNDING',
  'EXPIRE_MARK',
  'DEEM_RECEIVED',
  'EXPIRE_AMENDMENT',
  'LAPSE_AMENDMENT',
  'DEEM_PAYMENT',
  'DEEM_SURPLUS',
  'ESCALATE_UNANSWERED',
  'ESCALATE_REFINANCE',
  'SEND_NOTICE',
  'END_GRACE',
  'REMIND_FUNDING',
  'REMIND_DETAILS',
  'REMIND_RECEIPT',
  'REMIND_PAYMENT',
  'REMIND_DUE',
] as const;
export type TimedTransition = (typeof timedTransitionNames)[number];

export const timedTransitions: Readonly<Record<TimedTransition, TimedDescriptor>> = {
  EXPIRE_SIGNATURE: {
    verb: 'end the time for signatures',
    history: 'Cancelled: not signed by both in time',
    dueAt: ({ statusAt }) => addDays(statusAt, loanCalendar.signatureDays),
    rules: [
      {
        from: 'PENDING_SIGNATURE',
        roles: system,
        guards: [timeReached('EXPIRE_SIGNATURE')],
        to: 'CANCELLED',
      },
    ],
  },
  EXPIRE_TRANSFER: {
    verb: 'end the time for the transfer',
    history: 'Cancelled: the domain did not arrive in time',
    dueAt: (escrow) =>
      escrow.replacing
        ? null
        : computePausedEnd(escrow, escrow.statusAt, loanCalendar.transferDays),
    rules: [
      { from: 'NEW', roles: system, guards: [timeReached('EXPIRE_TRANSFER')], to: 'CANCELLED' },
    ],
  },
  CANCEL_UNANSWERED: {
    verb: 'cancel without an answer',
    history: 'Cancelled: no answer from the lender',
    dueAt: ({ cancelRequestedAt: at }) => at && addDays(at, loanCalendar.cancelAnswerDays),
    rules: [
      {
        from: 'DOMAIN_IN_CUSTODY',
        roles: system,
        guards: [timeReached('CANCEL_UNANSWERED')],
        to: 'CANCELLED',
      },
    ],
    writes: (escrow, _input, { now }) => ({
      changes: isFundingOverdue(escrow, now) ? { unfunded: true } : {},
      note: null,
    }),
  },
  EXPIRE_FUNDING: {
    verb: 'end the time for the payment',
    history: 'Cancelled: the lender did not pay in time',
    dueAt: computeFundingLapseAt,
    rules: [
      {
        from: 'DOMAIN_IN_CUSTODY',
        roles: system,
        guards: [timeReached('EXPIRE_FUNDING')],
        to: 'CANCELLED',
      },
    ],
    writes: () => ({ changes: { unfunded: true }, note: null }),
  },
  REMIND_FUNDING: {
    verb: 'remind of the payment',
    history: 'Reminder to pay sent',
    dueAt: computeFundingReminderAt,
    rules: [{ from: 'DOMAIN_IN_CUSTODY', roles: system, guards: [timeReached('REMIND_FUNDING')] }],
    writes: (_escrow, _input, { now }) => ({ changes: { remindedAt: now }, note: null }),
  },
  EXPIRE_MARK: {
    verb: 'end the time for payment details',
    history: 'The mark as paid lapsed: no payment details and no receipt',
    dueAt: computeMarkLapseAt,
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: system,
        guards: [timeReached('EXPIRE_MARK')],
        to: 'DOMAIN_IN_CUSTODY',
      },
    ],
    // The new deadline runs from the lapse that both parties are notified of, however late the job runs.
    writes: (escrow, _input, { now }) => ({
      changes: {
        sent: null,
        sentEvidenceIds: null,
        markedAt: null,
        markLapsedAt: now,
        fundingFrom: escrow.fundingFrom ?? now,
        remindedAt: now,
      },
      note: null,
    }),
  },
  REMIND_DETAILS: {
    verb: 'remind of the payment details',
    history: 'Reminder to add payment details sent',
    dueAt: computeDetailsReminderAt,
    rules: [{ from: 'LOAN_POSTED', roles: system, guards: [timeReached('REMIND_DETAILS')] }],
    writes: (_escrow, _input, { now }) => ({ changes: { remindedAt: now }, note: null }),
  },
  REMIND_RECEIPT: {
    verb: 'remind of the receipt',
    history: 'Reminder to confirm receipt sent',
    dueAt: (escrow, now) =>
      computeReceiptReminderAt(escrow, { now, until: computeDeemedReceiptAt(escrow) }),
    rules: [{ from: 'LOAN_POSTED', roles: system, guards: [timeReached('REMIND_RECEIPT')] }],
    writes: (escrow, _input, { now }) => ({
      changes: { remindedAt: now },
      note: describeDeemedReceipt(escrow),
    }),
  },
  DEEM_RECEIVED: {
    verb: 'count the money as received',
    history: 'Payment counts as received',
    dueAt: computeDeemedReceiptAt,
    rules: [{ from: 'LOAN_POSTED', roles: system, guards: [timeReached('DEEM_RECEIVED')] }],
    // The contract fixes the day, however late the job runs.
    writes: (escrow, _input, { now }) => {
      const { date = null, method = null, reference = null } = escrow.sent ?? {};
      const at = computeDeemedReceiptAt(escrow) ?? now;
      const receipt = { date, method, reference, at, by: 'SILENCE' } as const;
      return {
        changes: { receipt, dueAt: addDays(at, escrow.termDays), remindedAt: now },
        note: `The borrower did not answer for ${loanCalendar.deemedReceiptDays} days.`,
      };
    },
  },
  REMIND_PAYMENT: {
    verb: 'remind of a payment',
    history: 'Reminder to answer a payment sent',
    dueAt: computePaymentReminderAt,
    rules: [{ from: 'LOAN_POSTED', roles: system, guards: [timeReached('REMIND_PAYMENT')] }],
    writes: (escrow, _input, { now }) => ({
      changes: { openPayments: markReminded(escrow, now) },
      note: escrow.openPayments?.map((payment) => `${describePaid(payment)}.`).join(' ') ?? null,
    }),
  },
  DEEM_PAYMENT: {
    verb: 'count a payment without an answer',
    history: 'Payment was not answered in time',
    dueAt: computeNextDeemedAt,
    rules: [{ from: 'LOAN_POSTED', roles: system, guards: [timeReached('DEEM_PAYMENT')] }],
    writes: deemPayments,
  },
  EXPIRE_AMENDMENT: {
    verb: 'end the time for an answer',
    history: 'The proposed amendment expired without an answer',
    dueAt: computeProposalEnd,
    rules: [
      {
        from: ['LOAN_POSTED', 'ESCALATED'],
        roles: system,
        guards: [timeReached('EXPIRE_AMENDMENT')],
      },
    ],
    writes: () => ({ changes: { amendment: null }, note: null }),
  },
  LAPSE_AMENDMENT: {
    verb: 'end the time for the amendment',
    history: 'The agreed amendment lapsed; the terms before it stay',
    dueAt: computeLapseAt,
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: system,
        when: isMoneyUnanswered,
        guards: [timeReached('LAPSE_AMENDMENT')],
        to: 'ESCALATED',
      },
      {
        from: ['LOAN_POSTED', 'ESCALATED'],
        roles: system,
        guards: [timeReached('LAPSE_AMENDMENT')],
      },
    ],
    writes: lapseAmendment,
  },
  REMIND_DUE: {
    verb: 'remind of the due date',
    history: 'Due-date reminder sent',
    dueAt: computeDueReminderAt,
    rules: [{ from: 'LOAN_POSTED', roles: system, guards: [timeReached('REMIND_DUE')] }],
    writes: (_escrow, _input, { now }) => ({ changes: { remindedAt: now }, note: null }),
  },
  SEND_NOTICE: {
    verb: 'send the notice',
    history: 'Notice of default sent',
    dueAt: (escrow) =>
      escrow.receipt !== null && escrow.noticeAt === null && !isPaidOff(escrow)
        ? findDueAt(escrow)
        : null,
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: system,
        guards: [guards.receiptConfirmed, guards.due, guards.noticeNotSent],
      },
    ],
    writes: (escrow, _input, { now }) => ({
      changes: { noticeAt: now, ...recordMissed(escrow) },
      note: escrow.claim && 'The lender has not answered the claim of repayment yet.',
    }),
  },
  END_GRACE: {
    verb: 'end grace',
    history: 'Grace ended',
    dueAt: computeGraceNoticeAt,
    rules: [{ from: 'LOAN_POSTED', roles: system, guards: [timeReached('END_GRACE')] }],
    writes: (_escrow, _input, { now }) => ({ changes: { graceEndNotifiedAt: now }, note: null }),
  },
  ESCALATE_UNANSWERED: {
    verb: 'escalate without an answer',
    history: `Disputed: the lender did not answer the claim for ${loanCalendar.claimAnswerDays} days`,
    // Also a claim that blocks no seizure, because a silent lender would hold a repaid domain forever.
    dueAt: ({ claim }) => claim && addDays(claim.at, loanCalendar.claimAnswerDays),
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: system,
        guards: [timeReached('ESCALATE_UNANSWERED')],
        to: 'ESCALATED',
      },
    ],
    writes: (_escrow, _input, { now }) => {
      const reason = `The lender has not answered the claim of repayment for ${loanCalendar.claimAnswerDays} days.`;
      return {
        changes: { escalation: { at: now, by: 'SYSTEM', reason, evidence: null } },
        note: null,
      };
    },
  },
  ...refinanceTimedTransitions,
};

/** Holds once a timed transition is due and the loan still needs it. */
function timeReached(transition: TimedTransition): Guard {
  return (escrow, { now }) => {
    const at = timedTransitions[transition].dueAt(escrow, now);
    if (at !== null && at <= now) return null;
    return { ...fail('NOT_DUE', 'It is too early for this.'), availableAt: at };
  };
}
