/** Registers an account and opens its first session. */

import type { Actor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import { isDuplicate } from '@nameloan/persistence/store';
import { accountNow, now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { clientNetwork } from '@nameloan/security/client-network';
import { accountEventData, accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { canonicalizeEmail, parseNewEmail, toEmailKey } from '../account/email-address.ts';
import { toRateLimitKey } from '../account/find-by-email.ts';
import { emailTaken, isReserved, isTaken } from '../account/find-taken.ts';
import { readClient } from '../known-device/client.ts';
import { identifyDevice } from '../known-device/known-devices.ts';
import { checkName, rejectOperatorName } from '../name/check-name.ts';
import { checkNewPassword } from '../password/check-new-password.ts';
import { assertHashRoom, hashPassword } from '../password/hash-password.ts';
import { consumeAttempts } from '../rate-limit/rate-limits.ts';
import { commit } from '../service-context.ts';
import { issueTokens, openSession } from '../session/open-session.ts';
import { scheduleVerificationLink } from '../verification/send-verification-link.ts';

export interface Registration {
  name: string;
  email: string;
  password: string;
}

/** INVALID_INPUT with all validation errors; CONFLICT for a taken e-mail address; TOO_MANY_REQUESTS. */
export async function register(actor: Actor, registration: Registration) {
  const person = parsePerson(registration);
  assertHashRoom(actor);
  await consumeAttempts([
    { kind: 'register-address', key: clientNetwork(actor.ip) },
    { kind: 'register-email', key: toRateLimitKey(person.email) },
  ]);
  if (await isTaken(person.email)) throw emailTaken('email');
  await rejectOperatorName(person.name);
  const account: Account = {
    id: newId(),
    version: 1,
    ...person,
    emailKey: toEmailKey(person.email),
    canonicalEmail: canonicalizeEmail(person.email),
    emailVerifiedAt: null,
    passwordHash: await hashPassword(registration.password, actor),
    operator: false,
    defaultContract: 0,
    address1: null,
    address2: null,
    city: null,
    zip: null,
    country: null,
    countryCode: null,
    subdivision: null,
    mfa: null,
    enrolment: null,
    knownDevices: [{ ...identifyDevice(readClient(actor)), usedAt: new Date() }],
    createdAt: now(),
    registeredAt: accountNow(),
  };
  return issueTokens(await add(account, actor));
}

function parsePerson(registration: Registration): { name: string; email: string } {
  const { name, error } = checkName(registration.name);
  const email = parseNewEmail(registration.email);
  assertValid({
    name: error,
    email: email === undefined ? 'Invalid email' : undefined,
    password: checkNewPassword(registration.password, { name: name ?? '', email: email ?? '' }),
  });
  return { name: name ?? '', email: email ?? '' };
}

async function add(account: Account, actor: Actor) {
  try {
    return await commit(async (tx) => {
      if (await isReserved(account.email, tx)) throw emailTaken('email');
      await accounts.add(account, tx);
      tx.emit('identity.account.registered', account, accountEventData(account));
      await scheduleVerificationLink(account.id, tx);
      return openSession(account, actor, tx);
    });
  } catch (error) {
    if (isDuplicate(error, 'emailKey') || isDuplicate(error, 'canonicalEmail'))
      throw emailTaken('email');
    throw error;
  }
}
