/** Rate limits of lending: calls over the quota are rejected without effect. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Quota } from '@nameloan/contracts/quotas';
import { signActor } from '@nameloan/security/actor';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import type { TestResult } from '@nameloan/testkit/service/test-service';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { serviceContext } from './service-context.ts';
import { offerSale } from './testing/assignment-calls.ts';
import type { TestLending, TestLoan } from './testing/start-lending.ts';
import {
  addDomain,
  createAcceptedLoan,
  createReceivedLoan,
  expectData,
  makeOffer,
  mutateLoan,
  openListing,
  readEscrow,
  startLending,
} from './testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const calls: Partial<Record<Quota, (loan: TestLoan) => Promise<TestResult>>> = {
  listings: ({ borrower, borrowerId }) => openListing(borrower, addDomain(service, borrowerId)),
  loanActions: ({ borrower, id }) => mutateLoan(borrower, 'cancelEscrow', { id }),
  messages: ({ borrower, id }) =>
    borrower('mutation ($id: ID!) { sendMessage(escrowId: $id, message: "Hello") { id } }', { id }),
};

for (const [quota, call] of Object.entries(calls)) {
  test(`a call over the quota ${quota} is rejected`, async () => {
    const loan = await createAcceptedLoan(service);
    await spendQuota(serviceContext, quota as Quota, { key: loan.borrowerId, left: 0 });
    assert.equal((await call(loan)).code, 'TOO_MANY_REQUESTS');
    const { escrow } = expectData(await readEscrow(loan.borrower, loan.id));
    assert.equal(escrow.status, 'PENDING_SIGNATURE');
  });
}

test('offers are limited over all listings', async () => {
  const { lenderId, borrower, borrowerId } = await createAcceptedLoan(service);
  const domainId = addDomain(service, borrowerId);
  expectData(await openListing(borrower, domainId));
  await spendQuota(serviceContext, 'offers', { key: lenderId, left: 0 });
  const answer = await makeOffer(service.as(lenderId), domainId);
  assert.equal(answer.code, 'TOO_MANY_REQUESTS');
});

test('sales of loans are limited', async () => {
  const loan = await createReceivedLoan(service);
  await service.settle();
  await spendQuota(serviceContext, 'assignments', { key: loan.lenderId, left: 0 });
  assert.equal((await offerSale(loan.lender, loan)).code, 'TOO_MANY_REQUESTS');
});

test('contract verifications are limited per network', async () => {
  const verify = (ip: string) =>
    fetch(`${service.url}/contracts/verify`, {
      method: 'POST',
      headers: {
        'content-type': 'application/pdf',
        'x-nameloan-actor': signActor(testActor(null, { ip }), testSecret),
      },
      body: '%PDF-1.7',
    });
  await spendQuota(serviceContext, 'contractLookups', { key: '2001:db8:7:7::/64', left: 1 });
  assert.equal((await verify('2001:db8:7:7::1')).status, 200);
  const rejected = await verify('2001:db8:7:7::2');
  assert.equal(rejected.status, 429);
  assert.ok(Number(rejected.headers.get('retry-after')) > 0);
  assert.equal((await verify('2001:db8:7:8::1')).status, 200);
});
