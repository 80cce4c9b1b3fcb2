/** A running loan that another lender refinances, for tests. */

import assert from 'node:assert/strict';
import { formatCalendarDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import type { Caller } from '@nameloan/testkit/service/test-service';
import { reportPayment } from './payment-calls.ts';
import { sign } from './sign.ts';
import type { TestLending, TestLoan } from './start-lending.ts';
import {
  acceptOffer,
  createAccount,
  createReceivedLoan,
  expectData,
  makeOffer,
  readEscrow,
  reserve,
} from './start-lending.ts';

export const refinance = (call: Caller, id: string, terms: Record<string, unknown> = {}) =>
  call(
    `mutation ($id: ID!, $amount: Cents!, $term: Int!, $rate: BasisPoints!) {
      refinanceLoan(id: $id, desiredAmount: $amount, desiredTerm: $term, desiredRate: $rate) {
        id domainId refinances open
      }
    }`,
    { id, amount: 500_000, term: 90, rate: 1_200, ...terms },
  );

const letterFields = 'escrowId from to perDay days { date amount } confirmed reason payee';

export const readLetter = (call: Caller, escrowId: string) =>
  call(`query ($escrowId: ID!) { payoffLetter(escrowId: $escrowId) { ${letterFields} } }`, {
    escrowId,
  });

export const signLetter = (
  call: Caller,
  id: string,
  more: Record<string, unknown> = { confirm: true },
) =>
  call(
    `mutation ($id: ID!, $confirm: Boolean, $correction: LetterCorrection) {
      signPayoffLetter(id: $id, confirm: $confirm, correction: $correction) { ${letterFields} }
    }`,
    { id, ...more },
  );

/** Domains binds the domain to the loan. */
export function holdDomain(service: TestLending, loan: Pick<TestLoan, 'id' | 'domainId'>): void {
  const found = service.eligibilities.get(loan.domainId);
  assert.ok(found);
  service.eligibilities.set(loan.domainId, {
    ...found,
    status: 'IN_ESCROW',
    reservedFor: loan.id,
  });
}

export interface TestRefinance {
  old: TestLoan;
  next: TestLoan;
}

/** A received loan with a listing that refinances it. */
export async function createRefinanceListing(service: TestLending): Promise<TestLoan> {
  const old = await createReceivedLoan(service);
  holdDomain(service, old);
  expectData(await refinance(old.borrower, old.id));
  return old;
}

/** The accepted new loan of another lender, before the letter and the signatures. */
export async function createRefinance(
  service: TestLending,
  terms: Record<string, unknown> = {},
): Promise<TestRefinance> {
  const old = await createRefinanceListing(service);
  return { old, next: await acceptRefinance(service, old, terms) };
}

export async function acceptRefinance(
  service: TestLending,
  old: TestLoan,
  terms: Record<string, unknown> = {},
): Promise<TestLoan> {
  const lenderId = await createAccount(service, 'Nia New');
  const lender = service.as(lenderId);
  const offer = expectData(await makeOffer(lender, old.domainId, terms)).makeOffer;
  const { id } = expectData(await acceptOffer(old.borrower, offer.id)).acceptOffer;
  return { ...old, id, lender, lenderId };
}

/** Signed by the borrower and the new lender, with the old lender's letter. */
export async function createSignedRefinance(
  service: TestLending,
  terms: Record<string, unknown> = {},
): Promise<TestRefinance> {
  const made = await createRefinance(service, terms);
  expectData(await signLetter(made.old.lender, made.old.id));
  await signBoth(service, made.next);
  return made;
}

export async function signBoth(service: TestLending, next: TestLoan): Promise<void> {
  await reserve(service, next);
  await service.settle();
  const tokenIn = (url: string) => url.split('/').at(-1) ?? '';
  const borrowers = expectData(await readEscrow(next.borrower, next.id)).escrow.borrowerContractUrl;
  const lenders = expectData(await readEscrow(next.lender, next.id)).escrow.lenderContractUrl;
  expectData(await sign(next.borrower, tokenIn(borrowers)));
  expectData(await sign(next.lender, tokenIn(lenders), { name: 'Nia New' }));
}

/** What the letter demands today. */
export async function readPayoffToday(call: Caller, id: string): Promise<number> {
  const { days } = expectData(await readLetter(call, id)).payoffLetter;
  assert.equal(days[0].date, formatCalendarDay(now()));
  return days[0].amount;
}

/** The new lender reports the payment of the payoff, or of the whole new loan. */
export async function reportPayoff(
  { old, next }: TestRefinance,
  more: Record<string, unknown> = {},
): Promise<string> {
  const amount = await readPayoffToday(next.lender, old.id === next.id ? old.id : next.id);
  const report = { leg: 'PAYOFF', amount, ...more };
  const made = expectData(await reportPayment(next.lender, next, report)).reportPayment;
  return made.id;
}
