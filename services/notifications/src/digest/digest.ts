/** One mail that lists several notifications: an account's reminders of a day, or what was joined in a mail window. */

export interface Digest {
  /** Account id and day, so that there is at most one per day; or the mail window's id and round. */
  id: string;
  version: number;
  /** The listed notifications, in order of arrival. */
  notificationIds: readonly string[];
  /** A closed digest never changes, so a resend after a crash sends the same mail. Later reminders are mailed separately. */
  closed: boolean;
  /** Absent for the reminders of a day. */
  windowId?: string;
  /** Business time. */
  createdAt: Date;
}

/** `at` is the event's time, ISO 8601; days are in UTC. The id is also part of the Message-ID. */
export const digestId = (accountId: string, at: string): string =>
  `${accountId}.${at.slice(0, 10)}`;

/** The day of a digest: "2026-11-22". */
export const dayOf = ({ id }: Digest): string => id.slice(-10);
