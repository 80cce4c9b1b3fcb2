/** A legal hold of a name: a case of a dispute provider, a court or a registry, and the rules that depend only on it. */

import type { LegalHoldKind } from '@nameloan/contracts/legal-hold';

export const holdActions = ['PLACED', 'CHANGED', 'LOCKED', 'LIFT_REQUESTED', 'LIFTED'] as const;

/** An entry of the case's log, which is never changed. `by`: an operator's account; null: the platform. */
export interface HoldLogEntry {
  at: Date;
  by: string | null;
  action: (typeof holdActions)[number];
}

export interface LegalHold {
  id: string;
  version: number;
  /** A-label. It holds for every record of the name, also of accounts that prove it later. */
  name: string;
  unicodeName: string;
  kind: LegalHoldKind;
  caseId: string;
  provider: string;
  note: string | null;
  /** When the platform received the provider's request. */
  receivedAt: Date;
  /** Until when the lock must be set and confirmed to the provider; null: the kind has no such rule. */
  deadline: Date | null;
  /** The parties may be notified. */
  disclosed: boolean;
  placedAt: Date;
  /** When the registry first showed all locks during the hold; null before, and for names elsewhere. */
  lockedAt: Date | null;
  /** The operator who asked to lift it; a second one lifts it. */
  liftRequestedBy: string | null;
  liftRequestedAt: Date | null;
  liftedAt: Date | null;
  /** False once it is lifted. */
  active: boolean;
  /** Oldest first. */
  log: HoldLogEntry[];
}

const day = 86_400_000;
const lockBusinessDays = 2;

/**
 * Until when the registrar must lock the name: two business days from a provider's verification request (UDRP rules,
 * paragraph 4(b)). Counts Monday to Friday in UTC; no holidays are known. Null for kinds without such a rule.
 */
export function computeLockDeadline(kind: LegalHoldKind, receivedAt: Date): Date | null {
  if (kind !== 'UDRP') return null;
  let at = receivedAt;
  for (let left = lockBusinessDays; left > 0; ) {
    at = new Date(at.getTime() + day);
    if (at.getUTCDay() % 6 !== 0) left -= 1;
  }
  return at;
}
