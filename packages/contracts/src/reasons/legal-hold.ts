/** Legal holds of domains: the kinds of cases, and why a hold rejects an act. */

import type { ConflictReason } from '../errors.ts';

/** UDRP, URS and TDRP are dispute policies of ICANN; REGISTRY is a registry's or a registrar's measure. */
export const legalHoldKinds = ['UDRP', 'URS', 'COURT', 'TDRP', 'REGISTRY'] as const;
export type LegalHoldKind = (typeof legalHoldKinds)[number];

/** UNDISCLOSED: its parties may not be notified yet, so no sentence names the hold. */
export const holdVisibilities = ['NONE', 'DISCLOSED', 'UNDISCLOSED'] as const;
export type HoldVisibility = (typeof holdVisibilities)[number];

const blockedActs = {
  LIST: 'You can list it once the hold is lifted.',
  TRANSFER_IN: 'You can transfer it in once the hold is lifted.',
  TRANSFER_OUT: 'You can transfer it out once the hold is lifted.',
  SET_NAMESERVERS: 'Its nameservers can be changed once the hold is lifted.',
  MARK_PAID: 'Don’t send the money before the hold is lifted.',
  PUSH: 'You can push it to another account once the hold is lifted.',
  SURRENDER: 'You can give it up once the hold is lifted.',
} as const;
export type ActBlockedByHold = keyof typeof blockedActs;

/** Undefined without a hold. */
export function findHoldObstacle(
  visibility: HoldVisibility,
  act: ActBlockedByHold,
): { reason: ConflictReason; message: string } | undefined {
  if (visibility === 'NONE') return undefined;
  if (visibility === 'DISCLOSED')
    return {
      reason: 'LEGAL_HOLD',
      message: `This domain is on legal hold. ${blockedActs[act]}`,
    };
  return {
    reason: 'BUSY',
    message: 'This domain can’t be changed while we check it. Try again in a few days.',
  };
}
