/** Races between an acceptance and other changes of the listing, the offer or the domain. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestResult } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  acceptOffer,
  buildEvent,
  createAccount,
  createOfferedDomain,
  listEventsAbout,
  startLending,
} from '../testing/start-lending.ts';

const rounds = 6;
let service: TestLending;
let ownerId: string;
let lenderId: string;
before(async () => {
  service = await startLending();
  ownerId = await createAccount(service, 'Bea Borrower');
  lenderId = await createAccount(service, 'Len Lender');
});
after(() => service.stop());

const offered = () => createOfferedDomain(service, { ownerId, lenderId });
const call = (accountId: string, name: string, id: string) =>
  service.as(accountId)(`mutation ($id: ID!) { ${name}(id: $id) { status } }`, { id });

/** Either there is a loan or the acceptance was rejected. */
async function assertOneOutcome(accepted: TestResult, domainId: string, status: string) {
  const loans = await escrows.count({ domainId });
  if (accepted.code === undefined) assert.equal(loans, 1);
  else {
    assert.equal(loans, 0);
    assert.equal(accepted.message, `This offer is ${status}; accept is not possible now.`);
  }
  await service.settle();
  assert.equal(listEventsAbout(service, 'lending.listing.closed', { domainId }).length <= 1, true);
}

for (const [subject, more] of [
  ['domains.domain.proof-lost', { reason: { code: 'PROVEN_BY_ANOTHER', formerText: null } }],
  ['domains.domain.transfer-out-started', { sealedAuthCode: 'sealed' }],
] as const) {
  test(`an acceptance against ${subject}: a loan whose reservation decides, or a denied offer`, async () => {
    for (let round = 0; round < rounds; round++) {
      const { domainId, offerId } = await offered();
      const data = { domainId, accountId: ownerId, name: `${domainId}.com`, ...more };
      const [accepted] = await Promise.all([
        acceptOffer(service.as(ownerId), offerId),
        service.bus.publish(
          buildEvent(subject, data as never, { aggregateId: domainId, version: 3 }),
        ),
      ]);
      await assertOneOutcome(accepted, domainId, 'DENIED');
      assert.equal(listEventsAbout(service, 'lending.listing.closed', { domainId }).length, 1);
    }
  });
}

test('an acceptance against the lender’s rescission: exactly one of them wins', async () => {
  for (let round = 0; round < rounds; round++) {
    const { domainId, offerId } = await offered();
    const [accepted, rescinded] = await Promise.all([
      acceptOffer(service.as(ownerId), offerId),
      call(lenderId, 'rescindOffer', offerId),
    ]);
    assert.notEqual(accepted.code === undefined, rescinded.code === undefined);
    await assertOneOutcome(accepted, domainId, 'RESCINDED');
  }
});

test('an acceptance against the owner’s own closing: a loan or a closed listing, not both', async () => {
  for (let round = 0; round < rounds; round++) {
    const { domainId, offerId } = await offered();
    const [accepted, closed] = await Promise.all([
      acceptOffer(service.as(ownerId), offerId),
      service.as(ownerId)(`mutation ($id: ID!) { closeListing(id: $id) { open } }`, {
        id: domainId,
      }),
    ]);
    assert.notEqual(accepted.code === undefined, closed.code === undefined);
    await assertOneOutcome(accepted, domainId, 'DENIED');
  }
});
