/** Custody: transfers in, rejected transfers, nameservers and renewal. */

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
  waitForStatus,
} from '@nameloan/driver/steps';
import type { RestObject } from '../environment/loans.ts';
import {
  createSignedLoan,
  defaultTerms,
  getDomain,
  getEscrow,
  performAction,
} from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { getBalance, getTransactions, waitForDomainStatus } from '../environment/wait-for-state.ts';

/** Creates a domain in custody without a loan. */
export async function ownInCustody(
  environment: TestEnvironment,
  name = 'Cora Custody',
): Promise<{ owner: Person; domain: RestObject }> {
  const owner = await environment.newPerson(name);
  const added = await addProvenDomain(owner, environment.sandbox, environment.newDomainName());
  await deposit(owner, environment.sandbox, 100);
  await transferIn(owner, environment.sandbox, added);
  return { owner, domain: await waitForDomainStatus(owner, added, 'CUSTODY_PAID') };
}

export function custody(environment: GetEnvironment): void {
  alreadyThere(environment);
  rejected(environment);
  refusedTransfers(environment);
  care(environment);
}

function alreadyThere(environment: GetEnvironment): void {
  test('a domain already in custody needs no transfer: the loan is ready after the second signature', async () => {
    const { owner, domain } = await ownInCustody(environment());
    const lender = await environment().newPerson('Len Lender');
    await openListing(owner, domain.id, defaultTerms);
    const offer = await makeOffer(lender, domain.id, defaultTerms);
    const { id } = await acceptOffer(owner, offer.id);
    await sign(lender, id);
    await sign(owner, id);
    const ready = await waitForStatus(owner, id, 'DOMAIN_IN_CUSTODY');
    assert.ok(ready.in_custody_at);
    await waitForDomainStatus(owner, domain, 'IN_ESCROW');
    await performAction(owner, { id }, 'markPaid');
    await performAction(lender, { id }, 'finalize');
    await waitForDomainStatus(owner, domain, 'CUSTODY_PAID');
  });
}

function rejected(environment: GetEnvironment): void {
  test('a transfer rejected by the other registrar refunds the fee, and the loan keeps waiting', async () => {
    const loan = await createSignedLoan(environment());
    const { borrower, domain } = loan;
    await deposit(borrower, environment().sandbox, 20);
    const { authCode } = await environment().sandbox.readRegistration(domain.domain);
    await borrower.post(`/domains/${domain.id}/transfer`, { transferCode: authCode });
    assert.equal(await getBalance(borrower), 8);
    assert.equal((await getDomain(borrower, domain)).pending_transfer, true);
    await environment().sandbox.rejectTransfer(domain.domain);
    await waitForDomainStatus(borrower, domain, 'EXTERNAL_VERIFIED');
    await waitFor('the fee', async () => (await getBalance(borrower)) === 20);
    assert.deepEqual(await getTransactions(borrower), [
      ['Transfer fee', -12, 'Balance', 'FAILED'],
      ['Deposit', 20, 'Card', 'DONE'],
    ]);
    assert.equal((await getEscrow(borrower, loan)).status, 'NEW');
    for (const party of [loan.borrower, loan.lender]) {
      await waitFor(`word of it to ${party.name}`, async () => {
        const { notifications } = await party.get('/notifications');
        return notifications.some((one: RestObject) => /reject|refus/i.test(one.body));
      });
    }
    await transferIn(borrower, environment().sandbox, domain);
    await waitForStatus(borrower, loan.id, 'DOMAIN_IN_CUSTODY');
    assert.equal(await getBalance(borrower), 8);
  });

  test('a transfer cancelled by the owner refunds the fee and can be started again', async () => {
    const owner = await environment().newPerson('Nora Name');
    const domain = await addProvenDomain(
      owner,
      environment().sandbox,
      environment().newDomainName(),
    );
    await deposit(owner, environment().sandbox, 20);
    const { authCode } = await environment().sandbox.readRegistration(domain.domain);
    await owner.post(`/domains/${domain.id}/transfer`, { transferCode: authCode });
    await expectRejection(owner, `POST /domains/${domain.id}/transfer`, {
      status: 409,
      body: { transferCode: authCode },
    });
    await owner.post(`/domains/${domain.id}/cancelTransfer`);
    await waitForDomainStatus(owner, domain, 'EXTERNAL_VERIFIED');
    await waitFor('the fee', async () => (await getBalance(owner)) === 20);
    const there = await environment().sandbox.readRegistration(domain.domain);
    assert.equal(there.pendingTransfer, null);
    await transferIn(owner, environment().sandbox, domain);
    await waitForDomainStatus(owner, domain, 'CUSTODY_PAID');
  });
}

function refusedTransfers(environment: GetEnvironment): void {
  test('a transfer without the fee in the balance is 402, with a wrong code rejected; no fee is held', async () => {
    const owner = await environment().newPerson('Petra Poor');
    const domain = await addProvenDomain(
      owner,
      environment().sandbox,
      environment().newDomainName(),
    );
    const { authCode } = await environment().sandbox.readRegistration(domain.domain);
    const path = `POST /domains/${domain.id}/transfer`;
    await deposit(owner, environment().sandbox, 10);
    await expectRejection(owner, path, {
      status: 402,
      body: { transferCode: authCode },
      message: /\$2\b/,
    });
    assert.equal((await getDomain(owner, domain)).pending_transfer, false);
    await deposit(owner, environment().sandbox, 5);
    const wrong = await owner.call('POST', `/domains/${domain.id}/transfer`, {
      transferCode: 'not-the-code-1',
    });
    assert.ok(wrong.status === 400 || wrong.status === 409, JSON.stringify(wrong.body));
    assert.match(wrong.body.message, /code/i);
    await waitFor('the fee', async () => (await getBalance(owner)) === 15);
    assert.equal((await getDomain(owner, domain)).pending_transfer, false);
    await environment().sandbox.updateRegistration(domain.domain, {
      statuses: ['clientTransferProhibited'],
    });
    const locked = await owner.call('POST', `/domains/${domain.id}/transfer`, {
      transferCode: authCode,
    });
    assert.equal(locked.status, 409, JSON.stringify(locked.body));
    await waitFor('the fee again', async () => (await getBalance(owner)) === 15);
    const stranger = await environment().newPerson('Sam Stranger');
    await expectRejection(stranger, path, { status: 404, body: { transferCode: authCode } });
  });
}

function care(environment: GetEnvironment): void {
  test('an owner sets nameservers and renews while the domain is in custody', async () => {
    const { owner, domain } = await ownInCustody(environment());
    const nameservers = ['ns1.flows.example', 'ns2.flows.example'];
    const answer = await owner.post(`/domains/${domain.id}/editNS`, { nameservers });
    assert.equal(answer.message, 'Nameservers changed successfully');
    await waitFor('the nameservers at the registry', async () => {
      const there = await environment().sandbox.readRegistration(domain.domain);
      const locked = there.statuses.includes('clientUpdateProhibited');
      return locked && there.nameservers.toSorted().join() === nameservers.join();
    });
    const path = `/domains/${domain.id}/ds`;
    const record = { keyTag: 2371, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) };
    assert.deepEqual((await owner.get(path)).ds, []);
    assert.deepEqual((await owner.post(path, { ds: [record] })).ds, [record]);
    const moved = { nameservers: ['ns3.flows.example', 'ns4.flows.example'] };
    const editNS = `POST /domains/${domain.id}/editNS`;
    const rejected = await expectRejection(owner, editNS, { status: 409, body: moved });
    assert.equal(rejected.reason, 'SIGNED_ZONE');
    await owner.post(`/domains/${domain.id}/editNS`, { ...moved, ds: [] });
    assert.deepEqual((await owner.get(path)).ds, []);
    const sha1 = { ...record, digestType: 1, digest: 'AB'.repeat(20) };
    await expectRejection(owner, `POST ${path}`, { status: 400, body: { ds: [sha1] } });
    for (const bad of [['ns1.flows.example'], ['not a name', 'ns2.flows.example'], []]) {
      const body = { nameservers: bad };
      await expectRejection(owner, `POST /domains/${domain.id}/editNS`, { status: 400, body });
    }
    const before = await getDomain(owner, domain);
    const renewed = await owner.post(`/domains/${domain.id}/renew`);
    assert.equal(renewed.message, 'Domain renewed');
    await waitFor('the new year', async () => {
      const { expires_at, renewal_fee } = await getDomain(owner, domain);
      assert.equal(renewal_fee, before.renewal_fee);
      return Date.parse(expires_at) - Date.parse(before.expires_at) > 364 * 86_400_000;
    });
    await waitFor('the charge', async () => {
      const [newest] = await getTransactions(owner);
      return JSON.stringify(newest) === JSON.stringify(['Renewal fee', -12, 'Balance', 'DONE']);
    });
    assert.equal(await getBalance(owner), 76);
    await expectRejection(owner, `POST /domains/${domain.id}/transferOut`, {
      status: 409,
      message: /can be transferred out from/,
    });
  });
}
