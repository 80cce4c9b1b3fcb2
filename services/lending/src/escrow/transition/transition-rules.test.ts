/** Every combination of status, transition and role against a table written by hand. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import { escrowStatuses, escrowTransitions } from '@nameloan/contracts/loan';
import type { EscrowActorRole } from '../../loan/roles.ts';
import { finalStatuses, isFinal } from '../../loan/status.ts';
import { actors, buildLoan, claim, hash, inStatus, received, start } from '../../testing/loans.ts';
import type { Escrow } from '../escrow.ts';
import { settleOutcomes } from '../settlement.ts';
import { decideTransition } from './decide-transition.ts';
import type { TransitionInput } from './transition-input.ts';
import { transitionRules } from './transition-rules.ts';

/** After the due date and the grace period. */
const now = new Date('2026-06-01T12:00:00.000Z');
const roles = Object.keys(actors) as EscrowActorRole[];
const noticed: Partial<Escrow> = { ...received, noticeAt: new Date('2026-05-09T09:00:00.000Z') };
const bothSigned: Partial<Escrow> = { borrowerSignedAt: now, lenderSignedAt: now };

const inputs: { [M in EscrowTransition]: Extract<TransitionInput, { transition: M }> } = {
  SIGN: { transition: 'SIGN', sha256: hash },
  CANCEL: { transition: 'CANCEL' },
  MARK_PAID: { transition: 'MARK_PAID' },
  CONFIRM_RECEIPT: { transition: 'CONFIRM_RECEIPT' },
  CLAIM_REPAID: { transition: 'CLAIM_REPAID', date: '2026-05-01', method: 'Wire', reference: 'R' },
  DENY_REPAID: { transition: 'DENY_REPAID', reason: 'Nothing arrived.' },
  FINALIZE_RETURN: { transition: 'FINALIZE_RETURN' },
  FINALIZE_SEIZE: { transition: 'FINALIZE_SEIZE' },
  FINALIZE_SURRENDER: { transition: 'FINALIZE_SURRENDER' },
  ESCALATE: { transition: 'ESCALATE' },
  ADD_EVIDENCE: { transition: 'ADD_EVIDENCE', name: 'letter.pdf', sha256: hash },
  SETTLE_CONTINUE: { transition: 'SETTLE_CONTINUE' },
  SETTLE_RETURN: { transition: 'SETTLE_RETURN' },
  SETTLE_SEIZE: { transition: 'SETTLE_SEIZE' },
  RESOLVE_CONTINUE: { transition: 'RESOLVE_CONTINUE', reason: 'Both agree.' },
  RESOLVE_RETURN: { transition: 'RESOLVE_RETURN', reason: 'Repaid.' },
  RESOLVE_SEIZE: { transition: 'RESOLVE_SEIZE', reason: 'Not repaid.' },
  RESOLVE_PLATFORM: { transition: 'RESOLVE_PLATFORM', reason: 'Fraud on both sides.' },
  RESERVATION_GRANTED: {
    transition: 'RESERVATION_GRANTED',
    inCustody: false,
    domainVersion: 3,
    at: now,
  },
  RESERVATION_REFUSED: { transition: 'RESERVATION_REFUSED', reason: 'The record is gone.' },
  DRAW_CONTRACT: {
    transition: 'DRAW_CONTRACT',
    sha256: hash,
    borrowerToken: 'b',
    lenderToken: 'l',
  },
  CUSTODY_ARRIVED: { transition: 'CUSTODY_ARRIVED', domainVersion: 3, at: now },
  CUSTODY_LOST: { transition: 'CUSTODY_LOST', reason: 'Gone.', domainVersion: 4, at: now },
  SEAL_CONTRACT: { transition: 'SEAL_CONTRACT' },
  EXPIRE_SIGNATURE: { transition: 'EXPIRE_SIGNATURE' },
  EXPIRE_TRANSFER: { transition: 'EXPIRE_TRANSFER' },
  CANCEL_UNANSWERED: { transition: 'CANCEL_UNANSWERED' },
  REMIND_RECEIPT: { transition: 'REMIND_RECEIPT' },
  DEEM_RECEIVED: { transition: 'DEEM_RECEIVED' },
  REMIND_DUE: { transition: 'REMIND_DUE' },
  SEND_NOTICE: { transition: 'SEND_NOTICE' },
  ESCALATE_UNANSWERED: { transition: 'ESCALATE_UNANSWERED' },
};

/** Fields that a transition needs in addition to a plausible loan in its status, so that no guard fails. */
const ready: Partial<Record<EscrowTransition, Partial<Escrow>>> = {
  SIGN: { borrowerSignedAt: null, lenderSignedAt: null },
  CLAIM_REPAID: received,
  DENY_REPAID: { ...received, claim },
  FINALIZE_SEIZE: noticed,
  FINALIZE_SURRENDER: received,
  DRAW_CONTRACT: { contractSha256: null },
  SEAL_CONTRACT: bothSigned,
  CANCEL_UNANSWERED: { cancelRequestedAt: start },
  // Without all details silence only causes reminders.
  REMIND_RECEIPT: { receipt: null },
  DEEM_RECEIVED: { receipt: null, sent: claim },
  // The notice was late, so grace has not ended.
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

/** The expected status per transition; everything else must be rejected. */
const expected: Record<EscrowTransition, Partial<Record<string, Cell>>> = {
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
  // The borrower proposes first, so the lender's proposal is the second.
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

/** The borrower's proposal that the lender then repeats. */
function proposedToLender(transition: EscrowTransition, role: EscrowActorRole): Partial<Escrow> {
  const outcome = settleOutcomes.find((one) => transition === `SETTLE_${one}`);
  if (outcome === undefined || role !== 'LENDER') return {};
  return { settlement: { by: 'BORROWER', outcome, at: now } };
}

function outcome(escrow: Escrow, transition: EscrowTransition, role: EscrowActorRole): string {
  try {
    return decideTransition(escrow, inputs[transition], { by: actors[role], now }).after.status;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

function expectedOutcome(
  status: EscrowStatus,
  transition: EscrowTransition,
  role: EscrowActorRole,
): string {
  if (role === 'OUTSIDER') return 'NOT_FOUND';
  const cell = expected[transition][status];
  if (cell === undefined) return 'CONFLICT';
  const to = cell[role];
  return to === undefined ? 'FORBIDDEN' : to === 'SAME' ? status : to;
}

for (const status of escrowStatuses) {
  test(`in ${status} every transition of every role leads to the expected status or is rejected`, () => {
    for (const transition of escrowTransitions) {
      for (const role of roles) {
        const before = { ...ready[transition], ...proposedToLender(transition, role) };
        const escrow = buildLoan({ ...inStatus[status], ...before, status });
        assert.equal(
          outcome(escrow, transition, role),
          expectedOutcome(status, transition, role),
          `${status} × ${transition} × ${role}`,
        );
      }
    }
  });
}

test('every status can be reached from a new loan', () => {
  const reached = new Set<EscrowStatus>(['PENDING_SIGNATURE']);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const rule of transitionRules) if (reached.has(rule.from)) reached.add(rule.to);
  }
  assert.deepEqual([...reached].sort(), [...escrowStatuses].sort());
});

test('only final statuses have no exit', () => {
  for (const status of escrowStatuses) {
    const exits = transitionRules.filter((rule) => rule.from === status && rule.to !== status);
    assert.equal(exits.length === 0, isFinal(status), status);
  }
  assert.equal(finalStatuses.length, 4);
});

test('in every open status each party has a transition that needs neither the other party nor an event', () => {
  const byPeople = transitionRules.filter((rule) => !rule.roles.includes('SYSTEM'));
  for (const status of escrowStatuses.filter((one) => !isFinal(one))) {
    for (const role of ['BORROWER', 'LENDER'] as const) {
      const open = byPeople.some(
        (rule) =>
          rule.from === status && (rule.roles.includes(role) || rule.roles.includes('OPERATOR')),
      );
      assert.ok(open, `${role} is stuck in ${status}`);
    }
  }
});

test('no rule is shadowed by an earlier one', () => {
  transitionRules.forEach((rule, index) => {
    const hidden = transitionRules
      .slice(0, index)
      .some(
        (earlier) =>
          earlier.from === rule.from &&
          earlier.transition === rule.transition &&
          earlier.when === undefined &&
          rule.roles.every((roles) => earlier.roles.includes(roles)),
      );
    assert.ok(!hidden, `${rule.from} × ${rule.transition} → ${rule.to}`);
  });
});
