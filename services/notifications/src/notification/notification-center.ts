/** The two bells of the web app: what a person was told, and how much of it is unread. */

import { recipients } from '../recipient/recipient.model.ts';
import { notifications } from './notification.model.ts';

export interface Bells {
  /** The account's id. */
  id: string;
}

/** Over everything there is, also beyond the list. */
export async function countUnread(accountId: string) {
  const [alerts, others] = await Promise.all(
    [true, false].map((alert) => notifications.count({ accountId, read: false, alert })),
  );
  return { id: accountId, alerts: alerts ?? 0, notifications: others ?? 0 };
}

/** The place of the newest that the person was told; 0 before the first. */
export async function lastNumber(accountId: string): Promise<number> {
  return (await recipients.find(accountId))?.lastNumber ?? 0;
}
