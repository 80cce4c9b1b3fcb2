/** Disruptions of a loan: lost custody, a registration that is too short, a dispute. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '@nameloan/driver/sandbox-client';
import {
  acceptOffer,
  addProvenDomain,
  deposit,
  makeOffer,
  openListing,
  sign,
  transferIn,
  waitForStatus,
} from '@nameloan/driver/steps';
import type { Loan, RestObject } from '../environment/loans.ts';
import {
  createListedDomain,
  createLoanInCustody,
  createPostedLoan,
  defaultTerms,
  getEscrow,
  performAction,
} from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { waitForDomainStatus } from '../environment/wait-for-state.ts';
import { ownInCustody } from './custody.ts';
import { disputed } from './loan-endings.ts';
import { completeEvidence, waitForNotification } from './missed-deadlines.ts';

/** Another registrar takes over the domain despite its lock. */
async function takenAway(environment: TestEnvironment, { domain }: Loan): Promise<void> {
  await environment.sandbox.updateRegistration(domain.domain, { statuses: [] });
  await environment.sandbox.takeOverDomain(domain.domain);
}

export function disruptions(environment: GetEnvironment): void {
  custodyLost(environment);
  conditions(environment);
  offers(environment);
}

function custodyLost(environment: GetEnvironment): void {
  test('a domain that leaves custody before the payout cancels the loan', async () => {
    const loan = await createLoanInCustody(environment());
    await takenAway(environment(), loan);
    await waitForStatus(loan.lender, loan.id, 'CANCELLED');
    await waitFor('the domain to leave the list', async () => {
      return (await loan.borrower.get('/domains')).total === 0;
    });
    for (const party of [loan.borrower, loan.lender]) {
      await waitFor('word of it', async () => {
        const { notifications } = await party.get('/notifications');
        return notifications.some((one: RestObject) => /left our custody/.test(one.body));
      });
    }
  });

  test('a domain that leaves custody before the signatures cancels the loan, and both parties are notified why', async () => {
    const { owner, domain } = await ownInCustody(environment());
    const lender = await environment().newPerson('Len Lender');
    await openListing(owner, domain.id, defaultTerms);
    const offer = await makeOffer(lender, domain.id, defaultTerms);
    const { id } = await acceptOffer(owner, offer.id);
    const loan = { id, borrower: owner, lender, domain, terms: defaultTerms };
    await sign(lender, id);
    await takenAway(environment(), loan);
    await waitForStatus(lender, id, 'CANCELLED');
    await waitForNotification([owner, lender], /was cancelled because the domain left our custody/);
  });

  test('a domain that leaves custody in a dispute leaves it open; only a decision for the platform is possible', async () => {
    const { operator, ...loan } = await disputed(environment());
    await takenAway(environment(), loan);
    await waitForNotification([loan.borrower, loan.lender, operator], /left our custody/);
    assert.equal((await getEscrow(loan.lender, loan)).status, 'ESCALATED');
    const reason = 'The domain is gone.';
    for (const outcome of ['CONTINUE', 'RETURN', 'SEIZE']) {
      const no = await expectRejection(operator, `POST /escrow/${loan.id}/resolve`, {
        status: 409,
        body: { outcome, reason },
      });
      assert.equal(no.reason, 'CUSTODY_LOST');
    }
    await completeEvidence(loan);
    const over = await performAction(operator, loan, 'resolve', { outcome: 'PLATFORM', reason });
    assert.equal(over.status, 'FINALIZED_PLATFORM_SEZIURE');
  });

  test('a domain that leaves custody while the loan runs escalates it, and no lender can seize it', async () => {
    const loan = await createPostedLoan(environment());
    await takenAway(environment(), loan);
    await waitForStatus(loan.lender, loan.id, 'ESCALATED');
    await expectRejection(loan.lender, `POST /escrow/${loan.id}/finalize`, { status: 409 });
    const no = await expectRejection(loan.borrower, `POST /escrow/${loan.id}/settle`, {
      status: 409,
      body: { outcome: 'SEIZE' },
    });
    assert.equal(no.reason, 'CUSTODY_LOST');
    await completeEvidence(loan);
    const operator = await environment().newOperator();
    await environment().setOperator(operator);
    const decision = { outcome: 'RETURN', reason: 'The domain is gone.' };
    const over = await waitFor('the decision', async () => {
      const answer = await operator.call('POST', `/escrow/${loan.id}/resolve`, decision);
      return answer.status === 200 && answer.body;
    });
    assert.equal(over.status, 'FINALIZED_RETURN_TO_BORROWER');
  });
}

function conditions(environment: GetEnvironment): void {
  test('a domain whose registration is too short must be renewed before the loan continues', async () => {
    const terms = { amount: 500, term: 400, apy: 10 };
    const borrower = await environment().newPerson('Shay Short');
    const lender = await environment().newPerson('Len Lender');
    const name = environment().newDomainName();
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString();
    await environment().sandbox.updateRegistration(name, { expiry: soon });
    const domain = await addProvenDomain(borrower, environment().sandbox, name);
    await openListing(borrower, domain.id, terms);
    const offer = await makeOffer(lender, domain.id, terms);
    const { id } = await acceptOffer(borrower, offer.id);
    await sign(borrower, id);
    await sign(lender, id);
    await deposit(borrower, environment().sandbox, 100);
    await transferIn(borrower, environment().sandbox, domain);
    await waitFor('the call for a renewal', async () => {
      const history: RestObject[] = await lender.get(`/escrow/${id}/history`);
      return history.some((one) => one.action === 'RENEWAL_NEEDED');
    });
    const waiting = await getEscrow(lender, { id });
    assert.equal(waiting.status, 'NEW');
    assert.ok(waiting.renew_until > soon);
    await borrower.post(`/domains/${domain.id}/renew`);
    const there = await waitForStatus(lender, id, 'DOMAIN_IN_CUSTODY');
    assert.equal(there.renew_until, null);
    await waitForDomainStatus(borrower, domain, 'IN_ESCROW');
  });

  test('a borrower controls the nameservers while the loan runs, but not in a dispute', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, domain } = loan;
    await waitForDomainStatus(borrower, domain, 'IN_ESCROW');
    const call = `POST /domains/${domain.id}/editNS`;
    const nameservers = ['ns1.kept.example', 'ns2.kept.example'];
    await borrower.post(`/domains/${domain.id}/editNS`, { nameservers });
    await waitFor('the nameservers at the registry', async () => {
      const there = await environment().sandbox.readRegistration(domain.domain);
      return there.nameservers.toSorted().join() === nameservers.join();
    });
    await expectRejection(loan.lender, call, { status: 403, body: { nameservers } });
    await performAction(borrower, loan, 'escalate');
    await waitFor('the dispute to be known', async () => {
      const answer = await borrower.call('POST', `/domains/${domain.id}/editNS`, { nameservers });
      return answer.status === 409;
    });
    await expectRejection(borrower, `POST /domains/${domain.id}/transferOut`, { status: 409 });
  });
}

function offers(environment: GetEnvironment): void {
  test('only the right party can respond to an offer, and closing a listing denies it', async () => {
    const { borrower, lender, domain, terms } = await createListedDomain(environment());
    const offer = await makeOffer(lender, domain.id, terms);
    const path = `POST /offers/${offer.id}`;
    await expectRejection(lender, path, { status: 403, body: { status: 'DENIED' } });
    await expectRejection(borrower, path, { status: 403, body: { status: 'RESCINDED' } });
    await expectRejection(borrower, path, { status: 400, body: { status: 'ACCEPTED' } });
    await expectRejection(borrower, 'POST /offers', {
      status: 403,
      body: { domain_id: domain.id, loan_amount: 5, term: 5, apy: 5 },
    });
    assert.equal((await borrower.call('DELETE', `/listings/${domain.id}`)).status, 204);
    const [denied] = (await lender.get('/offers/sent-offers')).offers;
    assert.equal(denied.status, 'DENIED');
    await expectRejection(borrower, 'POST /escrow/accept', {
      status: 409,
      body: { offerId: offer.id },
    });
    await waitFor('the domain to be removable', async () => {
      return (await borrower.call('DELETE', `/domains/${domain.id}`)).status === 204;
    });
  });
}
