/** What each party is told when silence or a date has moved their loan: whose silence it was, and what it brings about. */

import type { EscrowTransition } from '@nameloan/contracts/loan.ts';
import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import { alertKeys } from './alert-keys.ts';
import { quote } from './template.ts';
import type { TransitionDetails, TransitionDraft } from './transition-draft.ts';
import {
  draftAlert,
  draftDispute,
  draftForBoth,
  draftNotification,
  until,
} from './transition-draft.ts';

const { signatureDays, transferDays, cancelAnswerDays, deemedReceiptDays, claimAnswerDays } =
  loanCalendar;

function draftCancelled({ domainName }: TransitionDetails, why: string): TransitionDraft[] {
  return draftForBoth(
    `The loan on ${domainName} was cancelled`,
    `The loan on ${domainName} was cancelled because ${why}. The domain is free again.`,
  );
}

function draftReceiptReminder({
  escrowId,
  domainName,
  amount,
  note,
}: TransitionDetails): TransitionDraft[] {
  return [
    until(
      draftAlert(
        'BORROWER',
        `Has the money for ${domainName} arrived?`,
        `The lender says that ${amount} for the loan on ${domainName} was sent. Please confirm it once you have it, or escalate the loan if it has not come.${quote('Please note', note)}`,
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
  const silence = `${amount} for the loan on ${domainName} counts as received, because the borrower said nothing for ${deemedReceiptDays} days. It is due on ${due}.`;
  return [
    until(
      draftAlert(
        'BORROWER',
        `The money for ${domainName} counts as received`,
        `${silence} Please confirm it if you have it, or escalate the loan if it has not come.`,
      ),
      alertKeys.receipt(escrowId),
    ),
    draftNotification(
      'LENDER',
      `The loan on ${domainName} has begun`,
      `${silence} As long as that rests on silence alone, only an operator can decide that you take the domain.`,
    ),
  ];
}

/** What the borrower must reckon with once grace is over. */
function describeAfterGrace({ receivedBy, collateralGone }: TransitionDetails): string {
  if (collateralGone) return 'after that the lender may ask an operator to decide';
  const taker =
    receivedBy === 'SILENCE'
      ? 'an operator may give the lender the domain'
      : 'the lender may take the domain';
  return `after that ${taker} in full satisfaction of the loan`;
}

function draftDueReminder(move: TransitionDetails): TransitionDraft[] {
  const { domainName, due, graceEnd, payoff } = move;
  const days = move.daysToDue ?? 0;
  const repaid = alertKeys.repayment(move.escrowId);
  const today = `Repaid today it takes ${payoff}.`;
  if (days < 0) {
    return [
      until(
        draftAlert(
          'BORROWER',
          `The loan on ${domainName} is overdue`,
          `The loan on ${domainName} was due on ${due}. You have until ${graceEnd} to repay it; ${describeAfterGrace(move)}. ${today}`,
        ),
        repaid,
      ),
    ];
  }
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  return [
    until(
      draftAlert(
        'BORROWER',
        `The loan on ${domainName} is due ${when}`,
        `The loan on ${domainName} is due ${when}, on ${due}. ${today}`,
      ),
      repaid,
    ),
  ];
}

function draftNoticeOfDefault(move: TransitionDetails): TransitionDraft[] {
  const { escrowId, domainName, due, graceEnd, payoff, note } = move;
  const claimed = quote('Please note', note);
  const then =
    move.receivedBy === 'SILENCE' || move.collateralGone
      ? 'after that you may escalate the loan, so that an operator decides'
      : 'after that you may take the domain';
  return [
    until(
      draftAlert(
        'BORROWER',
        `Notice of default: the loan on ${domainName} is due`,
        `The loan on ${domainName} was due on ${due} and its repayment is not confirmed. You have until ${graceEnd} to repay it; ${describeAfterGrace(move)}. Repaid today it takes ${payoff}.${claimed || ' If you have repaid, please say so with Claim Repaid.'}`,
      ),
      alertKeys.repayment(escrowId),
    ),
    draftAlert(
      'LENDER',
      `Notice of default: the loan on ${domainName} is due`,
      `The loan on ${domainName} was due on ${due} and its repayment is not confirmed; today ${payoff} is owed. Please finalize it if you were repaid. The borrower has until ${graceEnd} to repay it; ${then}.`,
    ),
  ];
}

export const systemTransitionDrafts = {
  EXPIRE_SIGNATURE: (move) =>
    draftCancelled(move, `the contract was not signed by both of you within ${signatureDays} days`),
  EXPIRE_TRANSFER: (move) =>
    draftCancelled(move, `the domain did not come into custody within ${transferDays} days`),
  CANCEL_UNANSWERED: (move) =>
    draftCancelled(
      move,
      `the lender did not answer the borrower’s wish to cancel within ${cancelAnswerDays} days`,
    ),
  REMIND_RECEIPT: draftReceiptReminder,
  DEEM_RECEIVED: draftDeemedReceived,
  REMIND_DUE: draftDueReminder,
  SEND_NOTICE: draftNoticeOfDefault,
  ESCALATE_UNANSWERED: (move) =>
    draftDispute(
      { ...move, note: null },
      `For ${claimAnswerDays} days the lender has not answered the borrower’s claim that the loan on ${move.domainName} is repaid.`,
    ),
} satisfies Partial<Record<EscrowTransition, (move: TransitionDetails) => TransitionDraft[]>>;
