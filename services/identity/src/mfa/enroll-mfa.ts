/** Starts an MFA enrolment; MFA is on only after a code is confirmed. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { assertUnrestricted } from '../account/restriction.ts';
import { checkCurrentPassword } from '../password/check-current-password.ts';
import { commit, quotas, serviceContext } from '../service-context.ts';
import { sessions } from '../session/session.model.ts';
import { hasRecentPassword } from '../session/session.ts';
import { totpKeyPurpose } from './consume-code.ts';
import { newTotpKey, otpauthUri } from './totp.ts';

/**
 * Requires the current password, so that someone who finds an open session cannot lock its owner out with another
 * authenticator. Within five minutes of a login or registration it can be omitted. A new enrolment replaces an
 * unconfirmed one. CONFLICT if MFA is on, EMAIL_NOT_VERIFIED, INVALID_INPUT with the field `curPassword`, TOO_MANY_REQUESTS.
 */
export async function enrollMfa(actor: AccountActor, typed?: string | null) {
  await assertUnrestricted(actor.accountId);
  const checked = await accounts.get(actor.accountId);
  if (checked.mfa) throw alreadyEnabled();
  const curPassword = typed || undefined;
  if (curPassword)
    assertValid({ curPassword: await checkCurrentPassword(actor, checked, curPassword) });
  const key = newTotpKey();
  await commit(async (tx) => {
    const account = await accounts.get(actor.accountId, tx);
    if (account.mfa) throw alreadyEnabled();
    if (curPassword) assertPasswordUnchanged(account, checked);
    else await assertRecentPassword(actor, tx);
    await quotas.take('mfaEnrolments', account.id, tx);
    const encryptedKey = serviceContext.encrypt(key, totpKeyPurpose(account.id));
    const enrolment = { encryptedKey, startedAt: accountNow() };
    await accounts.update(account, { ...account, enrolment }, tx);
  });
  const uri = otpauthUri(key, checked.email);
  const { default: qrcode } = await import('qrcode');
  const svg = await qrcode.toString(uri, { type: 'svg', margin: 2 });
  const qr = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { key, otpauthUri: uri, qr };
}

function assertPasswordUnchanged(account: Account, checked: Account): void {
  if (account.passwordHash === checked.passwordHash) return;
  throw new DomainError('CONFLICT', 'Your password was just changed elsewhere.', {
    reason: 'STALE',
  });
}

async function assertRecentPassword({ accountId, sessionId }: AccountActor, tx: Tx): Promise<void> {
  const session = await sessions.find(sessionId, tx);
  const recent = session?.accountId === accountId && hasRecentPassword(session, accountNow());
  assertValid({ curPassword: recent ? undefined : 'Enter your current password.' });
}

function alreadyEnabled(): DomainError {
  return new DomainError('CONFLICT', 'MFA is already on.', { reason: 'MFA_STATE' });
}
