/** What a fact makes us say to whom: the shape of the tables beside this file, and words they share. */

import type { EventData, Subject } from '@nameloan/contracts/events.ts';
import { loanCalendar } from '@nameloan/contracts/loan-calendar.ts';
import { formatCents, formatRate } from '@nameloan/contracts/money.ts';
import type { Loan } from '../loan/loan.ts';
import type { NotificationKind } from './notification-kind.ts';

/** What a notification is about: one record of the graph. */
export interface NotificationSubject {
  type: 'ESCROW' | 'DOMAIN' | 'LISTING' | 'OFFER' | 'TRANSACTION' | 'ACCOUNT';
  id: string;
}

export interface NotificationDraft {
  /** The account that is told. */
  to: string;
  /** The group of events by which mail is preferred. */
  kind: NotificationKind;
  subject: NotificationSubject;
  /** The mail's subject line. */
  title: string;
  /** One or two full sentences. */
  body: string;
  /** Path in the web app. */
  link: string;
  /** False: only to be known. Else something to do, by the names of its matters: any of them settled, it is done. */
  alert: false | readonly [string, ...string[]];
  /** While unread, the next of the same topic takes its place. */
  topic?: string;
  /** Its mail waits for more of its topic and then ends that: what comes later is told and mailed anew. */
  batched?: boolean;
  /** Read, it stays the one of its subject, which the next makes unread again; its mail waits, and is not sent where it was read meanwhile. */
  reopens?: boolean;
  /** False: another mail tells it. Default: true. */
  mailed?: boolean;
  /** What the clock reminds of: mailed with the person's other reminders of the day. */
  reminder?: boolean;
}

/** What is known beside the fact itself. */
export interface TemplateContext {
  /** The loan that the fact names; null where it names none. */
  loan: Loan | null;
  operatorIds: readonly string[];
}

/** The words for one kind of fact. Pure: they are asked anew once what they ask for is read, and have null and nobody before. */
export type NotificationTemplate<S extends Subject> = (
  data: EventData<S>,
  known: TemplateContext,
) => NotificationDraft[];
export type TemplateTable = { [S in Subject]?: NotificationTemplate<S> };

export const dashboard = '/app';
export const myDomains = '/app/my-domains';
/** The offers received and sent, below the loans of the page. */
export const offersReceived = '/app/borrow#offers';
export const offersSent = '/app/lend#offers';
export const transactions = '/app/transactions';
export const addBalance = '/app/add-balance';
export const accountSettings = '/app/settings';
/** Where operators see a loan that came into dispute; the loan's own page is its parties'. */
export const disputePage = (escrowId: string) => `/app/disputes/${escrowId}`;
export const escrowPage = (escrowId: string) => `/app/escrow/${escrowId}`;

/** "$5,000.00 for 90 days at 12.5% a year". */
export function formatTerms(terms: {
  amountCents: number;
  termDays: number;
  rateBps: number;
}): string {
  const days = terms.termDays === 1 ? '1 day' : `${terms.termDays} days`;
  return `${formatCents(terms.amountCents)} for ${days} at ${formatRate(terms.rateBps)} a year`;
}

/** Why a signature should not wait. */
export const signatureDeadlineText = `without both signatures the loan is cancelled ${loanCalendar.signatureDays} days after the acceptance`;

const maxQuoteLength = 400;

/** What a person or another part wrote, on one line, bounded, as a sentence of its own; "" for nothing. */
export function quote(lead: string, text: string | null): string {
  const line = (text ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (line === '') return '';
  const short = line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength - 1)}…` : line;
  return ` ${lead}: ${/[.!?…]$/.test(short) ? short : `${short}.`}`;
}
