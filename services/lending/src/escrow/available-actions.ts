/** Lists the actions that are open to a user and those that a guard blocks, by the rules of `decideTransition`. */

import { escrowTransitions } from '@nameloan/contracts/loan';
import type { EscrowActorRole } from '../loan/roles.ts';
import type { Escrow } from './escrow.ts';
import { findGuardFailure, findOpenRule } from './transition/decide-transition.ts';
import type { GuardFailure } from './transition/guards.ts';
import type { EscrowAction } from './transition/transitions.ts';
import { findAction, findRules } from './transition/transitions.ts';

/** An action of this role in this status that a guard rejects now. */
export interface BlockedAction extends GuardFailure {
  action: EscrowAction;
}

interface AvailableActions {
  open: EscrowAction[];
  blocked: BlockedAction[];
}

/**
 * Both lists in the order of `escrowTransitions`; empty for outsiders and on a loan that is over. An action of several
 * transitions is open when one of them is. Actions of another role or another status are in neither list.
 */
export function findAvailableActions(
  escrow: Escrow,
  role: EscrowActorRole,
  now: Date,
): AvailableActions {
  const open = new Set<EscrowAction>();
  const blocked = new Map<EscrowAction, BlockedAction>();
  for (const transition of escrowTransitions) {
    const action = findAction(transition);
    if (action === null) continue;
    const rule = findOpenRule(findRules(escrow.status, transition), escrow, { role, now });
    if (rule === null) continue;
    const failure = findGuardFailure(rule, escrow, { role, now });
    if (failure === null) open.add(action);
    else if (!blocked.has(action)) blocked.set(action, { action, ...failure });
  }
  return {
    open: [...open],
    blocked: [...blocked.values()].filter(({ action }) => !open.has(action)),
  };
}
