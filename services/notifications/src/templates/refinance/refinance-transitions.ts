/**
 * Notifications of a refinancing. Each of its two loans notifies its own parties: the old one its lender and the borrower,
 * the new one the borrower and the new lender.
 */

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
  draftDispute,
  draftForBoth,
  draftNotification,
  nameParty,
  untilSettled,
} from '../transition-draft.ts';

const { claimAnswerDays, deemedReceiptDays, payoffLetterDays, refinanceDays } = loanCalendar;

const letterKey = ({ escrowId }: { escrowId: string }) => alertKeys.payoffLetter(escrowId);
const legKey = ({ escrowId }: { escrowId: string }) => alertKeys.refinancePayment(escrowId);

function draftLetter(transition: TransitionDetails): TransitionDraft[] {
  const { domainName, day, payoff } = transition;
  const title = `Sign the payoff letter for ${domainName}`;
  const body = `The borrower accepted an offer of another lender that repays your loan on ${domainName}. Payoff on ${day}: ${payoff}. Sign the payoff letter, or correct it; after ${payoffLetterDays} days the new loan goes on without your signature.`;
  return [
    untilSettled(draftAlert('LENDER', title, body), letterKey(transition)),
    draftNotification(
      'BORROWER',
      `The refinancing of ${domainName} has started`,
      `A new loan is going to repay your loan on ${domainName}. Until then, this loan goes on as before.`,
    ),
  ];
}

function draftLegReported(transition: TransitionDetails): TransitionDraft[] {
  const { domainName, note } = transition;
  const title = `Has the payment for ${domainName} arrived?`;
  const body = `A payment that repays your loan on ${domainName} was reported.${quote('Details', note)} Confirm it once you have it, correct its amount, or deny it. Without an answer within ${claimAnswerDays} days, an operator decides.`;
  return [untilSettled(draftAlert('LENDER', title, body), legKey(transition))];
}

/** Of the new loan: its borrower or its lender reported it. The payee of a surplus answers. */
function draftReport(transition: TransitionDetails): TransitionDraft[] {
  const { by, to, domainName, note } = transition;
  if (to === 'LOAN_POSTED') {
    const title = `Has the rest of the loan on ${domainName} arrived?`;
    const body = `The lender reported the payment of the rest of your loan on ${domainName}.${quote('Details', note)} Confirm it once you have it; without an answer, it counts after ${deemedReceiptDays} days.`;
    return [untilSettled(draftAlert('BORROWER', title, body), legKey(transition))];
  }
  const other = by === 'LENDER' ? 'BORROWER' : 'LENDER';
  const payer = nameParty(by === 'LENDER' ? 'LENDER' : 'BORROWER', other);
  const title = `The old lender of ${domainName} was paid`;
  const body = `For the loan on ${domainName}, ${payer} reported a payment to the old lender.${quote('Details', note)} The loan starts once the old lender has confirmed the payoff.`;
  return [draftNotification(other, title, body)];
}

function draftWithdrawn({ by, domainName, note }: TransitionDetails): TransitionDraft[] {
  const other = by === 'LENDER' ? 'BORROWER' : 'LENDER';
  const payer = nameParty(by === 'LENDER' ? 'LENDER' : 'BORROWER', other);
  const title = `A payment for ${domainName} was withdrawn`;
  const body = `For the loan on ${domainName}, ${payer} withdrew a payment of the refinancing.${quote('Payment', note)}`;
  return [draftNotification(other, title, body)];
}

function draftConfirmed({ by, domainName, note }: TransitionDetails): TransitionDraft[] {
  const other = by === 'LENDER' ? 'BORROWER' : 'LENDER';
  const payee = nameParty(by === 'LENDER' ? 'LENDER' : 'BORROWER', other);
  const title = `A payment for ${domainName} is confirmed`;
  const body = `For the loan on ${domainName}, ${payee} confirmed a payment of the refinancing.${quote('Amount', note)}`;
  return [draftNotification(other, title, body)];
}

function draftDenied(transition: TransitionDetails): TransitionDraft[] {
  const { by, from, to, domainName, note } = transition;
  if (to === 'ESCALATED' && from !== 'ESCALATED')
    return draftDispute(transition, {
      cause: `The lender denied a payment that refinances the loan on ${domainName}.`,
      note,
    });
  const other = by === 'LENDER' ? 'BORROWER' : 'LENDER';
  const payee = nameParty(by === 'LENDER' ? 'LENDER' : 'BORROWER', other);
  const title = `A payment for ${domainName} was denied`;
  const body = `For the loan on ${domainName}, ${payee} denied a payment of the refinancing.${quote('Reason', note)} Clear it up in the chat.`;
  return [draftNotification(other, title, body)];
}

function draftClosed({ to, domainName, due }: TransitionDetails): TransitionDraft[] {
  return to === 'LOAN_POSTED'
    ? draftForBoth(
        `The loan on ${domainName} runs`,
        `The old loan on ${domainName} is repaid, and the domain now secures this loan. It is due on ${due}.`,
      )
    : draftForBoth(
        `The loan on ${domainName} is repaid`,
        `A new loan has repaid the loan on ${domainName}, and the domain now secures the new loan.`,
      );
}

function draftEnded({ to, domainName, note }: TransitionDetails): TransitionDraft[] {
  return to === 'CANCELLED'
    ? draftForBoth(
        `The loan on ${domainName} was cancelled`,
        `The loan on ${domainName} was cancelled, because the old loan is not refinanced.${quote('Reason', note)}`,
      )
    : draftForBoth(
        `The refinancing of ${domainName} has ended`,
        `The loan on ${domainName} goes on as before, without the new loan.${quote('Reason', note)}`,
      );
}

export const refinanceTransitions = {
  START_REFINANCE: { kind: 'LOAN', drafts: draftLetter },
  SIGN_LETTER: {
    kind: 'LOAN',
    drafts: ({ domainName, note }) => [
      draftNotification(
        'BORROWER',
        `The payoff letter for ${domainName} is ${note === null ? 'signed' : 'corrected'}`,
        `The lender answered the payoff letter of the loan on ${domainName}.${quote('Correction', note)}`,
      ),
    ],
    settles: (data) => [letterKey(data)],
  },
  REPORT_LEG: { kind: 'LOAN', drafts: draftReport },
  WITHDRAW_LEG: { kind: 'LOAN', drafts: draftWithdrawn, settles: (data) => [legKey(data)] },
  CONFIRM_LEG: { kind: 'LOAN', drafts: draftConfirmed, settles: (data) => [legKey(data)] },
  DENY_LEG: { kind: 'DISPUTE', drafts: draftDenied, settles: (data) => [legKey(data)] },
  LEG_REPORTED: { kind: 'LOAN', drafts: draftLegReported },
  LEG_WITHDRAWN: {
    kind: 'LOAN',
    drafts: ({ domainName, note }) => [
      draftNotification(
        'LENDER',
        `A payment for ${domainName} was withdrawn`,
        `A payment that was to repay your loan on ${domainName} was withdrawn.${quote('Payment', note)} You no longer need to answer it.`,
      ),
    ],
    settles: (data) => [legKey(data)],
  },
  REFINANCE_ANSWERED: {
    kind: 'LOAN',
    drafts: ({ domainName, note }) =>
      draftForBoth(
        `The old lender of ${domainName} answered`,
        `There is an answer about the old loan on ${domainName}.${quote('Answer', note)}`,
      ),
  },
  OLD_LOAN_DISPUTED: {
    kind: 'DISPUTE',
    drafts: ({ domainName, note }) =>
      draftForBoth(
        `The old loan on ${domainName} is in dispute`,
        `The old loan on ${domainName} is in dispute, and an operator decides about it.${quote('Reason', note)} Add files about your payments to the new loan: they are part of the dispute.`,
      ),
  },
  REMIND_LETTER: {
    kind: 'LOAN',
    drafts: ({ domainName }) => [
      draftAlert(
        'LENDER',
        `No payoff letter for ${domainName}`,
        `The old lender of ${domainName} has not answered the payoff letter for ${payoffLetterDays} days. You can sign the loan without its answer, on the payoff as computed, or cancel it.`,
      ),
      draftNotification(
        'BORROWER',
        `No payoff letter for ${domainName}`,
        `The old lender of ${domainName} has not answered the payoff letter for ${payoffLetterDays} days. You and the new lender can sign the loan without its answer.`,
      ),
    ],
  },
  CLOSE_REFINANCE: {
    kind: 'LOAN',
    drafts: draftClosed,
    settles: (data) => [legKey(data), letterKey(data)],
  },
  END_REFINANCE: {
    kind: 'LOAN',
    drafts: draftEnded,
    settles: (data) => [legKey(data), letterKey(data)],
  },
  EXPIRE_REFINANCE: {
    kind: 'LOAN',
    drafts: ({ domainName }) =>
      draftForBoth(
        `The loan on ${domainName} was cancelled`,
        `The loan on ${domainName} was cancelled, because the payoff of the old loan was not paid within ${refinanceDays} days.`,
      ),
  },
  ESCALATE_REFINANCE: {
    kind: 'DISPUTE',
    drafts: (transition) =>
      draftDispute(transition, {
        cause: `The refinancing of ${transition.domainName} has stopped.`,
        note: transition.note,
      }),
  },
  DEEM_SURPLUS: {
    kind: 'NOTICE',
    drafts: ({ domainName, note }) =>
      draftForBoth(
        `The rest of the loan on ${domainName} counts as received`,
        (who) =>
          `The payment of the rest of the loan on ${domainName} counts as received, because ${nameParty('BORROWER', who)} didn’t answer for ${deemedReceiptDays} days.${quote('Payment', note)}`,
      ),
    settles: (data) => [legKey(data)],
  },
} satisfies TransitionTemplates;
