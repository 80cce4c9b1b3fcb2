/** The moves open to a person now: the same table and guards as `decide`, asked without doing. */

import { escrowMoves } from '@nameloan/contracts/loan.ts';
import type { EscrowActorRole } from '../loan/roles.ts';
import { missingFor, openRow } from './decide.ts';
import type { Escrow } from './escrow.ts';
import type { EscrowAction } from './moves.ts';
import { moveWords } from './moves.ts';
import { rowsFor } from './transitions.ts';

/** In the order of the table of moves; empty for strangers and on a loan that is over. */
export function actionsFor(escrow: Escrow, role: EscrowActorRole, now: Date): EscrowAction[] {
  const open = new Set<EscrowAction>();
  for (const move of escrowMoves) {
    const { action } = moveWords[move];
    if (action === null) continue;
    const row = openRow(rowsFor(escrow.status, move), escrow, { role, now });
    if (row !== null && missingFor(row, escrow, { role, now }) === null) open.add(action);
  }
  return [...open];
}
