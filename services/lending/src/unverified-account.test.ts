/** What an account may not do in this service before its address is verified. */

import { after, before, test } from 'node:test';
import { assertRestricted } from '@nameloan/testkit/service/restricted-calls';
import type { TestLending } from './testing/start-lending.ts';
import { startLending } from './testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

test('an unverified account cannot list, offer, accept or chat', () =>
  assertRestricted(service, {
    openListing:
      'mutation { openListing(domainId: "none", desiredAmount: 1, desiredTerm: 0, desiredRate: -1) { id } }',
    makeOffer: 'mutation { makeOffer(domainId: "none", amount: 1, term: 0, rate: -1) { id } }',
    acceptOffer: 'mutation { acceptOffer(id: "none") { offer { id } } }',
    sendMessage: 'mutation { sendMessage(escrowId: "none", message: "") { id } }',
  }));
