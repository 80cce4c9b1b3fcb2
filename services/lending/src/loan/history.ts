/** The history entry of a loan. */

import type { EscrowStatus } from '@nameloan/contracts/loan';
import { escrowTransitions } from '@nameloan/contracts/loan';
import type { EscrowRole } from './roles.ts';

/** The action of an entry: a transition, the acceptance of the offer, or an event about the domain. */
export const historyActions = [
  ...escrowTransitions,
  'ACCEPT_OFFER',
  'TRANSFER_STARTED',
  'TRANSFER_FAILED',
  'RENEWAL_NEEDED',
  'RENEWED',
  'RENEWAL_FAILED',
  'OWNER_CHANGED',
] as const;
export type HistoryAction = (typeof historyActions)[number];

/** `from` equals `to` if the status did not change. */
export interface HistoryEntry {
  escrowId: string;
  /** The loan's version after the entry. Each entry raises it by one, which orders the history. */
  version: number;
  at: Date;
  by: EscrowRole | 'SYSTEM';
  /** Null for SYSTEM. */
  accountId: string | null;
  /** The user's name, or "System". */
  actor: string;
  action: HistoryAction;
  from: EscrowStatus | null;
  to: EscrowStatus;
  note: string | null;
}
