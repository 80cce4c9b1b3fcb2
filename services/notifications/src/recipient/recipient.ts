/** Local copy of an identity account, with its mail preferences. */

import type { NotificationKind } from '../templates/notification-kind.ts';

export interface Recipient {
  /** The account's id. */
  id: string;
  version: number;
  /** Version of the copied account; an older event changes nothing. */
  accountVersion: number;
  name: string;
  email: string;
  operator: boolean;
  /** Kinds whose mail is off; absent on older records. */
  mailOff?: readonly NotificationKind[];
  /** Number of its newest notification; 0 before the first. */
  lastNumber: number;
  /** Time of its newest notification; absent before the first. */
  lastNotifiedAt?: Date;
}
