/** The rows of the table in the mail of a notification: at most four, the decisive ones. */

import { isIP } from 'node:net';
import { formatDate, formatDateTime } from '@nameloan/contracts/format-date';
import type { SecurityClient } from '@nameloan/contracts/identity-events';
import { formatCents, formatRate } from '@nameloan/contracts/money';
import type { Loan } from '../../loan/loan.ts';
import type { MailFact } from '../../mail-fact/mail-fact.ts';
import { describeBrowser } from '../describe-browser.ts';
import type { TransitionDetails } from '../transition-draft.ts';

const fact = (label: string, value: string): MailFact => ({ label, value });
const formatDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);

interface Terms {
  amountCents: number;
  termDays: number;
  rateBps: number;
}

const describeTerms = ({ amountCents, termDays, rateBps }: Terms): MailFact[] => [
  fact('Amount', formatCents(amountCents)),
  fact('Term and rate', `${formatDays(termDays)} at ${formatRate(rateBps)} a year`),
];

/** `expiresAt` only while the offer waits for an answer. */
export const offerFacts = (
  offer: Terms & { domainName: string },
  expiresAt: string | null = null,
): MailFact[] => [
  fact('Domain', offer.domainName),
  ...describeTerms(offer),
  ...(expiresAt === null ? [] : [fact('Answer by', formatDateTime(expiresAt))]),
];

export const loanFacts = (domainName: string, loan: Loan | null): MailFact[] => [
  fact('Domain', domainName),
  ...(loan ? describeTerms(loan) : []),
];

/** Once there is something to repay, the payoff of that day replaces the amount. Nothing is due on a loan that has ended. */
export function transitionFacts(transition: TransitionDetails): MailFact[] {
  const { domainName, amount, day, payoff, payoffCents, due, dueAt, graceEnd, graceEndsAt } =
    transition;
  const ended = transition.to === 'CANCELLED' || transition.to.startsWith('FINALIZED_');
  if (ended) return [fact('Domain', domainName), fact('Loan', amount)];
  return [
    fact('Domain', domainName),
    payoffCents === null ? fact('Loan', amount) : fact('Payoff', `${payoff} on ${day}`),
    ...(dueAt === null ? [] : [fact('Due', due)]),
    ...(graceEndsAt === null ? [] : [fact('Grace ends', graceEnd)]),
  ];
}

export const domainFacts = (domain: { name: string; expiresAt?: string | null }): MailFact[] => [
  fact('Domain', domain.name),
  ...(domain.expiresAt ? [fact('Registered until', formatDate(domain.expiresAt))] : []),
];

/** `moved`: the part of the amount that moved. */
export const paymentFacts = (
  { amountCents, method }: { amountCents: number; method?: string },
  moved?: { label: string; cents: number },
): MailFact[] => [
  ...(moved === undefined ? [] : [fact(moved.label, formatCents(moved.cents))]),
  fact(moved === undefined ? 'Amount' : 'Deposit', formatCents(amountCents)),
  ...(method === undefined ? [] : [fact('Method', method)]),
];

export const securityFacts = (at: string, client: SecurityClient | null): MailFact[] => [
  fact('When', formatDateTime(at)),
  ...(client
    ? [
        fact('IP address', isIP(client.ip) === 0 ? 'Unknown' : client.ip),
        fact('Browser', describeBrowser(client.userAgent)),
      ]
    : []),
];
