/** Uses up an MFA code: the authenticator's, or one of the recovery codes. */

import type { Mfa } from '../account/account.ts';
import { serviceContext } from '../service-context.ts';
import { hashRecoveryCode, parseRecoveryCode } from './recovery-codes.ts';
import { matchTimeStep } from './totp.ts';

export const totpKeyPurpose = (accountId: string) => `identity totp key ${accountId}`;

/** The MFA state after that code was used, or undefined when it is wrong or was used before. */
export function consumeCode(mfa: Mfa, typed: string, accountId: string): Mfa | undefined {
  if (typed.length > 64) return undefined;
  const digits = typed.replace(/\s/g, '');
  const key = serviceContext.decrypt(mfa.sealedKey, totpKeyPurpose(accountId));
  if (/^\d{6}$/.test(digits)) {
    const lastStep = matchTimeStep(key, digits, mfa.lastStep);
    return lastStep === undefined ? undefined : { ...mfa, lastStep };
  }
  const code = parseRecoveryCode(typed);
  if (!code) return undefined;
  // Codes from before the authenticator's key hashed them were hashed with the installation's secret.
  const hashes = [key, ...serviceContext.keyring.all].map((by) =>
    hashRecoveryCode(code, accountId, by),
  );
  const hash = hashes.find((one) => mfa.recoveryHashes.includes(one));
  if (hash === undefined) return undefined;
  return { ...mfa, recoveryHashes: mfa.recoveryHashes.filter((other) => other !== hash) };
}

/** How many recovery codes are left, where `after` has one less; undefined where the authenticator's code was taken. */
export function remainingRecoveryCodes(before: Mfa, after: Mfa): number | undefined {
  const left = after.recoveryHashes.length;
  return left < before.recoveryHashes.length ? left : undefined;
}
