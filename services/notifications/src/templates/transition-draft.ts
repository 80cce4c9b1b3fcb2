/** What the words about moves of a loan share: who is told, and a move with its facts in words. */

import { dayInWords, momentInWords } from '@nameloan/contracts/days-in-words.ts';
import type { EventData } from '@nameloan/contracts/events.ts';
import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import { formatCents } from '@nameloan/contracts/money.ts';
import type { NotificationKind } from './notification-kind.ts';
import type { TemplateContext } from './template.ts';
import { quote } from './template.ts';

export type TransitionData = EventData<'lending.escrow.moved'>;

/** What one person is told; `who` in the terms of the loan. */
export interface TransitionDraft {
  who: 'BORROWER' | 'LENDER' | 'OPERATORS';
  title: string;
  body: string;
  /** Something to do until the loan leaves the status that the move leads to. */
  alert: boolean;
  /** Or until one of these is settled (matters.ts). */
  until?: readonly string[];
  /** Where it is another than that of its move. */
  kind?: NotificationKind;
  /** As in a wording. */
  topic?: string;
  batched?: boolean;
}

/** The facts of a move, ready to be put into a sentence. */
export interface TransitionDetails extends TransitionData {
  /** "$5,000.00"; the loan's amount. */
  amount: string;
  /** The day on which the loan is due, in words. */
  due: string;
  /** The last moment of grace, in words. */
  graceEnd: string;
  /** What repaying it on the day of the move takes. */
  payoff: string;
}

/** The facts of a move, put into words. */
export function formatTransition(
  moved: TransitionData,
  { loan }: TemplateContext,
): TransitionDetails {
  const { dueAt, graceEndsAt, payoffCents } = moved;
  return {
    ...moved,
    amount: loan ? formatCents(loan.amountCents) : 'the money',
    due: dueAt ? dayInWords(dueAt) : 'the day in the contract',
    graceEnd: graceEndsAt ? momentInWords(graceEndsAt) : 'the end of grace',
    payoff: payoffCents === null ? 'what is owed' : formatCents(payoffCents),
  };
}

export const draftNotification = (
  who: TransitionDraft['who'],
  title: string,
  body: string,
): TransitionDraft => ({
  who,
  title,
  body,
  alert: false,
});
export const draftAlert = (
  who: TransitionDraft['who'],
  title: string,
  body: string,
): TransitionDraft => ({
  who,
  title,
  body,
  alert: true,
});

/** An alert that a step inside the status ends too. */
export const until = (alert: TransitionDraft, ...matters: string[]): TransitionDraft => ({
  ...alert,
  until: matters,
});

/** Everyone but who made the move. */
export function otherParties(by: TransitionData['by']): TransitionDraft['who'][] {
  if (by === 'BORROWER') return ['LENDER'];
  if (by === 'LENDER') return ['BORROWER'];
  return ['BORROWER', 'LENDER'];
}

/** Both parties alike. */
export const draftForBoth = (title: string, body: string): TransitionDraft[] => [
  draftNotification('BORROWER', title, body),
  draftNotification('LENDER', title, body),
];

/** The dispute as the parties hear of it, and as the operators do. */
export function draftDispute(move: TransitionDetails, what: string): TransitionDraft[] {
  const { domainName, note } = move;
  const body = `${what}${quote('Reason', note)} Each of you has ${loanCalendar.evidenceDays} days to add evidence on the loan’s page. An operator decides, unless you both settle on the same outcome before; the operator reads the chat too.`;
  return [
    ...otherParties(move.by).map((who) =>
      draftAlert(who, `The loan on ${domainName} is in dispute`, body),
    ),
    draftAlert(
      'OPERATORS',
      `Dispute about the loan on ${domainName}`,
      `The loan on ${domainName} waits for a decision, which is due within ${loanCalendar.decisionDays} days.${quote('Reason', note)}`,
    ),
  ];
}
