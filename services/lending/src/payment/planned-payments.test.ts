/** Random payments of loans with instalments through the API: no cent is lost, and the order of answers does not matter. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { formatCalendarDay } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import { passDays } from '../testing/pass-days.ts';
import { confirmPayment, listPayments, readBalance, reportPart } from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import { createReceivedLoan, expectData, startLending } from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(resetClock);
after(() => service.stop());

const terms = { amount: 1_000_000, rate: 1_200, term: null };
const plans = [
  { kind: 'INTEREST_ONLY', instalments: 6 },
  { kind: 'INSTALMENTS', instalments: 12, early: 'KEEP_DATES' },
  { kind: 'INSTALMENTS', period: '14D', instalments: 12 },
  { kind: 'EQUAL_PRINCIPAL', period: '28D', instalments: 6 },
  { kind: 'BALLOON', instalments: 6, balloonOf: 24 },
  {
    kind: 'CUSTOM',
    rows: [
      { day: 40, amount: 300_000 },
      { day: 170, amount: null },
    ],
  },
] as const;

/** Numbers from 0 to `max`, from a seed, so that a failure can be repeated. */
function drawFrom(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * (max + 1));
  };
}

const today = (): string => formatCalendarDay(now());
const balanceOf = async (loan: TestLoan, on: string | null = null) =>
  expectData(await readBalance(loan.lender, loan, on)).escrowBalance;

/** The same loan computed from its payments alone, with what each paid. */
async function computeFigures(loan: TestLoan, on: string) {
  const { receivedAt } = expectData(
    await loan.lender('query ($id: ID!) { escrow(id: $id) { receivedAt } }', { id: loan.id }),
  ).escrow;
  const counted = (await listPayments(loan.lender, loan)).filter(
    ({ leg, confirmedAmount }) => leg === 'REPAYMENT' && confirmedAmount !== null,
  );
  const payments = counted.map(({ date, confirmedAmount }) => ({ date, amount: confirmedAmount }));
  const { balanceFigures } = expectData(
    await service.as(null)(
      `query ($amount: Cents!, $rate: BasisPoints!, $start: CalendarDate!, $payments: [DatedAmountInput!]!, $on: CalendarDate!) {
        balanceFigures(amount: $amount, rate: $rate, start: $start, payments: $payments, on: $on) {
          principal interest payoff credit applied { amount fees interest principal }
        }
      }`,
      { ...terms, start: receivedAt.slice(0, 10), payments, on },
    ),
  );
  return balanceFigures;
}

async function readRows(loan: TestLoan) {
  const query = 'query ($id: ID!) { escrow(id: $id) { schedule { balance } } }';
  return expectData(await loan.borrower(query, { id: loan.id })).escrow.schedule;
}

interface Applied {
  amount: number;
  fees: number;
  interest: number;
  principal: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** Random days, amounts and delays of the answers; `lateAnswers`: some are confirmed after later payments. */
async function payAtRandom(
  loan: TestLoan,
  draw: (max: number) => number,
  lateAnswers: boolean,
): Promise<[day: string, payoff: number][]> {
  const waiting: string[] = [];
  const seen: [string, number][] = [];
  const confirm = async (paymentId: string, paid: number) => {
    const amount = draw(3) === 0 ? paid - draw(50) : null;
    const answer = await confirmPayment(loan.lender, loan.id, { paymentId, amount });
    // One that waited too long counts already.
    if (answer.code !== 'CONFLICT') expectData(answer);
  };
  for (let step = 0; step < 6; step++) {
    await passDays(service, 1 + draw(20));
    const paid = 5_000 + draw(90_000);
    const { id } = await reportPart(loan, { date: today(), amount: paid, reference: `P-${step}` });
    if (lateAnswers && draw(1) === 0) waiting.push(id);
    else await confirm(id, paid);
    seen.push([today(), (await balanceOf(loan)).payoff]);
    const next = draw(2) === 0 ? waiting.shift() : undefined;
    if (next) await confirm(next, 5_000);
  }
  for (const id of waiting.reverse()) await confirm(id, 5_000);
  return seen;
}

for (const [index, plan] of plans.entries()) {
  const lateAnswers = index % 2 === 0;
  const answers = lateAnswers ? 'answers in any order' : 'answered at once';
  test(`${plan.kind}, ${answers}: each cent paid is interest or principal, and principal paid and left is the advance`, async () => {
    const loan = await createReceivedLoan(service, { ...terms, plan });
    const seen = await payAtRandom(loan, drawFrom(1_000 + index), lateAnswers);
    const { principal, interest, payoff, credit } = await balanceOf(loan);
    const { applied, ...figures } = await computeFigures(loan, today());
    assert.deepEqual({ principal, interest, payoff, credit }, figures);
    assert.equal(sum(applied.map((one: Applied) => one.principal)) + principal, terms.amount);
    for (const one of applied as Applied[])
      assert.equal(one.fees + one.interest + one.principal, one.amount);
    assert.equal((await readRows(loan)).at(-1).balance, 0);
    // What a day's balance was at the time is what it is in hindsight.
    if (!lateAnswers)
      for (const [day, then] of seen) assert.equal((await balanceOf(loan, day)).payoff, then);
  });
}
