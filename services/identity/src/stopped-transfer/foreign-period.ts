/** When another person may have changed an account: from the request of a stopped transfer out to the owner's reset. Pure. */

import type { EventData } from '@nameloan/contracts/events';
import type { Account } from '../account/account.ts';
import { canBeStopped, holdMs } from '../account/email-change.ts';

/** Account time. */
export interface ForeignPeriod {
  /** Null in events of former releases, which do not say when the transfer was requested. */
  from: Date | null;
  /** The owner's first reset after the stop; null before one. */
  until: Date | null;
}

type Stop = Pick<EventData<'domains.domain.transfer-out-stopped'>, 'requestedAt'>;

export function readForeignPeriod(
  account: Account,
  { requestedAt }: Stop,
  stoppedAt: Date,
): ForeignPeriod {
  const from = requestedAt === null ? null : new Date(requestedAt);
  const resets = (account.passwordResets ?? []).map(({ at }) => at);
  const period = { from, until: resets.findLast((at) => at > stoppedAt) ?? null };
  // The links of these resets went to the mailbox of the other person.
  return hasForeignAddress(account, period) ? { from, until: null } : period;
}

export function isWithin({ from, until }: ForeignPeriod, at: Date | null | undefined): boolean {
  return from !== null && at != null && at >= from && (until === null || at < until);
}

/** A change that started after the first reset is the owner's: its link went to the address before that change. */
function hasForeignAddress({ emailChange }: Account, period: ForeignPeriod): boolean {
  if (emailChange?.status !== 'CONFIRMED' || !canBeStopped(emailChange)) return false;
  return isWithin(period, new Date(emailChange.heldUntil.getTime() - holdMs));
}
