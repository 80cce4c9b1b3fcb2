/** What amendments may cost: their fees count under a country's limit, and a waiver costs no more than it waives. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import { contracts } from '../contract/contract.model.ts';
import { commit } from '../service-context.ts';
import { address, changeAccount } from '../testing/accounts.ts';
import { amend, listAmendments, propose } from '../testing/amendment-calls.ts';
import { passDays } from '../testing/pass-days.ts';
import { confirmPayment, reportPart } from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import { createReceivedLoan, expectData, startLending } from '../testing/start-lending.ts';

const folder = mkdtempSync(join(tmpdir(), 'nameloan-countries-'));
const file = join(folder, 'countries.json');
const open = { highestRateBps: null, highestAprBps: null, personalLoans: true };
/** The APR is at most 20 % in San Marino. */
const rules = {
  ...{ about: 'For a test.', asOf: '2026-11-22', elsewhere: open },
  businessStatement: 'The Borrower takes this loan for the purposes of a business.',
  countries: { SM: { ...open, highestAprBps: 2_000 } },
};

let service: TestLending;
let loan: TestLoan;
beforeEach(async () => {
  writeFileSync(file, JSON.stringify(rules));
  service = await startLending({ settings: { COUNTRY_RULES_FILE: file } });
  // 4,500.00 at 15 % for 60 days.
  loan = await createReceivedLoan(service);
});
afterEach(async () => {
  resetClock();
  await service.stop();
});
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const inDays = (days: number): string => formatCalendarDay(addDays(utcDay(now()), days));
const inSanMarino = { ...address, country: 'SM' };
const moveTo = (legalAddress: typeof inSanMarino | null, version = 2) =>
  service.bus.publish(changeAccount(service, loan.borrowerId, { version, legalAddress }));

async function extendForFee(days: number, fee: number): Promise<void> {
  await amend(loan, { due: inDays(days) }, { fee });
  const [n, amount] = [(await listAmendments(loan.lender, loan)).length, fee];
  const paid = await reportPart(loan, { leg: 'AMENDMENT', amendment: n, amount });
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: paid.id }));
}

test('fees of repeated extensions count together under a country’s limit', async () => {
  await moveTo(inSanMarino);
  const atOnce = await propose(loan.lender, loan, { due: inDays(62) }, { fee: 5_000 });
  assert.equal(atOnce.reason, 'COUNTRY_RATE');
  await extendForFee(61, 2_500);
  const second = await propose(loan.lender, loan, { due: inDays(62) }, { fee: 2_500 });
  assert.equal(second.reason, 'COUNTRY_RATE');
  expectData(await propose(loan.lender, loan, { due: inDays(62) }, { fee: 100 }));
});

test('an earlier fee does not stand against a change shortly before the due date', async () => {
  await moveTo(inSanMarino);
  await extendForFee(61, 3_000);
  await passDays(service, 56);
  expectData(await propose(loan.borrower, loan, { rate: 1_400 }, { kind: 'RATE' }));
});

test('a waiver costs at most what it waives', async () => {
  const more = { kind: 'WAIVE', fee: 10_000 };
  const answer = await propose(loan.lender, loan, { lateFees: 100 }, more);
  assert.deepEqual([answer.code, Object.keys(answer.fields ?? {})], ['INVALID_INPUT', ['fee']]);
  expectData(await propose(loan.lender, loan, { lateFees: 100 }, { kind: 'WAIVE' }));
});

test('a party without a stored address is checked with the address on the contract', async () => {
  const contract = await contracts.get(loan.id);
  const signatures = contract.signatures.map((one) => ({ ...one, legalAddress: inSanMarino }));
  await commit((tx) => contracts.update(contract, { ...contract, signatures }, tx));
  await moveTo(null);
  const answer = await propose(loan.lender, loan, { due: inDays(62) }, { fee: 5_000 });
  assert.equal(answer.reason, 'COUNTRY_RATE');
});
