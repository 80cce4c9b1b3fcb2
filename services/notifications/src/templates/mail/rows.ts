/** The rows of the table in the mail of a notification: at most four, the decisive ones. */

import { isIP } from 'node:net';
import { formatDate, formatDateTime } from '@nameloan/contracts/format-date';
import type { SecurityClient } from '@nameloan/contracts/identity-events';
import { formatCents, formatRate } from '@nameloan/contracts/money';
import type { Loan } from '../../loan/loan.ts';
import type { MailRow } from '../../mail-row/mail-row.ts';
import { describeBrowser } from '../describe-browser.ts';
import { nameInstalment } from '../payment/describe-instalment.ts';
import type { TransitionDetails } from '../transition-draft.ts';

const row = (label: string, value: string): MailRow => ({ label, value });
const formatDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);

interface Terms {
  amountCents: number;
  termDays: number;
  rateBps: number;
}

const describeTerms = ({ amountCents, termDays, rateBps }: Terms): MailRow[] => [
  row('Amount', formatCents(amountCents)),
  row('Term and rate', `${formatDays(termDays)} at ${formatRate(rateBps)} a year`),
];

/** `expiresAt` only while the offer waits for an answer. */
export const offerRows = (
  offer: Terms & { domainName: string },
  expiresAt: string | null = null,
): MailRow[] => [
  row('Domain', offer.domainName),
  ...describeTerms(offer),
  ...(expiresAt === null ? [] : [row('Answer by', formatDateTime(expiresAt))]),
];

export const loanRows = (domainName: string, loan: Loan | null): MailRow[] => [
  row('Domain', domainName),
  ...(loan ? describeTerms(loan) : []),
];

/** Once there is something to repay, the payoff of that day replaces the amount. Nothing is due on a loan that has ended. */
export function transitionRows(transition: TransitionDetails): MailRow[] {
  const { domainName, amount, day, payoff, payoffCents, dueAt, graceEnd, graceEndsAt } = transition;
  const ended = transition.to === 'CANCELLED' || transition.to.startsWith('FINALIZED_');
  if (ended) return [row('Domain', domainName), row('Loan', amount)];
  return [
    row('Domain', domainName),
    payoffCents === null ? row('Loan', amount) : row('Payoff', `${payoff} on ${day}`),
    ...(dueAt === null ? [] : [dueRow(transition)]),
    ...(graceEndsAt === null ? [] : [row('Grace ends', graceEnd)]),
  ];
}

/** The due date of the loan, or of an instalment with what is unpaid of it. */
const dueRow = ({ due, instalment }: TransitionDetails): MailRow =>
  instalment === null
    ? row('Due', due)
    : row(nameInstalment(instalment), `${formatCents(instalment.openCents)}, due ${due}`);

export const domainRows = (domain: { name: string; expiresAt?: string | null }): MailRow[] => [
  row('Domain', domain.name),
  ...(domain.expiresAt ? [row('Registered until', formatDate(domain.expiresAt))] : []),
];

/** `moved`: the part of the amount that moved. */
export const paymentRows = (
  { amountCents, method }: { amountCents: number; method?: string },
  moved?: { label: string; cents: number },
): MailRow[] => [
  ...(moved === undefined ? [] : [row(moved.label, formatCents(moved.cents))]),
  row(moved === undefined ? 'Amount' : 'Deposit', formatCents(amountCents)),
  ...(method === undefined ? [] : [row('Method', method)]),
];

export const securityRows = (at: string, client: SecurityClient | null): MailRow[] => [
  row('When', formatDateTime(at)),
  ...(client
    ? [
        row('IP address', isIP(client.ip) === 0 ? 'Unknown' : client.ip),
        row('Browser', describeBrowser(client.userAgent)),
      ]
    : []),
];
