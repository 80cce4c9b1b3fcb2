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

const { paymentAnswerDays, deemedPaymentDays } = loanCalendar;

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

const answered = (data: { escrowId: string }): string[] => [alertKeys.partPayment(data.escrowId)];

export const paymentTransitions = {
  REPORT_PAYMENT: {
    kind: 'LOAN',
    drafts: (transition) =>
      draftReported(transition, `The borrower reported a payment for ${transition.domainName}`),
  },
  CONFIRM_PAYMENT: {
    kind: 'LOAN',
    drafts: ({ domainName, note, day, payoff }) => [
      draftNotification(
        'BORROWER',
        `Your payment for ${domainName} is confirmed`,
        `The lender confirmed your payment for the loan on ${domainName}.${quote('Amount', note)} Payoff on ${day}: ${payoff}.`,
      ),
    ],
    settles: answered,
  },
  DENY_PAYMENT: {
    kind: 'LOAN',
    drafts: ({ domainName, note, day, payoff }) => [
      draftNotification(
        'BORROWER',
        `Your payment for ${domainName} was denied`,
        `The lender denied your payment for the loan on ${domainName}.${quote('Reason', note)} Payoff on ${day}: ${payoff}. Clear it up in the chat, or escalate the loan to an operator.`,
      ),
    ],
    settles: answered,
  },
  WITHDRAW_PAYMENT: {
    kind: 'LOAN',
    drafts: ({ domainName, note }) => [
      draftNotification(
        'LENDER',
        `The borrower withdrew a payment for ${domainName}`,
        `The borrower withdrew a payment for the loan on ${domainName}.${quote('Payment', note)} It needs no answer any more.`,
      ),
    ],
    settles: answered,
  },
  REMIND_PAYMENT: {
    kind: 'DUE',
    drafts: (transition) =>
      draftReported(transition, `Has the payment for ${transition.domainName} arrived?`),
  },
  DEEM_PAYMENT: {
    kind: 'NOTICE',
    drafts: ({ domainName, note, day, payoff }) =>
      draftForBoth(
        `A payment for ${domainName} counts as confirmed`,
        (who) =>
          `A payment for the loan on ${domainName} counts because ${nameParty('LENDER', who)} didn’t answer for ${paymentAnswerDays} days.${quote('Payment', note)} Payoff on ${day}: ${payoff}. Either of you can escalate the loan about it within ${deemedPaymentDays} days.`,
      ),
    settles: answered,
  },
} satisfies TransitionTemplates;
