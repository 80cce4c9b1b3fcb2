/** Calls about the payments of a loan, for tests. */

import { formatCalendarDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import type { Caller } from '@nameloan/testkit/service/test-service';
import type { TestLoan } from './start-lending.ts';
import { expectData } from './start-lending.ts';

const paymentFields = `id leg from to date amount method reference payeeVersion evidenceIds reportedBy
  status confirmedAmount answeredAt reason`;

export interface TestPayment {
  id: string;
  leg: string;
  status: string;
  amount: number;
  date: string | null;
  confirmedAmount: number | null;
  reason: string | null;
  evidenceIds: string[];
  from: string;
  to: string;
}

export const today = (): string => formatCalendarDay(now());

/** Reports a payment of today with all details, unless `more` says otherwise. */
export const reportPayment = (
  call: Caller,
  { id }: { id: string },
  more: Record<string, unknown> = {},
) =>
  call(
    `mutation ($id: ID!, $date: CalendarDate!, $amount: Cents!, $method: String, $reference: String, $leg: PaymentLeg! = REPAYMENT, $evidenceIds: [ID!], $amendment: Int) {
      reportPayment(id: $id, date: $date, amount: $amount, method: $method, reference: $reference, leg: $leg, evidenceIds: $evidenceIds, amendment: $amendment) { ${paymentFields} }
    }`,
    { id, date: today(), amount: 100_000, method: 'Wire', reference: 'P-1', ...more },
  );

export const confirmPayment = (
  call: Caller,
  id: string,
  { paymentId, amount = null }: { paymentId: string; amount?: number | null },
) =>
  call(
    `mutation ($id: ID!, $paymentId: ID!, $amount: Cents) {
      confirmPayment(id: $id, paymentId: $paymentId, amount: $amount) { ${paymentFields} }
    }`,
    { id, paymentId, amount },
  );

export const denyPayment = (
  call: Caller,
  id: string,
  { paymentId, reason = 'Nothing arrived.' }: { paymentId: string; reason?: string },
) =>
  call(
    `mutation ($id: ID!, $paymentId: ID!, $reason: String!) {
      denyPayment(id: $id, paymentId: $paymentId, reason: $reason) { ${paymentFields} }
    }`,
    { id, paymentId, reason },
  );

export const withdrawPayment = (call: Caller, id: string, paymentId: string) =>
  call(
    `mutation ($id: ID!, $paymentId: ID!) {
      withdrawPayment(id: $id, paymentId: $paymentId) { ${paymentFields} }
    }`,
    { id, paymentId },
  );

/** Reports a part payment of the loan's borrower and returns it. */
export async function reportPart(
  loan: TestLoan,
  more: Record<string, unknown> = {},
): Promise<TestPayment> {
  return expectData(await reportPayment(loan.borrower, loan, more)).reportPayment as TestPayment;
}

export async function listPayments(call: Caller, { id }: { id: string }): Promise<TestPayment[]> {
  const query = `query ($id: ID!) { escrowPayments(escrowId: $id) { ${paymentFields} } }`;
  return expectData(await call(query, { id })).escrowPayments as TestPayment[];
}

export const readBalance = (call: Caller, { id }: { id: string }, on: string | null = null) =>
  call(
    `query ($id: ID!, $on: CalendarDate) {
      escrowBalance(escrowId: $id, on: $on) {
        on principal interest fees defaultInterest credit payoff
        ifConfirmed { principal interest payoff credit } ifDenied { principal interest payoff }
      }
    }`,
    { id, on },
  );

export const readDebt = (call: Caller, { id }: { id: string }) =>
  call(
    `query ($id: ID!) {
      escrow(id: $id) {
        status stage payoff payoffIfDenied nextDue { date amount } cureAmount lateFees defaultInterest endedBy
        deadlines { transition at } actions
      }
    }`,
    { id },
  );

/** Of the loan that `createReceivedLoan` makes: $4,500 at 15 % for 60 days. */
export const principal = 450_000;
/** Simple interest of that loan on `cents`, to the cent. */
export const interestOf = (cents: number, days: number): number =>
  Math.round((cents * 1_500 * days) / 3_650_000);

export const readStage = async (loan: TestLoan) =>
  expectData(await readDebt(loan.borrower, loan)).escrow.stage;
export const readFigures = async (loan: TestLoan, on: string | null = null) =>
  expectData(await readBalance(loan.lender, loan, on)).escrowBalance;
