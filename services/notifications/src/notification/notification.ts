/** A notification or alert of one account. */

import type { EventVersion } from '../alert-key/alert-key.ts';
import type { MailRow } from '../mail-row/mail-row.ts';
import type { NotificationKind } from '../templates/notification-kind.ts';
import type { NotificationSubject } from '../templates/template.ts';

export interface Notification {
  id: string;
  version: number;
  accountId: string;
  /** Group for mail preferences. Absent on records older than this field, like the subject. */
  kind?: NotificationKind;
  subject?: NotificationSubject;
  /** The mail's subject line. */
  title: string;
  body: string;
  /** Path in the web app. */
  link: string;
  /** The table and the button of its mail; absent on older records. */
  rows?: readonly MailRow[];
  action?: string;
  /** True if it asks for an action (the API's `message`); false once that is settled. */
  alert: boolean;
  /** Keys that settle it (templates/alert-keys.ts), and the event that created it. Absent on older records. */
  alertKeys?: readonly string[];
  source?: EventVersion;
  read: boolean;
  /** Time of its last event; a new event of its topic moves it to the top. */
  createdAt: Date;
  /** Position in the account's list, in commit order; raised when it is reopened. */
  number: number;
  /** Its first number. */
  firstNumber: number;
  /** While unread, the topic's next event replaces it. */
  topic: string | null;
}
