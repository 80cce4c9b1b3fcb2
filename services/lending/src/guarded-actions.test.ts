/** What needs a verified address or a fresh session in this service. */

import { after, before, test } from 'node:test';
import {
  assertHeld,
  assertNeedsStepUp,
  assertRestricted,
} from '@nameloan/testkit/service/guarded-calls';
import type { TestLending } from './testing/start-lending.ts';
import { startLending } from './testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

test('an unverified account cannot list, offer, accept, sell, buy or chat', () =>
  assertRestricted(service, {
    openListing:
      'mutation { openListing(domainId: "none", desiredAmount: 1, desiredTerm: 0, desiredRate: -1) { id } }',
    openListings: 'mutation { openListings(items: []) { domainId } }',
    makeOffer: 'mutation { makeOffer(domainId: "none", amount: 1, term: 0, rate: -1) { id } }',
    acceptOffer: 'mutation { acceptOffer(id: "none") { offer { id } } }',
    offerAssignment:
      'mutation { offerAssignment(id: "none", price: 1, day: "2026-01-01", expires: "2026-01-01") { id } }',
    acceptAssignment: 'mutation { acceptAssignment(token: "none") { id } }',
    sendMessage: 'mutation { sendMessage(escrowId: "none", message: "") { id } }',
  }));

test('a loan is ended or sold only in a fresh session', () =>
  assertNeedsStepUp(service, {
    return: 'mutation { finalize(id: "none", outcome: RETURN) { id } }',
    seize: 'mutation { finalize(id: "none", outcome: SEIZE) { id } }',
    surrender: 'mutation { finalize(id: "none", outcome: SURRENDER) { id } }',
    settle: 'mutation { settleDispute(id: "none", outcome: SEIZE) { id } }',
    sell: 'mutation { confirmAssignment(token: "none") { id } }',
    buyer: 'mutation { acceptAssignment(token: "none", payeeId: "none") { id } }',
    decide: 'mutation { resolveAssignment(token: "none", outcome: CLOSED, reason: "none") { id } }',
    resolve: 'mutation { resolveDispute(id: "none", outcome: PLATFORM, reason: "none") { id } }',
  }));

test('a domain is not surrendered and a loan not sold while the account’s address changes', () =>
  assertHeld(service, {
    sell: 'mutation { confirmAssignment(token: "none") { id } }',
    surrender: 'mutation { finalize(id: "none", outcome: SURRENDER) { id } }',
  }));
