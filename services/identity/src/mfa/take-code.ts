/** Uses up an MFA code: the authenticator's, or one of the recovery codes. */

import type { Mfa } from '../account/account.ts';
import { kit } from '../kit.ts';
import { hashRecoveryCode, readRecoveryCode } from './recovery-codes.ts';
import { acceptedStep } from './totp.ts';

export const totpKeyPurpose = (accountId: string) => `identity totp key ${accountId}`;

/** The MFA state after that code was used, or undefined when it is wrong or was used before. */
export function takeCode(mfa: Mfa, typed: string, accountId: string): Mfa | undefined {
  if (typed.length > 64) return undefined;
  const digits = typed.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    const key = kit.unseal(mfa.sealedKey, totpKeyPurpose(accountId));
    const lastStep = acceptedStep(key, digits, mfa.lastStep);
    return lastStep === undefined ? undefined : { ...mfa, lastStep };
  }
  const code = readRecoveryCode(typed);
  if (!code) return undefined;
  const hash = hashRecoveryCode(code, accountId, kit.internalSecret);
  if (!mfa.recoveryHashes.includes(hash)) return undefined;
  return { ...mfa, recoveryHashes: mfa.recoveryHashes.filter((other) => other !== hash) };
}

/** How many recovery codes are left, where `after` has one less; undefined where the authenticator's code was taken. */
export function recoveryCodesAfter(before: Mfa, after: Mfa): number | undefined {
  const left = after.recoveryHashes.length;
  return left < before.recoveryHashes.length ? left : undefined;
}
