/** One thing that a person is told. */

import type { EventVersion } from '../alert-key/alert-key.ts';
import type { NotificationKind } from '../templates/notification-kind.ts';
import type { NotificationSubject } from '../templates/template.ts';

export interface Notification {
  id: string;
  version: number;
  accountId: string;
  /** The group of events by which mail is preferred. Absent on what was told before it was kept, as is the subject. */
  kind?: NotificationKind;
  subject?: NotificationSubject;
  /** The mail's subject line. */
  title: string;
  body: string;
  /** Path in the web app. */
  link: string;
  /** Something to do (the API's `message`), rather than only something to know; settled, it is the latter. */
  alert: boolean;
  /** Names of what it waits for (wording/matters.ts), and the fact that told it. Absent on what was told before. */
  alertKeys?: readonly string[];
  source?: EventVersion;
  read: boolean;
  /** When it was last told; a topic that is told again moves to the top. */
  createdAt: Date;
  /** Place in its account's list, in the order of commits; raised when it is told again. */
  number: number;
  /** Its place when it was first told. */
  firstNumber: number;
  /** While unread, the next one of the same topic takes its place instead of piling up. */
  topic: string | null;
}
