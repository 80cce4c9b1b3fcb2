/** The notification center: an account's notifications and unread counts. */

import { recipients } from '../recipient/recipient.model.ts';
import { notifications } from './notification.model.ts';

export interface NotificationCenter {
  /** The account's id. */
  id: string;
}

/** Counts all notifications, also those beyond the listed 100. */
export async function countUnread(accountId: string) {
  const [alerts, others] = await Promise.all(
    [true, false].map((alert) => notifications.count({ accountId, read: false, alert })),
  );
  return { id: accountId, alerts: alerts ?? 0, notifications: others ?? 0 };
}

/** Number of the newest notification; 0 before the first. */
export async function lastNumber(accountId: string): Promise<number> {
  return (await recipients.find(accountId))?.lastNumber ?? 0;
}
