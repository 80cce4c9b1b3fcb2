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
  const until = resets.findLast((at) => at > stoppedAt) ?? null;
  // The links of these resets went to the mailbox of the other person.
  return { from, until: hasForeignAddress(account, from) ? null : until };
}

export function isWithin({ from, until }: ForeignPeriod, at: Date | null | undefined): boolean {
  return from !== null && at != null && at >= from && (until === null || at < until);
}

function hasForeignAddress({ emailChange }: Account, from: Date | null): boolean {
  if (from === null || emailChange?.status !== 'CONFIRMED') return false;
  return canBeStopped(emailChange) && emailChange.heldUntil.getTime() - holdMs >= from.getTime();
}
