/** Notifications about a due date, of a loan or of an instalment: reminder, notice of default, end of grace. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { formatCents } from '@nameloan/contracts/money';
import { alertKeys } from '../alert-keys.ts';
import { quote } from '../template.ts';
import type { TransitionDetails, TransitionDraft } from '../transition-draft.ts';
import { draftAlert, untilSettled } from '../transition-draft.ts';
import { nameInstalment } from './describe-instalment.ts';

const { accelerationDays } = loanCalendar;

/** A decision or agreement allows the lender to take the domain before the end of grace too. */
const isSeizable = ({ maySeize, collateralGone }: TransitionDetails): boolean =>
  maySeize && !collateralGone;

/** Only an operator can give the lender the domain. */
const needsOperator = ({ receivedBy, collateralGone }: TransitionDetails): boolean =>
  receivedBy === 'SILENCE' || collateralGone;

/** What is due: “The loan on example.com”, “Instalment 4 of 12, $888.08, of the loan on example.com”. */
function nameDebt({ domainName, instalment }: TransitionDetails): string {
  if (instalment === null) return `The loan on ${domainName}`;
  return `${nameInstalment(instalment)}, ${formatCents(instalment.openCents)}, of the loan on ${domainName}`;
}

/** The same in a title. */
const titleDebt = ({ domainName, instalment }: TransitionDetails): string =>
  instalment === null
    ? `The loan on ${domainName}`
    : `${nameInstalment(instalment)} on ${domainName}`;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What ends the default: “repay it”, “pay the overdue $888.08”. */
const nameCure = ({ instalment }: TransitionDetails): string =>
  instalment === null ? 'repay it' : `pay the overdue ${formatCents(instalment.cureCents)}`;

/** Until when the borrower can pay, and what can happen to the domain then. */
function describeGrace(transition: TransitionDetails): string {
  const cure = nameCure(transition);
  if (isSeizable(transition))
    return `You may still ${cure}, but the lender may take the domain at any time in full satisfaction of the loan.`;
  return `You have until ${transition.graceEnd} to ${cure}; ${describeAfterGrace(transition)}.`;
}

function describeAfterGrace(transition: TransitionDetails): string {
  const { receivedBy, collateralGone, instalment } = transition;
  if (collateralGone) return 'after that the lender may ask an operator to decide';
  if (receivedBy === 'SILENCE')
    return 'after that an operator may give the lender the domain in full satisfaction of the loan';
  if (instalment?.needsAcceleration)
    return `after that the lender may declare everything due, and take the domain ${accelerationDays} days later in full satisfaction of the loan`;
  return 'after that the lender may take the domain in full satisfaction of the loan';
}

export function draftDueReminder(transition: TransitionDetails): TransitionDraft[] {
  const { due, day, payoff } = transition;
  const days = transition.daysToDue ?? 0;
  const repaid = alertKeys.repayment(transition.escrowId);
  const payoffText = `Payoff on ${day}: ${payoff}.`;
  if (days < 0) {
    const body = `${nameDebt(transition)} was due on ${due}. ${describeGrace(transition)} ${payoffText}`;
    return [
      untilSettled(draftAlert('BORROWER', `${titleDebt(transition)} is overdue`, body), repaid),
    ];
  }
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  return [
    untilSettled(
      draftAlert(
        'BORROWER',
        `${titleDebt(transition)} is due ${when}`,
        `${nameDebt(transition)} is due ${when}, on ${due}. ${payoffText}${isSeizable(transition) ? ' The lender may take the domain at any time.' : ''}`,
      ),
      repaid,
    ),
  ];
}

export function draftNoticeOfDefault(transition: TransitionDetails): TransitionDraft[] {
  const { escrowId, due, day, payoff, note, instalment } = transition;
  const title = `Notice of default: ${lowerFirst(titleDebt(transition))} is due`;
  const missed = `${nameDebt(transition)} was due on ${due} and its ${instalment ? 'payment' : 'repayment'} isn’t confirmed.`;
  const payoffText = `Payoff on ${day}: ${payoff}.`;
  const hint = instalment
    ? ' If you have paid it, report the payment on the loan’s page.'
    : ' If you have repaid it, press Claim Repaid.';
  return [
    untilSettled(
      draftAlert(
        'BORROWER',
        title,
        `${missed} ${describeGrace(transition)} ${payoffText}${quote('Note', note) || hint}`,
      ),
      alertKeys.repayment(escrowId),
    ),
    draftAlert('LENDER', title, `${missed} ${payoffText} ${describeChoice(transition)}`),
  ];
}

/** What the lender can do about a default. */
function describeChoice(transition: TransitionDetails): string {
  const { instalment, graceEnd } = transition;
  const paid = instalment
    ? 'Confirm the payment if it arrived.'
    : 'Finalize it if you were repaid.';
  if (isSeizable(transition)) return `${paid} You may take the domain at any time.`;
  const then = needsOperator(transition)
    ? 'escalate the loan, so that an operator decides'
    : instalment?.needsAcceleration
      ? `accelerate the loan and take the domain ${accelerationDays} days later`
      : 'take the domain';
  return `${paid} The borrower has until ${graceEnd} to ${nameCure(transition)}; after that you may ${then}.`;
}

export function draftGraceEnded(transition: TransitionDetails): TransitionDraft[] {
  const { escrowId, domainName, day, payoff } = transition;
  const choice = `${describeEnd(transition)}, or give the borrower more time.`;
  return [
    {
      ...untilSettled(
        draftAlert(
          'LENDER',
          `Grace has ended on ${domainName}`,
          `${nameDebt(transition)} is overdue and grace has ended. ${choice} Payoff on ${day}: ${payoff}.`,
        ),
        alertKeys.repayment(escrowId),
      ),
      action: 'Decide What Happens',
    },
  ];
}

function describeEnd({ receivedBy, collateralGone, instalment }: TransitionDetails): string {
  const operator = 'escalate the loan so that an operator decides';
  if (collateralGone) return `The domain has left our custody: ${operator}`;
  if (receivedBy === 'SILENCE') return `The borrower never confirmed the money: ${operator}`;
  if (instalment?.needsAcceleration)
    return `You may accelerate the loan, so that everything is due and you may take the domain ${accelerationDays} days later`;
  return 'You may take the domain in full satisfaction of the loan';
}
