/** Calls about the sale of a loan, for tests. */

import assert from 'node:assert/strict';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import type { Caller } from '@nameloan/testkit/service/test-service';
import type { TestLending, TestLoan } from './start-lending.ts';
import { createAccount, createReceivedLoan, expectData } from './start-lending.ts';

const saleFields = `id status statusText role actions url escrowId price day expires sellerName buyerName borrowerName
  sha256 contractSha256 amendmentSha256 deedOwed owedOn paySellerUntil sealed sellerSignedAt buyerSignedAt disputedAt reason
  decision deedPath answerDueAt defaultSince balance { principal interest payoff } payments { id amount payee status }
  evidence { id path }`;

export interface TestSale {
  id: string;
  token: string;
}

export const inDays = (days: number): string => formatCalendarDay(addDays(utcDay(now()), days));

export const offerSale = (
  call: Caller,
  { id }: { id: string },
  more: Record<string, unknown> = {},
) =>
  call(
    `mutation ($id: ID!, $price: Cents!, $day: CalendarDate!, $expires: CalendarDate!) {
      offerAssignment(id: $id, price: $price, day: $day, expires: $expires) { id url }
    }`,
    { id, price: 440_000, day: inDays(0), expires: inDays(7), ...more },
  );

/** Runs a mutation of a sale. */
export const mutateSale = (call: Caller, name: string, token: string, more = '') =>
  call(`mutation ($token: String!) { ${name}(token: $token ${more}) { ${saleFields} } }`, {
    token,
  });

export const readSale = (call: Caller, token: string) =>
  call(`query ($token: String!) { assignment(token: $token) { ${saleFields} } }`, { token });

export const accept = (call: Caller, token: string) => mutateSale(call, 'acceptAssignment', token);
export const signDeed = (call: Caller, token: string, name: string) =>
  mutateSale(call, 'signAssignment', token, `, name: "${name}", consent: true`);
export const markSent = (call: Caller, token: string) =>
  mutateSale(
    call,
    'markAssignmentSent',
    token,
    `, date: "${inDays(0)}", method: "Wire", reference: "S-1"`,
  );
export const confirmSale = (call: Caller, token: string) =>
  mutateSale(call, 'confirmAssignment', token);

export interface LoanOnSale extends TestLoan {
  sale: TestSale;
  buyer: Caller;
  buyerId: string;
}

/** A running loan with an open sale, and an account that could buy it. */
export async function createLoanOnSale(
  service: TestLending,
  more: Record<string, unknown> = {},
): Promise<LoanOnSale> {
  const loan = await createReceivedLoan(service);
  await service.settle();
  return putOnSale(service, loan, more);
}

async function putOnSale(
  service: TestLending,
  loan: TestLoan,
  more: Record<string, unknown> = {},
): Promise<LoanOnSale> {
  const { id, url } = expectData(await offerSale(loan.lender, loan, more)).offerAssignment;
  const token = String(url).split('/').at(-1);
  assert.ok(token);
  const buyerId = await createAccount(service, 'Nia New');
  return { ...loan, sale: { id, token }, buyer: service.as(buyerId), buyerId };
}

export async function signBoth({ sale, buyer, lender }: LoanOnSale): Promise<void> {
  expectData(await accept(buyer, sale.token));
  expectData(await signDeed(buyer, sale.id, 'Nia New'));
  expectData(await signDeed(lender, sale.id, 'Len Lender'));
}

export async function paySale(loan: LoanOnSale): Promise<void> {
  await signBoth(loan);
  expectData(await markSent(loan.buyer, loan.sale.id));
}

export async function closeSale(loan: LoanOnSale): Promise<void> {
  await paySale(loan);
  expectData(await confirmSale(loan.lender, loan.sale.id));
}
