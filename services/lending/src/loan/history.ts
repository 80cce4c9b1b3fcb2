/** A line of a loan's history, as every part of this service writes and reads it. */

import type { EscrowStatus } from '@nameloan/contracts/loan.ts';
import type { EscrowRole } from './roles.ts';

/** One line of a loan's history: who, when, what. `from` equals `to` where the status stayed. */
export interface HistoryEntry {
  escrowId: string;
  /** The loan's version after the entry; orders entries of the same moment. */
  version: number;
  at: Date;
  by: EscrowRole | 'SYSTEM';
  /** Null for SYSTEM. */
  accountId: string | null;
  /** The person's name, or "System". */
  actor: string;
  action: string;
  from: EscrowStatus | null;
  to: EscrowStatus;
  note: string | null;
}
