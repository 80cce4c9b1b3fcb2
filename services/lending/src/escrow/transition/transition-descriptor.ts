/** The descriptor of a loan transition: who makes it and when, what it writes, and what users read about it. */

import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import type { HistoryEntry } from '../../loan/history.ts';
import type { EscrowRole } from '../../loan/roles.ts';
import type { Escrow } from '../escrow.ts';
import type { Condition, Guard, Situation } from './guards.ts';

/** Who makes a transition. */
export type RuleRole = EscrowRole | 'SYSTEM';

/** One way to make a transition: from which status to which, by which role, under which guards. */
export interface TransitionRule {
  transition: EscrowTransition;
  from: EscrowStatus;
  roles: readonly RuleRole[];
  /** The rule applies only if this condition holds; the first rule that applies is taken. */
  when?: Condition;
  /** Checked in order; the first failure is the error. */
  guards?: readonly Guard[];
  to: EscrowStatus;
  /** For an event that no longer applies: it is written to the history, without an event or a change of status. */
  historyOnly?: true;
}

/** A rule in a descriptor: several statuses share one, and without `to` the status stays. */
export interface RuleDescriptor extends Omit<TransitionRule, 'transition' | 'from' | 'to'> {
  from: EscrowStatus | readonly EscrowStatus[];
  to?: EscrowStatus;
}

/** The situation and the rule chosen in it. */
export interface TransitionContext extends Situation {
  rule: TransitionRule;
  /** Of the actor. */
  name: string;
  /** The id of a payment that the transition records. */
  paymentId: string;
}

export interface TransitionEffect {
  changes: Partial<Escrow>;
  /** For the history, and for notifications (`lending.transition-note`). */
  note: string | null;
  /** For the history only. */
  detail?: string | null;
}

/** The users' actions that several transitions share: each is an outcome of the action. */
export const sharedActions = ['SETTLE', 'RESOLVE', 'RELEASE'] as const;
export type SharedAction = (typeof sharedActions)[number];

export interface TransitionDescriptor<Input = object> {
  /** As errors name it: "…; <verb> is not possible now." */
  verb: string;
  /** Tried in order. */
  rules: readonly RuleDescriptor[];
  /** What it writes in addition to the status. Throws INVALID_INPUT or CONFLICT for invalid content. */
  writes?: (escrow: Escrow, input: Input, context: TransitionContext) => TransitionEffect;
  /** What the history says about it. */
  history: string | ((entry: Pick<HistoryEntry, 'to'>) => string);
  /** The user's action in the API where several transitions share one; otherwise the action has the transition's name. */
  action?: SharedAction;
  /** The label of the action's button; transitions with the same label share a button. Absent without a button. */
  label?: string;
  /** The button warns: the action cancels or disputes something. */
  danger?: true;
  /** The label of the transition among those of its button. */
  choice?: { outcome: string; label: string };
}

/** A transition that silence or a date causes. */
export interface TimedDescriptor extends TransitionDescriptor {
  /**
   * The time from which it is due; null when the loan does not need it. The rules decide in which status it is possible.
   * A period of silence restarts when a loan continues after a dispute.
   */
  dueAt: (escrow: Escrow, now: Date) => Date | null;
}

/** The descriptors of a family of transitions; `Inputs` has the input of each. */
export type TransitionTable<Inputs> = {
  readonly [T in keyof Inputs & EscrowTransition]: TransitionDescriptor<Inputs[T]>;
};

export const system = ['SYSTEM'] as const;
export const either = ['BORROWER', 'LENDER'] as const;
export const borrower = ['BORROWER'] as const;
export const lender = ['LENDER'] as const;
export const operator = ['OPERATOR'] as const;
