/** Secures an account whose user has stopped a transfer out: the person who requested it knows the password. */

import type { Event } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { accountEventData, accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { holdMs, withdrawPending } from '../account/email-change.ts';
import { undoChangeSince } from '../email-change/restore-former.ts';
import { unusablePassword } from '../password/hash-password.ts';
import { endVersions } from '../payee/end-versions.ts';
import { payees } from '../payee/payee.model.ts';
import { invalidateResets } from '../reset/invalidate-resets.ts';
import { scheduleReset } from '../reset/schedule-reset.ts';
import { endAccountSessions } from '../session/end-sessions.ts';
import type { ForeignPeriod } from './foreign-period.ts';
import { isWithin, readForeignPeriod } from './foreign-period.ts';

/**
 * Undoes what was set up since the request: a change of address, MFA and versions of payees. Then ends every session, makes
 * the password unusable and mails a reset link, unless an earlier event did or the owner has reset the password since the
 * stop: a late event undoes nothing that is newer than that reset.
 */
export async function secureAccount(
  { data, at }: Event<'domains.domain.transfer-out-stopped'>,
  tx: Tx,
): Promise<void> {
  const account = await accounts.find(data.accountId, tx);
  if (!account) return;
  // Events of former releases have the moment in business time only.
  const stoppedAt = new Date(data.stoppedAt ?? at);
  const period = readForeignPeriod(account, data, stoppedAt);
  await endPayeeVersions(account.id, period, tx);
  const restored = period.until ? account : undoAddress(account, period);
  const secured = withoutMfa(restored, period);
  const { transferStoppedAt } = account;
  const isLocked = transferStoppedAt && transferStoppedAt >= stoppedAt;
  // An event that arrives after that of a later stop may find an address that has to be undone.
  if (period.until || (isLocked && restored.emailKey === account.emailKey))
    await accounts.update(account, secured, tx);
  else {
    const lockedAt = isLocked ? transferStoppedAt : stoppedAt;
    await lock(account, { ...secured, transferStoppedAt: lockedAt }, tx);
  }
}

async function endPayeeVersions(accountId: string, period: ForeignPeriod, tx: Tx): Promise<void> {
  if (!period.from) return;
  const found = await payees.findMany(
    { accountId, status: { $in: ['ACTIVE', 'DELETED'] } },
    { tx },
  );
  for (const payee of found)
    await endVersions(payee, ({ changedAt }) => isWithin(period, changedAt), tx);
}

/** MFA without a date is older than the request. */
function withoutMfa(account: Account, period: ForeignPeriod): Account {
  const isForeign = isWithin(period, account.mfa?.enrolledAt);
  return {
    ...account,
    ...(isForeign ? { mfa: null, securityChangedAt: accountNow() } : {}),
    ...(isWithin(period, account.enrolment?.startedAt) ? { enrolment: null } : {}),
  };
}

/** The other person must neither keep the address nor confirm it before the owner sets a password. */
function undoAddress(account: Account, { from }: ForeignPeriod): Account {
  const at = accountNow();
  const until = from && new Date(from.getTime() + holdMs);
  const restored = until ? undoChangeSince(account, { until, at }) : account;
  return { ...restored, ...withdrawPending(restored, at) };
}

async function lock(account: Account, restored: Account, tx: Tx): Promise<void> {
  const changes = {
    enrolment: null,
    passwordHash: unusablePassword,
    securityChangedAt: accountNow(),
  };
  const saved = await accounts.update(account, { ...restored, ...changes }, tx);
  if (saved.emailKey !== account.emailKey)
    tx.emit('identity.account.changed', saved, accountEventData(saved));
  const { id: accountId } = saved;
  await endAccountSessions({ accountId }, 'ENDED_BY_USER', tx);
  await invalidateResets(accountId, tx);
  await scheduleReset(saved, tx);
}
