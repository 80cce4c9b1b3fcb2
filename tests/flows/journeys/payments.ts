/** Part payments of two users over time: answers, silence, several open, the balance of a day, payoff by parts, the statement. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Loan, RestObject } from '../environment/loans.ts';
import { createPostedLoan, getEscrow, performAction } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { times, today, waitForNotification } from './missed-deadlines.ts';

const dayMs = 86_400_000;
/** The tests' loan: $900.50 at 18 % for 60 days. */
const [advance, rateBps] = [90_050, 1_800];
/** Of one day, in cents with its fraction. */
const interestOfDay = (cents: number) => (cents * rateBps) / 3_650_000;
const dollars = (cents: number) => cents / 100;

const listPayments = (loan: Loan): Promise<RestObject[]> =>
  loan.lender.get(`/escrow/${loan.id}/payments`);
const readBalance = ({ lender, id }: Loan, on?: string): Promise<RestObject> =>
  lender.get(`/escrow/${id}/balance${on ? `?on=${on}` : ''}`);
const readStage = async (loan: Loan) => (await getEscrow(loan.lender, loan)).stage;

async function report(
  environment: TestEnvironment,
  loan: Loan,
  [cents, reference]: [number, string],
): Promise<RestObject> {
  const details = { date: await today(environment), method: 'Wire', reference };
  return performAction(loan.borrower, loan, 'payments', { amount: dollars(cents), ...details });
}

const answer = (loan: Loan, path: string, body?: unknown) =>
  performAction(loan.lender, loan, `payments/${path}`, body);

/** What is left of the advance after `paid` on day 10, and the fraction of a cent of its interest. */
function payOnDayTen(paid: number) {
  const accrued = interestOfDay(advance) * 10;
  const interest = Math.round(accrued);
  return { interest, left: advance - (paid - interest), fraction: accrued - interest };
}

export function payments(environment: GetEnvironment): void {
  test('part payments are confirmed, corrected, denied or counted by silence, and the rest is the payoff', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    const { due_at } = await getEscrow(lender, loan);
    await environment().sandbox.advanceClock('10d');
    const open = await severalOpen(environment(), loan);
    await answered(loan, open);
    await countedBySilence(environment(), loan);

    // All three count from day 10, whenever they were answered.
    const { left, fraction } = payOnDayTen(10_000 + 19_900 + 15_000);
    const due = await readBalance(loan, due_at.slice(0, 10));
    const interest = Math.round(interestOfDay(left) * 50 + fraction);
    assert.deepEqual(
      [due.principal, due.interest, due.payoff, due.if_confirmed],
      [dollars(left), dollars(interest), dollars(left + interest), null],
    );
    const { next_due } = await getEscrow(borrower, loan);
    assert.deepEqual(next_due, { date: due_at.slice(0, 10), amount: due.payoff });
    await repaidInParts(environment(), loan);
  });
}

/** Four payments wait; the balance shows both ends, and the same payment again is one. */
async function severalOpen(environment: TestEnvironment, loan: Loan): Promise<RestObject[]> {
  const reported: RestObject[] = [];
  for (const payment of [
    [10_000, 'confirmed'],
    [20_000, 'corrected'],
    [5_000, 'denied'],
    [15_000, 'unanswered'],
  ] as [number, string][])
    reported.push(await report(environment, loan, payment));
  const path = `POST /escrow/${loan.id}/payments`;
  const body = { date: await today(environment), amount: 100, reference: 'CONFIRMED' };
  const again = await expectRejection(loan.borrower, path, { status: 409, body });
  assert.equal(again.reason, 'DUPLICATE_PAYMENT');
  await expectRejection(loan.lender, path, { status: 403, body: { ...body, reference: 'mine' } });
  assert.equal(await readStage(loan), 'PAYMENT_CLAIMED');
  const { interest } = payOnDayTen(0);
  const { if_confirmed, if_denied, payoff } = await readBalance(loan);
  assert.deepEqual([payoff, if_denied.payoff], Array(2).fill(dollars(advance + interest)));
  assert.equal(if_confirmed.payoff, dollars(advance + interest - 50_000));
  return reported;
}

async function answered(loan: Loan, reported: readonly RestObject[]): Promise<void> {
  const [first, second, third] = reported.map(({ id }) => id);
  assert.equal((await answer(loan, `${first}/confirm`)).status, 'CONFIRMED');
  const corrected = await answer(loan, `${second}/confirm`, { amount: 199 });
  assert.deepEqual([corrected.status, corrected.confirmed_amount], ['CORRECTED', 199]);
  const denied = await answer(loan, `${third}/deny`, { reason: 'Nothing arrived.' });
  assert.deepEqual([denied.status, denied.reason], ['DENIED', 'Nothing arrived.']);
  await waitForNotification([loan.borrower], /denied your payment .* Reason: Nothing arrived\./);
  const path = `POST /escrow/${loan.id}/payments/${third}/confirm`;
  assert.equal((await expectRejection(loan.lender, path, { status: 409 })).reason, 'ALREADY_DONE');
  assert.equal(await readStage(loan), 'PAYMENT_CLAIMED');
}

/** Reminders on days 3, 7 and 9; on day 10 the payment counts. */
async function countedBySilence(environment: TestEnvironment, loan: Loan): Promise<void> {
  for (const [days, reminders] of [
    [3, 1],
    [4, 2],
    [2, 3],
  ] as const) {
    await environment.sandbox.advanceClock(`${days}d`);
    assert.equal(await times(loan, 'REMIND_PAYMENT'), reminders);
  }
  assert.equal(await readStage(loan), 'PAYMENT_CLAIMED');
  await environment.sandbox.advanceClock('1d');
  assert.equal(await readStage(loan), 'ACTIVE');
  assert.deepEqual(
    (await listPayments(loan)).map(({ leg, status }) => `${leg} ${status}`),
    [
      'ADVANCE CONFIRMED',
      'REPAYMENT CONFIRMED',
      'REPAYMENT CORRECTED',
      'REPAYMENT DENIED',
      'REPAYMENT DEEMED',
    ],
  );
  await waitForNotification([loan.borrower, loan.lender], /now counts, because .* for 10 days/);
}

/** The borrower pays a part and the rest on day 20; the lender's confirmation of the rest ends the loan. */
async function repaidInParts(environment: TestEnvironment, loan: Loan): Promise<void> {
  const { borrower, lender, id } = loan;
  const before = await readBalance(loan);
  const part = await report(environment, loan, [20_000, 'a part']);
  await answer(loan, `${part.id}/confirm`);
  const { payoff } = await readBalance(loan);
  assert.equal(Math.round(payoff * 100), Math.round(before.payoff * 100) - 20_000);
  const rest = await report(environment, loan, [Math.round(payoff * 100), 'the rest']);
  assert.equal(await readStage(loan), 'REPAYMENT_CLAIMED');
  const other = { status: 409, body: { outcome: 'RETURN', claim_id: part.id } };
  const wrong = await expectRejection(lender, `POST /escrow/${id}/finalize`, other);
  assert.equal(wrong.reason, 'CLAIM_CHANGED');
  assert.equal((await getEscrow(lender, loan)).repayment_claim.payment_id, rest.id);
  assert.equal((await answer(loan, `${rest.id}/confirm`)).status, 'CONFIRMED');
  const ended = await getEscrow(borrower, loan);
  assert.deepEqual(
    [ended.status, ended.ended_by, ended.payoff, ended.next_due],
    ['FINALIZED_RETURN_TO_BORROWER', 'REPAID', payoff, null],
  );
  const paid = (await listPayments(loan))
    .filter(({ leg }) => leg === 'REPAYMENT')
    .reduce((sum, { confirmed_amount }) => sum + Math.round((confirmed_amount ?? 0) * 100), 0);
  const interest = paid - advance;
  await assertStatements(loan, [ended.received_at, ended.finalized_at]);
  assert.ok(interest > 0 && interest < interestOfDay(advance) * 20);
  assert.ok(Date.parse(ended.finalized_at) - Date.parse(ended.received_at) < 21 * dayMs);
}

/** The loan can cross the end of a year; each of its five payments is in one statement. */
async function assertStatements({ lender }: Loan, times: readonly string[]): Promise<void> {
  const years = [...new Set(times.map((at) => at.slice(0, 4)))];
  const statements: string[] = [];
  for (const year of years)
    statements.push((await lender.call('GET', `/statements/${year}.csv`)).body);
  assert.match(statements.at(-1) ?? '', /,REPAID,/);
  assert.equal(statements.join('').match(/,PAYMENT,/g)?.length, 5);
}
