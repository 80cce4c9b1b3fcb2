/** Whom we write to: this service's copy of the accounts, as identity told them, and what they prefer. */

import type { NotificationKind } from '../templates/notification-kind.ts';

export interface Recipient {
  /** The account's id. */
  id: string;
  version: number;
  /** Version of the account that this copy is of; an older fact changes nothing. */
  accountVersion: number;
  name: string;
  email: string;
  operator: boolean;
  /** Groups of which mail is off; absent on copies from before this was kept. */
  mailOff?: readonly NotificationKind[];
  /** How many notifications were addressed to it; the newest has this number. */
  lastNumber: number;
  /** When it was last told something; absent before the first. */
  lastNotifiedAt?: Date;
}
