/** Actions of a running loan at the same moment: one wins, the other gets a conflict, and the loan is consistent. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ConflictReason } from '@nameloan/contracts/errors';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import { moveClock, now, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { TestResult } from '@nameloan/testkit/service/test-service';
import { commit } from '../service-context.ts';
import { buildLoan, inStatus, received } from '../testing/loans.ts';
import { noticed, sampleTime } from '../testing/sample-parts.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAccount,
  listEventsAbout,
  makeUnique,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';
import { escrows, histories } from './escrow.model.ts';
import type { Escrow } from './escrow.ts';
import { runTimedTransition } from './transition/run-timed-transition.ts';

const rounds = 12;
let service: TestLending;
let accounts: { borrowerId: string; lenderId: string };
before(async () => {
  // Each round takes from the quota of loan actions.
  service = await startLending({ settings: { RATE_LIMITS: 'off' } });
  moveClock(sampleTime.getTime() - Date.now());
  accounts = {
    borrowerId: await createAccount(service, makeUnique('Bea Borrower')),
    lenderId: await createAccount(service, makeUnique('Len Lender')),
  };
});
after(async () => {
  resetClock();
  await service.stop();
});

async function store(status: EscrowStatus, fields: Partial<Escrow>): Promise<{ id: string }> {
  const id = newId();
  const loan = buildLoan({
    ...{ ...inStatus[status], ...fields, status, id, ...accounts },
    ...{ offerId: newId(), domainId: newId() },
    ...{ borrowerContractToken: null, lenderContractToken: null },
  });
  await commit((tx) => escrows.add(loan, tx));
  return { id };
}
const borrower = (name: string, loan: { id: string }, more = '') =>
  mutateLoan(service.as(accounts.borrowerId), name, { id: loan.id, more });
const lender = (name: string, loan: { id: string }, more = '') =>
  mutateLoan(service.as(accounts.lenderId), name, { id: loan.id, more });
const lapse = ({ id }: { id: string }) =>
  runTimedTransition({ kind: 'run-timed-transition', key: id, data: {}, attempt: 1, dueAt: now() });
const actionsOf = async ({ id }: { id: string }) =>
  (await histories.findMany({ escrowId: id }, { sort: { version: 1 } })).map(
    ({ action }) => action,
  );
const succeeded = ({ code }: TestResult) => code === undefined;

function assertLost({ code, reason }: TestResult, expected: readonly ConflictReason[]): void {
  assert.equal(code, 'CONFLICT');
  assert.ok(expected.includes(reason as ConflictReason), reason);
}

/** In both orders, so that each of them can come first. */
const race = <A, B>(
  round: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> => {
  if (round % 2 === 0) return Promise.all([first(), second()]);
  const later = second();
  return Promise.all([first(), later]);
};

test('the borrower’s cancellation after the deadline against the lender’s mark: one of them', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const loan = await store('DOMAIN_IN_CUSTODY', {
      fundingFrom: new Date('2026-05-25T12:00:00.000Z'),
    });
    const [cancelled, marked] = await race(
      round,
      () => borrower('cancelEscrow', loan),
      () => lender('markPaid', loan),
    );
    assert.notEqual(succeeded(cancelled), succeeded(marked));
    const escrow = await escrows.get(loan.id);
    if (succeeded(cancelled)) {
      assertLost(marked, ['STATUS']);
      assert.deepEqual([escrow.status, escrow.sent, escrow.unfunded], ['CANCELLED', null, true]);
      assert.deepEqual(await actionsOf(loan), ['CANCEL']);
    } else {
      assertLost(cancelled, ['STATUS']);
      assert.equal(escrow.status, 'LOAN_POSTED');
      assert.deepEqual([escrow.unfunded ?? null, escrow.cancelRequestedAt], [null, null]);
      assert.ok(escrow.sent);
      assert.deepEqual(await actionsOf(loan), ['MARK_PAID']);
    }
    await service.settle();
    const released = 'lending.escrow.collateral-released';
    const events = listEventsAbout(service, released, { escrowId: loan.id });
    assert.equal(events.length, succeeded(cancelled) ? 1 : 0);
  }
});

test('the lapse of a mark against the receipt: either the loan runs, or the mark is gone', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const loan = await store('LOAN_POSTED', {
      markedAt: new Date('2026-05-29T11:59:00.000Z'),
      receipt: null,
      // Only the lapse is due.
      remindedAt: sampleTime,
    });
    const [confirmed] = await race(
      round,
      () => borrower('confirmReceipt', loan),
      () => lapse(loan),
    );
    const escrow = await escrows.get(loan.id);
    const actions = await actionsOf(loan);
    if (succeeded(confirmed)) {
      assert.equal(escrow.status, 'LOAN_POSTED');
      assert.equal(escrow.receipt?.by, 'BORROWER');
      assert.ok(escrow.sent && escrow.dueAt);
      assert.ok(!actions.includes('EXPIRE_MARK'));
    } else {
      assertLost(confirmed, ['STATUS']);
      assert.equal(escrow.status, 'DOMAIN_IN_CUSTODY');
      assert.deepEqual([escrow.receipt, escrow.sent, escrow.dueAt], [null, null, null]);
      assert.deepEqual(actions, ['EXPIRE_MARK']);
    }
  }
});

test('a claim of repayment against the seizure: the first of them decides', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const loan = await store('LOAN_POSTED', { ...received, ...noticed, claim: null });
    const [claimed, seized] = await race(
      round,
      () => borrower('claimRepaid', loan, ', date: "2026-05-30", method: "Wire", reference: "R"'),
      () => lender('finalize', loan, ', outcome: SEIZE'),
    );
    assert.notEqual(succeeded(claimed), succeeded(seized));
    const escrow = await escrows.get(loan.id);
    if (succeeded(claimed)) {
      assertLost(seized, ['CLAIM_OPEN']);
      assert.equal(escrow.status, 'LOAN_POSTED');
      assert.equal(escrow.claim?.reference, 'R');
    } else {
      assertLost(claimed, ['STATUS']);
      assert.deepEqual([escrow.status, escrow.claim], ['FINALIZED_LENDER_SEIZURE', null]);
    }
    await service.settle();
    const events = listEventsAbout(service, 'lending.escrow.collateral-seized', {
      escrowId: loan.id,
    });
    assert.equal(events.length, succeeded(seized) ? 1 : 0);
  }
});

test('a withdrawal against the denial of the same claim: it ends once, and never uses up twice', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const claim = {
      ...{ date: new Date('2026-05-30T00:00:00.000Z'), method: 'Wire', reference: 'R' },
      at: sampleTime,
    };
    const loan = await store('LOAN_POSTED', { ...received, ...noticed, claim });
    const [withdrawn, denied] = await race(
      round,
      () => borrower('withdrawClaim', loan),
      () => lender('denyRepaid', loan, ', reason: "Nothing came."'),
    );
    assert.notEqual(succeeded(withdrawn), succeeded(denied));
    assertLost(succeeded(withdrawn) ? denied : withdrawn, ['NO_CLAIM']);
    const escrow = await escrows.get(loan.id);
    assert.equal(escrow.claim, null);
    assert.equal(Boolean(escrow.blockingClaimUsed), succeeded(denied));
  }
});
