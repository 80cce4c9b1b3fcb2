/** Stops a version of a payee with the mailed link: the account's user says that someone else entered it. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { clientNetwork } from '@nameloan/security/client-network';
import { accountEventData, accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { undoChangeSince } from '../email-change/restore-former.ts';
import { unusablePassword } from '../password/hash-password.ts';
import { countFailures } from '../rate-limit/rate-limits.ts';
import { invalidateResets } from '../reset/invalidate-resets.ts';
import { scheduleReset } from '../reset/schedule-reset.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit } from '../service-context.ts';
import { endAccountSessions } from '../session/end-sessions.ts';
import { hashToken, isTokenFormat } from '../session/refresh-token.ts';
import { endVersions } from './end-versions.ts';
import { payees } from './payee.model.ts';
import type { PayeeVersion } from './payee.ts';

/**
 * The version before it is valid again, and an added payee is removed. Ends every session, makes the password unusable and
 * mails a reset link, because the person who entered it knows the password; a change of address that was requested since
 * is stopped. Repeatable. INVALID_INPUT for a link that is unknown or older than 72 hours; TOO_MANY_REQUESTS.
 */
export async function stopPayeeChange(actor: Actor, token: string): Promise<boolean> {
  const attempts = [{ kind: 'stop-token-address' as const, key: clientNetwork(actor.ip) }];
  await countFailures(attempts, async () => {
    if ((await findByToken(token)).version.endedAs === 'STOPPED') return;
    await commit((tx) => stop(actor, token, tx));
  });
  return true;
}

async function findByToken(token: string, tx?: Tx) {
  const stopHash = hashToken(token);
  const payee = isTokenFormat(token)
    ? await payees.findOne({ 'versions.stopHash': stopHash }, tx)
    : undefined;
  const version = payee?.versions.find((one) => one.stopHash === stopHash);
  if (!payee || !version || version.stopUntil <= accountNow()) throw invalidLink();
  return { payee, version };
}

async function stop(actor: Actor, token: string, tx: Tx): Promise<void> {
  const { payee, version } = await findByToken(token, tx);
  // After a lost response or a second click.
  if (version.endedAs === 'STOPPED') return;
  // Later ones are of the same person.
  await endVersions(payee, ({ number }) => number >= version.number, tx);
  const { accountId } = payee;
  const account = await accounts.get(accountId, tx);
  const secured = secureAccount(account, version);
  const saved = await accounts.update(account, secured, tx);
  if (saved.emailKey !== account.emailKey)
    tx.emit('identity.account.changed', saved, accountEventData(saved));
  await endAccountSessions({ accountId }, 'ENDED_BY_USER', tx);
  await invalidateResets(accountId, tx);
  await scheduleReset(saved, tx);
  emitSecurityChange(saved, { change: 'PAYEE_CHANGE_STOPPED', accountId, by: actor }, tx);
}

/** The account without what the other person may have changed since: password, MFA, and a change of address. */
function secureAccount(account: Account, { hadMfa, stopUntil }: PayeeVersion): Account {
  const at = accountNow();
  return {
    ...undoChangeSince(account, { until: stopUntil, at }),
    ...(hadMfa ? {} : { mfa: null, enrolment: null }),
    passwordHash: unusablePassword,
    securityChangedAt: at,
  };
}

function invalidLink(): DomainError {
  const sentence =
    'This link has expired. Check your payees, or set a new password if you didn’t do this.';
  return new DomainError('INVALID_INPUT', sentence, { fields: { token: sentence } });
}
