/** Logs in with a password and, if MFA is on, a code. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { parseEmail } from '../account/email-address.ts';
import { findByEmail, toRateLimitKey } from '../account/find-by-email.ts';
import { readClient } from '../known-device/client.ts';
import { identifyDevice, recognizeDevice } from '../known-device/known-devices.ts';
import { consumeCode, remainingRecoveryCodes } from '../mfa/consume-code.ts';
import {
  assertHashRoom,
  hashPassword,
  isOutdated,
  verifyDummy,
  verifyPassword,
} from '../password/hash-password.ts';
import type { Attempt } from '../rate-limit/rate-limits.ts';
import { consumeAttempts, countFailures, passwordCheck } from '../rate-limit/rate-limits.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit } from '../service-context.ts';
import type { OpenedSession } from '../session/open-session.ts';
import { issueTokens, openSession } from '../session/open-session.ts';
import { readKnownDevices, withCurrentDevice } from '../session/record-device.ts';
import { mailNewLogin } from './mail-new-login.ts';

export interface Credentials {
  email: string;
  password: string;
  mfa?: string | null | undefined;
}

const maxPasswordLength = 1024;

/**
 * UNAUTHENTICATED with the same message and timing for an unknown e-mail address and a wrong password. MFA_REQUIRED
 * and MFA_INVALID only after the right password. TOO_MANY_REQUESTS.
 */
export async function logIn(actor: Actor, credentials: Credentials) {
  const { password } = credentials;
  const email = parseEmail(credentials.email);
  assertValid({
    email: email === undefined ? 'Invalid email' : undefined,
    password:
      password === '' || password.length > maxPasswordLength ? 'Invalid password' : undefined,
  });
  assertHashRoom(actor);
  await consumeAttempts([passwordCheck(actor)]);
  const account = await findByEmail(credentials.email);
  const attempts = await loginAttempts(actor, toRateLimitKey(credentials.email), account);
  const opened = await countFailures(attempts, () => authenticate(actor, account, credentials));
  return issueTokens(opened);
}

/**
 * Unknown devices, and known networks with unknown browsers, have their own limits, so an attacker cannot lock the
 * owner out of a known device.
 */
async function loginAttempts(
  actor: Actor,
  emailLimitKey: string,
  account?: Account,
): Promise<Attempt[]> {
  const device = identifyDevice(readClient(actor));
  const known = account
    ? recognizeDevice(await readKnownDevices(account), device, new Date())
    : 'UNKNOWN';
  const { network, browser } = device;
  const networkAttempt: Attempt = { kind: 'login-address', key: network };
  const fromNetwork = `${emailLimitKey} from ${network}`;
  switch (known) {
    case 'BROWSER':
      return [{ kind: 'login-account', key: `${fromNetwork} by ${browser}` }];
    case 'NETWORK':
      return [networkAttempt, { kind: 'login-account', key: fromNetwork }];
    case 'UNKNOWN':
      return [networkAttempt, { kind: 'login-account', key: emailLimitKey }];
  }
}

async function authenticate(
  actor: Actor,
  found: Account | undefined,
  credentials: Credentials,
): Promise<OpenedSession> {
  let account = found;
  for (let round = 0; round < 3; round++) {
    const correct = account
      ? await verifyPassword(credentials.password, account.passwordHash, actor)
      : await verifyDummy(credentials.password, actor);
    if (!account || !correct) {
      throw new DomainError('UNAUTHENTICATED', 'That email and password don’t match.');
    }
    const known = account;
    const open = () => openVerified(actor, known, credentials);
    const opened =
      known.mfa && credentials.mfa
        ? await countFailures([{ kind: 'mfa-account', key: known.id }], open)
        : await open();
    if (opened) return opened;
    account = await accounts.find(known.id);
  }
  throw new DomainError('UNAVAILABLE', 'The service is busy right now. Try again.', {
    retryAfterSeconds: 1,
  });
}

/** Undefined if the password was changed since it was verified, so it must be verified again. */
async function openVerified(
  actor: Actor,
  checked: Account,
  credentials: Credentials,
): Promise<OpenedSession | undefined> {
  const rehashed = isOutdated(checked.passwordHash)
    ? await hashPassword(credentials.password, actor)
    : checked.passwordHash;
  return commit(async (tx) => {
    const account = await accounts.get(checked.id, tx);
    if (account.passwordHash !== checked.passwordHash) return undefined;
    const mfa = account.mfa && consumeMfaCode(account, account.mfa, credentials.mfa);
    // Writes the account even if nothing changes, so that a concurrent reset conflicts and ends this session too.
    const stopLink = await mailNewLogin(actor, account, tx);
    const knownDevices = await withCurrentDevice(actor, account, tx);
    const after = { ...account, passwordHash: rehashed, mfa, knownDevices };
    const saved = await accounts.update(account, after, tx);
    const recoveryCodesLeft =
      account.mfa && mfa ? remainingRecoveryCodes(account.mfa, mfa) : undefined;
    if (recoveryCodesLeft !== undefined) {
      const change = { change: 'RECOVERY_CODE_USED', accountId: account.id, by: actor } as const;
      emitSecurityChange(saved, { ...change, recoveryCodesLeft }, tx);
    }
    return openSession({ ...account, stopLink }, actor, tx);
  });
}

function consumeMfaCode(account: Account, mfa: NonNullable<Account['mfa']>, typed?: string | null) {
  if (!typed) throw new DomainError('MFA_REQUIRED', 'MFA code required');
  const after = consumeCode(mfa, typed, account.id);
  if (!after) throw new DomainError('MFA_INVALID', 'Invalid MFA code');
  return after;
}
