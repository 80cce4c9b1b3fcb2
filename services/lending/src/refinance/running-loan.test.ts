/** What a listing and its offers show of the running loan that they refinance, and what an acceptance needs. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { now, resetClock } from '@nameloan/runtime/clock';
import { escrows } from '../escrow/escrow.model.ts';
import { passDays } from '../testing/pass-days.ts';
import { createRefinanceListing } from '../testing/refinances.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  acceptOffer,
  createAccount,
  expectData,
  makeOffer,
  startLending,
} from '../testing/start-lending.ts';

/** The old loan: $4,500 at 15 % for 60 days. */
const payoffAfter = (days: number): number =>
  450_000 + Math.round((450_000 * 1_500 * days) / 3_650_000);

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(resetClock);
after(() => service.stop());

const fields = 'refinances runningLoan { payoff perDay due daysLate missed extended }';
const query = `query ($id: ID!) { listings(limit: 100) { listings { id ${fields} } } listing(id: $id) { ${fields} } }`;

test('lenders see payoff, due date and delay of the running loan on its listing and their offer; visitors see nothing of it', async () => {
  const old = await createRefinanceListing(service);
  const lender = service.as(await createAccount(service, 'Nia New'));
  const { refinanceListingId: id } = await escrows.get(old.id);
  const due = (await escrows.get(old.id)).dueAt?.toISOString().slice(0, 10);
  const inTime = { due, daysLate: 0, missed: 0, extended: false };
  const shown = expectData(await lender(query, { id }));
  const today = { payoff: payoffAfter(0), perDay: payoffAfter(1) - payoffAfter(0), ...inTime };
  assert.deepEqual(shown.listing, { refinances: old.id, runningLoan: today });
  const listed = shown.listings.listings.find((one: { id: string }) => one.id === id);
  assert.deepEqual(listed.runningLoan, today);
  const visitor = expectData(await service.as(null)(query, { id }));
  assert.deepEqual(visitor.listing, { refinances: old.id, runningLoan: null });

  const offer = expectData(await makeOffer(lender, old.domainId)).makeOffer;
  const read = async () =>
    expectData(await lender(`query ($id: ID!) { offer(id: $id) { ${fields} } }`, { id: offer.id }))
      .offer;
  assert.deepEqual(await read(), { refinances: old.id, runningLoan: today });
  await passDays(service, 63);
  const late = expectData(await lender(query, { id })).listing.runningLoan;
  assert.deepEqual([late.payoff, late.daysLate, late.missed], [payoffAfter(63), 3, 1]);
});

test('an offer is accepted only while the domain is registered until 90 days after the latest due date', async () => {
  const old = await createRefinanceListing(service);
  const lender = service.as(await createAccount(service, 'Nia New'));
  const { id } = expectData(await makeOffer(lender, old.domainId)).makeOffer;
  const { termDays } = await escrows.get(old.id);
  const known = service.eligibilities.get(old.domainId);
  assert.ok(known);
  // Signed and paid on the last possible days.
  const needed = addDays(now(), 7 + 10 + termDays + 90);
  const registerUntil = (expiresAt: Date) =>
    service.eligibilities.set(old.domainId, { ...known, expiresAt: expiresAt.toISOString() });
  registerUntil(addDays(needed, -1));
  assert.equal((await acceptOffer(old.borrower, id)).reason, 'REGISTRATION_TOO_SHORT');
  assert.equal((await escrows.get(old.id)).replacement ?? null, null);
  registerUntil(addDays(needed, 1));
  expectData(await acceptOffer(old.borrower, id));
});
