/** Notifications of the transitions that a deadline triggers. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { alertKeys } from './alert-keys.ts';
import { draftFundingReminder, draftMarkLapsed, formatDays } from './funding-drafts.ts';
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

function draftDeemedReceived({
  escrowId,
  domainName,
  amount,
  due,
}: TransitionDetails): TransitionDraft[] {
  const describeSilence = (who: TransitionDraft['who']) =>
    `${amount} for the loan on ${domainName} counts as received because ${nameParty('BORROWER', who)} didn’t answer for ${deemedReceiptDays} days. It is due on ${due}.`;
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

/** A decision or agreement allows the lender to take the domain before the end of grace too. */
const isSeizable = ({ maySeize, collateralGone }: TransitionDetails): boolean =>
  maySeize && !collateralGone;

/** Until when the borrower can repay, and what can happen to the domain then. */
function describeGrace(transition: TransitionDetails): string {
  if (isSeizable(transition))
    return 'You may still repay it, but the lender may take the domain at any time in full satisfaction of the loan.';
  return `You have until ${transition.graceEnd} to repay it; ${describeAfterGrace(transition)}.`;
}

function describeAfterGrace({ receivedBy, collateralGone }: TransitionDetails): string {
  if (collateralGone) return 'after that the lender may ask an operator to decide';
  const taker =
    receivedBy === 'SILENCE'
      ? 'an operator may give the lender the domain'
      : 'the lender may take the domain';
  return `after that ${taker} in full satisfaction of the loan`;
}

function draftDueReminder(transition: TransitionDetails): TransitionDraft[] {
  const { domainName, due, day, payoff } = transition;
  const days = transition.daysToDue ?? 0;
  const repaid = alertKeys.repayment(transition.escrowId);
  const payoffText = `Payoff on ${day}: ${payoff}.`;
  if (days < 0) {
    return [
      untilSettled(
        draftAlert(
          'BORROWER',
          `The loan on ${domainName} is overdue`,
          `The loan on ${domainName} was due on ${due}. ${describeGrace(transition)} ${payoffText}`,
        ),
        repaid,
      ),
    ];
  }
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  return [
    untilSettled(
      draftAlert(
        'BORROWER',
        `The loan on ${domainName} is due ${when}`,
        `The loan on ${domainName} is due ${when}, on ${due}. ${payoffText}${isSeizable(transition) ? ' The lender may take the domain at any time.' : ''}`,
      ),
      repaid,
    ),
  ];
}

function draftNoticeOfDefault(transition: TransitionDetails): TransitionDraft[] {
  const { escrowId, domainName, due, graceEnd, day, payoff, note } = transition;
  const claimed = quote('Note', note);
  const then =
    transition.receivedBy === 'SILENCE' || transition.collateralGone
      ? 'after that you may escalate the loan, so that an operator decides'
      : 'after that you may take the domain';
  return [
    untilSettled(
      draftAlert(
        'BORROWER',
        `Notice of default: the loan on ${domainName} is due`,
        `The loan on ${domainName} was due on ${due} and its repayment isn’t confirmed. ${describeGrace(transition)} Payoff on ${day}: ${payoff}.${claimed || ' If you have repaid it, press Claim Repaid.'}`,
      ),
      alertKeys.repayment(escrowId),
    ),
    draftAlert(
      'LENDER',
      `Notice of default: the loan on ${domainName} is due`,
      `The loan on ${domainName} was due on ${due} and its repayment isn’t confirmed. Payoff on ${day}: ${payoff}. Finalize it if you were repaid. ${isSeizable(transition) ? 'You may take the domain at any time.' : `The borrower has until ${graceEnd} to repay it; ${then}.`}`,
    ),
  ];
}

function draftGraceEnded(transition: TransitionDetails): TransitionDraft[] {
  const { escrowId, domainName, day, payoff, receivedBy, collateralGone } = transition;
  const choice = collateralGone
    ? 'The domain has left our custody: escalate the loan so that an operator decides, or give the borrower more time.'
    : receivedBy === 'SILENCE'
      ? 'The borrower never confirmed the money: escalate the loan so that an operator decides, or give the borrower more time.'
      : 'You may take the domain in full satisfaction of the loan, or give the borrower more time.';
  return [
    {
      ...untilSettled(
        draftAlert(
          'LENDER',
          `Grace has ended on ${domainName}`,
          `The loan on ${domainName} is overdue and grace has ended. ${choice} Payoff on ${day}: ${payoff}.`,
        ),
        alertKeys.repayment(escrowId),
      ),
      action: 'Decide What Happens',
    },
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
