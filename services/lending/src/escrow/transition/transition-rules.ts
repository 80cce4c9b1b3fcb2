/** The table of all transition rules of a loan. */

import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import { eventRules, jobRules, timedRules } from './platform-rules.ts';
import type { TransitionRule } from './transition-rule.ts';
import { userRules } from './user-rules.ts';

/** All rules, in the order in which they are tried. */
export const transitionRules: readonly TransitionRule[] = [
  ...userRules,
  ...eventRules,
  ...jobRules,
  ...timedRules,
];

const rulesByStatus = Map.groupBy(transitionRules, (rule) => `${rule.from} ${rule.transition}`);

/** The rules for a transition in a status, for all roles. */
export function findRules(
  from: EscrowStatus,
  transition: EscrowTransition,
): readonly TransitionRule[] {
  return rulesByStatus.get(`${from} ${transition}`) ?? [];
}
