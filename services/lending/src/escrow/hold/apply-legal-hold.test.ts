/** A legal hold of a loan's domain: deadlines that need the domain wait, the loan itself goes on. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { now, resetClock } from '@nameloan/runtime/clock';
import { listings } from '../../listing/listing.model.ts';
import { passDays } from '../../testing/pass-days.ts';
import type { TestLending, TestLoan } from '../../testing/start-lending.ts';
import {
  buildDomainEventData,
  buildEvent,
  createAccount,
  createListedDomain,
  createReceivedLoan,
  createSignedLoan,
  expectData,
  mutateLoan,
  publishTwice,
  startLending,
} from '../../testing/start-lending.ts';
import { escrows, histories } from '../escrow.model.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(resetClock);
after(() => service.stop());

const holdEvent = (
  loan: TestLoan,
  version: number,
  { held = true, disclosed = true }: { held?: boolean; disclosed?: boolean } = {},
) =>
  buildEvent(
    'domains.domain.legal-hold-changed',
    { ...buildDomainEventData(loan), since: held ? now().toISOString() : null, disclosed },
    { at: now(), version, aggregateId: loan.domainId },
  );
const publish = async (loan: TestLoan, version: number, options = {}) => {
  await publishTwice(service, holdEvent(loan, version, options));
  await service.settle();
};
const view = async (loan: TestLoan) =>
  expectData(
    await loan.lender(
      'query ($id: ID!) { escrow(id: $id) { status legalHoldSince whatNext deadlines { transition at } fundingDueAt blockedActions { action reason } } }',
      { id: loan.id },
    ),
  ).escrow;
const actions = async ({ id }: TestLoan) =>
  (await histories.findMany({ escrowId: id }, { sort: { version: 1, at: 1, _id: 1 } })).map(
    ({ action }) => action,
  );

test('the days for the domain’s arrival do not run during a hold', async () => {
  const loan = await createSignedLoan(service);
  const before30 = (await view(loan)).deadlines.find(
    ({ transition }: { transition: string }) => transition === 'EXPIRE_TRANSFER',
  );
  await passDays(service, 10);
  await publish(loan, 5);
  await passDays(service, 40);
  const during = await view(loan);
  assert.equal(during.status, 'NEW');
  assert.ok(during.legalHoldSince);
  assert.match(during.whatNext, /on legal hold: it can be transferred in once/);
  assert.deepEqual(during.deadlines, []);
  await publish(loan, 6, { held: false });
  const later = (await view(loan)).deadlines[0];
  const extendedDays = (Date.parse(later.at) - Date.parse(before30.at)) / 86_400_000;
  assert.ok(extendedDays > 39.9 && extendedDays < 40.1, String(extendedDays));
  await passDays(service, 19);
  assert.equal((await view(loan)).status, 'NEW');
  await passDays(service, 2);
  assert.equal((await view(loan)).status, 'CANCELLED');
});

test('a lender cannot mark the loan as paid during a hold, and is not late because of it', async () => {
  const loan = await createSignedLoan(service, true);
  await publish(loan, 5);
  const rejected = await mutateLoan(loan.lender, 'markPaid', loan);
  assert.deepEqual([rejected.code, rejected.reason], ['CONFLICT', 'LEGAL_HOLD']);
  await passDays(service, 30);
  const waiting = await view(loan);
  assert.deepEqual([waiting.status, waiting.fundingDueAt], ['DOMAIN_IN_CUSTODY', null]);
  await publish(loan, 6, { held: false });
  assert.ok((await view(loan)).fundingDueAt);
  expectData(await mutateLoan(loan.lender, 'markPaid', loan));
});

test('a running loan goes on during a hold: it is repaid as usual, and only the domain waits', async () => {
  const loan = await createReceivedLoan(service);
  await publish(loan, 5);
  const surrender = await mutateLoan(loan.borrower, 'finalize', {
    ...loan,
    more: 'outcome: SURRENDER',
  });
  assert.deepEqual([surrender.code, surrender.reason], ['CONFLICT', 'LEGAL_HOLD']);
  assert.match((await view(loan)).whatNext, /on legal hold: however the loan ends/);
  expectData(await mutateLoan(loan.lender, 'finalize', { ...loan, more: 'outcome: RETURN' }));
  assert.match((await view(loan)).whatNext, /goes back to the borrower once the hold is lifted/);
  await publish(loan, 6, { held: false });
  assert.match((await view(loan)).whatNext, /went back to the borrower/);
});

test('events about holds have the effect of the newest one, in whatever order and however often they come', async () => {
  const loan = await createReceivedLoan(service);
  await publish(loan, 6, { held: false });
  await publish(loan, 5);
  assert.equal((await escrows.get(loan.id)).legalHold ?? null, null);
  assert.ok(!(await actions(loan)).includes('LEGAL_HOLD'));
  await publish(loan, 7);
  await publish(loan, 7);
  await publish(loan, 8, { held: false });
  const about = (await actions(loan)).filter((one) => /HOLD/.test(one));
  assert.deepEqual(about, ['LEGAL_HOLD', 'HOLD_LIFTED']);
});

test('a hold that the parties may not know of changes deadlines, but neither history nor view', async () => {
  const loan = await createSignedLoan(service);
  await publish(loan, 5, { disclosed: false });
  await passDays(service, 40);
  const { status, legalHoldSince, whatNext } = await view(loan);
  assert.deepEqual([status, legalHoldSince], ['NEW', null]);
  assert.doesNotMatch(whatNext, /hold/);
  await publish(loan, 6);
  await publish(loan, 7, { held: false });
  const about = (await actions(loan)).filter((one) => /HOLD/.test(one));
  assert.deepEqual(about, ['LEGAL_HOLD', 'HOLD_LIFTED']);
});

test('a hold closes the listing of its domain', async () => {
  const ownerId = await createAccount(service, 'Ola Owner');
  const { domainId, listingId } = await createListedDomain(service, ownerId);
  await service.deliver(
    'domains.domain.legal-hold-changed',
    {
      ...{ domainId, accountId: ownerId, name: `${domainId}.com`, escrowId: null },
      ...{ since: now().toISOString(), disclosed: true },
    },
    { aggregateId: domainId, version: 9 },
  );
  const { status, closeReason } = await listings.get(listingId);
  assert.deepEqual([status, closeReason], ['CLOSED', 'NOT_ELIGIBLE']);
});
