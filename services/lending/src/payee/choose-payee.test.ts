/** The payees of a loan: each party chooses where it is paid, and a change never redirects an open payment at once. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { RequestPayload } from '@nameloan/contracts/requests';
import { moveAccountClock, resetClock } from '@nameloan/runtime/clock';
import { sendRequest } from '@nameloan/subgraph/request';
import {
  assertHeld,
  assertNeedsStepUp,
  assertRestricted,
} from '@nameloan/testkit/service/guarded-calls';
import { changingAccounts } from '@nameloan/testkit/service/test-service';
import { contractFiles, contracts } from '../contract/contract.model.ts';
import { findSkipReason, readPdfText } from '../testing/contracts.ts';
import {
  choosePayee,
  hourMs,
  publishPayeeChange,
  readHistoryNotes,
  readPayees,
} from '../testing/payee-calls.ts';
import { sign } from '../testing/sign.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAccount,
  createDrawnUpLoan,
  createPostedLoan,
  createReceivedLoan,
  createSignedLoan,
  expectData,
  listEventsAbout,
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

test('each party sees its own payee with its id, and the other’s without', async () => {
  const loan = await createSignedLoan(service, true);
  const own = service.payees.add(loan.borrowerId, 'A');
  expectData(await choosePayee(loan.borrower, loan, own));
  expectData(await choosePayee(loan.lender, loan, service.payees.add(loan.lenderId, 'B')));
  const forBorrower = await readPayees(loan.borrower, loan);
  assert.deepEqual([forBorrower.payee.payeeId, forBorrower.payee.masked], [own, 'DE •••• 000A']);
  assert.deepEqual(
    [forBorrower.counterpartyPayee.payeeId, forBorrower.counterpartyPayee.masked],
    [null, 'DE •••• 000B'],
  );
  const forLender = await readPayees(loan.lender, loan);
  assert.deepEqual(forLender.counterpartyPayee, { ...forBorrower.payee, payeeId: null });
  assert.deepEqual(await readHistoryNotes(loan.lender, loan, 'CHOOSE_PAYEE'), [
    'Bea Borrower: IBAN DE •••• 000A, holder Holder A, fingerprint 00000041.',
    'Len Lender: IBAN DE •••• 000B, holder Holder B, fingerprint 00000042.',
  ]);
});

test('a payee of another account, an unknown and a removed one cannot be chosen', async () => {
  const loan = await createSignedLoan(service, true);
  const removed = service.payees.add(loan.borrowerId, 'A');
  service.payees.remove(removed);
  for (const id of [service.payees.add(loan.lenderId, 'B'), 'none', removed])
    assert.equal((await choosePayee(loan.borrower, loan, id)).code, 'NOT_FOUND');
  const outsider = service.as(await createAccount(service, 'Otto Other'));
  assert.equal((await choosePayee(outsider, loan, removed)).code, 'NOT_FOUND');
  const operator = service.as(await createAccount(service, 'Olga Operator', { operator: true }));
  expectData(await mutateLoan(loan.lender, 'markPaid', loan));
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  assert.equal((await choosePayee(operator, loan, removed)).code, 'FORBIDDEN');
  assert.equal((await readPayees(operator, loan)).payee, null);
});

test('the choice needs a verified address that is not being changed, and a fresh session', async () => {
  const calls = { choose: 'mutation { choosePayee(id: "none", payeeId: "none") { id } }' };
  await assertRestricted(service, calls);
  await assertNeedsStepUp(service, calls);
  await assertHeld(service, calls);
});

test('before a signature the contract is drawn up again with the choice, and the former PDF is no contract', {
  skip: findSkipReason('pdftotext'),
}, async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  const former = (await contracts.get(loan.id)).sha256;
  assert.match(
    readPdfText((await contractFiles.find(former))?.bytes ?? Buffer.of()),
    /the Borrower had not chosen a Payee/,
  );
  expectData(await choosePayee(loan.borrower, loan, service.payees.add(loan.borrowerId, 'A')));
  const { sha256 } = await contracts.get(loan.id);
  assert.notEqual(sha256, former);
  const text = readPdfText((await contractFiles.find(sha256))?.bytes ?? Buffer.of());
  assert.match(
    text,
    /the Borrower had chosen: IBAN DE •••• 000A, holder Holder A, fingerprint 00000041/,
  );
  assert.match(text, /the Lender had not chosen a Payee/);
  assert.equal(await contractFiles.find(former), undefined);
  const stale = await service.as(loan.lenderId)(
    `mutation ($token: String!, $sha256: String!) {
      signContract(token: $token, name: "Len Lender", consent: true, sha256: $sha256) { signedAt }
    }`,
    { token: tokens.lender, sha256: former },
  );
  assert.deepEqual([stale.code, stale.reason], ['CONFLICT', 'CONTRACT_CHANGED']);
  expectData(await sign(loan.lender, tokens.lender, { name: 'Len Lender' }));
  expectData(await sign(loan.borrower, tokens.borrower, { name: 'Bea Borrower' }));
  assert.equal(
    (await contracts.get(loan.id)).signatures.every((one) => one.sha256 === sha256),
    true,
  );
});

test('after a signature the contract stays, and another choice is valid 72 hours later', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  const [first, second] = ['A', 'B'].map((mark) => service.payees.add(loan.borrowerId, mark));
  expectData(await choosePayee(loan.borrower, loan, first ?? ''));
  const { sha256 } = await contracts.get(loan.id);
  expectData(await sign(loan.lender, tokens.lender, { name: 'Len Lender' }));
  expectData(await choosePayee(loan.borrower, loan, second ?? ''));
  assert.equal((await contracts.get(loan.id)).sha256, sha256);
  const waiting = (await readPayees(loan.lender, loan)).counterpartyPayee;
  assert.deepEqual([waiting.masked, waiting.pending.masked], ['DE •••• 000A', 'DE •••• 000B']);
  moveAccountClock(73 * hourMs);
  const later = (await readPayees(loan.lender, loan)).counterpartyPayee;
  assert.deepEqual(
    [later.masked, later.pending, later.acknowledged],
    ['DE •••• 000B', null, false],
  );
});

test('choosing the former payee again ends a choice that waits', async () => {
  const loan = await createSignedLoan(service, true);
  const [first, second] = ['A', 'B'].map((mark) => service.payees.add(loan.borrowerId, mark));
  for (const id of [first, second, first])
    expectData(await choosePayee(loan.borrower, loan, id ?? ''));
  moveAccountClock(73 * hourMs);
  const { payee } = await readPayees(loan.borrower, loan);
  assert.deepEqual([payee.masked, payee.pending, payee.acknowledged], ['DE •••• 000A', null, true]);
});

test('the lender’s other choice waits from the first signature on', async () => {
  const loan = await createSignedLoan(service, true);
  for (const mark of ['A', 'B'])
    expectData(await choosePayee(loan.lender, loan, service.payees.add(loan.lenderId, mark)));
  const { payee } = await readPayees(loan.lender, loan);
  assert.deepEqual([payee.masked, payee.pending?.masked], ['DE •••• 000A', 'DE •••• 000B']);
});

test('a hold for a change of address does not keep the owner from undoing a choice', async (t) => {
  const loan = await createSignedLoan(service, true);
  const [own, foreign] = ['A', 'B'].map((mark) => service.payees.add(loan.borrowerId, mark));
  for (const id of [own, foreign]) expectData(await choosePayee(loan.borrower, loan, id ?? ''));
  changingAccounts.add(loan.borrowerId);
  t.after(() => changingAccounts.delete(loan.borrowerId));
  expectData(await choosePayee(loan.borrower, loan, own ?? ''));
  assert.equal((await readPayees(loan.borrower, loan)).payee.pending, null);
  const other = service.payees.add(loan.borrowerId, 'C');
  assert.equal((await choosePayee(loan.borrower, loan, other)).reason, 'EMAIL_CHANGING');
});

test('until a party has signed, a removed payee leaves the contract too', {
  skip: findSkipReason('pdftotext'),
}, async () => {
  const { loan } = await createDrawnUpLoan(service);
  const id = service.payees.add(loan.borrowerId, 'A');
  expectData(await choosePayee(loan.borrower, loan, id));
  service.payees.remove(id);
  await publishPayeeChange(service, id, 'REMOVED');
  const { sha256 } = await contracts.get(loan.id);
  const text = readPdfText((await contractFiles.find(sha256))?.bytes ?? Buffer.of());
  assert.match(text, /the Borrower had not chosen a Payee/);
});

test('the same choice again changes nothing', async () => {
  const loan = await createSignedLoan(service, true);
  const id = service.payees.add(loan.borrowerId, 'A');
  for (let time = 0; time < 2; time++) expectData(await choosePayee(loan.borrower, loan, id));
  await service.settle();
  assert.equal((await readHistoryNotes(loan.lender, loan, 'CHOOSE_PAYEE')).length, 1);
  const about = { escrowId: loan.id };
  assert.equal(listEventsAbout(service, 'lending.escrow.payee-changed', about).length, 1);
});

test('once the lender has marked the loan as paid, only a first choice is possible', async () => {
  const loan = await createPostedLoan(service);
  expectData(await choosePayee(loan.borrower, loan, service.payees.add(loan.borrowerId, 'A')));
  const other = service.payees.add(loan.borrowerId, 'B');
  const answer = await choosePayee(loan.borrower, loan, other);
  assert.deepEqual([answer.code, answer.reason], ['CONFLICT', 'CLAIM_OPEN']);
  assert.equal((await readPayees(loan.borrower, loan)).payeeBlocked, answer.message);
  expectData(await mutateLoan(loan.borrower, 'confirmReceipt', loan));
  const late = await choosePayee(loan.borrower, loan, other);
  assert.deepEqual([late.code, late.reason], ['CONFLICT', 'ALREADY_RECEIVED']);
});

test('the lender chooses no other payee while a claim of repayment is open, and none after the end', async () => {
  const loan = await createReceivedLoan(service);
  expectData(await choosePayee(loan.lender, loan, service.payees.add(loan.lenderId, 'A')));
  const other = service.payees.add(loan.lenderId, 'B');
  const today = expectData(await readEscrow(loan.borrower, loan.id)).escrow.receivedAt.slice(0, 10);
  const more = `, date: "${today}", method: "Wire", reference: "R-1"`;
  expectData(await mutateLoan(loan.borrower, 'claimRepaid', { ...loan, more }));
  assert.equal((await choosePayee(loan.lender, loan, other)).reason, 'CLAIM_OPEN');
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
  assert.equal((await choosePayee(loan.lender, loan, other)).reason, 'STATUS');
});

test('a choice and a mark at the same moment leave the payee that was valid before', async () => {
  const loan = await createSignedLoan(service, true);
  const [first, second] = ['A', 'B'].map((mark) => service.payees.add(loan.borrowerId, mark));
  expectData(await choosePayee(loan.borrower, loan, first ?? ''));
  const [choice, mark] = await Promise.all([
    choosePayee(loan.borrower, loan, second ?? ''),
    mutateLoan(loan.lender, 'markPaid', loan),
  ]);
  expectData(mark);
  const { payee } = await readPayees(loan.borrower, loan);
  assert.equal(payee.masked, 'DE •••• 000A');
  if (choice.code) assert.equal(choice.reason, 'CLAIM_OPEN');
  else assert.equal(payee.pending.masked, 'DE •••• 000B');
});

test('a change of the payee is in the history of each open loan that names it, and of no other', async () => {
  const loan = await createSignedLoan(service, true);
  const payeeId = service.payees.add(loan.borrowerId, 'A');
  expectData(await choosePayee(loan.borrower, loan, payeeId));
  const other = await createSignedLoan(service, true);
  service.payees.change(payeeId, 'B', 72 * hourMs);
  for (let time = 0; time < 2; time++) await publishPayeeChange(service, payeeId, 'CHANGED');
  assert.deepEqual(await readHistoryNotes(loan.lender, loan, 'PAYEE_CHANGED'), [
    'System: The borrower’s payee DE •••• 000A changes to DE •••• 000B. Until then DE •••• 000A stays valid.',
  ]);
  assert.deepEqual(await readHistoryNotes(other.lender, other, 'PAYEE_CHANGED'), []);
  const { data } = await service.event(
    'lending.escrow.payee-changed',
    ({ escrowId, change }) => escrowId === loan.id && change === 'CHANGED',
  );
  assert.equal(data.effectiveAt, service.payees.get(payeeId).pending?.effectiveAt);
  service.payees.stop(payeeId);
  await publishPayeeChange(service, payeeId, 'STOPPED');
  assert.equal((await readPayees(loan.lender, loan)).counterpartyPayee.pending, null);
  service.payees.remove(payeeId);
  await publishPayeeChange(service, payeeId, 'REMOVED');
  assert.equal((await readPayees(loan.lender, loan)).counterpartyPayee, null);
  assert.deepEqual((await readHistoryNotes(loan.lender, loan, 'PAYEE_CHANGED')).slice(1), [
    'System: The change of the borrower’s payee has ended: DE •••• 000A stays valid.',
    'System: The borrower’s payee DE •••• 000A was removed.',
  ]);
});

test('lending says how open loans use a payee', async () => {
  const loan = await createSignedLoan(service, true);
  const [payeeId, next] = ['A', 'B'].map((mark) => service.payees.add(loan.borrowerId, mark));
  const use = async (id = payeeId) => {
    const payload = { accountId: loan.borrowerId, payeeId: id };
    return sendRequest(
      service.bus,
      'lending.payee-use',
      payload as RequestPayload<'lending.payee-use'>,
    );
  };
  assert.deepEqual(await use(), { named: false, claimOpen: false });
  expectData(await choosePayee(loan.borrower, loan, payeeId ?? ''));
  expectData(await choosePayee(loan.borrower, loan, next ?? ''));
  for (const id of [payeeId, next])
    assert.deepEqual(await use(id), { named: true, claimOpen: false });
  expectData(await mutateLoan(loan.lender, 'markPaid', loan));
  assert.deepEqual(await use(), { named: true, claimOpen: true });
  expectData(await mutateLoan(loan.borrower, 'confirmReceipt', loan));
  assert.deepEqual(await use(), { named: false, claimOpen: false });
});
