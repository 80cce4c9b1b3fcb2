/** The moves that a loan knows, what each must bring along, and the words for them. */

import type { EscrowTransition } from '@nameloan/contracts/loan.ts';
import type { EscrowRole } from '../../loan/roles.ts';
import type { SettleOutcome } from '../settlement.ts';
import type { TimedTransition } from './schedule.ts';

/** What a payer says about a payment; the day as "YYYY-MM-DD". Empty texts count as absent. */
export interface PaymentInput {
  date?: string | null;
  method?: string | null;
  reference?: string | null;
}

/** A person's move. `sha256` is the hash of the PDF that the signer was shown. */
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

/** `domainVersion` orders facts about custody; `at` is when domains says that it came about, and only shown. */
export interface CustodyUpdate {
  domainVersion: number;
  at: Date;
}

/** A fact of another service, a step of this one, or what silence and dates bring about. */
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

/** Moves that a person can make, as the people's API names them. */
export type EscrowAction =
  | Exclude<UserTransition['transition'], `RESOLVE_${string}` | `SETTLE_${string}`>
  | 'SETTLE'
  | 'RESOLVE';

export type FinalizeOutcome = 'RETURN' | 'SEIZE' | 'SURRENDER';
export type ResolveOutcome = 'CONTINUE' | 'RETURN' | 'SEIZE' | 'PLATFORM';

interface TransitionInfo {
  /** The action a person sees; null for what only the system does. */
  action: EscrowAction | null;
  /** As refusals name it: "…; <word> is not possible now." */
  verb: string;
}

/** Words per move; exhaustive by type. */
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
  CANCEL_UNANSWERED: { action: null, verb: 'cancel for want of an answer' },
  REMIND_RECEIPT: { action: null, verb: 'remind of the receipt' },
  DEEM_RECEIVED: { action: null, verb: 'count the money as received' },
  REMIND_DUE: { action: null, verb: 'remind of the due day' },
  SEND_NOTICE: { action: null, verb: 'send the notice' },
  ESCALATE_UNANSWERED: { action: null, verb: 'escalate for want of an answer' },
} as const satisfies Record<EscrowTransition, TransitionInfo>;

/** How a refusal names a role. */
export const roleNames = {
  BORROWER: 'the borrower',
  LENDER: 'the lender',
  OPERATOR: 'an operator who is no party to the loan',
  SYSTEM: 'the platform',
} as const satisfies Record<EscrowRole | 'SYSTEM', string>;

/** The move that `finalize` means with this outcome; RETURN is the default of the customer's call. */
export function finalizeInput(outcome: FinalizeOutcome = 'RETURN'): UserTransition {
  return { transition: `FINALIZE_${outcome}` };
}

/** The move that `settle` means with this outcome. */
export function settleInput(outcome: SettleOutcome): UserTransition {
  return { transition: `SETTLE_${outcome}` };
}

/** The move that `resolve` means with this outcome. */
export function resolveInput(outcome: ResolveOutcome, reason: string): UserTransition {
  return { transition: `RESOLVE_${outcome}`, reason };
}
