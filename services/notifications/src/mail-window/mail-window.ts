/** The minutes after a mail to one person about one loan or listing, in which further mails are collected into one. */

import { settings } from '../config.ts';
import type { NotificationDraft } from '../templates/template.ts';

export interface MailWindow {
  /** Account, and loan or listing. */
  id: string;
  version: number;
  /** Wall time, because the sandbox moves business time by days within seconds. */
  endsAt: Date;
  /** Counts the windows; each has its own digest. */
  round: number;
  /** For deletion; wall time. */
  openedAt: Date;
}

export const windowId = (accountId: string, about: string): string => `${accountId}.${about}`;

/** The digest that collects the mails of this window. */
export const windowDigestId = ({ id, round }: Pick<MailWindow, 'id' | 'round'>): string =>
  `${id}.${round}`;

export const isOpen = ({ endsAt }: MailWindow): boolean => endsAt.getTime() > Date.now();

export const windowEnd = (): Date => new Date(Date.now() + settings.value.MAIL_JOIN_MS);

/** Kinds that a user needs at once, and reminders, which have another digest. */
const neverJoined = ['SECURITY', 'NOTICE', 'DUE'];

/**
 * An offer waits for days, and its owner may get many, so it is the one alert that can be joined and switched off by a
 * link in its mail.
 */
const isUrgent = ({ alert, kind }: Pick<NotificationDraft, 'alert' | 'kind'>): boolean =>
  alert !== false && kind !== 'OFFER';

/** What the mail can be joined by: its loan or listing; undefined for a mail that is always sent alone. */
export function joinKey(draft: NotificationDraft): string | undefined {
  const { kind, subject, listingId } = draft;
  if (isUrgent(draft) || neverJoined.includes(kind)) return undefined;
  if (listingId !== undefined) return `listing.${listingId}`;
  return subject.type === 'ESCROW' ? `loan.${subject.id}` : undefined;
}
