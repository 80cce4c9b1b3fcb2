/** One mail that lists all reminders of an account for a day. */

export interface Digest {
  /** Account id and day, so that there is at most one per day. */
  id: string;
  version: number;
  /** The listed notifications, in order of arrival. */
  notificationIds: readonly string[];
  /** A closed digest never changes, so a resend after a crash sends the same mail. Later reminders are mailed separately. */
  closed: boolean;
  /** Business time. */
  createdAt: Date;
}

/** `at` is the event's time, ISO 8601; days are in UTC. The id is also part of the Message-ID. */
export const digestId = (accountId: string, at: string): string =>
  `${accountId}.${at.slice(0, 10)}`;

/** The day of a digest: "2026-11-22". */
export const dayOf = ({ id }: Digest): string => id.slice(-10);
