/** What each party is told when silence or a date has moved their loan: whose silence it was, and what it brings about. */

import type { EscrowMove } from '@nameloan/contracts/loan.ts';
import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import { matters } from './matters.ts';
import type { Move, Told } from './told.ts';
import { alerted, both, disputed, told, until } from './told.ts';
import { quote } from './wording.ts';

const { signatureDays, transferDays, cancelAnswerDays, deemedReceiptDays, claimAnswerDays } =
  loanCalendar;

function ended({ domainName }: Move, why: string): Told[] {
  return both(
    `The loan on ${domainName} was cancelled`,
    `The loan on ${domainName} was cancelled because ${why}. The domain is free again.`,
  );
}

function receiptReminder({ escrowId, domainName, amount, note }: Move): Told[] {
  return [
    until(
      alerted(
        'BORROWER',
        `Has the money for ${domainName} arrived?`,
        `The lender says that ${amount} for the loan on ${domainName} was sent. Please confirm it once you have it, or escalate the loan if it has not come.${quote('Please note', note)}`,
      ),
      matters.receipt(escrowId),
    ),
  ];
}

function deemedReceived({ escrowId, domainName, amount, due }: Move): Told[] {
  const silence = `${amount} for the loan on ${domainName} counts as received, because the borrower said nothing for ${deemedReceiptDays} days. It is due on ${due}.`;
  return [
    until(
      alerted(
        'BORROWER',
        `The money for ${domainName} counts as received`,
        `${silence} Please confirm it if you have it, or escalate the loan if it has not come.`,
      ),
      matters.receipt(escrowId),
    ),
    told(
      'LENDER',
      `The loan on ${domainName} has begun`,
      `${silence} As long as that rests on silence alone, only an operator can decide that you take the domain.`,
    ),
  ];
}

/** What the borrower must reckon with once grace is over. */
function afterGrace({ receivedBy, collateralGone }: Move): string {
  if (collateralGone) return 'after that the lender may ask an operator to decide';
  const taker =
    receivedBy === 'SILENCE'
      ? 'an operator may give the lender the domain'
      : 'the lender may take the domain';
  return `after that ${taker} in full satisfaction of the loan`;
}

function dueReminder(move: Move): Told[] {
  const { domainName, due, graceEnd, payoff } = move;
  const days = move.daysToDue ?? 0;
  const repaid = matters.repayment(move.escrowId);
  const today = `Repaid today it takes ${payoff}.`;
  if (days < 0) {
    return [
      until(
        alerted(
          'BORROWER',
          `The loan on ${domainName} is overdue`,
          `The loan on ${domainName} was due on ${due}. You have until ${graceEnd} to repay it; ${afterGrace(move)}. ${today}`,
        ),
        repaid,
      ),
    ];
  }
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  return [
    until(
      alerted(
        'BORROWER',
        `The loan on ${domainName} is due ${when}`,
        `The loan on ${domainName} is due ${when}, on ${due}. ${today}`,
      ),
      repaid,
    ),
  ];
}

function noticeOfDefault(move: Move): Told[] {
  const { escrowId, domainName, due, graceEnd, payoff, note } = move;
  const claimed = quote('Please note', note);
  const then =
    move.receivedBy === 'SILENCE' || move.collateralGone
      ? 'after that you may escalate the loan, so that an operator decides'
      : 'after that you may take the domain';
  return [
    until(
      alerted(
        'BORROWER',
        `Notice of default: the loan on ${domainName} is due`,
        `The loan on ${domainName} was due on ${due} and its repayment is not confirmed. You have until ${graceEnd} to repay it; ${afterGrace(move)}. Repaid today it takes ${payoff}.${claimed || ' If you have repaid, please say so with Claim Repaid.'}`,
      ),
      matters.repayment(escrowId),
    ),
    alerted(
      'LENDER',
      `Notice of default: the loan on ${domainName} is due`,
      `The loan on ${domainName} was due on ${due} and its repayment is not confirmed; today ${payoff} is owed. Please finalize it if you were repaid. The borrower has until ${graceEnd} to repay it; ${then}.`,
    ),
  ];
}

export const clockWordings = {
  EXPIRE_SIGNATURE: (move) =>
    ended(move, `the contract was not signed by both of you within ${signatureDays} days`),
  EXPIRE_TRANSFER: (move) =>
    ended(move, `the domain did not come into custody within ${transferDays} days`),
  CANCEL_UNANSWERED: (move) =>
    ended(
      move,
      `the lender did not answer the borrower’s wish to cancel within ${cancelAnswerDays} days`,
    ),
  REMIND_RECEIPT: receiptReminder,
  DEEM_RECEIVED: deemedReceived,
  REMIND_DUE: dueReminder,
  SEND_NOTICE: noticeOfDefault,
  ESCALATE_UNANSWERED: (move) =>
    disputed(
      { ...move, note: null },
      `For ${claimAnswerDays} days the lender has not answered the borrower’s claim that the loan on ${move.domainName} is repaid.`,
    ),
} satisfies Partial<Record<EscrowMove, (move: Move) => Told[]>>;
