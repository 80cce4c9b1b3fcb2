/** The moves that a loan knows, what each must bring along, and the words for them. */

import type { EscrowMove } from '@nameloan/contracts/loan.ts';
import type { EscrowRole } from '../loan/roles.ts';
import type { ClockMove } from './schedule.ts';
import type { SettleOutcome } from './settlement.ts';

/** What a payer says about a payment; the day as "YYYY-MM-DD". Empty texts count as absent. */
export interface PaymentInput {
  date?: string | null;
  method?: string | null;
  reference?: string | null;
}

/** A person's move. `sha256` is the hash of the PDF that the signer was shown. */
export type PersonMove =
  | { move: 'SIGN'; sha256: string }
  | { move: 'CANCEL' }
  | ({ move: 'MARK_PAID' } & PaymentInput)
  | { move: 'CONFIRM_RECEIPT' }
  | ({ move: 'CLAIM_REPAID' } & PaymentInput)
  | { move: 'DENY_REPAID'; reason: string }
  | { move: 'FINALIZE_RETURN' }
  | { move: 'FINALIZE_SEIZE' }
  | { move: 'FINALIZE_SURRENDER' }
  | { move: 'ESCALATE'; reason?: string | null; evidence?: string | null }
  | { move: 'ADD_EVIDENCE'; name: string; sha256: string }
  | { move: 'SETTLE_CONTINUE' }
  | { move: 'SETTLE_RETURN' }
  | { move: 'SETTLE_SEIZE' }
  | { move: 'RESOLVE_CONTINUE'; reason: string }
  | { move: 'RESOLVE_RETURN'; reason: string }
  | { move: 'RESOLVE_SEIZE'; reason: string }
  | { move: 'RESOLVE_PLATFORM'; reason: string };

/** `domainVersion` orders facts about custody; `at` is when domains says that it came about, and only shown. */
export interface CustodyFact {
  domainVersion: number;
  at: Date;
}

/** A fact of another service, a step of this one, or what silence and dates bring about. */
export type SystemMove =
  | ({ move: 'RESERVATION_GRANTED'; inCustody: boolean } & CustodyFact)
  | { move: 'RESERVATION_REFUSED'; reason: string }
  | { move: 'DRAW_CONTRACT'; sha256: string; borrowerToken: string; lenderToken: string }
  | ({ move: 'CUSTODY_ARRIVED' } & CustodyFact)
  | ({ move: 'CUSTODY_LOST'; reason: string } & CustodyFact)
  | { move: 'SEAL_CONTRACT' }
  | { [M in ClockMove]: { move: M } }[ClockMove];

export type MoveInput = PersonMove | SystemMove;
export type InputOf<M extends EscrowMove> = Extract<MoveInput, { move: M }>;

/** Moves that a person can make, as the people's API names them. */
export type EscrowAction =
  | Exclude<PersonMove['move'], `RESOLVE_${string}` | `SETTLE_${string}`>
  | 'SETTLE'
  | 'RESOLVE';

export type FinalizeOutcome = 'RETURN' | 'SEIZE' | 'SURRENDER';
export type ResolveOutcome = 'CONTINUE' | 'RETURN' | 'SEIZE' | 'PLATFORM';

interface MoveWords {
  /** The action a person sees; null for what only the system does. */
  action: EscrowAction | null;
  /** As refusals name it: "…; <word> is not possible now." */
  word: string;
}

/** Words per move; exhaustive by type. */
export const moveWords = {
  SIGN: { action: 'SIGN', word: 'sign' },
  CANCEL: { action: 'CANCEL', word: 'cancel' },
  MARK_PAID: { action: 'MARK_PAID', word: 'mark paid' },
  CONFIRM_RECEIPT: { action: 'CONFIRM_RECEIPT', word: 'confirm receipt' },
  CLAIM_REPAID: { action: 'CLAIM_REPAID', word: 'claim repaid' },
  DENY_REPAID: { action: 'DENY_REPAID', word: 'deny repaid' },
  FINALIZE_RETURN: { action: 'FINALIZE_RETURN', word: 'finalize' },
  FINALIZE_SEIZE: { action: 'FINALIZE_SEIZE', word: 'finalize' },
  FINALIZE_SURRENDER: { action: 'FINALIZE_SURRENDER', word: 'finalize' },
  ESCALATE: { action: 'ESCALATE', word: 'escalate' },
  ADD_EVIDENCE: { action: 'ADD_EVIDENCE', word: 'add evidence' },
  SETTLE_CONTINUE: { action: 'SETTLE', word: 'settle' },
  SETTLE_RETURN: { action: 'SETTLE', word: 'settle' },
  SETTLE_SEIZE: { action: 'SETTLE', word: 'settle' },
  RESOLVE_CONTINUE: { action: 'RESOLVE', word: 'resolve' },
  RESOLVE_RETURN: { action: 'RESOLVE', word: 'resolve' },
  RESOLVE_SEIZE: { action: 'RESOLVE', word: 'resolve' },
  RESOLVE_PLATFORM: { action: 'RESOLVE', word: 'resolve' },
  RESERVATION_GRANTED: { action: null, word: 'reserve' },
  RESERVATION_REFUSED: { action: null, word: 'refuse the reservation' },
  DRAW_CONTRACT: { action: null, word: 'draw up the contract' },
  CUSTODY_ARRIVED: { action: null, word: 'take custody' },
  CUSTODY_LOST: { action: null, word: 'lose custody' },
  SEAL_CONTRACT: { action: null, word: 'seal the contract' },
  EXPIRE_SIGNATURE: { action: null, word: 'end the time for signatures' },
  EXPIRE_TRANSFER: { action: null, word: 'end the time for the transfer' },
  CANCEL_UNANSWERED: { action: null, word: 'cancel for want of an answer' },
  REMIND_RECEIPT: { action: null, word: 'remind of the receipt' },
  DEEM_RECEIVED: { action: null, word: 'count the money as received' },
  REMIND_DUE: { action: null, word: 'remind of the due day' },
  SEND_NOTICE: { action: null, word: 'send the notice' },
  ESCALATE_UNANSWERED: { action: null, word: 'escalate for want of an answer' },
} as const satisfies Record<EscrowMove, MoveWords>;

/** How a refusal names a role. */
export const roleWords = {
  BORROWER: 'the borrower',
  LENDER: 'the lender',
  OPERATOR: 'an operator who is no party to the loan',
  SYSTEM: 'the platform',
} as const satisfies Record<EscrowRole | 'SYSTEM', string>;

/** The move that `finalize` means with this outcome; RETURN is the default of the customer's call. */
export function finalizeMove(outcome: FinalizeOutcome = 'RETURN'): PersonMove {
  return { move: `FINALIZE_${outcome}` };
}

/** The move that `settle` means with this outcome. */
export function settleMove(outcome: SettleOutcome): PersonMove {
  return { move: `SETTLE_${outcome}` };
}

/** The move that `resolve` means with this outcome. */
export function resolveMove(outcome: ResolveOutcome, reason: string): PersonMove {
  return { move: `RESOLVE_${outcome}`, reason };
}
