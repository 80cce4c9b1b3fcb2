/** Every combination of status, transition and role against a table written by hand. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import type { EscrowStatus, EscrowTransition } from '@nameloan/contracts/loan';
import { escrowStatuses, escrowTransitions } from '@nameloan/contracts/loan';
import type { EscrowActorRole } from '../../loan/roles.ts';
import { finalStatuses, isFinal } from '../../loan/status.ts';
import { actors, buildLoan, inStatus } from '../../testing/loans.ts';
import { sampleTime } from '../../testing/sample-parts.ts';
import { sampleInput, transitionSamples } from '../../testing/transition-samples.ts';
import type { Escrow } from '../escrow.ts';
import { settleOutcomes } from '../settlement.ts';
import { decideTransition, findOpenRule } from './decide-transition.ts';
import type { Guard } from './guards.ts';
import type { TransitionRule } from './transition-descriptor.ts';
import { findRules, transitionRules } from './transitions.ts';

const roles = Object.keys(actors) as EscrowActorRole[];

/** The borrower's proposal that the lender then repeats. */
function proposedToLender(transition: EscrowTransition, role: EscrowActorRole): Partial<Escrow> {
  const outcome = settleOutcomes.find((one) => transition === `SETTLE_${one}`);
  if (transition.endsWith('_AMENDMENT')) return proposedTo(transition, role);
  if (outcome === undefined || role !== 'LENDER') return {};
  return { settlement: { by: 'BORROWER', outcome, at: sampleTime } };
}

/** The other party proposed what this role answers, and this role what it withdraws. */
function proposedTo(transition: EscrowTransition, role: EscrowActorRole): Partial<Escrow> {
  const { amendment } = transitionSamples[transition].ready ?? {};
  if (amendment?.status !== 'PROPOSED' || role !== 'LENDER') return {};
  const proposedBy = transition === 'WITHDRAW_AMENDMENT' ? 'LENDER' : 'BORROWER';
  return { amendment: { ...amendment, proposedBy } };
}

function outcome(escrow: Escrow, transition: EscrowTransition, role: EscrowActorRole): string {
  try {
    return decideTransition(escrow, sampleInput(transition), { by: actors[role], now: sampleTime })
      .after.status;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

/** The statuses and roles in which a transition is possible. */
function listCells(
  expected: (typeof transitionSamples)[EscrowTransition]['expected'],
): { status: EscrowStatus; role: EscrowActorRole }[] {
  return escrowStatuses.flatMap((status) =>
    (Object.keys(expected[status] ?? {}) as EscrowActorRole[]).map((role) => ({ status, role })),
  );
}

function rejectionReason(
  escrow: Escrow,
  transition: EscrowTransition,
  role: EscrowActorRole,
): string | undefined {
  try {
    decideTransition(escrow, sampleInput(transition), { by: actors[role], now: sampleTime });
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.details.reason;
    throw error;
  }
}

function expectedOutcome(
  status: EscrowStatus,
  transition: EscrowTransition,
  role: EscrowActorRole,
): string {
  if (role === 'OUTSIDER') return 'NOT_FOUND';
  const cell = transitionSamples[transition].expected[status];
  if (cell === undefined) return 'CONFLICT';
  const to = cell[role];
  return to === undefined ? 'FORBIDDEN' : to === 'SAME' ? status : to;
}

for (const status of escrowStatuses) {
  test(`in ${status} every transition of every role leads to the expected status or is rejected`, () => {
    for (const transition of escrowTransitions) {
      for (const role of roles) {
        const before = {
          ...transitionSamples[transition].ready,
          ...proposedToLender(transition, role),
        };
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

test('each guard of each rule rejects a sample that every other guard admits', () => {
  const tested = new Map<TransitionRule, Set<Guard>>();
  for (const transition of escrowTransitions) {
    const { ready, expected, blocked = [] } = transitionSamples[transition];
    for (const { reason, loan, by, from } of blocked) {
      for (const { status, role } of listCells(expected)) {
        if ((by ?? role) !== role || (from ?? status) !== status) continue;
        const before = { ...inStatus[status], ...ready, ...proposedToLender(transition, role) };
        const escrow = buildLoan({ ...before, ...loan, status });
        const sample = `${status} × ${transition} × ${role} × ${reason}`;
        assert.equal(rejectionReason(escrow, transition, role), reason, sample);
        const situation = { role, now: sampleTime, input: sampleInput(transition) };
        const rule = findOpenRule(findRules(status, transition), escrow, situation);
        const failing = rule?.guards?.filter((guard) => guard(escrow, situation) !== null) ?? [];
        assert.equal(failing.length, 1, `exactly one guard fails: ${sample}`);
        if (rule && failing[0])
          tested.set(rule, (tested.get(rule) ?? new Set<Guard>()).add(failing[0]));
      }
    }
  }
  for (const rule of transitionRules) {
    const untested = (rule.guards ?? []).filter((guard) => !tested.get(rule)?.has(guard));
    const name = `${rule.from} × ${rule.transition} → ${rule.to}`;
    assert.equal(untested.length, 0, `a guard without a sample in \`blocked\`: ${name}`);
  }
});

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
