/** Every cell of the table (status × move × role), against the table written out a second time by hand. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors.ts';
import type { EscrowMove, EscrowStatus } from '@nameloan/contracts/loan.ts';
import { escrowMoves, escrowStatuses } from '@nameloan/contracts/loan.ts';
import type { EscrowActorRole } from '../loan/roles.ts';
import { finalStatuses, isFinal } from '../loan/status.ts';
import { claim, hash, inStatus, loan, people, received, start } from '../testing/loans.ts';
import { decide } from './decide.ts';
import type { Escrow } from './escrow.ts';
import type { MoveInput } from './moves.ts';
import { settleOutcomes } from './settlement.ts';
import { transitions } from './transitions.ts';

/** Long past due, grace over. */
const now = new Date('2026-06-01T12:00:00.000Z');
const roles = Object.keys(people) as EscrowActorRole[];
const noticed: Partial<Escrow> = { ...received, noticeAt: new Date('2026-05-09T09:00:00.000Z') };
const bothSigned: Partial<Escrow> = { borrowerSignedAt: now, lenderSignedAt: now };

const inputs: { [M in EscrowMove]: Extract<MoveInput, { move: M }> } = {
  SIGN: { move: 'SIGN', sha256: hash },
  CANCEL: { move: 'CANCEL' },
  MARK_PAID: { move: 'MARK_PAID' },
  CONFIRM_RECEIPT: { move: 'CONFIRM_RECEIPT' },
  CLAIM_REPAID: { move: 'CLAIM_REPAID', date: '2026-05-01', method: 'Wire', reference: 'R' },
  DENY_REPAID: { move: 'DENY_REPAID', reason: 'Nothing arrived.' },
  FINALIZE_RETURN: { move: 'FINALIZE_RETURN' },
  FINALIZE_SEIZE: { move: 'FINALIZE_SEIZE' },
  FINALIZE_SURRENDER: { move: 'FINALIZE_SURRENDER' },
  ESCALATE: { move: 'ESCALATE' },
  ADD_EVIDENCE: { move: 'ADD_EVIDENCE', name: 'letter.pdf', sha256: hash },
  SETTLE_CONTINUE: { move: 'SETTLE_CONTINUE' },
  SETTLE_RETURN: { move: 'SETTLE_RETURN' },
  SETTLE_SEIZE: { move: 'SETTLE_SEIZE' },
  RESOLVE_CONTINUE: { move: 'RESOLVE_CONTINUE', reason: 'Both agree.' },
  RESOLVE_RETURN: { move: 'RESOLVE_RETURN', reason: 'Repaid.' },
  RESOLVE_SEIZE: { move: 'RESOLVE_SEIZE', reason: 'Not repaid.' },
  RESOLVE_PLATFORM: { move: 'RESOLVE_PLATFORM', reason: 'Fraud on both sides.' },
  RESERVATION_GRANTED: { move: 'RESERVATION_GRANTED', inCustody: false, domainVersion: 3, at: now },
  RESERVATION_REFUSED: { move: 'RESERVATION_REFUSED', reason: 'The record is gone.' },
  DRAW_CONTRACT: { move: 'DRAW_CONTRACT', sha256: hash, borrowerToken: 'b', lenderToken: 'l' },
  CUSTODY_ARRIVED: { move: 'CUSTODY_ARRIVED', domainVersion: 3, at: now },
  CUSTODY_LOST: { move: 'CUSTODY_LOST', reason: 'Gone.', domainVersion: 4, at: now },
  SEAL_CONTRACT: { move: 'SEAL_CONTRACT' },
  EXPIRE_SIGNATURE: { move: 'EXPIRE_SIGNATURE' },
  EXPIRE_TRANSFER: { move: 'EXPIRE_TRANSFER' },
  CANCEL_UNANSWERED: { move: 'CANCEL_UNANSWERED' },
  REMIND_RECEIPT: { move: 'REMIND_RECEIPT' },
  DEEM_RECEIVED: { move: 'DEEM_RECEIVED' },
  REMIND_DUE: { move: 'REMIND_DUE' },
  SEND_NOTICE: { move: 'SEND_NOTICE' },
  ESCALATE_UNANSWERED: { move: 'ESCALATE_UNANSWERED' },
};

/** Fields that a move needs beyond a plausible loan in its status, so that no guard stands in the way. */
const ready: Partial<Record<EscrowMove, Partial<Escrow>>> = {
  SIGN: { borrowerSignedAt: null, lenderSignedAt: null },
  CLAIM_REPAID: received,
  DENY_REPAID: { ...received, claim },
  FINALIZE_SEIZE: noticed,
  FINALIZE_SURRENDER: received,
  DRAW_CONTRACT: { contractSha256: null },
  SEAL_CONTRACT: bothSigned,
  CANCEL_UNANSWERED: { cancelRequestedAt: start },
  // Without all particulars silence has no effect, and there is only to be reminded.
  REMIND_RECEIPT: { receipt: null },
  DEEM_RECEIVED: { receipt: null, sent: claim },
  // Noticed late, so that grace still runs.
  REMIND_DUE: { ...received, noticeAt: new Date('2026-05-30T09:00:00.000Z') },
  SEND_NOTICE: received,
  ESCALATE_UNANSWERED: { ...received, claim },
};

type To = EscrowStatus | 'SAME';
type Cell = Partial<Record<EscrowActorRole, To>>;
const either = (to: To): Cell => ({ BORROWER: to, LENDER: to });
const everywhere = (cells: Partial<Record<EscrowStatus, Cell>>): Record<string, Cell> => ({
  ...Object.fromEntries(escrowStatuses.map((status) => [status, { SYSTEM: 'SAME' }])),
  ...cells,
});

/** product.md section 5, once more by hand; what is not here must be refused. */
const expected: Record<EscrowMove, Partial<Record<string, Cell>>> = {
  SIGN: { PENDING_SIGNATURE: either('SAME') },
  CANCEL: {
    PENDING_SIGNATURE: either('CANCELLED'),
    NEW: either('CANCELLED'),
    DOMAIN_IN_CUSTODY: { BORROWER: 'SAME', LENDER: 'CANCELLED' },
  },
  MARK_PAID: { DOMAIN_IN_CUSTODY: either('LOAN_POSTED') },
  CONFIRM_RECEIPT: { LOAN_POSTED: { BORROWER: 'SAME' } },
  CLAIM_REPAID: { LOAN_POSTED: { BORROWER: 'SAME' } },
  DENY_REPAID: { LOAN_POSTED: { LENDER: 'SAME' } },
  FINALIZE_RETURN: { LOAN_POSTED: { LENDER: 'FINALIZED_RETURN_TO_BORROWER' } },
  FINALIZE_SEIZE: { LOAN_POSTED: { LENDER: 'FINALIZED_LENDER_SEIZURE' } },
  FINALIZE_SURRENDER: { LOAN_POSTED: { BORROWER: 'FINALIZED_LENDER_SEIZURE' } },
  ESCALATE: { LOAN_POSTED: either('ESCALATED') },
  ADD_EVIDENCE: { ESCALATED: either('SAME') },
  // The borrower says it first, so that the lender's word is the second.
  SETTLE_CONTINUE: { ESCALATED: { BORROWER: 'SAME', LENDER: 'LOAN_POSTED' } },
  SETTLE_RETURN: { ESCALATED: { BORROWER: 'SAME', LENDER: 'FINALIZED_RETURN_TO_BORROWER' } },
  SETTLE_SEIZE: { ESCALATED: { BORROWER: 'SAME', LENDER: 'FINALIZED_LENDER_SEIZURE' } },
  RESOLVE_CONTINUE: { ESCALATED: { OPERATOR: 'LOAN_POSTED' } },
  RESOLVE_RETURN: { ESCALATED: { OPERATOR: 'FINALIZED_RETURN_TO_BORROWER' } },
  RESOLVE_SEIZE: { ESCALATED: { OPERATOR: 'FINALIZED_LENDER_SEIZURE' } },
  RESOLVE_PLATFORM: { ESCALATED: { OPERATOR: 'FINALIZED_PLATFORM_SEZIURE' } },
  RESERVATION_GRANTED: everywhere({}),
  RESERVATION_REFUSED: everywhere({ PENDING_SIGNATURE: { SYSTEM: 'CANCELLED' } }),
  DRAW_CONTRACT: { PENDING_SIGNATURE: { SYSTEM: 'SAME' } },
  CUSTODY_ARRIVED: everywhere({ NEW: { SYSTEM: 'DOMAIN_IN_CUSTODY' } }),
  CUSTODY_LOST: everywhere({
    PENDING_SIGNATURE: { SYSTEM: 'CANCELLED' },
    NEW: { SYSTEM: 'CANCELLED' },
    DOMAIN_IN_CUSTODY: { SYSTEM: 'CANCELLED' },
    LOAN_POSTED: { SYSTEM: 'ESCALATED' },
  }),
  SEAL_CONTRACT: { ...everywhere({}), PENDING_SIGNATURE: undefined },
  EXPIRE_SIGNATURE: { PENDING_SIGNATURE: { SYSTEM: 'CANCELLED' } },
  EXPIRE_TRANSFER: { NEW: { SYSTEM: 'CANCELLED' } },
  CANCEL_UNANSWERED: { DOMAIN_IN_CUSTODY: { SYSTEM: 'CANCELLED' } },
  REMIND_RECEIPT: { LOAN_POSTED: { SYSTEM: 'SAME' } },
  DEEM_RECEIVED: { LOAN_POSTED: { SYSTEM: 'SAME' } },
  REMIND_DUE: { LOAN_POSTED: { SYSTEM: 'SAME' } },
  SEND_NOTICE: { LOAN_POSTED: { SYSTEM: 'SAME' } },
  ESCALATE_UNANSWERED: { LOAN_POSTED: { SYSTEM: 'ESCALATED' } },
};

/** The borrower has proposed what the lender now says; the borrower has proposed nothing yet. */
function proposedToLender(move: EscrowMove, role: EscrowActorRole): Partial<Escrow> {
  const outcome = settleOutcomes.find((one) => move === `SETTLE_${one}`);
  if (outcome === undefined || role !== 'LENDER') return {};
  return { settlement: { by: 'BORROWER', outcome, at: now } };
}

function outcome(escrow: Escrow, move: EscrowMove, role: EscrowActorRole): string {
  try {
    return decide(escrow, inputs[move], { by: people[role], now }).after.status;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

function expectedOutcome(status: EscrowStatus, move: EscrowMove, role: EscrowActorRole): string {
  if (role === 'STRANGER') return 'NOT_FOUND';
  const cell = expected[move][status];
  if (cell === undefined) return 'CONFLICT';
  const to = cell[role];
  return to === undefined ? 'FORBIDDEN' : to === 'SAME' ? status : to;
}

for (const status of escrowStatuses) {
  test(`in ${status} every move of every role leads where the product says, or is refused`, () => {
    for (const move of escrowMoves) {
      for (const role of roles) {
        const before = { ...ready[move], ...proposedToLender(move, role) };
        const escrow = loan({ ...inStatus[status], ...before, status });
        assert.equal(
          outcome(escrow, move, role),
          expectedOutcome(status, move, role),
          `${status} × ${move} × ${role}`,
        );
      }
    }
  });
}

test('every status can be reached from a fresh loan', () => {
  const reached = new Set<EscrowStatus>(['PENDING_SIGNATURE']);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const row of transitions) if (reached.has(row.from)) reached.add(row.to);
  }
  assert.deepEqual([...reached].sort(), [...escrowStatuses].sort());
});

test('only final statuses are dead ends, and nothing leads out of them', () => {
  for (const status of escrowStatuses) {
    const exits = transitions.filter((row) => row.from === status && row.to !== status);
    assert.equal(exits.length === 0, isFinal(status), status);
  }
  assert.equal(finalStatuses.length, 4);
});

test('every open status has a way to each party’s own end, without the other party or a fact', () => {
  const byPeople = transitions.filter((row) => !row.who.includes('SYSTEM'));
  for (const status of escrowStatuses.filter((one) => !isFinal(one))) {
    for (const role of ['BORROWER', 'LENDER'] as const) {
      const open = byPeople.some(
        (row) => row.from === status && (row.who.includes(role) || row.who.includes('OPERATOR')),
      );
      assert.ok(open, `${role} is stuck in ${status}`);
    }
  }
});

test('no row is hidden behind one before it', () => {
  transitions.forEach((row, index) => {
    const hidden = transitions
      .slice(0, index)
      .some(
        (earlier) =>
          earlier.from === row.from &&
          earlier.move === row.move &&
          earlier.when === undefined &&
          row.who.every((who) => earlier.who.includes(who)),
      );
    assert.ok(!hidden, `${row.from} × ${row.move} → ${row.to}`);
  });
});
