/** Opens a session for who knows the password and, where MFA is on, has a code. */

import type { Actor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { assertValid } from '@nameloan/contracts/field-errors.ts';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { parseEmail, toEmailKey } from '../account/account.ts';
import { identifyDevice, recognizeDevice } from '../known-device/known-devices.ts';
import { consumeCode, remainingRecoveryCodes } from '../mfa/consume-code.ts';
import {
  hashPassword,
  isOutdated,
  verifyDummy,
  verifyPassword,
} from '../password/hash-password.ts';
import type { Attempt } from '../rate-limit/rate-limits.ts';
import { countFailures } from '../rate-limit/rate-limits.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit } from '../service-context.ts';
import type { OpenedSession } from '../session/open-session.ts';
import { issueTokens, openSession } from '../session/open-session.ts';
import { readKnownDevices, withCurrentDevice } from '../session/record-device.ts';
import { readClient } from '../session/session.ts';

export interface Credentials {
  email: string;
  password: string;
  mfa?: string | null | undefined;
}

const maxPasswordLength = 1024;

/**
 * UNAUTHENTICATED with one sentence for an unknown e-mail and a wrong password, in like time;
 * MFA_REQUIRED and MFA_INVALID only after the right password; TOO_MANY_REQUESTS.
 */
export async function logIn(actor: Actor, given: Credentials) {
  const { password } = given;
  const email = parseEmail(given.email);
  assertValid({
    email: email === undefined ? 'Invalid email' : undefined,
    password:
      password === '' || password.length > maxPasswordLength ? 'Invalid password' : undefined,
  });
  const emailKey = toEmailKey(given.email);
  const account = await accounts.findOne({ emailKey });
  const tries = await loginAttempts(actor, emailKey, account);
  const opened = await countFailures(tries, () => authenticate(actor, account, given));
  return issueTokens(opened);
}

/**
 * Strangers who guess at an account, or from its owner's network at any, use up what strangers may get wrong,
 * not what its owner may where they were signed in before.
 */
async function loginAttempts(
  actor: Actor,
  emailKey: string,
  account?: Account,
): Promise<Attempt[]> {
  const place = identifyDevice(readClient(actor));
  const known = account
    ? recognizeDevice(await readKnownDevices(account), place, new Date())
    : 'STRANGE';
  const { network, browser } = place;
  const ofNetwork: Attempt = { kind: 'login-address', key: network };
  const there = `${emailKey} from ${network}`;
  switch (known) {
    case 'BROWSER':
      return [{ kind: 'login-account', key: `${there} by ${browser}` }];
    case 'NETWORK':
      return [ofNetwork, { kind: 'login-account', key: there }];
    case 'STRANGE':
      return [ofNetwork, { kind: 'login-account', key: emailKey }];
  }
}

async function authenticate(
  actor: Actor,
  found: Account | undefined,
  given: Credentials,
): Promise<OpenedSession> {
  let account = found;
  for (let tries = 0; tries < 3; tries++) {
    const right = account
      ? await verifyPassword(given.password, account.passwordHash)
      : await verifyDummy(given.password);
    if (!account || !right) {
      throw new DomainError('UNAUTHENTICATED', 'The e-mail or the password is wrong.');
    }
    const known = account;
    const open = () => openVerified(actor, known, given);
    const opened =
      known.mfa && given.mfa
        ? await countFailures([{ kind: 'mfa-account', key: known.id }], open)
        : await open();
    if (opened) return opened;
    account = await accounts.find(known.id);
  }
  throw new DomainError('UNAVAILABLE', 'This is busy right now. Please try again.', {
    retryAfterSeconds: 1,
  });
}

/** Undefined when the password was changed since it was checked: it must be checked again. */
async function openVerified(
  actor: Actor,
  checked: Account,
  given: Credentials,
): Promise<OpenedSession | undefined> {
  const rehashed = isOutdated(checked.passwordHash)
    ? await hashPassword(given.password)
    : checked.passwordHash;
  return commit(async (tx) => {
    const account = await accounts.get(checked.id, tx);
    if (account.passwordHash !== checked.passwordHash) return undefined;
    const mfa = account.mfa && consumeMfaCode(account, account.mfa, given.mfa);
    // Written even where nothing differs, so that a reset at the same time conflicts and ends this session too.
    const knownPlaces = await withCurrentDevice(actor, account, tx);
    const after = { ...account, passwordHash: rehashed, mfa, knownPlaces };
    const saved = await accounts.update(account, after, tx);
    const recoveryCodesLeft =
      account.mfa && mfa ? remainingRecoveryCodes(account.mfa, mfa) : undefined;
    if (recoveryCodesLeft !== undefined) {
      const told = { change: 'RECOVERY_CODE_USED', accountId: account.id, by: actor } as const;
      emitSecurityChange(saved, { ...told, recoveryCodesLeft }, tx);
    }
    return openSession(account.id, actor, tx);
  });
}

function consumeMfaCode(account: Account, mfa: NonNullable<Account['mfa']>, typed?: string | null) {
  if (!typed) throw new DomainError('MFA_REQUIRED', 'MFA code required');
  const after = consumeCode(mfa, typed, account.id);
  if (!after) throw new DomainError('MFA_INVALID', 'Invalid MFA code');
  return after;
}
