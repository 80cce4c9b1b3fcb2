/** What a mail says, before it is rendered. */

import type { MailRow } from '../mail-row/mail-row.ts';

/** More rows would hide the decisive one. */
export const maxRows = 4;

export interface MailContent {
  subject: string;
  /** Recipient's name for the greeting. */
  name: string;
  /** Plain text, one string per paragraph. */
  paragraphs: string[];
  /** Rows of a table; only the first four are shown. */
  rows?: readonly MailRow[];
  /** List items, each with a link. */
  entries?: { title: string; text: string; url: string }[];
  /** Text to copy, in a monospace block. */
  code?: string;
  /** The button, labelled with the verb of its action. */
  action: { label: string; url: string };
  /** Why the reader gets this, or a warning. */
  footer?: string;
  /** Page of the mail preferences; absent in mails that no preference covers. */
  preferencesUrl?: string;
  /** One-click URL that turns this kind of mail off (RFC 8058); absent in mails that can't be turned off. */
  unsubscribeUrl?: string | undefined;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export const signature = 'Nameloan';
export const noReplies = 'Replies aren’t read.';
export const preferencesLabel = 'Email preferences';
