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

const { claimAnswerDays, paymentAnswerDays, deemedPaymentDays } = loanCalendar;

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

/** The payments cover the loan, so the lender has the domain to return. */
function draftCovered({ domainName, payoffCents }: TransitionDetails): TransitionDraft[] {
  if (payoffCents !== 0) return [];
  const title = `The loan on ${domainName} is repaid`;
  const body = `The payments that you confirmed cover the loan on ${domainName}. Return the domain by Finalize; without it, an operator decides after ${claimAnswerDays} days.`;
  // The lender's own confirmation raises no alert.
  return [draftNotification('LENDER', title, body)];
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
    drafts: (transition) => [...draftConfirmed(transition), ...draftCovered(transition)],
    // Also of a claim that arrived short; one that still waits blocks a seizure.
    settles: (data) =>
      data.claimBlocks ? answered(data) : [...answered(data), alertKeys.claim(data.escrowId)],
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
        `The borrower withdrew a payment for the loan on ${domainName}.${quote('Payment', note)} You no longer need to answer it.`,
      ),
    ],
    settles: answered,
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
