/** Registrations and DNS proofs over time: warnings, renewals, prices and expiry. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { addProvenDomain, deposit } from '@nameloan/driver/steps';
import type { RestObject } from '../environment/loans.ts';
import { createListedDomain, createLoanInCustody, getDomain } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import {
  getBalance,
  getTransactions,
  waitForDomainStatus,
  waitForNotifications,
} from '../environment/wait-for-state.ts';
import { ownInCustody } from './custody.ts';

const day = 86_400_000;

export function registrations(environment: GetEnvironment): void {
  renewals(environment);
  collateral(environment);
  prices(environment);
  proofs(environment);
}

/** Sets a registration to end in this many days and waits until the daily sync has found it. */
export async function endIn(
  environment: TestEnvironment,
  days: number,
  domain: RestObject,
): Promise<void> {
  const { now } = await environment.sandbox.readClock();
  const expiry = new Date(Date.parse(now) + days * day).toISOString();
  await environment.sandbox.updateRegistration(domain.domain, { expiry });
  await environment.sandbox.advanceClock('37h');
}

async function getExpiryYear(
  environment: TestEnvironment,
  { domain }: RestObject,
): Promise<number> {
  return new Date((await environment.sandbox.readRegistration(domain)).expiry).getUTCFullYear();
}

/** Reads the collateral as the lender's web app does: through the loan. */
async function readCollateral(lender: Person, id: string): Promise<RestObject> {
  const query = `query ($id: ID!) { escrow(id: $id) { domain { escrow { id } expiresAt nameservers
    transferOutAvailableAt renewalQuote { amount } verificationRecord } } }`;
  const response = await fetch(`${lender.baseUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': lender.token ?? '' },
    body: JSON.stringify({ query, variables: { id } }),
  });
  const { data, errors } = (await response.json()) as RestObject;
  assert.equal(errors, undefined);
  return data.escrow.domain;
}

function renewals(environment: GetEnvironment): void {
  test('the owner of a domain in custody is warned at 60 days, and the domain is renewed from the balance at 30', async () => {
    const { owner, domain } = await ownInCustody(environment());
    await endIn(environment(), 70, domain);
    const [before, year] = [await getBalance(owner), await getExpiryYear(environment(), domain)];
    await environment().sandbox.advanceClock('9d');
    const [warning] = await waitForNotifications(
      owner,
      /registration of .* ends on .*We’ll renew it/,
    );
    assert.equal(warning.message, true);
    assert.equal(await getBalance(owner), before);
    await environment().sandbox.advanceClock('30d');
    await waitForNotifications(owner, /registered until .*\$12(\.00)? was paid from your balance/);
    assert.equal(await getExpiryYear(environment(), domain), year + 1);
    assert.equal(await getBalance(owner), before - 12);
    await waitFor('the fee', async () => {
      const [fee] = await getTransactions(owner);
      return String(fee) === 'Renewal fee,-12,Balance,DONE';
    });
    await environment().sandbox.advanceClock('30d');
    assert.equal(await getExpiryYear(environment(), domain), year + 1, 'once');
  });

  test('an unpaid registration passes grace and redemption, and the domain is deleted', async () => {
    const { owner, domain } = await ownInCustody(environment());
    await deposit(owner, environment().sandbox, 1);
    await environment().sandbox.updateRegistration(domain.domain, { premium: true });
    await endIn(environment(), 35, domain);
    await environment().sandbox.advanceClock('8d');
    await waitForNotifications(owner, /charges more for this name than you have accepted so far/);
    await environment().sandbox.advanceClock('28d');
    const there = () => environment().sandbox.readRegistration(domain.domain);
    assert.equal((await there()).rgpStatus, 'autoRenewPeriod');
    await waitForNotifications(
      owner,
      /^The registration of .* ended on .*charges more for this name/,
    );
    await environment().sandbox.advanceClock('45d');
    assert.deepEqual([(await there()).rgpStatus], ['redemptionPeriod']);
    await waitForNotifications(
      owner,
      /^The registry is deleting .* registered until .* can’t be renewed/,
    );
    await expectRejection(owner, `POST /domains/${domain.id}/renew`, {
      status: 409,
      body: { max_fee: 1000 },
      message: /pendingDelete/,
    });
    await environment().sandbox.advanceClock('36d');
    await environment().sandbox.advanceClock('38h');
    await waitForNotifications(owner, /no longer in our custody.*registration has been deleted/);
    assert.equal((await owner.get('/domains')).total, 0);
  });
}

function collateral(environment: GetEnvironment): void {
  test('the lender is warned like the borrower and may renew the collateral from their own balance', async () => {
    const loan = await createLoanInCustody(environment());
    const { borrower, lender, domain } = loan;
    await waitForDomainStatus(borrower, domain, 'IN_ESCROW');
    await endIn(environment(), 55, domain);
    const seen = await getDomain(lender, domain);
    assert.ok(seen.expires_at && seen.transfer_out_available_at && seen.nameservers.length > 0);
    assert.deepEqual([seen.verification_record, seen.actions], [null, ['RENEW']]);
    const inGraph = await readCollateral(lender, loan.id);
    assert.deepEqual(
      [inGraph.escrow.id, inGraph.renewalQuote.amount, inGraph.verificationRecord],
      [loan.id, 1200, null],
    );
    assert.ok(
      inGraph.expiresAt && inGraph.transferOutAvailableAt && inGraph.nameservers.length > 0,
    );
    await waitForNotifications(lender, /which secures your loan, ends on/);
    const quote = await lender.get(`/domains/${domain.id}/quote?for=renewal`);
    assert.deepEqual([quote.amount, quote.premium], [12, false]);
    const year = await getExpiryYear(environment(), domain);
    const poor = await expectRejection(lender, `POST /domains/${domain.id}/renew`, { status: 402 });
    assert.equal(poor.missing, 12);
    await deposit(lender, environment().sandbox, 20);
    const renewed = await lender.post(`/domains/${domain.id}/renew`);
    assert.equal(renewed.charged, 12);
    assert.equal(await getBalance(lender), 8);
    assert.equal(await getExpiryYear(environment(), domain), year + 1);
    await waitForNotifications(borrower, /was paid by the lender of its loan/);
    const stranger = await environment().newPerson('Sam Stranger');
    await expectRejection(stranger, `POST /domains/${domain.id}/renew`, { status: 404 });
    await expectRejection(stranger, `GET /domains/${domain.id}/quote?for=renewal`, { status: 404 });
  });

  test('a listing whose term exceeds any registration is rejected with the maximum', async () => {
    const borrower = await environment().newPerson('Lia Long');
    const domain = await addProvenDomain(
      borrower,
      environment().sandbox,
      environment().newDomainName('co'),
    );
    const body = {
      domain_id: domain.id,
      desired_loan_amount: 500,
      desired_term: 2000,
      desired_apy: 10,
    };
    const refusal = await expectRejection(borrower, 'POST /listings', {
      status: 400,
      body,
      // With one leap day or two.
      message: /at most 5 years ahead.*at most 1,82[67] days/,
    });
    assert.deepEqual(Object.keys(refusal.fields), ['desired_term']);
    await borrower.post('/listings', { ...body, desired_term: 1825 });
  });
}

function prices(environment: GetEnvironment): void {
  test('a premium domain costs what its owner agreed to, and no more is charged', async () => {
    const owner = await environment().newPerson('Prue Premium');
    const domain = await addProvenDomain(
      owner,
      environment().sandbox,
      environment().newDomainName(),
    );
    await environment().sandbox.updateRegistration(domain.domain, { premium: true });
    await deposit(owner, environment().sandbox, 500);
    const { authCode } = await environment().sandbox.readRegistration(domain.domain);
    const call = `POST /domains/${domain.id}/transfer`;
    for (const max_fee of [undefined, 12, 219.99]) {
      const body = { transferCode: authCode, ...(max_fee ? { max_fee } : {}) };
      const refusal = await expectRejection(owner, call, { status: 409, body, message: /\$220/ });
      assert.equal(refusal.reason, 'PRICE_CHANGED');
      assert.deepEqual([refusal.quote.amount, refusal.quote.premium], [220, true]);
      assert.ok(refusal.quote.valid_until);
    }
    assert.equal(await getBalance(owner), 500);
    const quote = await owner.get(`/domains/${domain.id}/quote?for=transfer`);
    assert.equal(quote.amount, 220);
    const begun = await owner.post(`/domains/${domain.id}/transfer`, {
      transferCode: authCode,
      max_fee: quote.amount,
    });
    assert.equal(begun.charged, 220);
    await environment()
      .sandbox.approveTransfer(domain.domain)
      .catch(() => undefined);
    await waitForDomainStatus(owner, domain, 'CUSTODY_PAID');
    assert.equal(await getBalance(owner), 280);
    await expectRejection(owner, `POST /domains/${domain.id}/renew`, {
      status: 409,
      message: /\$220/,
    });
    const renewed = await owner.post(`/domains/${domain.id}/renew`, { max_fee: 220 });
    assert.equal(renewed.charged, 220);
    assert.equal(await getBalance(owner), 60);
    const poor = await expectRejection(owner, `POST /domains/${domain.id}/renew`, {
      status: 402,
      body: { max_fee: 220 },
    });
    assert.equal(poor.missing, 160);
  });
}

function proofs(environment: GetEnvironment): void {
  test('a proof that is missing for an hour closes its listing; a valid one keeps it', async () => {
    const { borrower, domain } = await createListedDomain(environment());
    // Moving the clock before domains knows the listing would delay the first check by another day.
    await waitFor('the first check to be scheduled', async () => {
      return (await getDomain(borrower, domain)).next_check_at !== null;
    });
    await environment().sandbox.advanceClock('3d');
    const seen = await waitFor('the daily check', async () => {
      const found = await getDomain(borrower, domain);
      return found.verification_attempts.length >= 2 && found;
    });
    assert.equal(seen.status, 'EXTERNAL_VERIFIED');
    await environment().sandbox.removeTxt(`_nameloan-challenge.${domain.domain}`);
    await borrower.call('POST', `/domains/${domain.id}/verify`);
    await waitFor('the first check', async () => {
      const [newest] = (await getDomain(borrower, domain)).verification_attempts;
      return newest.outcome === 'MISSING';
    });
    assert.equal((await getDomain(borrower, domain)).status, 'EXTERNAL_VERIFIED');
    await environment().sandbox.advanceClock('61m');
    await waitForDomainStatus(borrower, domain, 'EXTERNAL_UNVERIFIED');
    await waitFor('the listing to close', async () => {
      const { listings } = await borrower.get(`/listings?text=${domain.domain}`);
      return listings.length === 0;
    });
    await waitForNotifications(borrower, /^We can no longer see the DNS proof for/);
  });

  test('the notification of a verified name with an unsupported TLD says so', async () => {
    const owner = await environment().newPerson('Dora Deutsch');
    await addProvenDomain(owner, environment().sandbox, environment().newDomainName('de'));
    const [notice] = await waitForNotifications(owner, /We found the DNS proof/);
    assert.match(notice.body, /can’t hold domains of its TLD yet/);
  });
}
