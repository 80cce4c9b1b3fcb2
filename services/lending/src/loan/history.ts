/** A line of a loan's history, as every part of this service writes and reads it. */

import type { EscrowStatus } from '@nameloan/contracts/loan.ts';
import { escrowTransitions } from '@nameloan/contracts/loan.ts';
import type { EscrowRole } from './roles.ts';

/** What a line is about: a move, the acceptance before all moves, or a fact about the domain that moves nothing. */
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

/** One line of a loan's history: who, when, what. `from` equals `to` where the status stayed. */
export interface HistoryEntry {
  escrowId: string;
  /** The loan's version after the entry: each raises it by one, which is the order of the history. */
  version: number;
  at: Date;
  by: EscrowRole | 'SYSTEM';
  /** Null for SYSTEM. */
  accountId: string | null;
  /** The person's name, or "System". */
  actor: string;
  action: HistoryAction;
  from: EscrowStatus | null;
  to: EscrowStatus;
  note: string | null;
}
