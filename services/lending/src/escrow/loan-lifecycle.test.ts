/** The lifecycle of a loan through the GraphQL API, with the rejections on the way. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createAcceptedLoan,
  createAccount,
  createPostedLoan,
  createReceivedLoan,
  createSignedLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  readEscrow,
  startLending,
} from '../testing/start-lending.ts';
import { histories } from './escrow.model.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const claim = (reference = 'R-1') => ({
  more: `, date: "${new Date().toISOString().slice(0, 10)}", method: "Wire", reference: "${reference}"`,
});
const history = async (loan: TestLoan) =>
  expectData(
    await loan.borrower(
      `query ($id: ID!) { escrowHistory(escrowId: $id) { at actor action from to note } }`,
      { id: loan.id },
    ),
  ).escrowHistory as { actor: string; action: string; from: string; to: string; note: string }[];

test('a loan runs from acceptance to repayment, and its history is complete', async () => {
  const loan = await createSignedLoan(service, true);
  const { id, lender, borrower } = loan;
  const sent = expectData(
    await mutateLoan(lender, 'markPaid', { id, more: ', method: "Wire"' }),
  ).markPaid;
  assert.deepEqual([sent.status, sent.stage], ['LOAN_POSTED', 'AWAITING_RECEIPT']);
  assert.equal(sent.sent.method, 'Wire');
  const got = expectData(await mutateLoan(borrower, 'confirmReceipt', { id })).confirmReceipt;
  assert.equal(got.stage, 'ACTIVE');
  assert.equal(got.payoff, 450_000);
  assert.equal(Date.parse(got.dueAt) - Date.parse(got.receivedAt), 60 * 86_400_000);
  const claimed = expectData(
    await mutateLoan(borrower, 'claimRepaid', { id, ...claim() }),
  ).claimRepaid;
  assert.deepEqual([claimed.stage, claimed.repaymentClaim.reference], ['REPAYMENT_CLAIMED', 'R-1']);
  expectData(await mutateLoan(lender, 'denyRepaid', { id, more: ', reason: "Nothing came."' }));
  const repeated = await mutateLoan(borrower, 'claimRepaid', { id, ...claim() });
  assert.deepEqual([repeated.code, repeated.reason], ['CONFLICT', 'CLAIM_REPEATED']);
  expectData(await mutateLoan(borrower, 'claimRepaid', { id, ...claim('R-2') }));
  const done = expectData(await mutateLoan(lender, 'finalize', { id })).finalize;
  assert.deepEqual([done.status, done.label], ['FINALIZED_RETURN_TO_BORROWER', 'Complete']);
  assert.deepEqual(done.actions, []);
  await service.settle();
  const lines = (await history(loan)).filter(({ actor }) => actor !== 'System');
  assert.deepEqual(
    lines.map(({ actor, action }) => `${actor}: ${action}`),
    [
      'Bea Borrower: ACCEPT_OFFER',
      'Bea Borrower: SIGN',
      'Len Lender: SIGN',
      'Len Lender: MARK_PAID',
      'Bea Borrower: CONFIRM_RECEIPT',
      'Bea Borrower: CLAIM_REPAID',
      'Len Lender: DENY_REPAID',
      'Bea Borrower: CLAIM_REPAID',
      'Len Lender: FINALIZE_RETURN',
    ],
  );
  assert.equal(
    listEventsAbout(service, 'lending.escrow.collateral-held', { escrowId: id }).length,
    1,
  );
  assert.equal(
    listEventsAbout(service, 'lending.escrow.collateral-released', { escrowId: id }).length,
    1,
  );
});

test('each party sees its own role, link and actions', async () => {
  const loan = await createSignedLoan(service, true);
  const mine = expectData(await readEscrow(loan.borrower, loan.id)).escrow;
  const theirs = expectData(await readEscrow(loan.lender, loan.id)).escrow;
  assert.deepEqual([mine.role, theirs.role], ['BORROWER', 'LENDER']);
  assert.match(mine.borrowerContractUrl, /^http:\/\/localhost:4000\/contracts\/[\w-]{43}$/);
  assert.match(theirs.lenderContractUrl, /^http:\/\/localhost:4000\/contracts\/[\w-]{43}$/);
  assert.deepEqual([mine.lenderContractUrl, theirs.borrowerContractUrl], [null, null]);
  assert.deepEqual(mine.actions, ['CANCEL', 'MARK_PAID']);
});

test('an outsider, a visitor and an operator before any dispute get NOT_FOUND', async () => {
  const loan = await createAcceptedLoan(service);
  const operator = await createAccount(service, 'Olga Operator', { operator: true });
  for (const id of [operator, await createAccount(service, 'Otto Other')]) {
    const read = await readEscrow(service.as(id), loan.id);
    assert.deepEqual([read.code, read.message], ['NOT_FOUND', 'There is no such loan.']);
    assert.equal((await mutateLoan(service.as(id), 'cancelEscrow', loan)).code, 'NOT_FOUND');
    const lines = `query ($id: ID!) { escrowHistory(escrowId: $id) { at } }`;
    assert.equal((await service.as(id)(lines, { id: loan.id })).code, 'NOT_FOUND');
    const after = `query ($id: ID!) { escrowHistory(escrowId: $id, after: "no-such-id") { at } }`;
    const rejected = await service.as(id)(after, { id: loan.id });
    assert.equal(rejected.message, 'There is no such loan.');
    const entity = await service.as(id)(
      `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Escrow { status } } }`,
      { of: [{ __typename: 'Escrow', id: loan.id }] },
    );
    assert.equal(expectData(entity)._entities[0], null);
  }
  assert.equal((await readEscrow(service.as(null), loan.id)).code, 'UNAUTHENTICATED');
});

test('a transition that the status does not allow is a conflict that names the loan’s label', async () => {
  const loan = await createAcceptedLoan(service);
  const rejected = async (name: string, more = '') =>
    (await mutateLoan(loan.lender, name, { id: loan.id, more })).message;
  const is = 'This loan is Pending Signature;';
  assert.equal(await rejected('markPaid'), `${is} mark paid is not possible now.`);
  assert.equal(await rejected('escalate'), `${is} escalate is not possible now.`);
  assert.equal(await rejected('finalize'), `${is} finalize is not possible now.`);
  expectData(await mutateLoan(loan.lender, 'cancelEscrow', loan));
  assert.equal(
    await rejected('cancelEscrow'),
    'This loan is Cancelled; cancel is not possible now.',
  );
});

test('without a limit the newest thousand history entries are returned, oldest first', async () => {
  const loan = await createAcceptedLoan(service);
  const [first] = await histories.findMany({ escrowId: loan.id });
  assert.ok(first);
  const { id: _, ...line } = first;
  const more = Array.from({ length: 1_005 }, (_line, index) => ({
    ...line,
    _id: newId(),
    version: index + 2,
    note: `line ${index}`,
  }));
  await histories.raw.insertMany(more);
  const list = `query ($id: ID!) { escrowHistory(escrowId: $id) { note } }`;
  const shown = expectData(await loan.lender(list, { id: loan.id })).escrowHistory;
  assert.equal(shown.length, 1_000);
  assert.deepEqual([shown[0].note, shown.at(-1).note], ['line 5', 'line 1004']);
});

test('the wrong party is forbidden, invalid input is named, and neither changes the loan', async () => {
  const loan = await createReceivedLoan(service);
  // Wait for the job that seals the contract.
  await service.settle();
  const before = expectData(await readEscrow(loan.borrower, loan.id)).escrow;
  const { id, lender, borrower } = loan;
  assert.equal((await mutateLoan(lender, 'claimRepaid', { id, ...claim() })).code, 'FORBIDDEN');
  assert.equal((await mutateLoan(borrower, 'finalize', { id })).code, 'FORBIDDEN');
  const future = ', date: "2999-01-01", method: "Wire", reference: "R"';
  const claimed = await mutateLoan(borrower, 'claimRepaid', { id, more: future });
  assert.deepEqual([claimed.code, Object.keys(claimed.fields ?? {})], ['INVALID_INPUT', ['date']]);
  const allWrong = `, date: "2999-01-01", method: " ", reference: "${'x'.repeat(201)}"`;
  const named = await mutateLoan(borrower, 'claimRepaid', { id, more: allWrong });
  assert.deepEqual(Object.keys(named.fields ?? {}), ['date', 'method', 'reference']);
  const noDay = ', date: "2026-02-30", method: "Wire", reference: "R"';
  assert.equal(
    (await mutateLoan(borrower, 'claimRepaid', { id, more: noDay })).code,
    'INVALID_INPUT',
  );
  const long = `, reason: "${'x'.repeat(1_001)}"`;
  assert.equal((await mutateLoan(borrower, 'escalate', { id, more: long })).code, 'INVALID_INPUT');
  assert.deepEqual(expectData(await readEscrow(borrower, id)).escrow, before);
});

test('eight concurrent finalizations end the loan once', async () => {
  const { id, lender } = await createReceivedLoan(service);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => mutateLoan(lender, 'finalize', { id })),
  );
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
  assert.equal(answers.filter(({ code }) => code === 'CONFLICT').length, 7);
  await service.settle();
  assert.equal(
    listEventsAbout(service, 'lending.escrow.collateral-released', { escrowId: id }).length,
    1,
  );
});

test('in custody a borrower only requests to cancel, and the lender agrees by cancelling', async () => {
  const { id, borrower, lender } = await createSignedLoan(service, true);
  const requested = expectData(await mutateLoan(borrower, 'cancelEscrow', { id })).cancelEscrow;
  assert.equal(requested.status, 'DOMAIN_IN_CUSTODY');
  assert.ok(requested.cancelRequestedAt);
  assert.equal((await mutateLoan(borrower, 'cancelEscrow', { id })).code, 'CONFLICT');
  const agreed = expectData(await mutateLoan(lender, 'cancelEscrow', { id })).cancelEscrow;
  assert.equal(agreed.status, 'CANCELLED');
});

test('a borrower can surrender the domain to the lender', async () => {
  const { id, borrower, lenderId } = await createReceivedLoan(service);
  const gone = expectData(
    await mutateLoan(borrower, 'finalize', { id, more: ', outcome: SURRENDER' }),
  );
  assert.equal(gone.finalize.status, 'FINALIZED_LENDER_SEIZURE');
  const seized = await service.event(
    'lending.escrow.collateral-seized',
    (data) => data.escrowId === id,
  );
  assert.equal(seized.data.toAccountId, lenderId);
});

test('loans are listed only for their borrower and their lender, newest first', async () => {
  const loan = await createPostedLoan(service);
  const list = async (by: typeof loan.borrower, name: string) =>
    expectData(await by(`{ ${name}(limit: 4) { escrows { id role } total pages } }`))[name];
  assert.deepEqual(await list(loan.borrower, 'borrowedEscrows'), {
    escrows: [{ id: loan.id, role: 'BORROWER' }],
    total: 1,
    pages: 1,
  });
  assert.equal((await list(loan.lender, 'lentEscrows')).escrows[0].role, 'LENDER');
  assert.equal((await list(loan.borrower, 'lentEscrows')).total, 0);
  const beyond = await loan.borrower(`{ borrowedEscrows(page: 0) { total } }`);
  assert.deepEqual(Object.keys(beyond.fields ?? {}), ['page']);
});
