/** Drafts for the parties of a loan transition, and its values formatted for sentences. */

import type { EventData } from '@nameloan/contracts/events';
import { formatDate, formatDateTime } from '@nameloan/contracts/format-date';
import type { EscrowTransition } from '@nameloan/contracts/loan';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { formatCents } from '@nameloan/contracts/money';
import type { NotificationKind } from './notification-kind.ts';
import type { TemplateContext } from './template.ts';
import { quote } from './template.ts';

export type TransitionData = EventData<'lending.escrow.moved'>;

/** A notification for one role of the loan. */
export interface TransitionDraft {
  who: 'BORROWER' | 'LENDER' | 'OPERATORS';
  title: string;
  body: string;
  /** Open until the loan leaves the status that the transition leads to. */
  alert: boolean;
  /** Or until one of these keys is settled (alert-keys.ts). */
  until?: readonly string[];
  /** Overrides the kind of the transition. */
  kind?: NotificationKind;
  /** As in a NotificationDraft. */
  topic?: string;
  batched?: boolean;
  action?: string;
}

/** The notifications of a transition, or why it has none, and the alerts that it settles without leaving its status. */
export type TransitionTemplate = (
  | {
      /** Their group for mail preferences. DUE also makes them reminders. */
      kind: NotificationKind;
      drafts: (transition: TransitionDetails) => TransitionDraft[];
    }
  | { without: string }
) & {
  /** Keys of alerts (alert-keys.ts). Leaving a status settles all of its alerts. */
  settles?: (data: TransitionData) => string[];
};
export type TransitionTemplates = Partial<Record<EscrowTransition, TransitionTemplate>>;

/** A transition event with its values formatted. */
export interface TransitionDetails extends TransitionData {
  /** The loan's amount: "$5,000.00". */
  amount: string;
  /** The due day, formatted. */
  due: string;
  /** The end of grace, formatted. */
  graceEnd: string;
  /** The day of the transition, formatted. */
  day: string;
  /** The payoff on that day. */
  payoff: string;
  /** As in the TemplateContext: it is requested once a template reads it. */
  readonly note: string | null;
}

export function formatTransition(
  data: TransitionData,
  context: TemplateContext,
): TransitionDetails {
  const { loan } = context;
  const { dueAt, graceEndsAt, payoffCents } = data;
  return {
    ...data,
    amount: loan ? formatCents(loan.amountCents) : 'the money',
    due: dueAt ? formatDate(dueAt) : 'the day in the contract',
    graceEnd: graceEndsAt ? formatDateTime(graceEndsAt) : 'the end of grace',
    day: formatDate(context.at),
    payoff: payoffCents === null ? 'the full debt' : formatCents(payoffCents),
    get note() {
      return data.hasNote ? context.note : null;
    },
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

/** Also ends the alert when one of the keys is settled. */
export const untilSettled = (alert: TransitionDraft, ...keys: string[]): TransitionDraft => ({
  ...alert,
  until: keys,
});

/** The parties other than the actor. */
export function otherParties(by: TransitionData['by']): TransitionDraft['who'][] {
  if (by === 'BORROWER') return ['LENDER'];
  if (by === 'LENDER') return ['BORROWER'];
  return ['BORROWER', 'LENDER'];
}

/** A text that addresses its reader as “you”. */
export type TextForReader = (reader: TransitionDraft['who']) => string;

/** A party as its reader knows it: “you”, “the borrower”, “the lender”. */
export function nameParty(party: 'BORROWER' | 'LENDER', reader: TransitionDraft['who']): string {
  return reader === party ? 'you' : roleNames[party].toLowerCase();
}

export const draftForBoth = (title: string, body: string | TextForReader): TransitionDraft[] =>
  (['BORROWER', 'LENDER'] as const).map((who) =>
    draftNotification(who, title, typeof body === 'string' ? body : body(who)),
  );

/** A new dispute, for the parties and the operators. `note`: the reason for it. */
export function draftDispute(
  { by, domainName }: TransitionDetails,
  { cause, note }: { cause: string | TextForReader; note: string | null },
): TransitionDraft[] {
  const describeCause = (who: TransitionDraft['who']) =>
    typeof cause === 'string' ? cause : cause(who);
  const rest = `${quote('Reason', note)} You each have ${loanCalendar.evidenceDays} days to add evidence on the loan’s page. An operator decides unless you both choose the same outcome first; the operator also reads the chat.`;
  return [
    ...otherParties(by).map((who) =>
      draftAlert(who, `The loan on ${domainName} is in dispute`, `${describeCause(who)}${rest}`),
    ),
    draftAlert(
      'OPERATORS',
      `Dispute over the loan on ${domainName}`,
      `The loan on ${domainName} needs a decision within ${loanCalendar.decisionDays} days.${quote('Reason', note)}`,
    ),
  ];
}

export function draftLenderPays({ domainName, amount }: TransitionDetails): TransitionDraft {
  return draftAlert(
    'LENDER',
    `${domainName} is in custody: send your payment`,
    `${domainName} is in our custody for your loan. Press Mark Paid, then send ${amount} to the borrower.`,
  );
}

export const roleNames = {
  BORROWER: 'The borrower',
  LENDER: 'The lender',
  OPERATOR: 'An operator',
  SYSTEM: 'Nameloan',
} as const;
