/** Loans with instalments for journeys: their schedule, payments, and the clock at their due dates. */

import assert from 'node:assert/strict';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { Terms } from '@nameloan/driver/steps';
import type { Loan, RestObject } from './loans.ts';
import { createPostedLoan, getEscrow, performAction } from './loans.ts';
import { expectRejection } from './rejections.ts';
import type { TestEnvironment } from './test-environment.ts';

const dayMs = 86_400_000;

/** A1 of the computed cases: equal payments of one loan amount and rate. */
export const yearly: Terms = { amount: 10_000, apy: 12, plan: 'INSTALMENTS', instalments: 12 };

/** Moves the clock to noon of the next day, so that no midnight lies within the next steps; resolves to that date. */
export async function startDay({ sandbox }: TestEnvironment): Promise<string> {
  const now = Date.parse((await sandbox.readClock()).now);
  const noon = new Date((Math.floor(now / dayMs) + 1.5) * dayMs).toISOString();
  await sandbox.moveClockTo(noon);
  return noon.slice(0, 10);
}

/** A running loan whose money arrived about noon. */
export async function createPlannedLoan(
  environment: TestEnvironment,
  terms: Terms = yearly,
): Promise<Loan> {
  await startDay(environment);
  return createPostedLoan(environment, terms);
}

export async function getSchedule({ lender, id }: Loan): Promise<RestObject[]> {
  return (await lender.get(`/escrow/${id}/schedule`)).rows;
}

/** The states of the schedule, without those of payments in the future. */
export async function listStates(loan: Loan): Promise<string[]> {
  const rows = await getSchedule(loan);
  return rows.map(({ state }) => state).filter((state) => state !== 'PLANNED');
}

/** Moves the clock to so many days after the moment at which the payment `n` is due, and a second. */
export async function passDue(
  environment: TestEnvironment,
  loan: Loan,
  { n, days = 0 }: { n: number; days?: number },
): Promise<void> {
  const row = (await getSchedule(loan))[n - 1];
  const { received_at } = await getEscrow(loan.lender, loan);
  const at = Date.parse(`${row?.due}T${received_at.slice(11)}`) + days * dayMs + 1_000;
  await environment.sandbox.moveClockTo(new Date(at).toISOString());
}

/** The notice of payment `n` is sent when it is due, and then grace ends. */
export async function passGrace(
  environment: TestEnvironment,
  loan: Loan,
  n: number,
): Promise<void> {
  await passDue(environment, loan, { n });
  await passDue(environment, loan, { n, days: 9 });
}

/** Moves the clock to the morning of the day on which the payment `n` is due, before it is. */
export async function reachDue(environment: TestEnvironment, loan: Loan, n: number) {
  const row = (await getSchedule(loan))[n - 1];
  await environment.sandbox.moveClockTo(`${row?.due}T09:00:00.000Z`);
}

let payments = 0;

/** The borrower reports a payment of today, or of `date`. */
export async function report(loan: Loan, amount: number, date?: string): Promise<RestObject> {
  const { today } = await getEscrow(loan.borrower, loan);
  const reference = `P-${++payments}`;
  const body = { date: date ?? today.slice(0, 10), amount, method: 'Wire', reference };
  return loan.borrower.post(`/escrow/${loan.id}/payments`, body);
}

export const confirm = ({ lender, id }: Loan, payment: RestObject): Promise<RestObject> =>
  lender.post(`/escrow/${id}/payments/${payment.id}/confirm`, {});

/** A payment that is reported and confirmed on the same day. */
export async function pay(loan: Loan, amount: number): Promise<void> {
  assert.equal((await confirm(loan, await report(loan, amount))).status, 'CONFIRMED');
}

/** Pays the next payment on the day on which it is due, in its amount. */
export async function payNext(environment: TestEnvironment, loan: Loan): Promise<RestObject> {
  const { next_due } = await getEscrow(loan.borrower, loan);
  await environment.sandbox.moveClockTo(`${next_due.date}T09:00:00.000Z`);
  await pay(loan, next_due.amount);
  return next_due;
}

/** The lender's seizure is rejected with this reason. */
export async function expectNoSeizure(loan: Loan, reason: string): Promise<void> {
  const body = { outcome: 'SEIZE' };
  const path = `POST /escrow/${loan.id}/finalize`;
  assert.equal((await expectRejection(loan.lender, path, { status: 409, body })).reason, reason);
}

export async function seize(loan: Loan): Promise<RestObject> {
  const over = await performAction(loan.lender, loan, 'finalize', { outcome: 'SEIZE' });
  assert.deepEqual([over.status, over.payoff], ['FINALIZED_LENDER_SEIZURE', null]);
  return over;
}

/** Waits for a mail to this person with this text; the error has the last ones. */
export async function waitForMail(
  environment: TestEnvironment,
  person: Person,
  text: RegExp,
): Promise<{ subject: string; text: string }> {
  const read = () => environment.sandbox.readMails(person.email);
  try {
    return await waitFor(`a mail to ${person.name} with ${text}`, async () =>
      (await read()).find((mail) => text.test(mail.text)),
    );
  } catch (error) {
    const last = (await read()).slice(0, 5).map((mail) => `${mail.subject}\n${mail.text}`);
    throw new Error(`${error}\n${last.join('\n---\n')}`);
  }
}
