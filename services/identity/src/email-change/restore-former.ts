/** The account as it was before a change of address that its owner stops. Pure. */

import type { Account } from '../account/account.ts';
import { withAddress } from '../account/account.ts';
import type { EmailChange } from '../account/email-change.ts';
import { canBeStopped, findCurrentChange, withdrawPending } from '../account/email-change.ts';
import { unusablePassword } from '../password/hash-password.ts';

/**
 * Restores the former address, whose mailbox the stop link has proved, and removes MFA that was set up since the
 * request. The other person has the password, so it becomes unusable.
 */
export function restoreFormer(account: Account, change: EmailChange): Account {
  const verifiedAt = change.former.verifiedAt ?? new Date();
  const isApplied = change.status === 'CONFIRMED';
  return {
    ...(isApplied ? withAddress(account, { ...change.former, verifiedAt }) : account),
    ...(change.hadMfa ? {} : { mfa: null, enrolment: null }),
    passwordHash: unusablePassword,
    emailChange: { ...change, status: 'STOPPED' },
  };
}

/**
 * The account without a change of address that was requested since a link was mailed, which is valid `until`. A change
 * that has no stop link, because the former address was never verified, is only withdrawn.
 */
export function undoChangeSince(
  account: Account,
  { until, at }: { until: Date; at: Date },
): Account {
  const change = findCurrentChange(account, at);
  // Links and changes both run for 72 hours, so a later end means a later start.
  if (!change || change.status === 'STOPPED' || change.heldUntil < until) return account;
  return canBeStopped(change)
    ? restoreFormer(account, change)
    : { ...account, ...withdrawPending(account, at) };
}
