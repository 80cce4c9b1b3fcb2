/** The parties settle a dispute when both propose the same outcome, and only then. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import { createDisputedLoan } from '../testing/disputes.ts';
import { buildLoan, decideAs, inStatus, settleInput, start } from '../testing/loans.ts';
import { passDays } from '../testing/pass-days.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createAccount,
  createReceivedLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';
import { histories } from './escrow.model.ts';
import { settleOutcomes } from './settlement.ts';

const rounds = 6;
let service: TestLending;
let operatorId: string;
before(async () => {
  service = await startLending();
  operatorId = await createAccount(service, 'Olga Operator', { operator: true });
});
after(async () => {
  resetClock();
  await service.stop();
});

const disputed = () => createDisputedLoan(service);
type Side = 'borrower' | 'lender';
const propose = (loan: TestLoan, side: Side, outcome: string) =>
  mutateLoan(loan[side], 'settleDispute', { id: loan.id, more: `, outcome: ${outcome}` });
const readLoan = async (loan: TestLoan) =>
  expectData(
    await loan.lender(
      `{ escrow(id: "${loan.id}") { status settlement { by outcome } disputeDates { evidenceUntil decisionDue } } }`,
    ),
  ).escrow;
const settled = async (loan: TestLoan) => {
  const lines = await histories.findMany({ escrowId: loan.id }, { sort: { version: 1 } });
  return lines.filter(({ action }) => /^(SETTLE|RESOLVE)_/.test(action));
};

for (const [outcome, status, subject] of [
  ['CONTINUE', 'LOAN_POSTED', undefined],
  ['RETURN', 'FINALIZED_RETURN_TO_BORROWER', 'lending.escrow.collateral-released'],
  ['SEIZE', 'FINALIZED_LENDER_SEIZURE', 'lending.escrow.collateral-seized'],
] as const) {
  test(`a dispute ends without an operator when both propose ${outcome}, with one event`, async () => {
    const loan = await disputed();
    const first = expectData(await propose(loan, 'borrower', outcome)).settleDispute;
    assert.equal(first.status, 'ESCALATED');
    const { settlement, disputeDates } = await readLoan(loan);
    assert.deepEqual(settlement, { by: 'BORROWER', outcome });
    assert.equal(
      Date.parse(disputeDates.decisionDue) - Date.parse(disputeDates.evidenceUntil),
      4 * 86_400_000,
    );
    const again = await propose(loan, 'borrower', outcome);
    assert.deepEqual([again.code, again.reason], ['CONFLICT', 'ALREADY_PROPOSED']);
    assert.equal(expectData(await propose(loan, 'lender', outcome)).settleDispute.status, status);
    const after = await readLoan(loan);
    assert.deepEqual([after.settlement, after.disputeDates], [null, null]);
    const late = await propose(loan, 'borrower', outcome);
    assert.equal(late.code, 'CONFLICT');
    await service.settle();
    if (subject) assert.equal(listEventsAbout(service, subject, { escrowId: loan.id }).length, 1);
    assert.deepEqual(
      (await settled(loan)).map(({ actor, to }) => `${actor}: ${to}`),
      ['Bea Borrower: ESCALATED', `Len Lender: ${status}`],
    );
  });
}

test('a different outcome from either party replaces the proposal', async () => {
  const loan = await disputed();
  expectData(await propose(loan, 'borrower', 'RETURN'));
  expectData(await propose(loan, 'borrower', 'CONTINUE'));
  assert.deepEqual((await readLoan(loan)).settlement, { by: 'BORROWER', outcome: 'CONTINUE' });
  expectData(await propose(loan, 'lender', 'SEIZE'));
  assert.deepEqual((await readLoan(loan)).settlement, { by: 'LENDER', outcome: 'SEIZE' });
  // The lender's proposal has replaced the borrower's.
  expectData(await propose(loan, 'lender', 'RETURN'));
  assert.equal((await readLoan(loan)).status, 'ESCALATED');
  assert.equal(
    expectData(await propose(loan, 'borrower', 'RETURN')).settleDispute.status,
    'FINALIZED_RETURN_TO_BORROWER',
  );
});

test('a party that keeps changing its proposal hits the quota, and the other can still agree', async () => {
  const loan = await disputed();
  const proposals = Array.from(
    { length: 14 },
    (_, at) => (['CONTINUE', 'RETURN', 'SEIZE'] as const)[at % 3] ?? 'RETURN',
  );
  const codes: unknown[] = [];
  for (const proposal of proposals) codes.push((await propose(loan, 'lender', proposal)).code);
  const stopped = codes.indexOf('TOO_MANY_REQUESTS');
  assert.equal(stopped, 10);
  const last = String(proposals[stopped - 1]);
  assert.equal((await readLoan(loan)).settlement.outcome, last);
  const { status } = expectData(await propose(loan, 'borrower', last)).settleDispute;
  assert.notEqual(status, 'ESCALATED');
});

test('operators and outsiders cannot settle, and nothing can be settled without a dispute', async () => {
  const loan = await disputed();
  const more = ', outcome: RETURN';
  const olga = await mutateLoan(service.as(operatorId), 'settleDispute', { id: loan.id, more });
  assert.equal(olga.code, 'FORBIDDEN');
  const other = service.as(await createAccount(service, 'Otto Other'));
  assert.equal((await mutateLoan(other, 'settleDispute', { id: loan.id, more })).code, 'NOT_FOUND');
  const running = await createReceivedLoan(service);
  const early = await propose(running, 'lender', 'RETURN');
  assert.equal(early.message, 'This loan is Marked Paid; settle is not possible now.');
});

test('a new dispute starts without a proposal', async () => {
  const loan = await disputed();
  expectData(await propose(loan, 'lender', 'SEIZE'));
  const more = ', outcome: CONTINUE, reason: "Go on."';
  expectData(await mutateLoan(service.as(operatorId), 'resolveDispute', { id: loan.id, more }));
  await passDays(service, 7);
  expectData(await mutateLoan(loan.lender, 'escalate', loan));
  assert.equal((await readLoan(loan)).settlement, null);
  assert.equal(
    expectData(await propose(loan, 'borrower', 'SEIZE')).settleDispute.status,
    'ESCALATED',
  );
});

test('concurrent equal proposals: one is first, the other ends the dispute, once', async () => {
  for (let round = 0; round < rounds; round++) {
    const loan = await disputed();
    const proposals = await Promise.all([
      propose(loan, 'borrower', 'RETURN'),
      propose(loan, 'lender', 'RETURN'),
    ]);
    const statuses = proposals.map((answer) => expectData(answer).settleDispute.status).sort();
    assert.deepEqual(statuses, ['ESCALATED', 'FINALIZED_RETURN_TO_BORROWER']);
    await service.settle();
    const released = listEventsAbout(service, 'lending.escrow.collateral-released', {
      escrowId: loan.id,
    });
    assert.equal(released.length, 1);
    assert.equal((await settled(loan)).length, 2);
  }
});

test('concurrent different proposals: the later one remains, and the dispute continues', async () => {
  for (let round = 0; round < rounds; round++) {
    const loan = await disputed();
    const proposals = await Promise.all([
      propose(loan, 'borrower', 'RETURN'),
      propose(loan, 'lender', 'SEIZE'),
    ]);
    for (const answer of proposals)
      assert.equal(expectData(answer).settleDispute.status, 'ESCALATED');
    const last = (await settled(loan)).at(-1);
    assert.equal((await readLoan(loan)).settlement.by, last?.by);
  }
});

test('the second proposal against the operator’s decision: one ends the dispute, the other gets a conflict', async () => {
  for (let round = 0; round < rounds; round++) {
    const loan = await disputed();
    expectData(await propose(loan, 'borrower', 'RETURN'));
    const more = ', outcome: SEIZE, reason: "I have looked."';
    const [proposal, decision] = await Promise.all([
      propose(loan, 'lender', 'RETURN'),
      mutateLoan(service.as(operatorId), 'resolveDispute', { id: loan.id, more }),
    ]);
    const rejected = [proposal, decision].filter(({ code }) => code === 'CONFLICT');
    assert.equal(rejected.length, 1);
    await service.settle();
    const ends = ['released', 'seized'].flatMap((end) =>
      listEventsAbout(service, `lending.escrow.collateral-${end}`, { escrowId: loan.id }),
    );
    assert.equal(ends.length, 1);
  }
});

test('after a loss of custody the parties cannot settle, whatever was proposed before', () => {
  for (const settlement of [null, { by: 'BORROWER', outcome: 'RETURN', at: start } as const]) {
    const dispute = buildLoan({ ...inStatus.ESCALATED, status: 'ESCALATED', settlement });
    const custody = { domainVersion: 9, at: start };
    const lost = decideAs('SYSTEM', dispute, {
      transition: 'CUSTODY_LOST',
      reason: 'Gone.',
      ...custody,
    }).after;
    for (const outcome of settleOutcomes) {
      assert.throws(() => decideAs('LENDER', lost, settleInput(outcome)), {
        details: { reason: 'CUSTODY_LOST' },
      });
    }
  }
});
