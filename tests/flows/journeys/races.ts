/** Concurrent actions: whichever is first, the outcome is consistent. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiResponse } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { deposit, makeOffer, sign, transferIn, waitForStatus } from '@nameloan/driver/steps';
import {
  assertStatuses,
  countStatuses,
  sendConcurrently,
} from '../environment/concurrent-calls.ts';
import type { Loan, RestObject } from '../environment/loans.ts';
import {
  createAcceptedLoan,
  createListedDomain,
  createSignedLoan,
  defaultTerms,
  getDomain,
  getEscrow,
} from '../environment/loans.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { waitForDomainStatus, waitUntilListable } from '../environment/wait-for-state.ts';

export function races(environment: GetEnvironment): void {
  acceptances(environment);
  cancelAgainstSignature(environment);
  cancelAgainstArrival(environment);
  signatureAgainstArrival(environment);
  proofAgainstAcceptance(environment);
}

/** Asserts that the history is an unbroken chain of transitions without duplicates. */
async function assertHistory(loan: Loan): Promise<RestObject[]> {
  const history: RestObject[] = await loan.borrower.get(`/escrow/${loan.id}/history`);
  const moves = history.filter((one) => one.to !== null);
  for (const [at, one] of moves.entries()) {
    const before = moves[at - 1];
    if (before) assert.equal(one.from, before.to, JSON.stringify(moves));
  }
  assert.equal(moves.at(-1).to, (await getEscrow(loan.lender, loan)).status);
  return history;
}

function acceptances(environment: GetEnvironment): void {
  test('two lenders, eight concurrent acceptances: one loan, the other offer denied, and all parties see the same', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment());
    const rival = await environment().newPerson('Rita Rival');
    const offers = [
      await makeOffer(lender, domain.id, defaultTerms),
      await makeOffer(rival, domain.id, { ...defaultTerms, apy: 17 }),
    ];
    const answers = (
      await Promise.all(
        offers.map((offer) =>
          sendConcurrently(4, borrower, {
            method: 'POST',
            path: '/escrow/accept',
            body: { offerId: offer.id },
          }),
        ),
      )
    ).flat();
    assert.equal(countStatuses(answers), '201×1 409×7');
    const { escrows, total } = await borrower.post('/escrow/borrower', {});
    assert.equal(total, 1);
    const winner = escrows[0].apy === 17 ? rival : lender;
    const loser = winner === lender ? rival : lender;
    const statusOf = async (person: typeof lender) =>
      (await person.get('/offers/sent-offers')).offers[0].status;
    assert.equal(await statusOf(winner), 'ACCEPTED');
    assert.equal(await statusOf(loser), 'DENIED');
    assert.equal((await winner.post('/escrow/lender', {})).total, 1);
    assert.equal((await loser.post('/escrow/lender', {})).total, 0);
    assert.equal((await getDomain(borrower, domain)).listed, false);
    await waitForStatus(winner, escrows[0].id, 'PENDING_SIGNATURE');
    await waitFor('the notification of the loser', async () => {
      const { notifications } = await loser.get('/notifications');
      return notifications.some((one: RestObject) => one.body.includes(domain.domain));
    });
  });

  test('an acceptance against the rescission of the offer: one of them wins, never both', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment());
    const { id } = await makeOffer(lender, domain.id, defaultTerms);
    const [accept, rescind] = await Promise.all([
      borrower.call('POST', '/escrow/accept', { offerId: id }),
      lender.call('POST', `/offers/${id}`, { status: 'RESCINDED' }),
    ]);
    const won = accept.status === 201;
    assert.deepEqual([accept.status, rescind.status], won ? [201, 409] : [409, 200]);
    const { offers } = await lender.get('/offers/sent-offers');
    assert.equal(offers[0].status, won ? 'ACCEPTED' : 'RESCINDED');
    assert.equal((await borrower.post('/escrow/borrower', {})).total, won ? 1 : 0);
  });
}

async function contractToken(loan: Loan, of: 'borrower' | 'lender'): Promise<string> {
  const field = `${of}_contract_url`;
  const url: string = await waitFor('the contract', async () => {
    return (await getEscrow(loan[of], loan))[field];
  });
  return url.slice(url.lastIndexOf('/') + 1);
}

/** Signs by the token and ignores the result. */
async function trySign(loan: Loan, of: 'borrower' | 'lender', token: string): Promise<ApiResponse> {
  return loan[of].call('POST', `/contracts/${token}/sign`, {
    name: loan[of].name,
    consent: true,
    address: { address1: '1 Main Street', city: 'Springfield', zip: '12345', country: 'US' },
  });
}

function cancelAgainstSignature(environment: GetEnvironment): void {
  for (const by of ['borrower', 'lender'] as const) {
    test(`the ${by} cancels against the second signature: the loan is cancelled, signed before or never`, async () => {
      const loan = await createAcceptedLoan(environment());
      await sign(loan.borrower, loan.id);
      const token = await contractToken(loan, 'lender');
      const [signing, ...cancels] = await Promise.all([
        trySign(loan, 'lender', token),
        ...(await starts(4, () => loan[by].call('POST', `/escrow/${loan.id}/cancel`))),
      ]);
      assert.equal(countStatuses(cancels), '200×1 409×3');
      assertStatuses([signing], 200, 409);
      const seen = await waitForStatus(loan.borrower, loan.id, 'CANCELLED');
      assert.equal(seen.lender_signed, signing.status === 200);
      await assertHistory(loan);
      await waitUntilListable(loan.borrower, loan.domain);
    });
  }
}

/** Starts calls in the same event loop turn. */
async function starts<R>(many: number, begin: () => Promise<R>): Promise<Promise<R>[]> {
  return Array.from({ length: many }, begin);
}

/** Approves the transfer; resolves when domains knows it, but lending may not yet. */
async function untilArrived(environment: TestEnvironment, loan: Loan): Promise<void> {
  await transferIn(loan.borrower, environment.sandbox, loan.domain);
  await waitFor('the arrival', async () => {
    const { status } = await getDomain(loan.borrower, loan.domain);
    return status === 'CUSTODY_PAID' || status === 'IN_ESCROW';
  });
}

function cancelAgainstArrival(environment: GetEnvironment): void {
  test('the lender cancels against the domain’s arrival: cancelled, and the domain is free in custody', async () => {
    const loan = await createSignedLoan(environment());
    await deposit(loan.borrower, environment().sandbox, 20);
    await untilArrived(environment(), loan);
    const cancels = await sendConcurrently(4, loan.lender, {
      method: 'POST',
      path: `/escrow/${loan.id}/cancel`,
    });
    assert.equal(countStatuses(cancels), '200×1 409×3');
    await waitForStatus(loan.borrower, loan.id, 'CANCELLED');
    await waitForDomainStatus(loan.borrower, loan.domain, 'CUSTODY_PAID');
    await waitUntilListable(loan.borrower, loan.domain);
    await assertHistory(loan);
  });

  test('the borrower cancels against the domain’s arrival: cancelled, or a request that the lender must answer', async () => {
    const loan = await createSignedLoan(environment());
    await deposit(loan.borrower, environment().sandbox, 20);
    await untilArrived(environment(), loan);
    const answer = await loan.borrower.call('POST', `/escrow/${loan.id}/cancel`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    if (answer.body.status === 'CANCELLED') {
      await waitForDomainStatus(loan.borrower, loan.domain, 'CUSTODY_PAID');
      await waitUntilListable(loan.borrower, loan.domain);
    } else {
      assert.equal(answer.body.status, 'DOMAIN_IN_CUSTODY');
      assert.ok(answer.body.cancel_requested_at);
      await waitForDomainStatus(loan.borrower, loan.domain, 'IN_ESCROW');
    }
    await assertHistory(loan);
  });

  test('a loan cancelled during the transfer: a domain that arrives late is in custody without a loan', async () => {
    const loan = await createSignedLoan(environment());
    await deposit(loan.borrower, environment().sandbox, 20);
    const { authCode } = await environment().sandbox.readRegistration(loan.domain.domain);
    await loan.borrower.post(`/domains/${loan.domain.id}/transfer`, { transferCode: authCode });
    await Promise.all([
      environment().sandbox.approveTransfer(loan.domain.domain),
      loan.borrower.post(`/escrow/${loan.id}/cancel`),
    ]);
    const end = await getEscrow(loan.borrower, loan);
    // If the arrival was faster, both parties must agree.
    if (end.status === 'DOMAIN_IN_CUSTODY') {
      assert.ok(end.cancel_requested_at);
      await loan.lender.post(`/escrow/${loan.id}/cancel`);
    } else assert.equal(end.status, 'CANCELLED');
    await waitForDomainStatus(loan.borrower, loan.domain, 'CUSTODY_PAID');
    await waitUntilListable(loan.borrower, loan.domain);
  });
}

function signatureAgainstArrival(environment: GetEnvironment): void {
  test('the second signature against the domain’s arrival: both count, and the loan waits for the money', async () => {
    const loan = await createAcceptedLoan(environment());
    await sign(loan.borrower, loan.id);
    const token = await contractToken(loan, 'lender');
    await deposit(loan.borrower, environment().sandbox, 20);
    await untilArrived(environment(), loan);
    const answers = await Promise.all(await starts(4, () => trySign(loan, 'lender', token)));
    assert.equal(countStatuses(answers), '200×1 409×3');
    await waitForStatus(loan.lender, loan.id, 'DOMAIN_IN_CUSTODY');
    await waitForDomainStatus(loan.borrower, loan.domain, 'IN_ESCROW');
    const history = await assertHistory(loan);
    assert.equal(history.filter((one) => one.action === 'SIGN').length, 2);
  });
}

function proofAgainstAcceptance(environment: GetEnvironment): void {
  test('another account verifies the name against its acceptance: the loan or the new owner, never both', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment());
    const offer = await makeOffer(lender, domain.id, defaultTerms);
    const other = await environment().newPerson('Olga Other');
    const claim = await other.post('/domains/add', { domain: domain.domain });
    const host = `_nameloan-challenge.${domain.domain}`;
    await environment().sandbox.setTxt(host, [claim.verification_record]);
    const [accept] = await Promise.all([
      borrower.call('POST', '/escrow/accept', { offerId: offer.id }),
      other.post(`/domains/${claim.id}/verify`),
    ]);
    assertStatuses([accept], 201, 409);
    // Without the DNS record the first owner's loan cannot continue, whichever call was faster.
    if (accept.status === 201) await waitForStatus(borrower, accept.body.id, 'CANCELLED');
    await waitFor('the proof', async () => {
      await other.call('POST', `/domains/${claim.id}/verify`);
      return (await getDomain(other, claim)).status === 'EXTERNAL_VERIFIED';
    });
    await waitFor('the old proof to end', async () => {
      const { status, listed: open } = await getDomain(borrower, domain);
      return status === 'EXTERNAL_UNVERIFIED' && !open;
    });
  });

  test('another account verifies a name that its owner still proves: the loan stays, the other waits', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment());
    const offer = await makeOffer(lender, domain.id, defaultTerms);
    const other = await environment().newPerson('Olga Other');
    const claim = await other.post('/domains/add', { domain: domain.domain });
    const host = `_nameloan-challenge.${domain.domain}`;
    await environment().sandbox.setTxt(host, [
      domain.verification_record,
      claim.verification_record,
    ]);
    const [accept] = await Promise.all([
      borrower.call('POST', '/escrow/accept', { offerId: offer.id }),
      other.post(`/domains/${claim.id}/verify`),
    ]);
    assert.equal(accept.status, 201);
    const loan = { borrower, lender, domain, terms: defaultTerms, id: accept.body.id };
    await contractToken(loan, 'borrower');
    await waitFor('the other’s check', async () => {
      const { verification_attempts } = await getDomain(other, claim);
      return verification_attempts.length > 0;
    });
    assert.equal((await getDomain(other, claim)).status, 'EXTERNAL_UNVERIFIED');
    assert.equal((await getDomain(borrower, domain)).status, 'EXTERNAL_VERIFIED');
    assert.equal((await getEscrow(lender, loan)).status, 'PENDING_SIGNATURE');
  });
}
