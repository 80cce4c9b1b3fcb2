/** Accepting an offer: one loan and one winner under concurrency. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { escrows } from '../escrow/escrow.model.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  acceptOffer,
  addDomain,
  createAcceptedLoan,
  createAccount,
  expectData,
  makeOffer,
  openListing,
  readEscrow,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

test('an accepted offer creates a loan that waits for signatures, and publishes its events', async () => {
  const loan = await createAcceptedLoan(service, { message: 'Happy to help.' });
  const { escrow } = expectData(await readEscrow(loan.borrower, loan.id));
  assert.equal(escrow.status, 'PENDING_SIGNATURE');
  assert.equal(escrow.label, 'Pending Signature');
  assert.equal(escrow.role, 'BORROWER');
  const accepted = await service.event(
    'lending.offer.accepted',
    (data) => data.escrowId === loan.id,
  );
  assert.equal(accepted.aggregateId, loan.id);
  const days = (Date.parse(accepted.data.dueBy) - Date.now()) / 86_400_000;
  assert.ok(days > 96.9 && days < 97.1, 'seven days to sign, thirty to transfer, sixty of term');
  await service.event(
    'lending.listing.closed',
    (data) => data.domainId === loan.domainId && data.reason === 'ACCEPTED',
  );
  const chat = expectData(
    await loan.borrower(`query ($id: ID!) { escrowMessages(escrowId: $id) { message name } }`, {
      id: loan.id,
    }),
  );
  assert.deepEqual(chat.escrowMessages, [{ message: 'Happy to help.', name: 'Len Lender' }]);
});

test('eight concurrent acceptances of one offer give one loan and seven conflicts', async () => {
  const borrower = await createAccount(service, 'Bea Borrower');
  const domainId = addDomain(service, borrower);
  const call = service.as(borrower);
  expectData(await openListing(call, domainId));
  const lender = service.as(await createAccount(service, 'Len Lender'));
  const { id } = expectData(await makeOffer(lender, domainId)).makeOffer;
  const answers = await Promise.all(Array.from({ length: 8 }, () => acceptOffer(call, id)));
  assert.equal(answers.filter((answer) => answer.code === undefined).length, 1);
  const rejected = answers.filter((answer) => answer.code === 'CONFLICT');
  assert.equal(rejected.length, 7);
  for (const { message } of rejected) {
    assert.equal(message, 'This offer is ACCEPTED; accept is not possible now.');
  }
  assert.equal(await escrows.count({ domainId }), 1);
});

test('eight offers on one listing accepted concurrently give one loan; the others are denied', async () => {
  const borrower = await createAccount(service, 'Bea Borrower');
  const domainId = addDomain(service, borrower);
  const call = service.as(borrower);
  expectData(await openListing(call, domainId));
  const offers: string[] = [];
  for (let i = 0; i < 8; i++) {
    const lender = service.as(await createAccount(service, `Lender ${i}`));
    offers.push(expectData(await makeOffer(lender, domainId)).makeOffer.id);
  }
  const answers = await Promise.all(offers.map((id) => acceptOffer(call, id)));
  assert.equal(answers.filter((answer) => answer.code === undefined).length, 1);
  for (const answer of answers.filter((one) => one.code !== undefined)) {
    assert.equal(answer.code, 'CONFLICT');
    assert.equal(answer.message, 'This offer is DENIED; accept is not possible now.');
  }
  assert.equal(await escrows.count({ domainId }), 1);
  await service.settle();
  const denied = service.publishedEvents.filter(
    ({ subject, data }) =>
      subject === 'lending.offer.denied' && (data as { domainId: string }).domainId === domainId,
  );
  assert.equal(denied.length, 7);
});
