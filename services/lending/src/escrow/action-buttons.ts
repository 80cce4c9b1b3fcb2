/** The buttons that a loan's page offers its reader, from the labels of the transitions. */

import type { ConflictReason } from '@nameloan/contracts/errors';
import { escrowTransitions } from '@nameloan/contracts/loan';
import type { EscrowRole } from '../loan/roles.ts';
import { findAvailableActions } from './available-actions.ts';
import type { Escrow } from './escrow.ts';
import { findGuardFailure, findOpenRule } from './transition/decide-transition.ts';
import type { EscrowAction } from './transition/transitions.ts';
import { findAction, findRules, transitions } from './transition/transitions.ts';

export interface ActionButton {
  label: string;
  /** The actions behind the button. */
  actions: EscrowAction[];
  enabled: boolean;
  /** One of the customer's four, which a party always sees. */
  standard: boolean;
  danger: boolean;
  /** Why it is disabled; null when it is enabled, or when the action belongs to another status or the other party. */
  message: string | null;
  choices: ActionChoice[];
}

/** One of several transitions of a button. */
export interface ActionChoice {
  outcome: string;
  label: string;
  /** Why it is not possible now; null when it is. */
  message: string | null;
}

/** The customer's four, in the customer's order. */
const standardLabels = ['Mark Paid', 'Finalize', 'Escalate', 'Cancel'];

/** With these reasons an action was done already or has no object, so that its button is hidden, not disabled. */
const hidingReasons: readonly ConflictReason[] = [
  'ALREADY_RECEIVED',
  'ALREADY_SIGNED',
  'ALREADY_DONE',
  'NO_CLAIM',
  'ACCELERATION_NOT_NEEDED',
];

/** A button's transitions, in the order of `escrowTransitions`. */
type Group = readonly (typeof escrowTransitions)[number][];

const labelled = escrowTransitions.filter((name) => transitions[name].label !== undefined);
const groups: readonly [label: string, Group][] = [
  ...Map.groupBy(labelled, (name) => transitions[name].label ?? ''),
].toSorted(([one], [other]) => standardLabels.indexOf(one) - standardLabels.indexOf(other));

/** Actions of the reader's own first, then the customer's four; empty for an operator who has nothing to decide. */
export function listActionButtons(escrow: Escrow, role: EscrowRole, now: Date): ActionButton[] {
  const { open, blocked } = findAvailableActions(escrow, role, now);
  return groups.flatMap(([label, group]) => {
    const actions = [...new Set(group.flatMap((name) => findAction(name) ?? []))];
    const enabled = actions.some((action) => open.includes(action));
    const block = blocked.find(({ action }) => actions.includes(action));
    const standard = standardLabels.includes(label);
    const shown = standard
      ? role !== 'OPERATOR'
      : enabled || (block !== undefined && !hidingReasons.includes(block.reason));
    if (!shown) return [];
    return {
      label,
      actions,
      enabled,
      standard,
      danger: group.some((name) => transitions[name].danger),
      message: enabled ? null : (block?.message ?? null),
      choices: group.flatMap((name) => buildChoice(escrow, name, { role, now })),
    };
  });
}

/** Empty where the transition is not a choice, or belongs to another role or status. */
function buildChoice(
  escrow: Escrow,
  transition: Group[number],
  situation: { role: EscrowRole; now: Date },
): ActionChoice[] {
  const { choice } = transitions[transition];
  const rule = findOpenRule(findRules(escrow.status, transition), escrow, situation);
  if (choice === undefined || rule === null) return [];
  return [{ ...choice, message: findGuardFailure(rule, escrow, situation)?.message ?? null }];
}
