/** Consumes an MFA code of the authenticator or a recovery code. */

import type { Mfa } from '../account/account.ts';
import { serviceContext } from '../service-context.ts';
import { hashRecoveryCode, parseRecoveryCode } from './recovery-codes.ts';
import { matchTimeStep, normalizeCode } from './totp.ts';

export const totpKeyPurpose = (accountId: string) => `identity totp key ${accountId}`;

/** The MFA state after the code is consumed, or undefined if it is wrong or was used before. */
export function consumeCode(mfa: Mfa, typed: string, accountId: string): Mfa | undefined {
  if (typed.length > 64) return undefined;
  const plain = normalizeCode(typed);
  const key = serviceContext.decrypt(mfa.encryptedKey, totpKeyPurpose(accountId));
  if (/^\d{6}$/.test(plain)) {
    const lastStep = matchTimeStep(key, plain, mfa.lastStep);
    return lastStep === undefined ? undefined : { ...mfa, lastStep };
  }
  const code = parseRecoveryCode(plain);
  if (!code) return undefined;
  // Older hashes are keyed with the installation's secret.
  const hashes = [key, ...serviceContext.keyring.all].map((by) =>
    hashRecoveryCode(code, accountId, by),
  );
  const hash = hashes.find((one) => mfa.recoveryHashes.includes(one));
  if (hash === undefined) return undefined;
  return { ...mfa, recoveryHashes: mfa.recoveryHashes.filter((other) => other !== hash) };
}

/** Remaining recovery codes if one was consumed; undefined if the authenticator was used. */
export function remainingRecoveryCodes(before: Mfa, after: Mfa): number | undefined {
  const left = after.recoveryHashes.length;
  return left < before.recoveryHashes.length ? left : undefined;
}
