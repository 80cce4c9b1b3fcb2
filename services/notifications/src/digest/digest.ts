/** The one mail in which a person's reminders of a day stand together. */

export interface Digest {
  /** The account's id and the day, so that there is never a second one. */
  id: string;
  version: number;
  /** The notifications that it lists, as they came. */
  notificationIds: readonly string[];
  /** Fixed from then on: a mail that is sent again after a crash is the same one. Later reminders get mails of their own. */
  closed: boolean;
  /** Business time at which it was begun. */
  createdAt: Date;
}

/** `at`: when the reminder was told, ISO 8601. Days are those of UTC. Part of a Message-ID too. */
export const digestId = (accountId: string, at: string): string =>
  `${accountId}.${at.slice(0, 10)}`;

/** The day of a digest: "2026-11-22". */
export const dayOf = ({ id }: Digest): string => id.slice(-10);
