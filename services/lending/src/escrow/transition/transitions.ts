/** All transitions of a loan: their descriptors, inputs and rules. */

import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import { escrowTransitions } from '@nameloan/contracts/loan';
import type { Escrow } from '../escrow.ts';
import type { AmendmentInputs } from './amendment/amendment-transitions.ts';
import { amendmentTransitions } from './amendment/amendment-transitions.ts';
import type { AssignmentInputs } from './assignment/assignment-transitions.ts';
import { assignmentTransitions } from './assignment/assignment-transitions.ts';
import type { DisputeInputs } from './dispute/dispute-transitions.ts';
import { disputeTransitions } from './dispute/dispute-transitions.ts';
import type { ReleaseInputs } from './dispute/release-transitions.ts';
import { releaseTransitions } from './dispute/release-transitions.ts';
import { conditions } from './guards.ts';
import type { LoanInputs } from './loan-transitions.ts';
import { loanTransitions } from './loan-transitions.ts';
import type { AccelerationInputs } from './payment/acceleration-transitions.ts';
import { accelerationTransitions } from './payment/acceleration-transitions.ts';
import type { ClaimInputs } from './payment/claim-transitions.ts';
import { claimTransitions } from './payment/claim-transitions.ts';
import type { PaymentInputs } from './payment/payment-transitions.ts';
import { paymentTransitions } from './payment/payment-transitions.ts';
import type { PlatformInputs } from './platform-transitions.ts';
import { platformTransitions } from './platform-transitions.ts';
import type { RefinanceSyncInputs } from './refinance/refinance-sync.ts';
import { refinanceSync } from './refinance/refinance-sync.ts';
import type { RefinanceInputs } from './refinance/refinance-transitions.ts';
import { refinanceTransitions } from './refinance/refinance-transitions.ts';
import type { TimedTransition } from './timed-transitions.ts';
import { timedTransitions } from './timed-transitions.ts';
import type {
  RuleDescriptor,
  SharedAction,
  TransitionContext,
  TransitionDescriptor,
  TransitionEffect,
  TransitionRule,
} from './transition-descriptor.ts';

type UserInputs = LoanInputs &
  ClaimInputs &
  PaymentInputs &
  AccelerationInputs &
  AmendmentInputs &
  RefinanceInputs &
  DisputeInputs &
  ReleaseInputs;
type Inputs = UserInputs &
  AssignmentInputs &
  PlatformInputs &
  RefinanceSyncInputs &
  Record<TimedTransition, object>;

/** Names the transition in its input. */
type Named<T> = { [M in keyof T]: { transition: M } & T[M] }[keyof T];

/** A transition made by a user. */
export type UserTransition = Named<UserInputs>;
/** A transition made by the platform after an event or a job. */
export type PlatformTransition = Named<PlatformInputs>;
/** A transition by which one loan of a refinancing follows the other. */
export type RefinanceSync = Named<RefinanceSyncInputs>;
/** A transition made by a user, or by the platform after an event, a job or a date. */
export type TransitionInput = Named<Inputs>;

/** A transition as applied, from which the records of payments and amendments are derived. */
export interface AppliedTransition {
  before: Escrow;
  after: Escrow;
  transition: EscrowTransition;
  input: TransitionInput;
  at: Date;
  /** The id of a payment that only its record has. */
  paymentId: string;
}

/** Exhaustive by type: a transition without a descriptor does not compile. */
export const transitions: { readonly [T in EscrowTransition]: TransitionDescriptor<Inputs[T]> } = {
  ...loanTransitions,
  ...claimTransitions,
  ...paymentTransitions,
  ...accelerationTransitions,
  ...amendmentTransitions,
  ...refinanceTransitions,
  ...assignmentTransitions,
  ...disputeTransitions,
  ...releaseTransitions,
  ...platformTransitions,
  ...refinanceSync,
  ...timedTransitions,
};

/** The actions of users as the API names them. */
export type EscrowAction = Exclude<keyof UserInputs, `${SharedAction}_${string}`> | SharedAction;

const userTables = [
  loanTransitions,
  claimTransitions,
  paymentTransitions,
  accelerationTransitions,
  amendmentTransitions,
  refinanceTransitions,
  disputeTransitions,
  releaseTransitions,
];

/** The user's action behind a transition; null for those of the platform. */
export function findAction(transition: EscrowTransition): EscrowAction | null {
  if (!userTables.some((table) => transition in table)) return null;
  return transitions[transition].action ?? (transition as EscrowAction);
}

/** All rules, in the order in which they are tried. */
export const transitionRules: readonly TransitionRule[] = escrowTransitions.flatMap((transition) =>
  transitions[transition].rules.flatMap((rule) => expandRule(transition, rule)),
);

function expandRule(
  transition: EscrowTransition,
  { from, to, ...rule }: RuleDescriptor,
): TransitionRule[] {
  const statuses = typeof from === 'string' ? [from] : from;
  return statuses.map((status) => ({ ...rule, transition, from: status, to: to ?? status }));
}

const rulesByStatus = Map.groupBy(transitionRules, (rule) => `${rule.from} ${rule.transition}`);

/** The rules for a transition in a status, for all roles. */
export function findRules(
  from: EscrowStatus,
  transition: EscrowTransition,
): readonly TransitionRule[] {
  return rulesByStatus.get(`${from} ${transition}`) ?? [];
}

/** Computes what `input` writes under the chosen rule. Throws INVALID_INPUT or CONFLICT for invalid content. */
export function computeEffect(
  escrow: Escrow,
  input: TransitionInput,
  context: TransitionContext,
): TransitionEffect {
  if (context.rule.when === conditions.stale) {
    return { changes: {}, note: 'reason' in input ? (input.reason ?? null) : null };
  }
  // The compiler cannot pair a key with its own function; the type of `transitions` has checked each pair.
  const { writes } = transitions[input.transition] as TransitionDescriptor<TransitionInput>;
  return writes?.(escrow, input, context) ?? { changes: {}, note: null };
}
