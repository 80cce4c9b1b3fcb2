/** Payment instructions: only for the payer while the payment is due, never of a version that the payer does not know. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { moveAccountClock, resetClock } from '@nameloan/runtime/clock';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import { serviceContext } from '../service-context.ts';
import {
  acknowledge,
  choosePayee,
  hourMs,
  publishPayeeChange,
  readHistoryNotes,
  readInstructions,
} from '../testing/payee-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createAccount,
  createDrawnUpLoan,
  createReceivedLoan,
  createSignedLoan,
  expectData,
  mutateLoan,
  readEscrow,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());
afterEach(resetClock);

async function createPayableLoan(): Promise<TestLoan & { payeeId: string }> {
  const loan = await createSignedLoan(service, true);
  const payeeId = service.payees.add(loan.borrowerId, 'A');
  expectData(await choosePayee(loan.borrower, loan, payeeId));
  return { ...loan, payeeId };
}

const reasonOf = async (answer: ReturnType<typeof readInstructions>) => {
  const { code, reason } = await answer;
  return [code, reason];
};

test('the lender sees the details with amount and reference, the same at each call', async () => {
  const loan = await createPayableLoan();
  const first = expectData(await readInstructions(loan.lender, loan)).paymentInstructions;
  assert.deepEqual(
    [first.payee.kind, first.payee.holder, first.payee.fields.iban, first.payee.version],
    ['IBAN', 'Holder A', 'DE89370400440532013000', 1],
  );
  assert.equal(first.amount, 450_000);
  assert.match(first.reference, /^NL[0-9A-HJKMNP-TV-Z]{8}$/);
  assert.equal(first.creditorReference.slice(4), first.reference);
  assert.equal(first.qr, null);
  const again = expectData(await readInstructions(loan.lender, loan)).paymentInstructions;
  assert.deepEqual(again, first);
});

test('the borrower sees what is owed today and another reference', async () => {
  const loan = await createReceivedLoan(service);
  expectData(await choosePayee(loan.lender, loan, service.payees.add(loan.lenderId, 'B')));
  const shown = expectData(await readInstructions(loan.borrower, loan)).paymentInstructions;
  const { payoff } = expectData(await readEscrow(loan.borrower, loan.id)).escrow;
  assert.equal(shown.amount, payoff);
  assert.deepEqual(await reasonOf(readInstructions(loan.lender, loan)), [
    'CONFLICT',
    'ALREADY_RECEIVED',
  ]);
});

test('details are hidden before they are due, after the end, without a payee, and from everyone but the payer', async () => {
  const { loan: drawn } = await createDrawnUpLoan(service);
  assert.deepEqual(await reasonOf(readInstructions(drawn.lender, drawn)), [
    'CONFLICT',
    'NOT_IN_CUSTODY',
  ]);
  assert.deepEqual(await reasonOf(readInstructions(drawn.borrower, drawn)), [
    'CONFLICT',
    'NOT_RECEIVED',
  ]);
  const loan = await createSignedLoan(service, true);
  assert.deepEqual(await reasonOf(readInstructions(loan.lender, loan)), ['CONFLICT', 'NO_PAYEE']);
  const outsider = service.as(await createAccount(service, 'Otto Other'));
  assert.equal((await readInstructions(outsider, loan)).code, 'NOT_FOUND');
  assert.equal((await acknowledge(outsider, loan, 1)).code, 'NOT_FOUND');
  assert.equal((await readInstructions(service.as(null), loan)).code, 'UNAUTHENTICATED');
  const operator = service.as(await createAccount(service, 'Olga Operator', { operator: true }));
  expectData(await mutateLoan(loan.lender, 'markPaid', loan));
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  assert.equal((await readInstructions(operator, loan)).code, 'FORBIDDEN');
  const ended = await createPayableLoan();
  expectData(await mutateLoan(ended.lender, 'cancelEscrow', ended));
  assert.deepEqual(await reasonOf(readInstructions(ended.lender, ended)), ['CONFLICT', 'STATUS']);
});

test('a changed version is shown only once the payer has acknowledged it', async () => {
  const loan = await createPayableLoan();
  expectData(await readInstructions(loan.lender, loan));
  service.payees.change(loan.payeeId, 'B', 72 * hourMs);
  await publishPayeeChange(service, loan.payeeId, 'CHANGED');
  const before = expectData(await readInstructions(loan.lender, loan)).paymentInstructions;
  assert.equal(before.payee.version, 1);
  moveAccountClock(73 * hourMs);
  const refused = await readInstructions(loan.lender, loan);
  assert.deepEqual(
    [refused.code, refused.reason, refused.data.paymentInstructions],
    ['CONFLICT', 'PAYEE_CHANGED', null],
  );
  assert.match(refused.message ?? '', /from DE •••• 000A to DE •••• 000B/);
  const { old, new: valid, since, recentChanges } = refused.payeeChange ?? {};
  assert.deepEqual(
    [old?.masked, old?.version, valid?.masked, valid?.version, recentChanges],
    ['DE •••• 000A', 1, 'DE •••• 000B', 2, 1],
  );
  assert.equal(since, service.payees.get(loan.payeeId).pending?.changedAt);
  for (const [version, fingerprint] of [[1], [3], [2, '00000000']] as const) {
    const wrong = await acknowledge(loan.lender, loan, version, fingerprint);
    assert.equal(wrong.reason, 'PAYEE_CHANGED');
  }
  expectData(await acknowledge(loan.lender, loan, 2, valid?.fingerprint));
  const after = expectData(await readInstructions(loan.lender, loan)).paymentInstructions;
  assert.deepEqual([after.payee.version, after.payee.holder], [2, 'Holder B']);
  assert.deepEqual(await readHistoryNotes(loan.borrower, loan, 'ACKNOWLEDGE_PAYEE'), [
    'Len Lender: IBAN DE •••• 000B, holder Holder B, fingerprint 00000042 instead of DE •••• 000A.',
  ]);
});

test('a stopped change needs no acknowledgement', async () => {
  const loan = await createPayableLoan();
  service.payees.change(loan.payeeId, 'B', 72 * hourMs);
  await publishPayeeChange(service, loan.payeeId, 'CHANGED');
  service.payees.stop(loan.payeeId);
  await publishPayeeChange(service, loan.payeeId, 'STOPPED');
  moveAccountClock(73 * hourMs);
  assert.equal(
    expectData(await readInstructions(loan.lender, loan)).paymentInstructions.payee.version,
    1,
  );
});

test('another payee of the same version needs an acknowledgement', async () => {
  const loan = await createPayableLoan();
  expectData(await choosePayee(loan.borrower, loan, service.payees.add(loan.borrowerId, 'C')));
  moveAccountClock(73 * hourMs);
  assert.equal((await readInstructions(loan.lender, loan)).reason, 'PAYEE_CHANGED');
  expectData(await acknowledge(loan.lender, loan, 1));
  assert.equal(
    expectData(await readInstructions(loan.lender, loan)).paymentInstructions.payee.holder,
    'Holder C',
  );
});

test('a removed payee is hidden even before its event arrives', async () => {
  const loan = await createPayableLoan();
  service.payees.remove(loan.payeeId);
  assert.equal((await readInstructions(loan.lender, loan)).reason, 'NO_PAYEE');
});

test('each view is in the history once per session and hour, and polling adds none', async () => {
  const loan = await createPayableLoan();
  const views = () => readHistoryNotes(loan.borrower, loan, 'SHOW_PAYEE');
  for (let time = 0; time < 3; time++) expectData(await readInstructions(loan.lender, loan));
  assert.deepEqual(await views(), [
    'Len Lender: IBAN DE •••• 000A, holder Holder A, fingerprint 00000041.',
  ]);
  const other = service.as(loan.lenderId, { sessionId: 'another session' });
  expectData(await readInstructions(other, loan));
  assert.equal((await views()).length, 2);
  moveAccountClock(2 * hourMs);
  expectData(await readInstructions(loan.lender, loan));
  assert.equal((await views()).length, 3);
});

test('views are limited', async () => {
  const loan = await createPayableLoan();
  await spendQuota(serviceContext, 'paymentDetailViews', { key: loan.lenderId, left: 0 });
  assert.equal((await readInstructions(loan.lender, loan)).code, 'TOO_MANY_REQUESTS');
  assert.deepEqual(await readHistoryNotes(loan.borrower, loan, 'SHOW_PAYEE'), []);
});

test('a loan without payees goes through marks and claims', async () => {
  const loan = await createReceivedLoan(service);
  const today = expectData(await readEscrow(loan.borrower, loan.id)).escrow.receivedAt.slice(0, 10);
  const more = `, date: "${today}", method: "Wire", reference: "R-1"`;
  expectData(await mutateLoan(loan.borrower, 'claimRepaid', { ...loan, more }));
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
});

test('a stablecoin has a QR code with the amount', async () => {
  const loan = await createSignedLoan(service, true);
  const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const fields = { chainId: 1, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', token };
  const payeeId = service.payees.add(loan.borrowerId, 'E', { kind: 'EVM', fields });
  expectData(await choosePayee(loan.borrower, loan, payeeId));
  const { qr } = expectData(await readInstructions(loan.lender, loan)).paymentInstructions;
  assert.equal(
    qr.text,
    `ethereum:${token}@1/transfer?address=${fields.address}&uint256=4500000000`,
  );
  assert.match(qr.svg, /^<svg /);
});

test('an operator of a dispute reads both payees and who opened them, and never a number', async () => {
  const loan = await createReceivedLoan(service);
  const payeeId = service.payees.add(loan.lenderId, 'A');
  expectData(await choosePayee(loan.lender, loan, payeeId));
  expectData(await readInstructions(loan.borrower, loan));
  const operator = service.as(await createAccount(service, 'Olga Operator', { operator: true }));
  const view = 'masked fingerprint version changedAt acknowledged payeeId';
  const read = (call: typeof operator) =>
    call(
      `query ($id: ID!) {
        escrow(id: $id) {
          borrowerPayee { ${view} } lenderPayee { ${view} } payeeReveals { actor action at note }
        }
      }`,
      { id: loan.id },
    );
  assert.equal((await read(operator)).code, 'NOT_FOUND', 'before a dispute');
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  const { escrow } = expectData(await read(operator));
  assert.equal(escrow.borrowerPayee, null);
  assert.partialDeepStrictEqual(escrow.lenderPayee, {
    ...{ masked: 'DE •••• 000A', fingerprint: '00000041', version: 1, payeeId: null },
  });
  assert.deepEqual(
    escrow.payeeReveals.map(({ actor, action }: Record<string, string>) => [actor, action]),
    [['Bea Borrower', 'SHOW_PAYEE']],
  );
  assert.doesNotMatch(JSON.stringify(escrow), /\d{6}[0-9A-Z]{4,}A/);
  assert.equal((await readInstructions(operator, loan)).code, 'FORBIDDEN');
  for (const party of [loan.borrower, loan.lender])
    assert.deepEqual(expectData(await read(party)).escrow.payeeReveals, []);
});
