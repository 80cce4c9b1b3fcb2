/**
 * Changes of a running loan by amendments: an extension after the due date, a lapse, a decline, races with a seizure, the end
 * of a dispute, and further principal.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { signByLink, tokenOf } from '@nameloan/driver/steps';
import { assertStatuses } from '../environment/concurrent-calls.ts';
import { download, verify } from '../environment/contract-pdf.ts';
import type { Loan, RestObject } from '../environment/loans.ts';
import { createPostedLoan, getEscrow, performAction } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { waitUntilListable } from '../environment/wait-for-state.ts';
import { times, today, waitForNotification } from './missed-deadlines.ts';

const day = 86_400_000;
const seize = { outcome: 'SEIZE' };

export function amendments(environment: GetEnvironment): void {
  extensionAfterDue(environment);
  endsWithoutEffect(environment);
  seizures(environment);
  settledByAmendment(environment);
  furtherPrincipal(environment);
}

const propose = (person: Person, loan: Loan, body: RestObject): Promise<RestObject> =>
  person.post(`/escrow/${loan.id}/amendments`, body);
const answer = (person: Person, loan: Loan, what: string, body?: RestObject): Promise<RestObject> =>
  person.post(`/escrow/${loan.id}/amendments/${what}`, body);
const list = (person: Person, loan: Loan): Promise<RestObject[]> =>
  person.get(`/escrow/${loan.id}/amendments`);

async function inDays(environment: TestEnvironment, days: number): Promise<string> {
  const at = Date.parse(await today(environment)) + days * day;
  return new Date(at).toISOString().slice(0, 10);
}

const signLast = async (person: Person, loan: Loan): Promise<string> =>
  signByLink(person, (await list(person, loan)).at(-1)?.contract_url);

/** The notice is sent at the due date, and its week of grace passes. */
async function passGrace({ sandbox }: TestEnvironment): Promise<void> {
  await sandbox.advanceClock('61d');
  await sandbox.advanceClock('9d');
}

function extensionAfterDue(environment: GetEnvironment): void {
  test('a loan is extended after its due date: proposed, countered, agreed, signed by both, paid and then repaid', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    const { advanceClock } = environment().sandbox;
    await advanceClock('61d');
    assert.equal((await getEscrow(borrower, loan)).stage, 'IN_GRACE');
    const wish = { kind: 'EXTEND', terms: { due: await inDays(environment(), 45) } };
    await propose(borrower, loan, { ...wish, message: 'The sale of another name is late.' });
    await waitForNotification([lender], /The borrower proposes an amendment/);
    await advanceClock('9d');
    // A week without an answer ended it; a later proposal has the next number.
    assert.equal((await list(lender, loan))[0]?.status, 'EXPIRED');
    const due = await inDays(environment(), 30);
    await propose(borrower, loan, { kind: 'EXTEND', terms: { due } });
    const terms = { due, apy: 24, interest: 'PAY' };
    const countered = await answer(lender, loan, '2/counter', { terms, fee: 20 });
    assert.deepEqual([countered.n, countered.status], [3, 'PROPOSED']);
    const agreed = await answer(borrower, loan, '3/agree');
    // 900.50 at 18 % for 70 days is 31.09.
    assert.deepEqual([agreed.amount_due, agreed.payer], [51.09, 'BORROWER']);
    const blocked = await expectRejection(lender, `POST /escrow/${loan.id}/finalize`, {
      status: 409,
      body: seize,
    });
    assert.equal(blocked.reason, 'AMENDMENT_AGREED');
    const hashes = [await signLast(borrower, loan), await signLast(lender, loan)];
    assert.deepEqual(hashes, [agreed.sha256, agreed.sha256]);
    await paysAgreedMoney(environment(), loan);
    const extended = await getEscrow(lender, loan);
    assert.equal(extended.due_at.slice(0, 10), due);
    assert.deepEqual([extended.stage, extended.notice_at], ['ACTIVE', null]);
    assert.equal(extended.payoff, 900.5);
    const atDue = await borrower.get(`/escrow/${loan.id}/balance?on=${due}`);
    assert.equal(atDue.payoff, 918.26);
    await isSealed(environment(), loan);
    await repaysLate(environment(), loan);
  });
}

async function paysAgreedMoney(environment: TestEnvironment, loan: Loan): Promise<void> {
  const { borrower, lender } = loan;
  const date = await today(environment);
  const money = { date, amount: 51.09, method: 'Wire', reference: 'X-1', leg: 'AMENDMENT' };
  const path = `/escrow/${loan.id}/payments`;
  await expectRejection(borrower, `POST ${path}`, {
    status: 400,
    body: { ...money, amendment: 3, amount: 51.1 },
  });
  const payment = await borrower.post(path, { ...money, amendment: 3 });
  assert.equal((await list(lender, loan)).at(-1)?.status, 'AWAITING_MONEY');
  await lender.post(`${path}/${payment.id}/confirm`);
  const { status, effective_on } = (await list(lender, loan)).at(-1) ?? {};
  assert.deepEqual([status, effective_on], ['EFFECTIVE', date]);
  await waitForNotification([borrower, lender], /amendment/i);
}

/** The sealed file is the signed one with a certificate, and the check of contracts knows both. */
async function isSealed({ url }: TestEnvironment, loan: Loan): Promise<void> {
  const { borrower } = loan;
  const last = await waitFor('the seal', async () => {
    const found = (await list(borrower, loan)).at(-1);
    return found?.sealed && found;
  });
  const { sealed, known, amendment } = await verify(
    url,
    await download(`${url}/api/contracts/${tokenOf(last.contract_url)}/pdf`, borrower),
  );
  const { n: number, parent_sha256: parentSha256, effective_on: effectiveOn } = last;
  assert.deepEqual([known, sealed], [true, true]);
  assert.deepEqual(amendment, { number, status: 'EFFECTIVE', parentSha256, effectiveOn });
}

/** Repaid before the new due date, which counts as extended late and never as on time. */
async function repaysLate(environment: TestEnvironment, loan: Loan): Promise<void> {
  const { borrower, lender } = loan;
  await environment.sandbox.advanceClock('20d');
  const { payoff } = await getEscrow(borrower, loan);
  // 20 days at 24 %.
  assert.equal(payoff, 912.34);
  const date = await today(environment);
  await performAction(borrower, loan, 'claimRepaid', { date, method: 'Wire', reference: 'X-2' });
  const over = await performAction(lender, loan, 'finalize', { outcome: 'RETURN' });
  assert.equal(over.status, 'FINALIZED_RETURN_TO_BORROWER');
  assert.equal(await times(loan, 'SIGN_AMENDMENT'), 2);
  const { id } = await waitUntilListable(borrower, loan.domain);
  const { borrower_track_record: record } = await lender.get(`/listings/${id}`);
  assert.deepEqual([record.finished, record.on_time, record.extended_late], [1, 0, 1]);
}

function endsWithoutEffect(environment: GetEnvironment): void {
  test('a declined amendment and one that is not signed in time change nothing, and the domain can be taken again', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    await passGrace(environment());
    const wish = { kind: 'EXTEND', terms: { due: await inDays(environment(), 40) } };
    await propose(borrower, loan, wish);
    await answer(lender, loan, '1/decline', { reason: 'Repay first.' });
    await waitForNotification([borrower], /Repay first\./);
    await expectRejection(lender, `POST /escrow/${loan.id}/amendments/1/agree`, { status: 409 });
    await propose(borrower, loan, wish);
    await answer(lender, loan, '2/agree');
    await signLast(borrower, loan);
    const before = await getEscrow(lender, loan);
    await environment().sandbox.advanceClock('2d');
    await expectRejection(lender, `POST /escrow/${loan.id}/finalize`, { status: 409, body: seize });
    await environment().sandbox.advanceClock('25h');
    const after = await getEscrow(lender, loan);
    assert.deepEqual([after.due_at, after.stage], [before.due_at, 'OVERDUE']);
    const statuses = (await list(borrower, loan)).map(({ status, reason }) => [status, reason]);
    assert.deepEqual(statuses, [
      ['DECLINED', 'Repay first.'],
      ['LAPSED', null],
    ]);
    const over = await performAction(lender, loan, 'finalize', seize);
    assert.equal(over.status, 'FINALIZED_LENDER_SEIZURE');
  });
}

function seizures(environment: GetEnvironment): void {
  test('a seizure against an agreement at once: the domain is taken or the loan waits, never both', async () => {
    const loans = await Promise.all([1, 2, 3, 4].map(() => createPostedLoan(environment())));
    await passGrace(environment());
    const due = await inDays(environment(), 30);
    for (const loan of loans) {
      const { lender } = loan;
      await propose(loan.borrower, loan, { kind: 'EXTEND', terms: { due } });
      const calls = [
        lender.call('POST', `/escrow/${loan.id}/amendments/1/agree`),
        lender.call('POST', `/escrow/${loan.id}/finalize`, seize),
      ];
      const results = await Promise.all(calls);
      assertStatuses(results, 200, 409);
      const [agreed, seized] = results.map(({ status }) => status === 200);
      assert.notEqual(agreed, seized, 'exactly one of both');
      const { status } = await getEscrow(lender, loan);
      const ended = (await list(lender, loan))[0]?.status;
      const expected = agreed ? ['LOAN_POSTED', 'AGREED'] : ['FINALIZED_LENDER_SEIZURE', 'VOID'];
      assert.deepEqual([status, ended], expected);
    }
  });
}

function settledByAmendment(environment: GetEnvironment): void {
  test('a dispute ends in an amendment that both parties choose, sign and pay', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    await environment().sandbox.advanceClock('20d');
    await performAction(borrower, loan, 'escalate', { reason: 'I need more time.' });
    const due = await inDays(environment(), 90);
    await propose(borrower, loan, { kind: 'EXTEND', terms: { due }, fee: 25 });
    const choice = { outcome: 'AMEND', amendment: 1 };
    await performAction(borrower, loan, 'settle', choice);
    assert.equal((await list(lender, loan))[0]?.status, 'PROPOSED', 'one party has chosen');
    const settle = `POST /escrow/${loan.id}/settle`;
    await expectRejection(lender, settle, { status: 400, body: { outcome: 'AMEND' } });
    await expectRejection(lender, settle, { status: 404, body: { ...choice, amendment: 7 } });
    await performAction(lender, loan, 'settle', choice);
    await signLast(lender, loan);
    await signLast(borrower, loan);
    assert.equal((await getEscrow(lender, loan)).status, 'ESCALATED', 'its money is missing');
    const date = await today(environment());
    const money = { date, amount: 25, method: 'Wire', reference: 'D-1', leg: 'AMENDMENT' };
    const path = `/escrow/${loan.id}/payments`;
    const { id } = await borrower.post(path, { ...money, amendment: 1 });
    await lender.post(`${path}/${id}/confirm`);
    const continued = await getEscrow(borrower, loan);
    assert.deepEqual(
      [continued.status, continued.stage, continued.due_at.slice(0, 10)],
      ['LOAN_POSTED', 'ACTIVE', due],
    );
    const [{ status, effective_on } = {}] = await list(borrower, loan);
    assert.deepEqual([status, effective_on], ['EFFECTIVE', date]);
  });
}

function furtherPrincipal(environment: GetEnvironment): void {
  test('further principal, less fee and interest, is paid by the lender and counts after five days of silence', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    const { advanceClock } = environment().sandbox;
    await advanceClock('20d');
    const terms = { amount: 400, interest: 'PAY' };
    await propose(borrower, loan, { kind: 'PRINCIPAL_UP', terms, fee: 10 });
    const agreed = await answer(lender, loan, '1/agree');
    // 900.50 at 18 % for 20 days is 8.88.
    assert.deepEqual([agreed.amount_due, agreed.payer], [381.12, 'LENDER']);
    await signLast(borrower, loan);
    await signLast(lender, loan);
    const date = await today(environment());
    const money = { date, amount: 381.12, method: 'Wire', reference: 'U-1', leg: 'AMENDMENT' };
    const path = `/escrow/${loan.id}/payments`;
    const report = { status: 403, body: { ...money, amendment: 1 } };
    await expectRejection(borrower, `POST ${path}`, report);
    const payment = await lender.post(path, { ...money, amendment: 1 });
    assert.deepEqual([payment.from, payment.to], ['LENDER', 'BORROWER']);
    await expectRejection(lender, `POST ${path}/${payment.id}/confirm`, { status: 403 });
    await waitForNotification([borrower], /counts after 5 days/);
    await advanceClock('5d');
    const [{ status, effective_on } = {}] = await list(borrower, loan);
    assert.deepEqual([status, effective_on], ['EFFECTIVE', date]);
    const { principal, interest, payoff } = await borrower.get(`/escrow/${loan.id}/balance`);
    // 1,300.50 at 18 % for 5 days is 3.21.
    assert.deepEqual([principal, interest, payoff], [1_300.5, 3.21, 1_303.71]);
  });
}
