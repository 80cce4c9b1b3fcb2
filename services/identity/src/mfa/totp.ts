/** Time-based one-time passwords (RFC 6238): six digits, 30 seconds, SHA-1, as authenticators support them. */

import { normalizeText } from '@nameloan/runtime/normalize-text';
import { generateSecret, generateURI, verifySync } from 'otplib';

const toleranceSeconds = 30;
const maxTypedLength = 64;

/** A new key: 160 random bits in base32. */
export function newTotpKey(): string {
  return generateSecret({ length: 20 });
}

export function otpauthUri(key: string, email: string): string {
  return generateURI({ issuer: 'Nameloan', label: email, secret: key });
}

/** A typed or pasted code: in plain digits and letters, without white space and invisible characters. */
export function normalizeCode(typed: string): string {
  const plain = normalizeText(typed, { form: 'NFKC', maxCodeUnits: maxTypedLength }) ?? typed;
  return plain.replace(/[\s\p{Cf}]/gu, '');
}

/**
 * The time step of the code, with a tolerance of one step, or undefined. Steps up to `lastStep` are rejected, because
 * a code is valid once (section 5.2).
 */
export function matchTimeStep(key: string, code: string, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = verifySync({
    strategy: 'totp',
    secret: key,
    token: code,
    epochTolerance: toleranceSeconds,
  });
  if (!result.valid || !('timeStep' in result)) return undefined;
  return result.timeStep > lastStep ? result.timeStep : undefined;
}
