/** Loans in any status for tests of the transition rules. */

import assert from 'node:assert/strict';
import type { ErrorCode } from '@nameloan/contracts/errors';
import { DomainError } from '@nameloan/contracts/errors';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import type { Escrow, RepaymentClaim } from '../escrow/escrow.ts';
import { newEscrow } from '../escrow/escrow.ts';
import type { SettleOutcome } from '../escrow/settlement.ts';
import type { Decision, TransitionActor } from '../escrow/transition/decide-transition.ts';
import { decideTransition, systemActor } from '../escrow/transition/decide-transition.ts';
import type { TransitionInput, UserTransition } from '../escrow/transition/transitions.ts';
import type { EscrowActorRole } from '../loan/roles.ts';

export const hash = 'a'.repeat(64);
export const start = new Date('2026-03-01T10:00:00.000Z');
/** The time of receipt in `received`; the loan is due 60 days later, on 2026-05-09. */
export const receivedAt = new Date('2026-03-10T09:00:00.000Z');
export const claim: RepaymentClaim = {
  date: new Date('2026-04-01T00:00:00.000Z'),
  method: 'Wire',
  reference: 'R-1',
  at: new Date('2026-04-02T12:00:00.000Z'),
};

export const actors: Record<EscrowActorRole, TransitionActor> = {
  BORROWER: { role: 'BORROWER', accountId: 'b1', name: 'Bea Borrower' },
  LENDER: { role: 'LENDER', accountId: 'l1', name: 'Len Lender' },
  OPERATOR: { role: 'OPERATOR', accountId: 'o1', name: 'Olga Operator' },
  SYSTEM: systemActor,
  OUTSIDER: { role: 'OUTSIDER', accountId: 'x1', name: 'Xavier' },
};

/** A new loan: 900.50 at 18 % for 60 days. */
export function newLoan(): Escrow {
  return newEscrow(
    {
      offerId: 'offer1',
      listingId: 'listing1',
      domainId: 'domain1',
      domainName: 'harborline.com',
      unicodeName: 'harborline.com',
      borrowerId: 'b1',
      lenderId: 'l1',
      borrowerName: 'Bea Borrower',
      lenderName: 'Len Lender',
      amountCents: 90_050,
      termDays: 60,
      rateBps: 1_800,
      contract: 0,
    },
    'escrow1',
    start,
  );
}

/** A new loan with some fields overridden. */
export function buildLoan(fields: Partial<Escrow> = {}): Escrow {
  return { ...newLoan(), ...fields };
}

/** Applies the inputs a minute apart and returns the resulting loan. */
export function applyInputs(...moves: readonly [EscrowActorRole, TransitionInput][]): Escrow {
  return moves.reduce<Escrow>((escrow, [role, input], index) => {
    const now = new Date(start.getTime() + (index + 1) * 60_000);
    return decideTransition(escrow, input, { by: actors[role], now }).after;
  }, newLoan());
}

/** Reserved, with an unsigned contract. */
export const drawn: Partial<Escrow> = {
  reservedAt: start,
  contractDrawnAt: start,
  contractSha256: hash,
  borrowerContractToken: 'token-b',
  lenderContractToken: 'token-l',
};

/** Of a loan whose contract states simple interest; a loan without them compounds daily. */
export const simple = {
  accrual: 'SIMPLE_365',
  accrualSha256: hash,
} as const satisfies Partial<Escrow>;

const signed: Partial<Escrow> = { ...drawn, borrowerSignedAt: start, lenderSignedAt: start };
const inCustody: Partial<Escrow> = { ...signed, inCustodyAt: start };
const sent: Partial<Escrow> = {
  sent: { date: null, method: 'Wire', reference: 'S-1', at: start },
};
export const received: Partial<Escrow> = {
  receipt: { date: null, method: null, reference: null, at: receivedAt, by: 'BORROWER' },
  dueAt: new Date('2026-05-09T09:00:00.000Z'),
};
const escalated: Partial<Escrow> = {
  escalation: { at: start, by: 'LENDER', reason: null, evidence: null },
};

/** The fields of a plausible loan in each status; in LOAN_POSTED the money is sent but not confirmed. */
export const inStatus: Record<EscrowStatus, Partial<Escrow>> = {
  PENDING_SIGNATURE: drawn,
  NEW: signed,
  DOMAIN_IN_CUSTODY: inCustody,
  LOAN_POSTED: { ...inCustody, ...sent },
  ESCALATED: { ...inCustody, ...sent, ...received, ...escalated },
  FINALIZED_LENDER_SEIZURE: { ...inCustody, ...sent, ...received },
  FINALIZED_RETURN_TO_BORROWER: { ...inCustody, ...sent, ...received },
  FINALIZED_PLATFORM_SEZIURE: { ...inCustody, ...sent, ...received, ...escalated },
  CANCELLED: signed,
};

/** Within the term. */
export const now = new Date('2026-04-20T12:00:00.000Z');
/** A posted loan with some fields overridden. */
export const buildPostedLoan = (fields: Partial<Escrow> = {}): Escrow =>
  buildLoan({ ...inStatus.LOAN_POSTED, status: 'LOAN_POSTED', ...fields });
export const decideAs = (
  role: EscrowActorRole,
  escrow: Escrow,
  input: TransitionInput,
  at = now,
): Decision =>
  decideTransition(escrow, input, { by: actors[role], now: at, paymentId: 'payment1' });
export const listEventSubjects = (decision: Decision): string[] =>
  decision.events.map((event) => event.subject);

export const buildFinalizeInput = (
  outcome: 'RETURN' | 'SEIZE' | 'SURRENDER' = 'RETURN',
): UserTransition => ({
  transition: `FINALIZE_${outcome}`,
});
export const settleInput = (outcome: SettleOutcome): UserTransition => ({
  transition: `SETTLE_${outcome}`,
});
export const buildResolveInput = (
  outcome: SettleOutcome | 'PLATFORM',
  reason: string,
): UserTransition => ({
  transition: `RESOLVE_${outcome}`,
  reason,
});

/** For assert.throws: matches a DomainError by code, message and, optionally, invalid field. */
export function matchesError(code: ErrorCode, message: RegExp | string, field?: string) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof DomainError);
    assert.equal(error.code, code);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
    if (field !== undefined) assert.ok(error.details.fields?.[field], `names ${field}`);
    return true;
  };
}
