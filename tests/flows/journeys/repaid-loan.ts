/** The central journey: from two registrations to the domain's return to the borrower. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import {
  acceptOffer,
  deposit,
  makeOffer,
  sign,
  tokenOf,
  transferIn,
  waitForStatus,
} from '@nameloan/driver/steps';
import { download, sealedUrl, verify } from '../environment/contract-pdf.ts';
import type { ListedDomain, Loan, RestObject } from '../environment/loans.ts';
import { createListedDomain, getDomain, getEscrow, performAction } from '../environment/loans.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';

const dayMs = 86_400_000;
const transferFee = 12;

export function repaidLoan(environment: GetEnvironment): void {
  test('a loan runs from two registrations to the domain’s return to the borrower', () =>
    liveRepaidLoan(environment()));
}

/** Runs the whole loan; throws at the first deviation. */
export async function liveRepaidLoan(environment: TestEnvironment): Promise<void> {
  const start = await createListedDomain(environment);
  await listingShows(environment, start);
  const loan = { ...start, id: await dealMade(start) };
  await contractSigned(environment, loan);
  await messageCrossesLive(environment, loan);
  await domainArrives(environment, loan);
  await sendMoney(loan);
  await moneyComesBack(loan);
  await assertRecords(environment, loan);
}

/** The listing is public and does not reveal its owner. */
async function listingShows(
  environment: TestEnvironment,
  { borrower, domain, terms }: ListedDomain,
): Promise<void> {
  const { body } = await borrower.call('GET', '/listings?limit=100', undefined, { token: null });
  const card = body.listings.find((one: RestObject) => one.domain === domain.domain);
  assert.equal(card.desired_loan_amount, terms.amount);
  assert.equal(card.desired_term, terms.term);
  assert.equal(card.desired_apy, terms.apy);
  assert.deepEqual([card.accrual, card.disclosure.repays], ['SIMPLE_365', 927.14]);
  const { id } = await borrower.get('/users/self');
  const text = JSON.stringify(card);
  for (const secret of [id, borrower.email, borrower.name]) assert.ok(!text.includes(secret));
  assert.equal((await getDomain(borrower, domain)).listed, true);
  assert.ok(environment.url);
}

async function dealMade({ borrower, lender, domain, terms }: ListedDomain): Promise<string> {
  const message = 'Shall we?';
  const offer = await makeOffer(lender, domain.id, { ...terms, message });
  assert.deepEqual([offer.status, offer.accrual], ['PENDING', 'SIMPLE_365']);
  assert.equal((await getDomain(borrower, domain)).offers, 1);
  const received = (await borrower.get('/offers/my-offers')).offers;
  assert.equal(received.length, 1);
  assert.equal(received[0].id, offer.id);
  assert.equal(received[0].message, message);
  assert.ok(!JSON.stringify(received).includes(lender.email));
  const escrow = await acceptOffer(borrower, offer.id);
  assert.equal(escrow.message, 'Escrow created');
  assert.equal(escrow.status, 'PENDING_SIGNATURE');
  assert.deepEqual([escrow.amount, escrow.accrual], [terms.amount, 'SIMPLE_365']);
  assert.equal((await lender.get('/offers/sent-offers')).offers[0].status, 'ACCEPTED');
  const chat = await lender.get(`/escrow/${escrow.id}/messages`);
  assert.deepEqual(
    chat.map((one: RestObject) => [one.message, one.name]),
    [[message, lender.name]],
  );
  return escrow.id;
}

/** Each party signs with its own session and link; then the platform seals the same agreement. */
async function contractSigned(environment: TestEnvironment, loan: Loan): Promise<void> {
  const { borrower, lender } = loan;
  await sign(borrower, loan.id);
  const halfway = await getEscrow(lender, loan);
  assert.equal(halfway.borrower_signed, true);
  assert.equal(halfway.lender_signed, false);
  assert.equal(halfway.borrower_contract_url, null);
  assert.equal(halfway.status, 'PENDING_SIGNATURE');
  const token = tokenOf(halfway.lender_contract_url);
  const shown = await download(`${environment.url}/api/contracts/${token}/pdf`);
  const unsealed = await verify(environment.url, shown);
  assert.deepEqual([unsealed.known, unsealed.sealed, unsealed.signedAt], [true, false, null]);

  const signature = { name: lender.name, consent: true };
  const path = `/contracts/${token}/sign`;
  const visitor = await borrower.call('POST', path, signature, { token: null });
  assert.equal(visitor.status, 401);
  assert.equal((await borrower.call('POST', path, signature)).status, 403);
  await sign(lender, loan.id);
  await waitForStatus(borrower, loan.id, 'NEW');
  const own = await sealedUrl(borrower, loan.id);
  const pdf = await download(own, borrower);
  await assert.rejects(download(own), /status 401/);
  await assert.rejects(download(own, lender), /status 403/);
  assert.equal(new TextDecoder().decode(pdf.subarray(0, 5)), '%PDF-');
  const sealed = await verify(environment.url, pdf);
  assert.deepEqual([sealed.known, sealed.sealed], [true, true]);
  assert.ok(sealed.signedAt);
  assert.deepEqual(await download(await sealedUrl(lender, loan.id), lender), pdf);
  pdf[pdf.length >> 1] = (pdf[pdf.length >> 1] ?? 0) ^ 1;
  assert.equal((await verify(environment.url, pdf)).known, false);
}

async function messageCrossesLive(
  environment: TestEnvironment,
  { borrower, lender, id }: Loan,
): Promise<void> {
  const subscriber = connectSubscriber(environment.url, borrower.token);
  try {
    const [newest] = (await borrower.get(`/escrow/${id}/messages`)).slice(-1);
    const watching = subscriber.watch(
      'subscription ($id: ID!, $after: ID) { escrowMessageAdded(escrowId: $id, after: $after) { message name } }',
      { id, after: newest?.id ?? '' },
    );
    const loans = subscriber.watch(
      'subscription ($id: ID!) { escrowChanged(escrowId: $id) { status } }',
      { id },
    );
    // The current state is sent first. The chat may be subscribed later: `after` returns the missed messages.
    await loans.until(1);
    await lender.post(`/escrow/${id}/message`, { message: '  Hello there  ' });
    const [event] = await watching.until(1);
    assert.deepEqual(event?.data, {
      escrowMessageAdded: { message: 'Hello there', name: lender.name },
    });
  } finally {
    await subscriber.dispose();
  }
  const chat = await borrower.get(`/escrow/${id}/messages`);
  assert.equal(chat.at(-1).message, 'Hello there');
}

async function domainArrives(environment: TestEnvironment, loan: Loan): Promise<void> {
  const { borrower, domain, id } = loan;
  const balance = async () => (await borrower.get('/users/self')).balance;
  await deposit(borrower, environment.sandbox, 50.25);
  await transferIn(borrower, environment.sandbox, domain);
  assert.equal(await balance(), 38.25);
  const escrow = await waitForStatus(borrower, id, 'DOMAIN_IN_CUSTODY');
  assert.ok(escrow.in_custody_at);
  const here = await waitFor('the domain in escrow', async () => {
    const found = await getDomain(borrower, domain);
    return found.status === 'IN_ESCROW' && found;
  });
  assert.equal(here.pending_transfer, false);
  const there = await environment.sandbox.readRegistration(domain.domain);
  assert.ok(there.statuses.includes('clientTransferProhibited'));
  assert.equal(await balance(), 38.25);
  // A job charges the fee after the arrival, which does not wait for it.
  const transactions = await waitFor('the fee to be charged', async () => {
    const found: RestObject[] = (await borrower.get('/transactions')).transactions;
    return found.every(({ status }) => status !== 'PENDING') && found;
  });
  assert.deepEqual(
    transactions.map((one) => [one.type, one.amount, one.method, one.status]),
    [
      ['Transfer fee', -transferFee, 'Balance', 'DONE'],
      ['Deposit', 50.25, 'Card', 'DONE'],
    ],
  );
}

async function sendMoney(loan: Loan): Promise<void> {
  const { borrower, lender, terms } = loan;
  const sent = await performAction(lender, loan, 'markPaid', {
    date: new Date((await getEscrow(lender, loan)).in_custody_at).toISOString().slice(0, 10),
    method: 'Wire',
    reference: 'F-1',
  });
  assert.equal(sent.status, 'LOAN_POSTED');
  assert.equal(sent.stage, 'AWAITING_RECEIPT');
  assert.equal(sent.payoff, null);
  const running = await performAction(borrower, loan, 'confirmReceipt');
  assert.equal(running.stage, 'ACTIVE');
  assert.equal(running.payoff, terms.amount);
  const spanMs = Date.parse(running.due_at) - Date.parse(running.received_at);
  assert.equal(spanMs / dayMs, terms.term);
}

async function moneyComesBack(loan: Loan): Promise<void> {
  const { borrower, lender, domain, terms } = loan;
  const { received_at } = await getEscrow(borrower, loan);
  const claimed = await performAction(borrower, loan, 'claimRepaid', {
    date: received_at.slice(0, 10),
    method: 'Wire',
    reference: 'B-1',
  });
  assert.equal(claimed.stage, 'REPAYMENT_CLAIMED');
  const done = await performAction(lender, loan, 'finalize');
  assert.equal(done.status, 'FINALIZED_RETURN_TO_BORROWER');
  assert.equal(done.label, 'Complete');
  assert.equal(done.payoff, terms.amount);
  assert.deepEqual(done.actions, []);
  await waitFor('the domain back', async () => {
    const found = await getDomain(borrower, domain);
    return found.status === 'CUSTODY_PAID';
  });
  assert.equal((await lender.get('/domains')).total, 0);
}

/** History, notifications and mails record each step; the ledger sums to zero. */
async function assertRecords(environment: TestEnvironment, loan: Loan): Promise<void> {
  const { borrower, lender } = loan;
  const history: RestObject[] = await borrower.get(`/escrow/${loan.id}/history`);
  const actions = history.map((one) => one.action);
  for (const action of ['DRAW_CONTRACT', 'CUSTODY_ARRIVED', 'MARK_PAID', 'CONFIRM_RECEIPT'])
    assert.equal(actions.filter((one) => one === action).length, 1, action);
  assert.equal(actions.filter((one) => one === 'SIGN').length, 2);
  // The domain's release may be recorded late, in an entry without a transition.
  assert.equal(history.findLast(({ from, to }) => from !== to)?.action, 'FINALIZE_RETURN');
  await Promise.all([borrower, lender].map((person) => assertNotified(environment, person, loan)));
  const ledger = await environment.checkLedger();
  assert.equal(ledger.sumCents, 0);
  assert.deepEqual(ledger.mismatches, []);
}

async function assertNotified(
  environment: TestEnvironment,
  person: Person,
  loan: Loan,
): Promise<void> {
  await waitFor(`notifications to ${person.name}`, async () => {
    const { notifications } = await person.get('/notifications');
    const ours = notifications.filter((one: RestObject) => one.link.includes(loan.id));
    return ours.length >= 3;
  });
  await waitFor(`mail to ${person.email}`, async () => {
    const mails = await environment.sandbox.readMails(person.email);
    return mails.some((one) => one.text.includes(loan.domain.domain));
  });
}
