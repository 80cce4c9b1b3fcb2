/** Available actions are those that succeed, and blocked actions those that fail, in every combination of fields. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { escrowStatuses, escrowTransitions } from '@nameloan/contracts/loan';
import type { EscrowActorRole } from '../loan/roles.ts';
import { isFinal } from '../loan/status.ts';
import {
  actors,
  buildLoan,
  claim,
  drawn,
  inStatus,
  now,
  received,
  start,
} from '../testing/loans.ts';
import { sampleInput } from '../testing/transition-samples.ts';
import { findAvailableActions } from './available-actions.ts';
import type { Escrow } from './escrow.ts';
import { settleOutcomes } from './settlement.ts';
import { computePayoff, computeStage } from './stage.ts';
import { decideTransition } from './transition/decide-transition.ts';
import type { EscrowAction } from './transition/transitions.ts';
import { findAction, findRules } from './transition/transitions.ts';

/** The samples are valid at every time used below. */
const userTransitions = escrowTransitions.filter((name) => findAction(name) !== null);

/** Each group of fields is absent or present; all combinations are tried. */
const fieldGroups: readonly Partial<Escrow>[] = [
  drawn,
  { borrowerSignedAt: start },
  { lenderSignedAt: start },
  { inCustodyAt: start },
  { cancelRequestedAt: start },
  { sent: { date: null, method: null, reference: null, at: start } },
  received,
  { noticeAt: start },
  { claim },
];

function* mixes(): Generator<Partial<Escrow>> {
  for (let bits = 0; bits < 2 ** fieldGroups.length; bits += 1) {
    yield Object.assign({}, ...fieldGroups.filter((_group, index) => (bits >> index) % 2 === 1));
  }
}

/** Decides every transition: the actions that succeed, and the errors of the others. */
function decided(escrow: Escrow, role: EscrowActorRole, now: Date) {
  const open = new Set<EscrowAction>();
  const blocked = new Map<EscrowAction, { reason?: string | undefined; message: string }>();
  for (const transition of userTransitions) {
    const action = findAction(transition);
    if (action === null) continue;
    try {
      decideTransition(escrow, sampleInput(transition), { by: actors[role], now });
      open.add(action);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const own = findRules(escrow.status, transition).some((rule) =>
        rule.roles.some((roles) => roles === role),
      );
      if (error.code !== 'CONFLICT' || !own || blocked.has(action)) continue;
      blocked.set(action, { reason: error.details.reason, message: error.message });
    }
  }
  for (const action of open) blocked.delete(action);
  return { open: [...open], blocked: Object.fromEntries(blocked) };
}

test('available actions succeed and blocked actions fail with the same reason, in every combination', () => {
  const moments = ['2026-05-10', '2026-06-01'].map((day) => new Date(day));
  let tried = 0;
  const reasons = new Set<string>();
  for (const mix of mixes()) {
    for (const status of escrowStatuses) {
      const escrow = buildLoan({ ...mix, status });
      for (const role of ['BORROWER', 'LENDER', 'OPERATOR'] as const) {
        for (const now of moments) {
          const { open, blocked } = findAvailableActions(escrow, role, now);
          const shown = blocked.map(({ action, reason, message }) => [action, { reason, message }]);
          const offered = { open, blocked: Object.fromEntries(shown) };
          assert.deepEqual(offered, decided(escrow, role, now), `${status} ${role}`);
          for (const { reason } of blocked) reasons.add(reason);
          tried += 1;
        }
      }
    }
  }
  assert.equal(tried, 2 ** fieldGroups.length * escrowStatuses.length * 3 * moments.length);
  assert.ok(reasons.has('IN_GRACE') && reasons.has('CLAIM_OPEN') && !reasons.has('STATUS'));
});

test('an action that a date opens is blocked until that date and available after it', () => {
  let dated = 0;
  for (const mix of mixes()) {
    const escrow = buildLoan({ ...mix, status: 'LOAN_POSTED' });
    for (const role of ['BORROWER', 'LENDER'] as const) {
      for (const { action, availableAt } of findAvailableActions(escrow, role, start).blocked) {
        if (availableAt === null) continue;
        const after = findAvailableActions(escrow, role, new Date(availableAt.getTime() + 1));
        const still = after.blocked.find((one) => one.action === action);
        const rejected = findAvailableActions(escrow, role, availableAt).blocked.some(
          (one) => one.action === action,
        );
        assert.ok(rejected, `${action} opens before its date`);
        assert.equal(still?.availableAt ?? null, null, `${action} has a date after its date`);
        dated += 1;
      }
    }
  }
  assert.ok(dated > 0);
});

test('in a dispute only the parties can settle, whatever was proposed', () => {
  for (const by of ['BORROWER', 'LENDER'] as const) {
    for (const outcome of settleOutcomes) {
      const settlement = { by, outcome, at: start };
      const escrow = buildLoan({ ...inStatus.ESCALATED, status: 'ESCALATED', settlement });
      for (const role of ['BORROWER', 'LENDER', 'OPERATOR'] as const) {
        const { open, blocked } = findAvailableActions(escrow, role, now);
        const shown = Object.fromEntries(
          blocked.map(({ action, reason, message }) => [action, { reason, message }]),
        );
        assert.deepEqual({ open, blocked: shown }, decided(escrow, role, now));
        assert.equal(open.includes('SETTLE'), role !== 'OPERATOR');
        assert.equal(open.includes('ADD_EVIDENCE'), role !== 'OPERATOR');
      }
    }
  }
});

test('outsiders have no actions, and on a loan that is over only an operator can release a held domain', () => {
  for (const status of escrowStatuses) {
    const escrow = buildLoan({ ...inStatus[status], status });
    assert.deepEqual(findAvailableActions(escrow, 'OUTSIDER', start), { open: [], blocked: [] });
    const results = (['BORROWER', 'LENDER', 'OPERATOR'] as const).map((role) =>
      findAvailableActions(escrow, role, start),
    );
    const somebody = results.some(({ open }) => open.length > 0);
    // The platform holds the domain of such a loan.
    const isHeld = status === 'FINALIZED_PLATFORM_SEZIURE';
    assert.equal(somebody, isHeld || !isFinal(status), status);
    const waits = results.some(({ blocked }) => blocked.length > 0);
    assert.ok(!(waits && isFinal(status)), status);
  }
});

test('the stage follows from the record and the time', () => {
  const buildPostedLoan = (fields: Partial<Escrow>): Escrow =>
    buildLoan({ ...inStatus.LOAN_POSTED, status: 'LOAN_POSTED', ...fields });
  const due = Date.parse('2026-05-09T09:00:00.000Z');
  const day = 86_400_000;
  const week = 7 * day;
  const at = (ms: number): Date => new Date(ms);
  assert.equal(computeStage(buildPostedLoan({}), at(due)), 'AWAITING_RECEIPT');
  assert.equal(
    computeStage(buildPostedLoan({ ...received, claim }), at(due + 2 * week)),
    'REPAYMENT_CLAIMED',
  );
  assert.equal(computeStage(buildPostedLoan(received), at(due - 1)), 'ACTIVE');
  assert.equal(computeStage(buildPostedLoan(received), at(due)), 'IN_GRACE');
  // Seven days from the day after the notice, and never without a notice.
  const noticed = { ...received, noticeAt: at(due) };
  assert.equal(computeStage(buildPostedLoan(noticed), at(due + day + week)), 'IN_GRACE');
  assert.equal(computeStage(buildPostedLoan(noticed), at(due + day + week + 1)), 'OVERDUE');
  assert.equal(computeStage(buildPostedLoan(received), at(due + 9 * week)), 'IN_GRACE');
  const late = { ...received, noticeAt: at(due + week) };
  assert.equal(computeStage(buildPostedLoan(late), at(due + day + 2 * week)), 'IN_GRACE');
  assert.equal(computeStage(buildPostedLoan(late), at(due + day + 2 * week + 1)), 'OVERDUE');
  assert.equal(computeStage(buildLoan({ ...received, status: 'ESCALATED' }), at(due)), null);
});

test('the payoff is null before the receipt, grows by UTC dates and ends with the loan', () => {
  const running = buildLoan({ ...received, status: 'LOAN_POSTED' });
  assert.equal(computePayoff({ ...running, receipt: null }, start), null);
  assert.equal(computePayoff(running, new Date('2026-03-10T23:59:59.999Z')), 90_050);
  assert.equal(computePayoff(running, new Date('2026-03-11T00:00:00.000Z')), 90_094);
  assert.equal(computePayoff(running, new Date('2026-05-09T00:00:00.000Z')), 92_754);
  const seized = buildLoan({ ...received, status: 'FINALIZED_LENDER_SEIZURE' });
  assert.equal(computePayoff(seized, start), null);
  const repaid = { ...running, status: 'FINALIZED_RETURN_TO_BORROWER', finalPayoffCents: 91_000 };
  assert.equal(computePayoff(repaid as Escrow, start), 91_000);
});
