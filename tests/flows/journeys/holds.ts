/** Legal holds by the public API: a hold at each stage of a loan, lifted by two operators. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { makeOffer } from '@nameloan/driver/steps';
import type { ListedDomain, Loan, RestObject } from '../environment/loans.ts';
import {
  createListedDomain,
  createLoanInCustody,
  createPostedLoan,
  createSignedLoan,
  getDomain,
  getEscrow,
  performAction,
} from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import {
  waitForDomainNamed,
  waitForDomainStatus,
  waitForNotifications,
  waitUntilListable,
} from '../environment/wait-for-state.ts';

type Staff = readonly [Person, Person];

async function newStaff(environment: TestEnvironment): Promise<Staff> {
  const staff = [await environment.newOperator(), await environment.newOperator()] as const;
  for (const one of staff) {
    await environment.setOperator(one);
    await waitFor(`${one.name} to be an operator`, async () => {
      const { status } = await one.call('DELETE', '/operator/domains/unknown/hold');
      const query = { query: '{ legalHolds { total } }' };
      const response = await fetch(`${one.baseUrl}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-access-token': one.token ?? '' },
        body: JSON.stringify(query),
      });
      const answer = (await response.json()) as RestObject;
      return status === 404 && answer.data?.legalHolds;
    });
  }
  return staff;
}

const place = ([first]: Staff, { id }: { id: string }): Promise<RestObject> =>
  first.post(`/operator/domains/${id}/hold`, {
    disclosed: true,
    ...{ kind: 'UDRP', caseId: 'D2026-0042', provider: 'WIPO' },
    receivedAt: new Date(Date.now() - 60_000).toISOString(),
  });

/** The first call asks, the second one lifts. */
async function lift(staff: Staff, { id }: { id: string }): Promise<void> {
  const statuses = [];
  for (const one of [staff[0], staff[0], staff[1]])
    statuses.push((await one.call('DELETE', `/operator/domains/${id}/hold`)).status);
  assert.deepEqual(statuses, [202, 202, 204]);
  assert.equal((await staff[1].call('DELETE', `/operator/domains/${id}/hold`)).status, 404);
}

const onHold = (loan: Loan): Promise<RestObject> =>
  waitFor('the loan to show the hold', async () => {
    const escrow = await getEscrow(loan.lender, loan);
    return escrow.legal_hold_since && escrow;
  });

export function holds(environment: GetEnvironment): void {
  beforeTheLoan(environment);
  duringTheLoan(environment);
  intake(environment);
}

function beforeTheLoan(environment: GetEnvironment): void {
  test('a hold closes a listing, rejects acts on the domain, and only operators place it', async () => {
    const { borrower, lender, domain, terms }: ListedDomain = await createListedDomain(
      environment(),
    );
    const staff = await newStaff(environment());
    const body = {
      ...{ kind: 'COURT', caseId: '1', provider: 'Court' },
      receivedAt: new Date(Date.now() - 60_000).toISOString(),
    };
    for (const person of [borrower, lender])
      await expectRejection(person, `POST /operator/domains/${domain.id}/hold`, {
        status: 404,
        body,
      });
    const offer = await makeOffer(lender, domain.id, terms);
    const hold = await place(staff, domain);
    assert.deepEqual([hold.domain, hold.disclosed, hold.lifted_at], [domain.domain, true, null]);
    const { kind, caseId, receivedAt, deadline } = hold;
    const changed = await staff[0].post(`/operator/domains/${domain.id}/hold`, {
      ...{ kind, caseId, provider: 'WIPO Center' },
    });
    assert.deepEqual(
      [changed.provider, changed.receivedAt, changed.deadline, changed.disclosed],
      ['WIPO Center', receivedAt, deadline, true],
      'a changed case keeps what it does not state',
    );
    await waitForNotifications(borrower, /on legal hold because/);
    const late = await waitFor('the listing to close', async () => {
      const { status, body: found } = await borrower.call('POST', '/listings', {
        domain_id: domain.id,
        desired_apy: 10,
        desired_term: 30,
        desired_loan_amount: 100,
      });
      return status === 409 && found.reason === 'LEGAL_HOLD' && found;
    });
    assert.match(late.message, /on legal hold\. You can list it once the hold is lifted/);
    const refused = await borrower.call('POST', '/escrow/accept', { offerId: offer.id });
    assert.equal(refused.status, 409);
    const transfer = { status: 409, body: { transferCode: 'secret' } };
    const { reason } = await expectRejection(
      borrower,
      `POST /domains/${domain.id}/transfer`,
      transfer,
    );
    assert.equal(reason, 'LEGAL_HOLD');
    assert.ok((await getDomain(borrower, domain)).legal_hold_since);
    await lift(staff, domain);
    await waitUntilListable(borrower, domain);
    assert.equal((await getDomain(borrower, domain)).legal_hold_since, null);
  });

  test('the known claims of an acceptance are shown to the lender, and bad ones are rejected', async () => {
    const { borrower, lender, domain, terms } = await createListedDomain(environment());
    const offer = await makeOffer(lender, domain.id, terms);
    const bad = { offerId: offer.id, known_claims: 'x'.repeat(1001) };
    const rejected = await expectRejection(borrower, 'POST /escrow/accept', {
      status: 400,
      body: bad,
    });
    assert.deepEqual(Object.keys(rejected.fields), ['known_claims']);
    const claims = 'Acme Inc. sent a letter in March.';
    const { id } = await borrower.post('/escrow/accept', {
      offerId: offer.id,
      known_claims: ` ${claims} `,
    });
    assert.equal((await getEscrow(lender, { id })).known_claims, claims);
    const url: string = await waitFor('the contract', async () => {
      return (await getEscrow(lender, { id })).lender_contract_url;
    });
    const { body } = await lender.call('GET', new URL(url).pathname);
    assert.equal(body.known_claims, claims);
  });
}

function duringTheLoan(environment: GetEnvironment): void {
  test('a signed loan waits for the end of a hold with its deadline, and the domain is then brought in', async () => {
    const loan = await createSignedLoan(environment());
    const staff = await newStaff(environment());
    await place(staff, loan.domain);
    const held = await onHold(loan);
    assert.deepEqual([held.status, held.what_next_at], ['NEW', null]);
    assert.match(held.what_next, /it can be transferred in once the hold is lifted/);
    await waitForNotifications(loan.lender, /on legal hold because/);
    await lift(staff, loan.domain);
    await waitFor('the deadline', async () => (await getEscrow(loan.lender, loan)).what_next_at);
  });

  test('a lender cannot mark a loan as paid while its domain is on hold', async () => {
    const loan = await createLoanInCustody(environment());
    const staff = await newStaff(environment());
    await place(staff, loan.domain);
    await onHold(loan);
    const { reason, message } = await expectRejection(
      loan.lender,
      `POST /escrow/${loan.id}/markPaid`,
      { status: 409 },
    );
    assert.equal(reason, 'LEGAL_HOLD');
    assert.match(message, /Don’t send the money/);
    await lift(staff, loan.domain);
    await waitFor('the mark', async () => {
      const { status } = await loan.lender.call('POST', `/escrow/${loan.id}/markPaid`);
      return status === 200;
    });
  });

  test('a loan is repaid during a hold, and its domain is free once the hold is lifted', async () => {
    const loan = await createPostedLoan(environment());
    const staff = await newStaff(environment());
    await place(staff, loan.domain);
    await onHold(loan);
    const nameservers = ['ns1.example.net', 'ns2.example.net'];
    const change = { status: 409, body: { nameservers } };
    const editing = `POST /domains/${loan.domain.id}/editNS`;
    assert.equal((await expectRejection(loan.borrower, editing, change)).reason, 'LEGAL_HOLD');
    const surrender = { status: 409, body: { outcome: 'SURRENDER' } };
    const giving = `POST /escrow/${loan.id}/finalize`;
    assert.equal((await expectRejection(loan.borrower, giving, surrender)).reason, 'LEGAL_HOLD');
    const over = await performAction(loan.lender, loan, 'finalize');
    assert.equal(over.status, 'FINALIZED_RETURN_TO_BORROWER');
    const ended = await getEscrow(loan.lender, loan);
    assert.match(ended.what_next, /goes back to the borrower once the hold is lifted/);
    assert.equal((await getDomain(loan.borrower, loan.domain)).status, 'IN_ESCROW');
    await lift(staff, loan.domain);
    await waitForDomainStatus(loan.borrower, loan.domain, 'CUSTODY_PAID');
    await waitFor('the loan to show its end', async () =>
      /yours again/.test((await getEscrow(loan.borrower, loan)).what_next),
    );
  });

  test('a settlement for the lender during a hold gives them the domain once the hold is lifted', async () => {
    const loan = await createPostedLoan(environment());
    const staff = await newStaff(environment());
    await place(staff, loan.domain);
    await onHold(loan);
    await performAction(loan.borrower, loan, 'escalate', { reason: 'I cannot repay.' });
    await performAction(loan.borrower, loan, 'settle', { outcome: 'SEIZE' });
    const ended = await performAction(loan.lender, loan, 'settle', { outcome: 'SEIZE' });
    assert.equal(ended.status, 'FINALIZED_LENDER_SEIZURE');
    const shown = await getEscrow(loan.lender, loan);
    assert.match(shown.what_next, /goes to you once the hold is lifted/);
    const { domains } = await loan.lender.get('/domains');
    assert.deepEqual(domains, []);
    await lift(staff, loan.domain);
    await waitForDomainNamed(loan.lender, loan.domain.domain, 'CUSTODY_PAID');
  });
}

function intake(environment: GetEnvironment): void {
  test('a court’s request needs no account, and its reply is the same for every name', async () => {
    const { borrower, domain } = await createListedDomain(environment());
    const [operator] = await newStaff(environment());
    const request = (name: string) => ({
      ...{ kind: 'COURT', domain: name, caseId: '12 O 34/26', provider: 'District Court' },
      ...{ contact: 'clerk@court.example', text: 'Keep this domain as it is.' },
    });
    const replies = [];
    for (const name of [domain.domain, 'not-here-at-all.com'])
      replies.push(await borrower.call('POST', '/legal-requests', request(name), { token: null }));
    for (const { status, body } of replies)
      assert.deepEqual([status, body], [202, { message: 'Request received' }]);
    await waitForNotifications(operator, new RegExp(`request about ${domain.domain}`));
    const bad = { ...request('no name'), text: '' };
    const { status, body } = await borrower.call('POST', '/legal-requests', bad, { token: null });
    assert.deepEqual([status, Object.keys(body.fields).sort()], [400, ['domain', 'text']]);
  });
}
