/** The input of each transition of a loan, and the names of transitions and roles in error messages. */

import type { EscrowTransition } from '@nameloan/contracts/loan';
import type { EscrowRole } from '../../loan/roles.ts';
import type { SettleOutcome } from '../settlement.ts';
import type { TimedTransition } from './schedule.ts';

/** A user's description of a payment; the date as "YYYY-MM-DD". Empty strings count as absent. */
export interface PaymentInput {
  date?: string | null;
  method?: string | null;
  reference?: string | null;
}

/** A transition made by a user. `sha256` is the hash of the PDF shown to the signer. */
export type UserTransition =
  | { transition: 'SIGN'; sha256: string }
  | { transition: 'CANCEL' }
  | ({ transition: 'MARK_PAID' } & PaymentInput)
  | { transition: 'CONFIRM_RECEIPT' }
  | ({ transition: 'CLAIM_REPAID' } & PaymentInput)
  | { transition: 'DENY_REPAID'; reason: string }
  | { transition: 'FINALIZE_RETURN' }
  | { transition: 'FINALIZE_SEIZE' }
  | { transition: 'FINALIZE_SURRENDER' }
  | { transition: 'ESCALATE'; reason?: string | null; evidence?: string | null }
  | { transition: 'ADD_EVIDENCE'; name: string; sha256: string }
  | { transition: 'SETTLE_CONTINUE' }
  | { transition: 'SETTLE_RETURN' }
  | { transition: 'SETTLE_SEIZE' }
  | { transition: 'RESOLVE_CONTINUE'; reason: string }
  | { transition: 'RESOLVE_RETURN'; reason: string }
  | { transition: 'RESOLVE_SEIZE'; reason: string }
  | { transition: 'RESOLVE_PLATFORM'; reason: string };

/** `domainVersion` orders custody events; `at` is the time reported by domains, for display only. */
export interface CustodyUpdate {
  domainVersion: number;
  at: Date;
}

/** A transition caused by another service's event, by a job of this service, or by time. */
export type SystemTransition =
  | ({ transition: 'RESERVATION_GRANTED'; inCustody: boolean } & CustodyUpdate)
  | { transition: 'RESERVATION_REFUSED'; reason: string }
  | { transition: 'DRAW_CONTRACT'; sha256: string; borrowerToken: string; lenderToken: string }
  | ({ transition: 'CUSTODY_ARRIVED' } & CustodyUpdate)
  | ({ transition: 'CUSTODY_LOST'; reason: string } & CustodyUpdate)
  | { transition: 'SEAL_CONTRACT' }
  | { [M in TimedTransition]: { transition: M } }[TimedTransition];

export type TransitionInput = UserTransition | SystemTransition;
export type InputFor<M extends EscrowTransition> = Extract<TransitionInput, { transition: M }>;

/** The actions of users as the GraphQL API names them. */
export type EscrowAction =
  | Exclude<UserTransition['transition'], `RESOLVE_${string}` | `SETTLE_${string}`>
  | 'SETTLE'
  | 'RESOLVE';

export type FinalizeOutcome = 'RETURN' | 'SEIZE' | 'SURRENDER';
export type ResolveOutcome = 'CONTINUE' | 'RETURN' | 'SEIZE' | 'PLATFORM';

interface TransitionInfo {
  /** The user's action; null for system transitions. */
  action: EscrowAction | null;
  /** As used in errors: "…; <verb> is not possible now." */
  verb: string;
}

/** Exhaustive by type. */
export const transitionInfo = {
  SIGN: { action: 'SIGN', verb: 'sign' },
  CANCEL: { action: 'CANCEL', verb: 'cancel' },
  MARK_PAID: { action: 'MARK_PAID', verb: 'mark paid' },
  CONFIRM_RECEIPT: { action: 'CONFIRM_RECEIPT', verb: 'confirm receipt' },
  CLAIM_REPAID: { action: 'CLAIM_REPAID', verb: 'claim repaid' },
  DENY_REPAID: { action: 'DENY_REPAID', verb: 'deny repaid' },
  FINALIZE_RETURN: { action: 'FINALIZE_RETURN', verb: 'finalize' },
  FINALIZE_SEIZE: { action: 'FINALIZE_SEIZE', verb: 'finalize' },
  FINALIZE_SURRENDER: { action: 'FINALIZE_SURRENDER', verb: 'finalize' },
  ESCALATE: { action: 'ESCALATE', verb: 'escalate' },
  ADD_EVIDENCE: { action: 'ADD_EVIDENCE', verb: 'add evidence' },
  SETTLE_CONTINUE: { action: 'SETTLE', verb: 'settle' },
  SETTLE_RETURN: { action: 'SETTLE', verb: 'settle' },
  SETTLE_SEIZE: { action: 'SETTLE', verb: 'settle' },
  RESOLVE_CONTINUE: { action: 'RESOLVE', verb: 'resolve' },
  RESOLVE_RETURN: { action: 'RESOLVE', verb: 'resolve' },
  RESOLVE_SEIZE: { action: 'RESOLVE', verb: 'resolve' },
  RESOLVE_PLATFORM: { action: 'RESOLVE', verb: 'resolve' },
  RESERVATION_GRANTED: { action: null, verb: 'reserve' },
  RESERVATION_REFUSED: { action: null, verb: 'refuse the reservation' },
  DRAW_CONTRACT: { action: null, verb: 'draw up the contract' },
  CUSTODY_ARRIVED: { action: null, verb: 'take custody' },
  CUSTODY_LOST: { action: null, verb: 'lose custody' },
  SEAL_CONTRACT: { action: null, verb: 'seal the contract' },
  EXPIRE_SIGNATURE: { action: null, verb: 'end the time for signatures' },
  EXPIRE_TRANSFER: { action: null, verb: 'end the time for the transfer' },
  CANCEL_UNANSWERED: { action: null, verb: 'cancel without an answer' },
  REMIND_RECEIPT: { action: null, verb: 'remind of the receipt' },
  DEEM_RECEIVED: { action: null, verb: 'count the money as received' },
  REMIND_DUE: { action: null, verb: 'remind of the due date' },
  SEND_NOTICE: { action: null, verb: 'send the notice' },
  ESCALATE_UNANSWERED: { action: null, verb: 'escalate without an answer' },
} as const satisfies Record<EscrowTransition, TransitionInfo>;

/** How error messages name a role. */
export const roleNames = {
  BORROWER: 'the borrower',
  LENDER: 'the lender',
  OPERATOR: 'an operator who is no party to the loan',
  SYSTEM: 'the platform',
} as const satisfies Record<EscrowRole | 'SYSTEM', string>;

/** RETURN is the default of the REST call. */
export function buildFinalizeInput(outcome: FinalizeOutcome = 'RETURN'): UserTransition {
  return { transition: `FINALIZE_${outcome}` };
}

export function settleInput(outcome: SettleOutcome): UserTransition {
  return { transition: `SETTLE_${outcome}` };
}

export function buildResolveInput(outcome: ResolveOutcome, reason: string): UserTransition {
  return { transition: `RESOLVE_${outcome}`, reason };
}
