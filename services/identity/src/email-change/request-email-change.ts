/** Requests a change of the account's address: mails a link to the new one, and a stop link to a verified present one. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { emailChanging } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import { clientNetwork } from '@nameloan/security/client-network';
import { accounts } from '../account/account.model.ts';
import type { Account } from '../account/account.ts';
import { isVerified } from '../account/account.ts';
import { canonicalizeEmail, parseNewEmail, toEmailKey } from '../account/email-address.ts';
import type { Address, EmailChange } from '../account/email-change.ts';
import {
  canBeStopped,
  findCurrentChange,
  holdMs,
  isDecided,
  maxStopHashes,
} from '../account/email-change.ts';
import { toRateLimitKey } from '../account/find-by-email.ts';
import { emailTaken, isTaken } from '../account/find-taken.ts';
import { consumeAttempts } from '../rate-limit/rate-limits.ts';
import { emitAccountLink } from '../security/emit-account-link.ts';
import { quotas } from '../service-context.ts';
import { assertFresh } from '../session/fresh-session.ts';
import { hashToken, newToken } from '../session/refresh-token.ts';
import type { StepUpInput } from '../step-up/prove-identity.ts';
import { proveIdentity } from '../step-up/prove-identity.ts';
import { scheduleVerificationLink } from '../verification/send-verification-link.ts';

/**
 * STEP_UP_REQUIRED; INVALID_INPUT with all validation errors; CONFLICT with EMAIL_TAKEN, or EMAIL_CHANGING while the
 * former address of an earlier change can restore it. Replaces a pending change. TOO_MANY_REQUESTS.
 */
export async function requestEmailChange(
  actor: AccountActor,
  input: StepUpInput & { newEmail: string },
): Promise<Account> {
  await assertFresh(actor);
  const account = await accounts.get(actor.accountId);
  const newEmail = parseNewEmail(input.newEmail);
  assertNotDecided(account);
  const errors = {
    newEmail: newEmail === undefined ? 'Invalid email' : findSame(account, newEmail),
  };
  return proveIdentity(actor, { ...input, account, errors }, async () => {
    const email = newEmail ?? '';
    await consumeAttempts([
      { kind: 'register-address', key: clientNetwork(actor.ip) },
      { kind: 'register-email', key: toRateLimitKey(email) },
    ]);
    if (await isTaken(email)) throw emailTaken('newEmail');
    return (present, tx) => startChange(present, email, tx);
  });
}

function findSame(account: Account, newEmail: string): string | undefined {
  const same =
    toEmailKey(newEmail) === account.emailKey ||
    canonicalizeEmail(newEmail) === canonicalizeEmail(account.email);
  return same ? 'This is already your email.' : undefined;
}

function assertNotDecided(account: Account): void {
  const decided = isDecided(account, accountNow());
  if (decided) throw emailChanging(decided.heldUntil.toISOString());
}

async function startChange(account: Account, newEmail: string, tx: Tx): Promise<Account> {
  assertNotDecided(account);
  assertValid({ newEmail: findSame(account, newEmail) });
  await quotas.take('emailChanges', account.id, tx);
  const token = newToken();
  const heldUntil = new Date(accountNow().getTime() + holdMs);
  const earlier = findCurrentChange(account, accountNow());
  const emailChange: EmailChange = {
    status: 'PENDING',
    newEmail,
    former: addressOf(account),
    // MFA that was set up since an earlier request may be a thief's.
    hadMfa: account.mfa !== null && (earlier?.hadMfa ?? true),
    heldUntil,
    stopHashes: [hashToken(token), ...(earlier?.stopHashes ?? [])].slice(0, maxStopHashes),
  };
  const saved = await accounts.update(account, { ...account, emailChange }, tx);
  await scheduleVerificationLink(account.id, tx, { changesAddress: true });
  // A mistyped address is someone else's mailbox.
  if (!canBeStopped(emailChange)) return saved;
  const details = {
    accountId: account.id,
    kind: 'STOP_EMAIL_CHANGE',
    expiresAt: heldUntil,
  } as const;
  emitAccountLink(details, { token, email: account.email, newEmail }, tx);
  return saved;
}

function addressOf(account: Account): Address {
  const { email, emailKey, canonicalEmail, sharesAddress, emailVerifiedAt, createdAt } = account;
  // Accounts of an earlier release are verified without a date.
  const verifiedAt = isVerified(account) ? (emailVerifiedAt ?? createdAt) : null;
  return {
    ...{ email, emailKey, verifiedAt },
    canonicalEmail: canonicalEmail ?? null,
    sharesAddress: sharesAddress ?? false,
  };
}
