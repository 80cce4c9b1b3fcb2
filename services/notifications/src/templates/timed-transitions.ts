/** Notifications of the transitions that a deadline triggers. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { alertKeys } from './alert-keys.ts';
import { draftFundingReminder, draftMarkLapsed, formatDays } from './funding-drafts.ts';
import { describeDue } from './payment/describe-instalment.ts';
import { draftDueReminder, draftGraceEnded, draftNoticeOfDefault } from './payment/due-drafts.ts';
import { quote } from './template.ts';
import type {
  TextForReader,
  TransitionDetails,
  TransitionDraft,
  TransitionTemplates,
} from './transition-draft.ts';
import {
  draftAlert,
  draftDispute,
  draftForBoth,
  draftNotification,
  nameParty,
  untilSettled,
} from './transition-draft.ts';

const { signatureDays, transferDays, cancelAnswerDays, deemedReceiptDays, claimAnswerDays } =
  loanCalendar;

function draftCancelled(
  { domainName }: TransitionDetails,
  reason: string | TextForReader,
): TransitionDraft[] {
  return draftForBoth(
    `The loan on ${domainName} was cancelled`,
    (who) =>
      `The loan on ${domainName} was cancelled because ${typeof reason === 'string' ? reason : reason(who)}. The domain is free again.`,
  );
}

function draftReceiptReminder({
  escrowId,
  domainName,
  amount,
  note,
}: TransitionDetails): TransitionDraft[] {
  return [
    untilSettled(
      draftAlert(
        'BORROWER',
        `Has the money for ${domainName} arrived?`,
        `The lender says ${amount} for the loan on ${domainName} was sent. Confirm it once you have it, or escalate the loan if it hasn’t arrived.${quote('Note', note)}`,
      ),
      alertKeys.receipt(escrowId),
    ),
  ];
}

function draftDeemedReceived(transition: TransitionDetails): TransitionDraft[] {
  const { escrowId, domainName, amount } = transition;
  const describeSilence = (who: TransitionDraft['who']) =>
    `${amount} for the loan on ${domainName} counts as received because ${nameParty('BORROWER', who)} didn’t answer for ${deemedReceiptDays} days. ${describeDue(transition)}`;
  return [
    untilSettled(
      draftAlert(
        'BORROWER',
        `The money for ${domainName} counts as received`,
        `${describeSilence('BORROWER')} Confirm it if you have it, or escalate the loan if it hasn’t arrived.`,
      ),
      alertKeys.receipt(escrowId),
    ),
    draftNotification(
      'LENDER',
      `The loan on ${domainName} has started`,
      `${describeSilence('LENDER')} Until the borrower confirms it, only an operator can give you the domain.`,
    ),
  ];
}

export const timedTransitions = {
  EXPIRE_SIGNATURE: {
    kind: 'LOAN',
    drafts: (transition) =>
      draftCancelled(transition, `you didn’t both sign the contract within ${signatureDays} days`),
  },
  EXPIRE_TRANSFER: {
    kind: 'LOAN',
    drafts: (transition) =>
      draftCancelled(transition, `the domain didn’t arrive in custody within ${transferDays} days`),
  },
  CANCEL_UNANSWERED: {
    kind: 'LOAN',
    drafts: (transition) =>
      draftCancelled(
        transition,
        (who) =>
          `${nameParty('LENDER', who)} didn’t answer ${who === 'BORROWER' ? 'your' : 'the borrower’s'} cancel request within ${cancelAnswerDays} days`,
      ),
  },
  EXPIRE_FUNDING: {
    kind: 'LOAN',
    drafts: (transition) =>
      draftCancelled(transition, (who) => `${nameParty('LENDER', who)} didn’t pay in time`),
  },
  REMIND_FUNDING: {
    kind: 'DUE',
    drafts: draftFundingReminder,
  },
  EXPIRE_MARK: {
    kind: 'NOTICE',
    drafts: draftMarkLapsed,
  },
  REMIND_DETAILS: {
    kind: 'DUE',
    drafts: ({ escrowId, domainName, amount, daysToDue }) => [
      untilSettled(
        draftAlert(
          'LENDER',
          `Add the payment details for ${domainName}`,
          `You marked ${amount} for the loan on ${domainName} as sent. Add date, method and reference${daysToDue === null ? '' : ` within ${formatDays(daysToDue)}`}, or the mark lapses.`,
        ),
        alertKeys.details(escrowId),
      ),
    ],
  },
  REMIND_RECEIPT: {
    kind: 'DUE',
    drafts: draftReceiptReminder,
  },
  DEEM_RECEIVED: {
    kind: 'NOTICE',
    drafts: draftDeemedReceived,
    // The alert of this transition asks the borrower to confirm again.
    settles: ({ escrowId }) => [alertKeys.receipt(escrowId)],
  },
  REMIND_DUE: {
    kind: 'DUE',
    drafts: draftDueReminder,
  },
  SEND_NOTICE: {
    kind: 'NOTICE',
    drafts: draftNoticeOfDefault,
  },
  END_GRACE: {
    kind: 'NOTICE',
    drafts: draftGraceEnded,
  },
  ESCALATE_UNANSWERED: {
    kind: 'DISPUTE',
    drafts: (transition) =>
      draftDispute(transition, {
        cause: (who) =>
          who === 'LENDER'
            ? `For ${claimAnswerDays} days you haven’t answered the borrower’s claim that the loan on ${transition.domainName} is repaid.`
            : `For ${claimAnswerDays} days the lender hasn’t answered your claim that the loan on ${transition.domainName} is repaid.`,
        note: null,
      }),
  },
} satisfies TransitionTemplates;
