/** Refinancings with three users and the clock: with a surplus, with a top-up, and with a lender who never pays. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { Terms } from '@nameloan/driver/steps';
import { acceptOffer, makeOffer, sign, waitForStatus } from '@nameloan/driver/steps';
import type { Loan, RestObject } from '../environment/loans.ts';
import { createPostedLoan, getDomain, getEscrow, performAction } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { completeEvidence, operatorOf, today, waitForNotification } from './missed-deadlines.ts';

const oldTerms: Terms = { amount: 10_000, term: 90, apy: 12 };

/** The old loan's lender is `old.lender`, that of the new one `next.lender`. */
interface Refinanced {
  old: Loan;
  next: Loan;
}

export function refinances(environment: GetEnvironment): void {
  test('a refinancing with a surplus after 45 days pays the old lender and the borrower, and the domain never leaves escrow', () =>
    refinanceWithSurplus(environment()));
  test('a refinancing with a top-up closes with the second payment, and the new loan is repaid', () =>
    refinanceWithTopUp(environment()));
  test('a new lender who never pays loses the loan, and the old one goes on to its end', () =>
    refinanceUnpaid(environment()));
  test('an old lender who stays silent is in dispute after ten days, and an operator decides that the new lender has paid', () =>
    refinanceDisputed(environment()));
}

async function listAndAccept(
  environment: TestEnvironment,
  old: Loan,
  terms: Terms,
): Promise<Refinanced> {
  const lender = await environment.newPerson('Nia New');
  const listing = await old.borrower.post(`/escrow/${old.id}/refinance`, {
    desired_loan_amount: terms.amount,
    desired_term: terms.term,
    desired_apy: terms.apy,
  });
  assert.deepEqual([listing.message, listing.refinances], ['Listing created', old.id]);
  const offer = await makeOffer(lender, old.domain.id, terms);
  const { id } = await acceptOffer(old.borrower, offer.id);
  const next = { ...old, id, lender, terms };
  assert.equal((await getEscrow(lender, next)).replaces, old.id);
  assert.equal((await getEscrow(old.lender, old)).replaced_by, id);
  return { old, next };
}

/** With the old lender's letter. */
async function signNew({ old, next }: Refinanced): Promise<void> {
  const letter = await old.lender.post(`/escrow/${old.id}/payoff-letter/sign`, { confirm: true });
  assert.equal(letter.confirmed, true);
  await sign(next.borrower, next.id);
  await sign(next.lender, next.id);
  await waitForStatus(next.borrower, next.id, 'NEW');
}

const report = (person: Person, next: Loan, payment: RestObject): Promise<RestObject> =>
  person.post(`/escrow/${next.id}/payments`, {
    method: 'Wire',
    reference: payment.leg,
    ...payment,
  });

const confirm = (person: Person, loan: { id: string }, { id }: RestObject): Promise<RestObject> =>
  person.post(`/escrow/${loan.id}/payments/${id}/confirm`);

const readPayoff = async ({ next }: Refinanced): Promise<number> => {
  const letter = await next.lender.get(`/escrow/${next.id}/payoff-letter`);
  return letter.days[0].amount;
};

async function assertInEscrow({ old }: Refinanced): Promise<void> {
  assert.equal((await getDomain(old.borrower, old.domain)).status, 'IN_ESCROW');
}

/** Vector R1 of the notes: day 45 at 12 %, new principal $12,000. */
async function refinanceWithSurplus(environment: TestEnvironment): Promise<void> {
  const old = await createPostedLoan(environment, oldTerms);
  await environment.sandbox.advanceClock('45d');
  const terms = { amount: 12_000, term: 60, apy: 10 };
  const pair = await listAndAccept(environment, old, terms);
  const { next } = pair;
  await waitForNotification([old.lender], /Sign the payoff letter/);
  await signNew(pair);
  assert.equal(await readPayoff(pair), 10_147.95);
  const date = await today(environment);
  const path = `POST /escrow/${next.id}/payments`;
  const wrong = { leg: 'PAYOFF', date, amount: 10_147.94, method: 'Wire', reference: 'R' };
  await expectRejection(next.lender, path, { status: 400, body: wrong });
  const payoff = await report(next.lender, next, { leg: 'PAYOFF', date, amount: 10_147.95 });
  const seize = { outcome: 'SEIZE' };
  const blocked = await expectRejection(old.lender, `POST /escrow/${old.id}/finalize`, {
    status: 409,
    body: seize,
  });
  assert.ok(blocked.reason);
  await assertInEscrow(pair);
  const confirmed = await confirm(old.lender, old, payoff);
  assert.deepEqual([confirmed.leg, confirmed.status], ['PAYOFF', 'CONFIRMED']);
  const ended = await getEscrow(old.lender, old);
  assert.deepEqual([ended.status, ended.ended_by], ['FINALIZED_RETURN_TO_BORROWER', 'REFINANCED']);
  await waitForStatus(next.lender, next.id, 'LOAN_POSTED');
  await assertInEscrow(pair);

  const surplus = await report(next.lender, next, { leg: 'SURPLUS', date, amount: 1_852.05 });
  await waitForNotification([next.borrower], /rest of your loan .* counts after 5 days/);
  await confirm(next.borrower, next, surplus);
  assert.equal((await getEscrow(next.borrower, next)).payoff, 12_000);
  const { domain } = await getDomainWhenMoved(environment, pair);
  assert.equal(domain.status, 'IN_ESCROW');
  await repay(environment, next);
  await waitForDomain(next, 'CUSTODY_PAID');
}

/** Domains follows the closing; only then the new loan's end releases the name. */
async function getDomainWhenMoved(environment: TestEnvironment, { next }: Refinanced) {
  await environment.sandbox.advanceClock('1d');
  return { domain: await getDomain(next.borrower, next.domain) };
}

async function repay(environment: TestEnvironment, loan: Loan): Promise<void> {
  const date = await today(environment);
  await performAction(loan.borrower, loan, 'claimRepaid', {
    date,
    method: 'Wire',
    reference: 'END',
  });
  await performAction(loan.lender, loan, 'finalize', { outcome: 'RETURN' });
}

async function waitForDomain(loan: Loan, status: string): Promise<void> {
  await waitFor(
    `${loan.domain.domain} to be ${status}`,
    async () => (await getDomain(loan.borrower, loan.domain)).status === status,
  );
}

/** Vector R2: new principal $9,000. */
async function refinanceWithTopUp(environment: TestEnvironment): Promise<void> {
  const old = await createPostedLoan(environment, oldTerms);
  await environment.sandbox.advanceClock('45d');
  const pair = await listAndAccept(environment, old, { amount: 9_000, term: 60, apy: 10 });
  const { next } = pair;
  await signNew(pair);
  const date = await today(environment);
  const payoff = await report(next.lender, next, { leg: 'PAYOFF', date, amount: 9_000 });
  const topUp = await report(next.borrower, next, { leg: 'TOP_UP', date, amount: 1_147.95 });
  await confirm(old.lender, old, payoff);
  assert.equal((await getEscrow(next.lender, next)).status, 'NEW');
  const list = await old.lender.get(`/escrow/${old.id}/payments`);
  assert.deepEqual(
    list.slice(-2).map(({ leg, from, to, status }: RestObject) => [leg, from, to, status]),
    [
      ['PAYOFF', 'LENDER', 'OLD_LENDER', 'CONFIRMED'],
      ['TOP_UP', 'BORROWER', 'OLD_LENDER', 'REPORTED'],
    ],
  );
  await confirm(old.lender, old, topUp);
  await waitForStatus(next.lender, next.id, 'LOAN_POSTED');
  await environment.sandbox.advanceClock('30d');
  // $9,000 at 10 % for 30 days.
  assert.equal((await getEscrow(next.borrower, next)).payoff, 9_073.97);
  await repay(environment, next);
  await waitForDomain(next, 'CUSTODY_PAID');
}

async function refinanceUnpaid(environment: TestEnvironment): Promise<void> {
  const old = await createPostedLoan(environment, oldTerms);
  const pair = await listAndAccept(environment, old, { amount: 10_500, term: 60, apy: 10 });
  await signNew(pair);
  await environment.sandbox.advanceClock('11d');
  await waitForStatus(pair.next.lender, pair.next.id, 'CANCELLED');
  assert.equal((await getEscrow(old.borrower, old)).replaced_by, null);
  await assertInEscrow(pair);
  await repay(environment, old);
  await waitForDomain(old, 'CUSTODY_PAID');
}

async function refinanceDisputed(environment: TestEnvironment): Promise<void> {
  const old = await createPostedLoan(environment, oldTerms);
  const pair = await listAndAccept(environment, old, { amount: 10_000, term: 60, apy: 10 });
  const { next } = pair;
  await signNew(pair);
  const date = await today(environment);
  await report(next.lender, next, { leg: 'PAYOFF', date, amount: 10_000 });
  await environment.sandbox.advanceClock('11d');
  await waitForStatus(old.lender, old.id, 'ESCALATED');
  await waitForNotification([next.lender], /old loan on .* is in dispute/);
  const url = `${environment.url}/api/escrow/${next.id}/evidence?name=proof.txt`;
  const sent = await fetch(url, {
    method: 'POST',
    headers: { 'x-access-token': next.lender.token ?? '', 'content-type': 'text/plain' },
    body: 'The bank sent 10,000.00.',
  });
  const file = (await sent.json()) as RestObject;
  assert.ok((await getEscrow(next.lender, next)).old_dispute.since);
  assert.deepEqual(
    (await old.lender.get(`/escrow/${old.id}/evidence`)).map(({ id, party }: RestObject) => [
      id,
      party,
    ]),
    [[file.id, 'NEW_LENDER']],
  );
  await completeEvidence(old);
  await assertInEscrow(pair);
  const operator = await operatorOf(environment, old);
  const decision = { outcome: 'REFINANCED', reason: 'The bank confirms the payment.' };
  await performAction(operator, old, 'resolve', decision);
  await waitForStatus(next.lender, next.id, 'LOAN_POSTED');
  assert.equal((await getEscrow(old.lender, old)).ended_by, 'REFINANCED');
  await assertInEscrow(pair);
  await repay(environment, next);
  await waitForDomain(next, 'CUSTODY_PAID');
}
