/** Notifications of part payments: to the lender who answers, and to the borrower about the answer. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { alertKeys } from '../alert-keys.ts';
import { quote } from '../template.ts';
import type {
  TransitionDetails,
  TransitionDraft,
  TransitionTemplates,
} from '../transition-draft.ts';
import {
  draftAlert,
  draftForBoth,
  draftNotification,
  nameParty,
  untilSettled,
} from '../transition-draft.ts';
import { describeNext } from './describe-instalment.ts';

const { claimAnswerDays, paymentAnswerDays, deemedPaymentDays, deemedReceiptDays } = loanCalendar;

function draftReported(transition: TransitionDetails, title: string): TransitionDraft[] {
  const { escrowId, domainName, note } = transition;
  return [
    {
      ...untilSettled(
        draftAlert(
          'LENDER',
          title,
          `The borrower reported a payment for the loan on ${domainName}.${quote('Details', note)} Confirm it once you have it, correct its amount, or deny it. With method and reference, it counts after ${paymentAnswerDays} days without an answer.`,
        ),
        alertKeys.partPayment(escrowId),
      ),
      action: 'Answer the Payment',
    },
  ];
}

/** Also of the payments of a refinancing, which the borrower has not reported. */
function draftReminder(transition: TransitionDetails): TransitionDraft[] {
  const { escrowId, domainName, note } = transition;
  const title = `Has the payment for ${domainName} arrived?`;
  const body = `A payment for the loan on ${domainName} waits for your answer.${quote('Details', note)} Confirm it once you have it, correct its amount, or deny it. With method and reference, it counts after ${paymentAnswerDays} days without an answer; a payment that refinances the loan becomes a dispute instead.`;
  const keys = [alertKeys.partPayment(escrowId), alertKeys.refinancePayment(escrowId)];
  const alert = untilSettled(draftAlert('LENDER', title, body), ...keys);
  return [{ ...alert, action: 'Answer the Payment' }];
}

function draftConfirmed(transition: TransitionDetails): TransitionDraft[] {
  const { domainName, note, day, payoff, shortClaim } = transition;
  if (shortClaim) return [draftShortClaim(transition)];
  const title = `Your payment for ${domainName} is confirmed`;
  const body = `The lender confirmed your payment for the loan on ${domainName}.${quote('Amount', note)} Payoff on ${day}: ${payoff}.${describeNext(transition)}`;
  return [draftNotification('BORROWER', title, body)];
}

/** The loan is not repaid although the borrower paid what they thought was owed: without the rest, the domain is at risk. */
function draftShortClaim(transition: TransitionDetails): TransitionDraft {
  const { escrowId, domainName, note, day, payoff, to } = transition;
  const otherwise = to === 'LOAN_POSTED' ? ', or escalate the loan to an operator' : '';
  return {
    ...untilSettled(
      draftAlert(
        'BORROWER',
        `Your repayment for ${domainName} arrived short`,
        `The lender confirmed less than you paid for the loan on ${domainName}, so it is not repaid yet.${quote('Amount', note)} Payoff on ${day}: ${payoff}. Pay the rest and claim it as repaid${otherwise}.`,
      ),
      alertKeys.denial(escrowId),
    ),
    action: 'Pay the Rest',
  };
}

const draftDenied = ({ domainName, note, day, payoff }: TransitionDetails): TransitionDraft =>
  draftNotification(
    'BORROWER',
    `Your payment for ${domainName} was denied`,
    `The lender denied your payment for the loan on ${domainName}.${quote('Reason', note)} Payoff on ${day}: ${payoff}. Clear it up in the chat, or escalate the loan to an operator.`,
  );

const draftWithdrawn = ({ domainName, note }: TransitionDetails): TransitionDraft =>
  draftNotification(
    'LENDER',
    `The borrower withdrew a payment for ${domainName}`,
    `The borrower withdrew a payment for the loan on ${domainName}.${quote('Payment', note)} You no longer need to answer it.`,
  );

/** The payments cover the loan, so the lender has the domain to return. */
function draftCovered({ domainName, payoffCents }: TransitionDetails): TransitionDraft[] {
  if (payoffCents !== 0) return [];
  const title = `The loan on ${domainName} is repaid`;
  const body = `The payments that you confirmed cover the loan on ${domainName}. Return the domain by Finalize; without it, an operator decides after ${claimAnswerDays} days.`;
  // The lender's own confirmation raises no alert.
  return [draftNotification('LENDER', title, body)];
}

/** Also the agreed money of an amendment, from either party; the borrower answers only further principal. */
const answered = ({ escrowId, by }: { escrowId: string; by: string }): string[] => [
  by === 'BORROWER' ? alertKeys.advance(escrowId) : alertKeys.partPayment(escrowId),
  alertKeys.agreedMoney(escrowId),
];

/** Further principal, which the lender reports and the borrower answers. */
const ofAdvance = {
  REPORT_PAYMENT: ({ escrowId, domainName, note }) => [
    {
      ...untilSettled(
        draftAlert(
          'BORROWER',
          `The lender sent further principal for ${domainName}`,
          `The lender reported the payment for the amendment of the loan on ${domainName}.${quote('Details', note)} Confirm it once you have it, or deny it. Without an answer it counts after ${deemedReceiptDays} days, and interest runs from its day.`,
        ),
        alertKeys.advance(escrowId),
      ),
      action: 'Answer the Payment',
    },
  ],
  CONFIRM_PAYMENT: ({ domainName, note, day, payoff }) => [
    draftNotification(
      'LENDER',
      `Your payment for ${domainName} is confirmed`,
      `The borrower confirmed the further principal of the loan on ${domainName}.${quote('Amount', note)} The amendment counts from its day. Payoff on ${day}: ${payoff}.`,
    ),
  ],
  DENY_PAYMENT: ({ domainName, note }) => [
    draftAlert(
      'LENDER',
      `Your payment for ${domainName} was denied`,
      `The borrower denied the further principal of the loan on ${domainName}.${quote('Reason', note)} Clear it up in the chat, report it again, or escalate the loan to an operator.`,
    ),
  ],
  WITHDRAW_PAYMENT: ({ domainName, note }) => [
    draftNotification(
      'BORROWER',
      `The lender withdrew a payment for ${domainName}`,
      `The lender withdrew the further principal of the loan on ${domainName}.${quote('Payment', note)} You no longer need to answer it.`,
    ),
  ],
} satisfies Record<string, (transition: TransitionDetails) => TransitionDraft[]>;

export const paymentTransitions = {
  REPORT_PAYMENT: {
    kind: 'LOAN',
    drafts: (transition) =>
      transition.by === 'LENDER'
        ? ofAdvance.REPORT_PAYMENT(transition)
        : draftReported(transition, `The borrower reported a payment for ${transition.domainName}`),
    settles: ({ escrowId }) => [alertKeys.agreedMoney(escrowId)],
  },
  CONFIRM_PAYMENT: {
    kind: 'LOAN',
    drafts: (transition) =>
      transition.by === 'BORROWER'
        ? ofAdvance.CONFIRM_PAYMENT(transition)
        : [...draftConfirmed(transition), ...draftCovered(transition)],
    // Also of a claim that arrived short; one that still waits blocks a seizure.
    settles: (data) =>
      data.claimBlocks ? answered(data) : [...answered(data), alertKeys.claim(data.escrowId)],
  },
  DENY_PAYMENT: {
    kind: 'LOAN',
    drafts: (transition) =>
      transition.by === 'BORROWER' ? ofAdvance.DENY_PAYMENT(transition) : [draftDenied(transition)],
    settles: answered,
  },
  WITHDRAW_PAYMENT: {
    kind: 'LOAN',
    drafts: (transition) =>
      transition.by === 'LENDER'
        ? ofAdvance.WITHDRAW_PAYMENT(transition)
        : [draftWithdrawn(transition)],
    settles: (data) => answered({ ...data, by: data.by === 'LENDER' ? 'BORROWER' : 'LENDER' }),
  },
  REMIND_PAYMENT: {
    kind: 'DUE',
    drafts: draftReminder,
  },
  DEEM_PAYMENT: {
    kind: 'NOTICE',
    drafts: (transition) =>
      draftForBoth(
        `A payment for ${transition.domainName} was not answered in time`,
        (who) =>
          `A payment for the loan on ${transition.domainName} now counts, because ${nameParty('LENDER', who)} didn’t answer for ${paymentAnswerDays} days. If it covers the loan, it is a claim of repayment instead.${quote('Payment', transition.note)} Payoff on ${transition.day}: ${transition.payoff}.${describeNext(transition)} For ${deemedPaymentDays} days, either of you can escalate the loan about a payment that counts.`,
      ),
    settles: answered,
  },
} satisfies TransitionTemplates;
