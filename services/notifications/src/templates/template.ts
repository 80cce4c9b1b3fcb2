/** Types and helpers of the notification templates. */

import type { EventData, Subject } from '@nameloan/contracts/events';
import type { SecurityClient } from '@nameloan/contracts/identity-events';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { formatCents, formatRate } from '@nameloan/contracts/money';
import { shorten } from '@nameloan/runtime/text-length';
import type { Loan } from '../loan/loan.ts';
import type { MailRow } from '../mail-row/mail-row.ts';
import type { NotificationKind } from './notification-kind.ts';

/** The record that a notification is about, as the graph names it. */
export interface NotificationSubject {
  type: 'ESCROW' | 'DOMAIN' | 'LISTING' | 'OFFER' | 'TRANSACTION' | 'ACCOUNT';
  id: string;
}

export interface NotificationDraft {
  /** Recipient's account id. */
  to: string;
  /** Group for mail preferences. */
  kind: NotificationKind;
  subject: NotificationSubject;
  /** Subject line of the mail. */
  title: string;
  /** One or two full sentences. */
  body: string;
  /** Path in the web app. */
  link: string;
  /** False for a notification. An alert has its alert keys; it is settled once any of them is. */
  alert: false | readonly [string, ...string[]];
  /** While unread, the topic's next event replaces it. */
  topic?: string;
  /** Delays the mail to collect more events of the topic, then ends the topic: later events get a new notification. */
  batched?: boolean;
  /** The subject's next event reopens it even if it was read. Its mail is delayed, and skipped if it is read by then. */
  reopens?: boolean;
  /** False if another mail says the same. Default: true. */
  mailed?: boolean;
  /** Mailed in the account's digest of the day. */
  reminder?: boolean;
  /** Rows of the table in the mail (mail/rows.ts). */
  rows?: readonly MailRow[];
  /** Label of the mail's button; default: what the alert waits for (mail/action-label.ts). */
  action?: string;
  /** The listing of an offer: mails about one listing or loan within a few minutes are joined. */
  listingId?: string;
}

/** Data that a template can use in addition to its event. */
export interface TemplateContext {
  /** Time of the event, ISO 8601: a mail may be read or even sent on a later day. */
  at: string;
  /** The event's loan; null if it names none. */
  loan: Loan | null;
  operatorIds: readonly string[];
  /** What a user wrote about the event, requested from the service that has it; null if there is none. */
  note: string | null;
  /** Name of the account that sent the event's message. */
  senderName: string;
  /** The client that made a security change; null if staff made it. */
  client: SecurityClient | null;
}

/** Which alerts an event settles, by their keys (alert-keys.ts). */
export interface Settlement {
  settled: readonly string[];
  /** Keys that are open again, for alerts from another aggregate. */
  opened?: readonly string[];
}

/** Pure: it runs again once the context that it accessed is loaded (`notify.ts`). */
export type DraftRenderer<S extends Subject> = (
  data: EventData<S>,
  context: TemplateContext,
) => NotificationDraft[];

/** What an event does in the notification center: its notifications, or why it has none, and the alerts that it settles. */
export type NotificationTemplate<S extends Subject> = (
  | { drafts: DraftRenderer<S> }
  | { without: string }
) & { settles?: (data: EventData<S>) => Settlement };
export type TemplateTable = { readonly [S in Subject]?: NotificationTemplate<S> };

export const dashboard = '/app';
export const myDomains = '/app/my-domains';
/** Sections of the borrow and lend pages. */
export const offersReceived = '/app/borrow#offers';
export const offersSent = '/app/lend#offers';
/** The operators' page of legal holds and requests. */
export const legalHolds = '/app/disputes?tab=holds';
export const transactions = '/app/transactions';
export const addBalance = '/app/add-balance';
export const accountSettings = '/app/settings';
/** The operators' page of a disputed loan; the escrow page is for the parties. */
export const disputePage = (escrowId: string) => `/app/disputes/${escrowId}`;
/** The page of a sale, for its seller and buyer. */
export const assignmentPage = (assignmentId: string) => `/assignments/${assignmentId}`;
export const escrowPage = (escrowId: string) => `/app/escrow/${escrowId}`;

/** "$5,000.00 for 90 days at 12.5% a year". */
export function formatTerms(terms: {
  amountCents: number;
  termDays: number;
  rateBps: number;
  paymentCount?: number | null | undefined;
}): string {
  const days = terms.termDays === 1 ? '1 day' : `${terms.termDays} days`;
  const { paymentCount } = terms;
  const payments = paymentCount && paymentCount > 1 ? ` in ${paymentCount} payments` : '';
  return `${formatCents(terms.amountCents)} for ${days} at ${formatRate(terms.rateBps)} a year${payments}`;
}

/** Deadline clause for a missing signature. */
export const signatureDeadlineText = `without both signatures, the loan is cancelled ${loanCalendar.signatureDays} days after acceptance`;

const maxQuoteLength = 400;

/** Quotes foreign text as one bounded line that ends as a sentence; '' for no text. */
export function quote(lead: string, text: string | null): string {
  const line = (text ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (line === '') return '';
  const short = shorten(line, maxQuoteLength);
  return ` ${lead}: ${/[.!?…]$/.test(short) ? short : `${short}.`}`;
}
