/** The moves that a person can make now, and those that only something missing keeps them from: as `decide` rules. */

import { escrowMoves } from '@nameloan/contracts/loan.ts';
import type { EscrowActorRole } from '../loan/roles.ts';
import { missingFor, openRow } from './decide.ts';
import type { Escrow } from './escrow.ts';
import type { Missing } from './guards.ts';
import type { EscrowAction } from './moves.ts';
import { moveWords } from './moves.ts';
import { rowsFor } from './transitions.ts';

/** A move of this role in this status that is refused now. */
export interface BlockedAction extends Missing {
  action: EscrowAction;
}

interface Standing {
  open: EscrowAction[];
  blocked: BlockedAction[];
}

/**
 * Both lists in the order of the table of moves; empty for strangers and on a loan that is over. An action of
 * several moves is open when one of them is. What belongs to another role or another status is in neither.
 */
export function standingOf(escrow: Escrow, role: EscrowActorRole, now: Date): Standing {
  const open = new Set<EscrowAction>();
  const blocked = new Map<EscrowAction, BlockedAction>();
  for (const move of escrowMoves) {
    const { action } = moveWords[move];
    if (action === null) continue;
    const row = openRow(rowsFor(escrow.status, move), escrow, { role, now });
    if (row === null) continue;
    const missing = missingFor(row, escrow, { role, now });
    if (missing === null) open.add(action);
    else if (!blocked.has(action)) blocked.set(action, { action, ...missing });
  }
  return {
    open: [...open],
    blocked: [...blocked.values()].filter(({ action }) => !open.has(action)),
  };
}
