/** Every transition has exactly one descriptor, and the graph names what the descriptors contain. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { escrowTransitions } from '@nameloan/contracts/loan';
import type { HistoryAction } from '../../loan/history.ts';
import { historyActions } from '../../loan/history.ts';
import { buildLoan, decideAs, inStatus, matchesError, start } from '../../testing/loans.ts';
import { describeHistoryEntry } from '../describe-history.ts';
import { amendmentTransitions } from './amendment/amendment-transitions.ts';
import { assignmentTransitions } from './assignment/assignment-transitions.ts';
import { disputeTransitions } from './dispute/dispute-transitions.ts';
import { releaseTransitions } from './dispute/release-transitions.ts';
import { loanTransitions } from './loan-transitions.ts';
import { accelerationTransitions } from './payment/acceleration-transitions.ts';
import { claimTransitions } from './payment/claim-transitions.ts';
import { paymentTransitions } from './payment/payment-transitions.ts';
import { platformTransitions } from './platform-transitions.ts';
import { refinanceSync } from './refinance/refinance-sync.ts';
import { refinanceTransitions } from './refinance/refinance-transitions.ts';
import { timedTransitionNames, timedTransitions } from './timed-transitions.ts';
import { sharedActions } from './transition-descriptor.ts';
import { findAction, transitionRules, transitions } from './transitions.ts';

const families = [
  loanTransitions,
  claimTransitions,
  paymentTransitions,
  accelerationTransitions,
  refinanceTransitions,
  refinanceSync,
  amendmentTransitions,
  assignmentTransitions,
  disputeTransitions,
  releaseTransitions,
  platformTransitions,
  timedTransitions,
];

const sdl = readFileSync(join(import.meta.dirname, '..', 'escrow.graphql'), 'utf8');
function listEnumValues(name: string): string[] {
  const body = new RegExp(`^enum ${name} \\{\n([^}]*)\\}`, 'm').exec(sdl)?.[1] ?? '';
  return [...body.matchAll(/^ {2}([A-Z_]+)$/gm)].map(([, value = '']) => value).sort();
}

test('every transition has one descriptor, in one family', () => {
  const described = families.flatMap((family) => Object.keys(family));
  assert.deepEqual(described.sort(), [...escrowTransitions].sort());
});

test('every transition has a rule, and transitions of users have an action and only their roles', () => {
  for (const name of escrowTransitions) {
    const roles = transitionRules
      .filter(({ transition }) => transition === name)
      .flatMap((rule) => rule.roles);
    assert.ok(roles.length > 0, name);
    // A step of the sale makes it, which has its actions.
    if (name in assignmentTransitions) continue;
    const bySystem = findAction(name) === null;
    assert.ok(
      roles.every((role) => (role === 'SYSTEM') === bySystem),
      name,
    );
  }
});

test('the enums of the graph are those of the descriptors', () => {
  const actions = new Set(escrowTransitions.flatMap((name) => findAction(name) ?? []));
  assert.deepEqual(listEnumValues('EscrowAction'), [...actions].sort());
  assert.deepEqual(listEnumValues('TimedTransition'), [...timedTransitionNames].sort());
  assert.deepEqual(listEnumValues('HistoryAction'), [...historyActions].sort());
  for (const action of sharedActions) {
    const type = `${action[0]}${action.slice(1).toLowerCase()}Outcome`;
    const outcomes = escrowTransitions.flatMap((name) =>
      findAction(name) === action ? (transitions[name].choice?.outcome ?? []) : [],
    );
    // Two arguments of the API make one outcome.
    const named = outcomes.filter((outcome) => outcome !== 'CONTINUE_MAY_SEIZE');
    // The agreement to an amendment settles a dispute too, and is another transition.
    const shown = listEnumValues(type).filter((outcome) => outcome !== 'AMEND');
    assert.deepEqual(shown, named.sort());
  }
});

test('every history action has its own text, which depends on the new status only for cancellations, settlements and refinancings', () => {
  const statuses = ['CANCELLED', 'ESCALATED', 'LOAN_POSTED'] as const;
  const textsOf = (action: HistoryAction) => [
    ...new Set(statuses.map((to) => describeHistoryEntry({ action, to }))),
  ];
  const texts = historyActions.flatMap(textsOf);
  assert.equal(new Set(texts).size, texts.length);
  for (const text of texts) assert.match(text, /^[A-Z].*\w$/);
  const varying = historyActions.filter((action) => textsOf(action).length > 1);
  assert.deepEqual(varying, [
    'CANCEL',
    'SETTLE_CONTINUE',
    'SETTLE_CONTINUE_MAY_SEIZE',
    'SETTLE_RETURN',
    'SETTLE_SEIZE',
    'CLOSE_REFINANCE',
    'END_REFINANCE',
  ]);
  assert.deepEqual(textsOf('CANCEL'), ['Cancelled', 'Asked to cancel']);
  assert.deepEqual(textsOf('SETTLE_CONTINUE'), [
    'Agreed: the loan continues',
    'Proposed: the loan continues',
  ]);
});

test('an action of a newer release, stored before a rollback, still has a text', () => {
  const action = 'EXTEND_TERM' as HistoryAction;
  assert.equal(describeHistoryEntry({ action, to: 'LOAN_POSTED' }), 'Extend term');
});

test('a transition belongs to a shared action exactly if its name starts with it', () => {
  for (const name of escrowTransitions) {
    const shared = sharedActions.find((action) => name.startsWith(`${action}_`));
    assert.equal(transitions[name].action, shared, name);
  }
});

test('a repeated proposal says that the other party has not agreed yet', () => {
  const settlement = { by: 'BORROWER', outcome: 'RETURN', at: start } as const;
  const loan = buildLoan({ ...inStatus.ESCALATED, status: 'ESCALATED', settlement });
  assert.throws(
    () => decideAs('BORROWER', loan, { transition: 'SETTLE_RETURN' }),
    matchesError('CONFLICT', 'You proposed this. The other party hasn’t agreed yet.'),
  );
});
