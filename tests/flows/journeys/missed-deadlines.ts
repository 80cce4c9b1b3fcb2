/** Deadlines: a party does not respond in the contract's time, at each stage of a loan. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import {
  acceptOffer,
  addProvenDomain,
  deposit,
  makeOffer,
  openListing,
  sign,
  transferIn,
} from '@nameloan/driver/steps';
import type { Loan, RestObject } from '../environment/loans.ts';
import {
  createAcceptedLoan,
  createListedDomain,
  createLoanInCustody,
  createPostedLoan,
  createSignedLoan,
  getEscrow,
  performAction,
} from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { waitForDomainStatus, waitUntilListable } from '../environment/wait-for-state.ts';

export function missedDeadlines(environment: GetEnvironment): void {
  beforeTheMoney(environment);
  offers(environment);
  receipts(environment);
  claims(environment);
}

/** Waits until each of these accounts has a notification with this text. */
export async function waitForNotification(people: readonly Person[], text: RegExp): Promise<void> {
  for (const person of people) {
    await waitFor(`${person.name} to read ${text}`, async () => {
      const { notifications } = await person.get('/notifications');
      return notifications.some((one: RestObject) => text.test(one.body));
    });
  }
}

/** Counts an action in the loan's history. */
export async function times(loan: Loan, action: string): Promise<number> {
  const history: RestObject[] = await loan.lender.get(`/escrow/${loan.id}/history`);
  return history.filter((line) => line.action === action).length;
}

export async function today(environment: TestEnvironment): Promise<string> {
  return (await environment.sandbox.readClock()).now.slice(0, 10);
}

/** Creates an operator and waits until lending knows the flag. */
export async function operatorOf(environment: TestEnvironment, loan: Loan): Promise<Person> {
  const operator = await environment.newOperator();
  await environment.setOperator(operator);
  await waitFor('the operator to see the loan', async () => {
    return (await operator.call('GET', `/escrow/${loan.id}`)).status === 200;
  });
  return operator;
}

function beforeTheMoney(environment: GetEnvironment): void {
  test('a contract that is not signed within 7 days cancels the loan, and the domain is free', async () => {
    const loan = await createAcceptedLoan(environment());
    await environment().sandbox.advanceClock('6d');
    const waiting = await getEscrow(loan.lender, loan);
    assert.equal(waiting.status, 'PENDING_SIGNATURE');
    assert.deepEqual(
      waiting.deadlines.map((one: RestObject) => one.transition),
      ['EXPIRE_SIGNATURE'],
    );
    await environment().sandbox.advanceClock('25h');
    await cancelled(loan, 'EXPIRE_SIGNATURE', /you didn’t both sign the contract within 7 days/);
    await waitUntilListable(loan.borrower, loan.domain);
  });

  test('a domain that does not arrive within 30 days cancels the loan and is free', async () => {
    const loan = await createSignedLoan(environment());
    await environment().sandbox.advanceClock('29d');
    assert.equal((await getEscrow(loan.lender, loan)).status, 'NEW');
    await environment().sandbox.advanceClock('25h');
    await cancelled(loan, 'EXPIRE_TRANSFER', /the domain didn’t arrive in custody within 30 days/);
    await waitUntilListable(loan.borrower, loan.domain);
  });

  test('a domain that arrived but was not renewed within 30 days is free again, in custody', async () => {
    const start = Date.parse((await environment().sandbox.readClock()).now);
    const expiry = new Date(start + 100 * 86_400_000).toISOString();
    const [borrower, lender] = [
      await environment().newPerson('Shay Short'),
      await environment().newPerson('Len Lender'),
    ];
    const name = environment().newDomainName();
    await environment().sandbox.updateRegistration(name, { expiry });
    const terms = { amount: 500, term: 400, apy: 10 };
    const domain = await addProvenDomain(borrower, environment().sandbox, name);
    await openListing(borrower, domain.id, terms);
    const offer = await makeOffer(lender, domain.id, terms);
    const { id } = await acceptOffer(borrower, offer.id);
    const loan = { id, borrower, lender, domain, terms };
    await sign(borrower, id);
    await sign(lender, id);
    // Enough for the transfer, but not for a renewal.
    await deposit(borrower, environment().sandbox, 15);
    await transferIn(borrower, environment().sandbox, domain);
    await waitFor(
      'the call for a renewal',
      async () => (await getEscrow(lender, loan)).renew_until,
    );
    await environment().sandbox.advanceClock('31d');
    await cancelled(loan, 'EXPIRE_TRANSFER', /within 30 days/);
    assert.equal((await getEscrow(lender, loan)).renew_until, null);
    await waitForDomainStatus(borrower, domain, 'CUSTODY_PAID');
  });

  test('a lender who does not respond to a cancellation request within 3 days has agreed to it', async () => {
    const loan = await createLoanInCustody(environment());
    await performAction(loan.borrower, loan, 'cancel');
    await environment().sandbox.advanceClock('71h');
    assert.equal((await getEscrow(loan.lender, loan)).status, 'DOMAIN_IN_CUSTODY');
    await environment().sandbox.advanceClock('2h');
    await cancelled(loan, 'CANCEL_UNANSWERED', /cancel request within 3 days/);
    await waitForDomainStatus(loan.borrower, loan.domain, 'CUSTODY_PAID');
  });
}

/** Both parties say that their evidence is complete, so that an operator may decide. */
export async function completeEvidence(loan: Loan): Promise<void> {
  for (const party of [loan.borrower, loan.lender])
    await performAction(party, loan, 'evidenceDone');
}

export async function cancelled(loan: Loan, by: string, text: RegExp): Promise<void> {
  assert.equal((await getEscrow(loan.lender, loan)).status, 'CANCELLED');
  assert.equal(await times(loan, by), 1);
  await waitForNotification([loan.borrower, loan.lender], text);
}

function offers(environment: GetEnvironment): void {
  test('an unanswered offer expires after 7 days, is shown as expired, and both parties are notified', async () => {
    const { borrower, lender, domain, terms } = await createListedDomain(environment());
    const offer = await makeOffer(lender, domain.id, terms);
    await environment().sandbox.advanceClock('169h');
    for (const [person, list] of [
      [borrower, 'my-offers'],
      [lender, 'sent-offers'],
    ] as const) {
      assert.equal((await person.get(`/offers/${list}`)).offers[0].status, 'EXPIRED');
    }
    await expectRejection(borrower, 'POST /escrow/accept', {
      status: 409,
      body: { offerId: offer.id },
    });
    await waitForNotification([borrower, lender], /expired/);
  });
}

function receipts(environment: GetEnvironment): void {
  test('a payout with full details counts as received after 5 days, and only an operator may seize', async () => {
    const loan = await createLoanInCustody(environment());
    const { borrower, lender } = loan;
    const note = { date: await today(environment()), method: 'Wire', reference: 'S-1' };
    await performAction(lender, loan, 'markPaid', note);
    for (const day of [1, 2, 3, 4]) {
      await environment().sandbox.advanceClock('1d');
      assert.equal((await getEscrow(borrower, loan)).stage, 'AWAITING_RECEIPT', `day ${day}`);
    }
    assert.equal(await times(loan, 'REMIND_RECEIPT'), 3);
    await waitForNotification([borrower], /was sent\. Confirm it .* counts as received on/);
    await environment().sandbox.advanceClock('25h');
    const deemed = await getEscrow(borrower, loan);
    assert.deepEqual([deemed.stage, deemed.received_by], ['ACTIVE', 'SILENCE']);
    assert.ok(deemed.due_at);
    await waitForNotification([borrower], /counts as received because you didn’t answer/);
    await waitForNotification([lender], /counts as received because the borrower didn’t answer/);

    await environment().sandbox.advanceClock('60d');
    await environment().sandbox.advanceClock('9d');
    assert.equal((await getEscrow(lender, loan)).stage, 'OVERDUE');
    const seize = { status: 409, body: { outcome: 'SEIZE' }, message: /operator can decide/ };
    const no = await expectRejection(lender, `POST /escrow/${loan.id}/finalize`, seize);
    assert.equal(no.reason, 'RECEIPT_BY_SILENCE');
    await performAction(lender, loan, 'escalate');
    const operator = await operatorOf(environment(), loan);
    await completeEvidence(loan);
    const decision = { outcome: 'SEIZE', reason: 'The bank shows the payment.' };
    const over = await performAction(operator, loan, 'resolve', decision);
    assert.equal(over.status, 'FINALIZED_LENDER_SEIZURE');
    assert.ok(over.discharged > loan.terms.amount);
  });

  test('a mark without payment details lapses after 3 days, and the next one needs them', async () => {
    const loan = await createLoanInCustody(environment());
    const { borrower, lender } = loan;
    const marked = await performAction(lender, loan, 'markPaid', { method: 'Wire' });
    assert.ok(marked.mark_lapses_at);
    for (const step of ['25h', '24h', '22h']) await environment().sandbox.advanceClock(step);
    assert.equal((await getEscrow(borrower, loan)).stage, 'AWAITING_RECEIPT');
    // A jump over several reminders merges them; deadlines-of-lender.test.ts checks each day.
    assert.ok((await times(loan, 'REMIND_DETAILS')) >= 1);
    await environment().sandbox.advanceClock('2h');
    const lapsed = await getEscrow(borrower, loan);
    assert.deepEqual([lapsed.status, lapsed.sent], ['DOMAIN_IN_CUSTODY', null]);
    assert.ok(lapsed.funding_due_at);
    assert.equal(await times(loan, 'EXPIRE_MARK'), 1);
    await waitForNotification([borrower, lender], /as paid|as sent/);
    const no = await expectRejection(lender, `POST /escrow/${loan.id}/markPaid`, { status: 409 });
    assert.equal(no.reason, 'PAYMENT_DETAILS_REQUIRED');
    const note = { date: await today(environment()), method: 'Wire', reference: 'S-1' };
    const again = await performAction(lender, loan, 'markPaid', note);
    assert.deepEqual([again.status, again.mark_lapses_at], ['LOAN_POSTED', null]);
    const received = await performAction(borrower, loan, 'confirmReceipt');
    assert.equal(received.received_by, 'BORROWER');
    const late = await expectRejection(lender, `POST /escrow/${loan.id}/paymentDetails`, {
      status: 409,
      body: note,
    });
    assert.equal(late.reason, 'ALREADY_RECEIVED');
  });

  test('details that follow the mark make silence count five days later, with the lender’s file', async () => {
    const loan = await createLoanInCustody(environment());
    const { lender } = loan;
    const early = { date: '1999-01-01', method: 'Wire', reference: 'S-1' };
    await performAction(lender, loan, 'markPaid');
    const { today: day } = await getEscrow(lender, loan);
    const range = await expectRejection(lender, `POST /escrow/${loan.id}/paymentDetails`, {
      status: 400,
      body: early,
    });
    assert.match(range.message, /from \w+ \d+, \d{4} to \w+ \d+, \d{4}\.$/);
    await environment().sandbox.advanceClock('2d');
    const details = { ...early, date: day };
    const given = await performAction(lender, loan, 'paymentDetails', details);
    assert.equal(given.mark_lapses_at, null);
    await environment().sandbox.advanceClock('119h');
    assert.equal((await getEscrow(lender, loan)).received_by, null);
    await environment().sandbox.advanceClock('2h');
    assert.equal((await getEscrow(lender, loan)).received_by, 'SILENCE');
  });
}

function claims(environment: GetEnvironment): void {
  test('a repayment claim without a response for 10 days is escalated to an operator', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    await environment().sandbox.advanceClock('20d');
    const onTheDay = (await getEscrow(borrower, loan)).payoff;
    const claim = { date: await today(environment()), method: 'Wire', reference: 'B-2' };
    await performAction(borrower, loan, 'claimRepaid', claim);
    await environment().sandbox.advanceClock('9d');
    const open = await getEscrow(lender, loan);
    assert.equal(open.stage, 'REPAYMENT_CLAIMED');
    assert.equal(open.payoff, onTheDay);
    assert.ok(open.payoff_if_denied > onTheDay);
    await environment().sandbox.advanceClock('25h');
    const over = await getEscrow(lender, loan);
    assert.equal(over.status, 'ESCALATED');
    assert.equal(over.payoff, onTheDay);
    assert.equal(await times(loan, 'ESCALATE_UNANSWERED'), 1);
    await waitForNotification(
      [borrower],
      /^For 10 days the lender hasn’t answered your claim .* An operator/,
    );
    await waitForNotification([lender], /^For 10 days you haven’t answered .* An operator/);
  });

  test('a denial ends the response deadline; the payoff is today’s again', async () => {
    const loan = await createPostedLoan(environment());
    const claim = { date: await today(environment()), method: 'Wire', reference: 'B-3' };
    await performAction(loan.borrower, loan, 'claimRepaid', claim);
    await environment().sandbox.advanceClock('9d');
    const open = await getEscrow(loan.lender, loan);
    const denied = await performAction(loan.lender, loan, 'denyRepaid', {
      reason: 'Nothing came.',
    });
    assert.deepEqual([denied.payoff, denied.payoff_if_denied], [open.payoff_if_denied, null]);
    await environment().sandbox.advanceClock('20d');
    assert.equal((await getEscrow(loan.lender, loan)).stage, 'ACTIVE');
  });
}
