/** The shape of a transition rule: from which status to which, by which role, under which guards. */

import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import type { EscrowRole } from '../../loan/roles.ts';
import type { ConditionName, GuardName } from './guards.ts';

export type RuleRole = EscrowRole | 'SYSTEM';

export interface TransitionRule {
  from: EscrowStatus;
  transition: EscrowTransition;
  roles: readonly RuleRole[];
  /** The rule applies only if this condition holds; the first rule that applies is taken. */
  when?: ConditionName;
  /** Checked in order; the first failure is the error. */
  guards?: readonly GuardName[];
  to: EscrowStatus;
  /** For an event that no longer applies: it is written to the history, without an event or a change of status. */
  historyOnly?: true;
}

type RuleOptions = Omit<TransitionRule, 'from' | 'to' | 'transition' | 'roles'>;

/** One rule per status in `from`, none of which changes the status. */
export function keepStatus(
  from: readonly EscrowStatus[],
  what: Pick<TransitionRule, 'transition' | 'roles'> & RuleOptions,
): TransitionRule[] {
  return from.map((status) => ({ from: status, to: status, ...what }));
}
