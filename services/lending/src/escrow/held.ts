/** The case of a domain that a decision gave to the platform: computed from the loan, so that old loans have one too. */

import type { HeldRelease } from '../loan/loan-end.ts';
import type { Escrow } from './escrow.ts';

/** HELD: in the platform's custody. RELEASED: to a party. LOST: it left custody before a release. */
export const heldStates = ['HELD', 'RELEASED', 'LOST'] as const;
export type HeldState = (typeof heldStates)[number];

type HeldLoan = Pick<Escrow, 'status' | 'heldRelease' | 'inCustodyAt' | 'custodyLostAt'>;

/** Null unless the loan was decided for the platform. */
export function findHeldState(escrow: HeldLoan): HeldState | null {
  if (escrow.status !== 'FINALIZED_PLATFORM_SEZIURE') return null;
  if (escrow.heldRelease) return 'RELEASED';
  return escrow.custodyLostAt !== null && escrow.inCustodyAt === null ? 'LOST' : 'HELD';
}

type SeizedLoan = Pick<Escrow, 'status' | 'finalizedAt' | 'heldRelease'>;

/** When the domain went to the lender: at the end of the loan, or when the platform released it later. Null otherwise. */
export function findSeizedAt({ status, finalizedAt, heldRelease }: SeizedLoan): Date | null {
  if (status === 'FINALIZED_LENDER_SEIZURE') return finalizedAt;
  const released = status === 'FINALIZED_PLATFORM_SEZIURE' && heldRelease?.to === 'LENDER';
  return released ? heldRelease.at : null;
}

/**
 * The case as the API shows it, for the generated types of the resolvers.
 * @public
 */
export interface HeldCase {
  state: HeldState;
  since: Date;
  release: HeldRelease | null;
}
