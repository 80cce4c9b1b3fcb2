/** Test helper: turns MFA on and generates codes. */

import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import type { TestSession } from './register-person.ts';

export const enrollCall =
  'mutation ($curPassword: String) { enrollMfa(curPassword: $curPassword) { key otpauthUri qr } }';
export const confirmCall = 'mutation ($mfa: String!) { confirmMfa(mfa: $mfa) { recoveryCodes } }';
export const disableCall = 'mutation ($mfa: String!) { disableMfa(mfa: $mfa) { mfaEnabled } }';

/** The code of the current time step, or `steps` later. */
export function makeCode(key: string, steps = 0): string {
  return generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
}

/** A code that is wrong for all time steps around now. */
export function wrongCode(key: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => makeCode(key, steps)));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ??
    ''
  );
}

export async function enableMfa(
  person: TestSession,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const enrolled = await person.call(enrollCall);
  assert.equal(enrolled.code, undefined, enrolled.message);
  const { key } = enrolled.data.enrollMfa;
  const confirmed = await person.call(confirmCall, { mfa: makeCode(key) });
  assert.equal(confirmed.code, undefined, confirmed.message);
  return { key, recoveryCodes: confirmed.data.confirmMfa.recoveryCodes };
}
