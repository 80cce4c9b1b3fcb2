/** Disputes: operators see a loan after its escalation, and only they resolve it. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountTopic, escrowTopic } from '@nameloan/contracts/topics';
import { changeAccount } from '../testing/accounts.ts';
import { completeEvidence } from '../testing/disputes.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAccount,
  createReceivedLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  readEscrow,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
let operatorId: string;
before(async () => {
  service = await startLending();
  operatorId = await createAccount(service, 'Olga Operator', { operator: true });
});
after(() => service.stop());

async function disputed() {
  const loan = await createReceivedLoan(service);
  const why = ', reason: "He does not answer.", evidence: "Screenshots"';
  const { escalate } = expectData(
    await mutateLoan(loan.borrower, 'escalate', { id: loan.id, more: why }),
  );
  assert.deepEqual([escalate.status, escalate.label], ['ESCALATED', 'Disputed']);
  await completeEvidence(loan);
  return loan;
}
const resolve = (outcome: string) => `, outcome: ${outcome}, reason: "I have looked."`;

for (const [outcome, status, seizedBy] of [
  ['CONTINUE', 'LOAN_POSTED', undefined],
  ['RETURN', 'FINALIZED_RETURN_TO_BORROWER', undefined],
  ['SEIZE', 'FINALIZED_LENDER_SEIZURE', 'LENDER'],
  ['PLATFORM', 'FINALIZED_PLATFORM_SEZIURE', null],
] as const) {
  test(`an operator resolves a dispute by ${outcome}; the parties cannot`, async () => {
    const loan = await disputed();
    const more = resolve(outcome);
    for (const party of [loan.borrower, loan.lender]) {
      assert.equal(
        (await mutateLoan(party, 'resolveDispute', { id: loan.id, more })).code,
        'FORBIDDEN',
      );
    }
    const olga = service.as(operatorId);
    const { resolveDispute } = expectData(
      await mutateLoan(olga, 'resolveDispute', { id: loan.id, more }),
    );
    assert.deepEqual([resolveDispute.status, resolveDispute.role], [status, 'OPERATOR']);
    const again = await mutateLoan(olga, 'resolveDispute', { id: loan.id, more });
    assert.equal(again.code, 'CONFLICT');
    await service.settle();
    const seized = listEventsAbout(service, 'lending.escrow.collateral-seized', {
      escrowId: loan.id,
    });
    const expected = seizedBy === undefined ? [] : [seizedBy === 'LENDER' ? loan.lenderId : null];
    const to = seized.map((event) => (event.data as { toAccountId: string | null }).toAccountId);
    assert.deepEqual(to, expected);
    // The operator keeps read access after the decision.
    assert.equal(expectData(await readEscrow(olga, loan.id)).escrow.borrowerContractUrl, null);
  });
}

test('parties and operators read the reason and evidence with which a dispute was opened', async () => {
  const loan = await disputed();
  const olga = service.as(operatorId);
  const read = `query ($id: ID!) { escrow(id: $id) { escalation { at by reason evidence } } }`;
  for (const call of [loan.borrower, loan.lender, olga]) {
    const { at, ...why } = expectData(await call(read, { id: loan.id })).escrow.escalation;
    assert.deepEqual(why, {
      by: 'BORROWER',
      reason: 'He does not answer.',
      evidence: 'Screenshots',
    });
    assert.ok(!Number.isNaN(Date.parse(at)));
  }
  const quiet = await createReceivedLoan(service);
  assert.equal(expectData(await quiet.lender(read, { id: quiet.id })).escrow.escalation, null);
});

test('a dispute needs a reason to be resolved', async () => {
  const loan = await disputed();
  const blank = ', outcome: RETURN, reason: "  "';
  const answer = await mutateLoan(service.as(operatorId), 'resolveDispute', {
    id: loan.id,
    more: blank,
  });
  assert.deepEqual([answer.code, Object.keys(answer.fields ?? {})], ['INVALID_INPUT', ['reason']]);
});

test('only operators list the loans in dispute', async () => {
  const loan = await disputed();
  const list = `{ disputes(limit: 100) { escrows { id role actions } total } }`;
  const { disputes } = expectData(await service.as(operatorId)(list));
  const found = disputes.escrows.find((one: { id: string }) => one.id === loan.id);
  assert.deepEqual([found.role, found.actions], ['OPERATOR', ['RESOLVE']]);
  assert.equal((await loan.borrower(list)).code, 'FORBIDDEN');
  assert.equal((await service.as(null)(list)).code, 'UNAUTHENTICATED');
});

test('revoking the operator flag takes effect at once with a signal, and a stale event does not restore it', async () => {
  const loan = await disputed();
  const former = await createAccount(service, 'Former Operator', { operator: true });
  expectData(await readEscrow(service.as(former), loan.id));
  const signals: unknown[] = [];
  const stop = await service.bus.subscribe(accountTopic(former), (signal) => signals.push(signal));
  const stale = changeAccount(service, former, { operator: true, version: 2 });
  await service.bus.publish(changeAccount(service, former, { operator: false, version: 3 }));
  await service.bus.publish(stale);
  await stop();
  assert.equal((await readEscrow(service.as(former), loan.id)).code, 'NOT_FOUND');
  assert.deepEqual(signals, [{ what: 'rights' }]);
});

test('an operator who is a party of a loan has no operator role in it', async () => {
  const loan = await disputed();
  const promoted = { name: 'Len Lender', operator: true, version: 2 };
  await service.bus.publish(changeAccount(service, loan.lenderId, promoted));
  const answer = await mutateLoan(loan.lender, 'resolveDispute', {
    id: loan.id,
    more: resolve('SEIZE'),
  });
  assert.equal(answer.code, 'FORBIDDEN');
  assert.match(
    answer.message ?? '',
    /^Only an operator who is not a party to the loan can do this\.$/,
  );
});

test('each transition publishes one change signal on the loan’s topic', async () => {
  const loan = await createReceivedLoan(service);
  await service.settle();
  const signals: unknown[] = [];
  const stop = await service.bus.subscribe(escrowTopic(loan.id), (signal) => signals.push(signal));
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
  assert.equal((await mutateLoan(loan.lender, 'finalize', loan)).code, 'CONFLICT');
  await stop();
  assert.deepEqual(signals, [{ what: 'changed' }]);
});
