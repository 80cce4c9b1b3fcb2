/** What the signing page of an amendment shows, and the preview of its proposal. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import type { Caller } from '@nameloan/testkit/service/test-service';
import { serviceContext } from '../service-context.ts';
import { agree, listAmendments, propose, signAmendment } from '../testing/amendment-calls.ts';
import { sign } from '../testing/sign.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createAccount,
  createReceivedLoan,
  expectData,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
let loan: TestLoan;
beforeEach(async () => {
  service = await startLending();
  loan = await createReceivedLoan(service);
});
afterEach(async () => {
  resetClock();
  await service.stop();
});

const inDays = (days: number): string => formatCalendarDay(addDays(utcDay(now()), days));

const readContract = async (call: Caller, url: string | null) => {
  const token = url?.split('/').at(-1);
  const query = `query ($token: String!) { contract(token: $token) {
    party amendment {
      n kind status terms { due rate } fee amountDue payer parentSha256 effectiveOn
      remaining { count lastOn total } presentRemaining { count lastOn total }
    }
  } }`;
  return expectData(await call(query, { token })).contract;
};

test('the page of an amendment has its number, terms and parent, and that of the contract has none', async () => {
  const due = inDays(100);
  expectData(await propose(loan.borrower, loan, { due, interest: 'PAY' }, { fee: 200 }));
  expectData(await agree(loan.lender, loan, 1));
  const [agreed] = await listAmendments(loan.lender, loan);
  assert.ok(agreed);
  const page = await readContract(loan.lender, agreed.contractUrl);
  const { remaining, presentRemaining, ...stated } = page.amendment;
  const read = `{ escrow(id: "${loan.id}") { dueAt } }`;
  const { dueAt } = expectData(await loan.lender(read)).escrow;
  assert.deepEqual([remaining.count, remaining.lastOn], [1, due]);
  assert.deepEqual([presentRemaining.count, presentRemaining.lastOn], [1, dueAt.slice(0, 10)]);
  // The fee, and the interest of the longer term.
  assert.ok(remaining.total - presentRemaining.total > 200);
  assert.deepEqual(
    { party: page.party, amendment: stated },
    {
      party: 'LENDER',
      amendment: {
        ...{ n: 1, kind: 'EXTEND', status: 'AGREED', terms: { due, rate: null }, fee: 200 },
        ...{ amountDue: agreed.amountDue, payer: 'BORROWER', effectiveOn: null },
        parentSha256: agreed.parentSha256,
      },
    },
  );
  const query = 'query ($id: ID!) { escrow(id: $id) { borrowerContractUrl } }';
  const { borrowerContractUrl } = expectData(await loan.borrower(query, { id: loan.id })).escrow;
  const contract = await readContract(loan.borrower, borrowerContractUrl);
  assert.deepEqual(contract, { party: 'BORROWER', amendment: null });
});

test('the link of an earlier amendment signs nothing, also with the hash of the present one', async () => {
  expectData(await propose(loan.borrower, loan, { due: inDays(100) }));
  expectData(await agree(loan.lender, loan, 1));
  for (const party of ['borrower', 'lender'] as const) expectData(await signAmendment(loan, party));
  expectData(await propose(loan.borrower, loan, { due: inDays(120) }));
  expectData(await agree(loan.lender, loan, 2));
  const [first, second] = await listAmendments(loan.borrower, loan);
  const token = first?.contractUrl?.split('/').at(-1) ?? '';
  const forged = await sign(loan.borrower, token, { name: 'Bea Borrower', sha256: second?.sha256 });
  assert.equal(forged.code, 'CONFLICT');
  expectData(await signAmendment(loan, 'lender'));
  assert.equal((await listAmendments(loan.borrower, loan)).at(-1)?.status, 'AGREED');
});

test('a forwarded link does not show what is left to pay', async () => {
  expectData(await propose(loan.borrower, loan, { due: inDays(100) }));
  expectData(await agree(loan.lender, loan, 1));
  const [agreed] = await listAmendments(loan.lender, loan);
  assert.ok(agreed);
  const outsider = service.as(await createAccount(service, 'Olga Outsider'));
  for (const reader of [outsider, service.as(null)]) {
    const { amendment } = await readContract(reader, agreed.contractUrl);
    assert.deepEqual(
      [amendment.n, amendment.remaining, amendment.presentRemaining],
      [1, null, null],
    );
  }
});

const preview = (call: Caller, terms: Record<string, unknown>) =>
  call(
    `query ($id: ID!, $terms: AmendmentTermsInput!) {
      amendmentPreview(escrowId: $id, kind: EXTEND, terms: $terms, fee: 200) { amountDue payer on payoff presentOn }
    }`,
    { id: loan.id, terms },
  );

test('a party previews what it would agree to; an outsider does not, and wrong terms are named', async () => {
  const due = inDays(100);
  const found = expectData(await preview(loan.lender, { due })).amendmentPreview;
  assert.equal(found.amountDue, 200);
  assert.equal(found.payer, 'BORROWER');
  assert.equal(found.on, due);
  const outsider = service.as(await createAccount(service, 'Olga Outsider'));
  assert.equal((await preview(outsider, { due })).code, 'NOT_FOUND');
  assert.equal((await preview(loan.lender, { due: inDays(0) })).code, 'INVALID_INPUT');
});

test('previews are limited per account', async () => {
  const due = inDays(100);
  await spendQuota(serviceContext, 'amendmentPreviews', { key: loan.lenderId, left: 1 });
  expectData(await preview(loan.lender, { due }));
  assert.equal((await preview(loan.lender, { due })).code, 'TOO_MANY_REQUESTS');
  expectData(await preview(loan.borrower, { due }));
});
