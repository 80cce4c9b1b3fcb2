/** Journeys over weeks of business time: default and seizure, and a transfer out after the lock. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { RestObject } from '../environment/loans.ts';
import { createPostedLoan, getEscrow, performAction } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { waitForDomainNamed, waitForDomainStatus } from '../environment/wait-for-state.ts';
import { ownInCustody } from './custody.ts';

export function inTime(environment: GetEnvironment): void {
  defaults(environment);
  claims(environment);
  waysOut(environment);
}

function defaults(environment: GetEnvironment): void {
  test('an unpaid loan: default notice on the due day, a week of grace, then the lender seizes the domain', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender, domain } = loan;
    const seize = { outcome: 'SEIZE' };
    const tooEarly = { status: 409, body: seize };
    await expectRejection(lender, `POST /escrow/${loan.id}/finalize`, tooEarly);
    await environment().sandbox.advanceClock('59d');
    assert.equal((await getEscrow(lender, loan)).stage, 'ACTIVE');
    assert.equal((await getEscrow(lender, loan)).notice_at, null);

    // Less than an hour later: near midnight the next day would have begun and added interest.
    const { due_at } = await getEscrow(lender, loan);
    await environment().sandbox.moveClockTo(new Date(Date.parse(due_at) + 1_000).toISOString());
    const due = await getEscrow(lender, loan);
    assert.equal(due.stage, 'IN_GRACE');
    assert.ok(due.notice_at);
    assert.equal(due.payoff, 927.14);
    const noticed = await waitFor('the notice by mail', async () => {
      const mails = await environment().sandbox.readMails(borrower.email);
      return mails.filter((one) => one.subject.startsWith('Notice of default'));
    });
    assert.equal(noticed.length, 1);
    const { notifications } = await borrower.get('/notifications');
    const alert = notifications.find((one: RestObject) =>
      one.body.includes('in full satisfaction'),
    );
    assert.equal(alert.message, true);
    await expectRejection(lender, `POST /escrow/${loan.id}/finalize`, tooEarly);

    // A week from the day after the notice, when it counts as received.
    await environment().sandbox.advanceClock('8d');
    assert.equal((await getEscrow(lender, loan)).stage, 'OVERDUE');
    await expectRejection(borrower, `POST /escrow/${loan.id}/finalize`, {
      status: 403,
      body: seize,
    });
    const over = await performAction(lender, loan, 'finalize', seize);
    assert.equal(over.status, 'FINALIZED_LENDER_SEIZURE');
    await waitForDomainNamed(lender, domain.domain, 'CUSTODY_PAID');
    await expectRejection(borrower, `GET /domains/${domain.id}`, { status: 404 });
  });
}

function claims(environment: GetEnvironment): void {
  test('a repayment claim blocks a seizure until the lender has responded', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    await environment().sandbox.advanceClock('61d');
    assert.ok((await getEscrow(lender, loan)).notice_at);
    await environment().sandbox.advanceClock('8d');
    const { now } = await environment().sandbox.readClock();
    await performAction(borrower, loan, 'claimRepaid', {
      date: now.slice(0, 10),
      method: 'Wire',
      reference: 'B-2',
    });
    await expectRejection(lender, `POST /escrow/${loan.id}/finalize`, {
      status: 409,
      body: { outcome: 'SEIZE' },
      message: /Confirm, deny or escalate/,
    });
    await performAction(lender, loan, 'denyRepaid', { reason: 'Nothing came.' });
    const over = await performAction(lender, loan, 'finalize', { outcome: 'SEIZE' });
    assert.equal(over.status, 'FINALIZED_LENDER_SEIZURE');
    await waitForDomainNamed(lender, loan.domain.domain, 'CUSTODY_PAID');
  });
}

function waysOut(environment: GetEnvironment): void {
  test('after its lock a domain can be transferred out: the code is mailed, and the transfer removes it here', async () => {
    const { owner, domain } = await ownInCustody(environment());
    await expectRejection(owner, `POST /domains/${domain.id}/transferOut`, { status: 409 });
    await environment().sandbox.advanceClock('61d');
    await owner.post(`/domains/${domain.id}/transferOut`);
    const leaving = await owner.get(`/domains/${domain.id}`);
    assert.equal(leaving.pending_transfer, true);
    assert.equal(leaving.pending_transfer_direction, 'OUT');
    assert.ok(!('authCode' in leaving));
    const code = await mailedCode(environment, owner.email, domain.domain);
    assert.ok(!JSON.stringify(leaving).includes(code));
    await assert.rejects(environment().sandbox.takeOverDomain(domain.domain, 'wrong-code'));
    await environment().sandbox.takeOverDomain(domain.domain, code);
    await waitFor('the domain to leave', async () => (await owner.get('/domains')).total === 0);
    await expectRejection(owner, `POST /domains/${domain.id}/cancelTransferOut`, { status: 404 });
  });

  test('a transfer out cancelled by the owner leaves the domain locked, with a new code', async () => {
    const { owner, domain } = await ownInCustody(environment());
    await environment().sandbox.advanceClock('61d');
    await owner.post(`/domains/${domain.id}/transferOut`);
    const code = await mailedCode(environment, owner.email, domain.domain);
    await expectRejection(owner, 'POST /listings', {
      status: 409,
      body: { domain_id: domain.id, desired_apy: 1, desired_term: 1, desired_loan_amount: 100 },
    });
    await owner.post(`/domains/${domain.id}/cancelTransferOut`);
    await waitForDomainStatus(owner, domain, 'CUSTODY_PAID');
    const there = await environment().sandbox.readRegistration(domain.domain);
    assert.ok(there.statuses.includes('clientTransferProhibited'));
    assert.notEqual(there.authCode, code);
    await assert.rejects(environment().sandbox.takeOverDomain(domain.domain, code));
  });
}

/** Mails have the code on a separate line. */
function mailedCode(environment: GetEnvironment, to: string, name: string): Promise<string> {
  return waitFor('the code by mail', async () => {
    const mails = await environment().sandbox.readMails(to);
    const mail = mails.find((one) => one.subject === `Transfer code for ${name}`);
    const { authCode } = await environment().sandbox.readRegistration(name);
    return mail?.text.includes(authCode) && authCode;
  });
}
