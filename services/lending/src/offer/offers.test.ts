/** Offers: who may make, deny, rescind and see them, and when they expire. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clockOffsetMs, moveClock, resetClock } from '@nameloan/runtime/clock';
import { serviceContext } from '../service-context.ts';
import { changeAccount } from '../testing/accounts.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  acceptOffer,
  addDomain,
  createAccount,
  createListedDomain,
  expectData,
  listEventsAbout,
  makeOffer,
  startLending,
} from '../testing/start-lending.ts';
import { expireOffer } from './expire-offer.ts';

let service: TestLending;
let ownerId: string;
let lenderId: string;
before(async () => {
  service = await startLending();
  ownerId = await createAccount(service, 'Bea Borrower');
  lenderId = await createAccount(service, 'Len Lender', { defaultContract: 1 });
});
after(async () => {
  resetClock();
  await service.stop();
});

const listed = async () => (await createListedDomain(service, ownerId)).domainId;
async function offered(message: string | null = null) {
  const domainId = await listed();
  const answer = expectData(await makeOffer(service.as(lenderId), domainId, { message }));
  return { domainId, ...answer.makeOffer } as { domainId: string; id: string; expiresAt: string };
}
const call = (accountId: string | null, name: string, id: string) =>
  service.as(accountId)(`mutation ($id: ID!) { ${name}(id: $id) { id status } }`, { id });
const offersOf = async (accountId: string, list: string) =>
  expectData(
    await service.as(accountId)(
      `{ ${list}(limit: 100) { offers { id status message lenderTrackRecord { finished unfunded } } total pages } }`,
    ),
  )[list];

test('an offer freezes the lender’s kind of contract, is open for seven days and is published', async () => {
  const domainId = await listed();
  const message = '  Happy to lend.\nWhen do you need it?  ';
  const { makeOffer: offer } = expectData(
    await makeOffer(service.as(lenderId), domainId, { message }),
  );
  assert.equal(offer.contract, 'CRYPTOCURRENCY');
  assert.equal(offer.message, 'Happy to lend.\nWhen do you need it?');
  assert.equal(offer.status, 'PENDING');
  assert.equal(Date.parse(offer.expiresAt) - Date.parse(offer.createdAt), 7 * 86_400_000);
  const published = await service.event('lending.offer.made', (data) => data.offerId === offer.id);
  assert.deepEqual(
    [published.data.borrowerId, published.data.expiresAt],
    [ownerId, offer.expiresAt],
  );
});

test('terms out of bounds and invalid messages are rejected with every field named', async () => {
  const domainId = await listed();
  const bad = { amount: 0, term: 0, rate: -1, message: 'x'.repeat(4_001) };
  const answer = await makeOffer(service.as(lenderId), domainId, bad);
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.deepEqual(Object.keys(answer.fields ?? {}).sort(), ['amount', 'message', 'rate', 'term']);
  const unprintable = await makeOffer(service.as(lenderId), domainId, { message: 'a\u0000b' });
  assert.deepEqual(Object.keys(unprintable.fields ?? {}), ['message']);
  expectData(await makeOffer(service.as(lenderId), domainId, { message: 'x'.repeat(4_000) }));
});

test('an offer needs a login and another user’s open listing', async () => {
  const domainId = await listed();
  assert.equal((await makeOffer(service.as(null), domainId)).code, 'UNAUTHENTICATED');
  assert.equal((await makeOffer(service.as(lenderId), 'no-such-id')).code, 'NOT_FOUND');
  const unlisted = addDomain(service, ownerId);
  assert.equal((await makeOffer(service.as(lenderId), unlisted)).code, 'NOT_FOUND');
  assert.equal((await makeOffer(service.as(ownerId), domainId)).code, 'FORBIDDEN');
});

test('eight concurrent offers of one lender give one pending offer; after a rescission another is possible', async () => {
  const domainId = await listed();
  const lender = service.as(lenderId);
  const answers = await Promise.all(Array.from({ length: 8 }, () => makeOffer(lender, domainId)));
  const made = answers.filter(({ code }) => code === undefined);
  assert.equal(made.length, 1);
  for (const answer of answers.filter(({ code }) => code !== undefined)) {
    assert.equal(answer.code, 'CONFLICT');
    assert.equal(
      answer.message,
      'You already have a pending offer on this listing; rescind it before you make another.',
    );
  }
  expectData(await call(lenderId, 'rescindOffer', made[0]?.data.makeOffer.id));
  expectData(await makeOffer(lender, domainId));
});

for (const [name, by, other, status, verb] of [
  ['denyOffer', () => ownerId, () => lenderId, 'DENIED', 'deny'],
  ['rescindOffer', () => lenderId, () => ownerId, 'RESCINDED', 'rescind'],
] as const) {
  test(`${name}: once, by the right party, from PENDING only`, async () => {
    const { id } = await offered();
    assert.equal((await call(null, name, id)).code, 'UNAUTHENTICATED');
    assert.equal((await call(await createAccount(service, 'Otto'), name, id)).code, 'NOT_FOUND');
    assert.equal((await call(by(), name, 'no-such-id')).code, 'NOT_FOUND');
    const wrong = await call(other(), name, id);
    const person = status === 'DENIED' ? 'borrower' : 'lender';
    assert.deepEqual(
      [wrong.code, wrong.message],
      ['FORBIDDEN', `Only the ${person} can ${verb} this offer.`],
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(by(), name, id)));
    assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
    for (const { code, message } of answers.filter((one) => one.code !== undefined)) {
      assert.equal(code, 'CONFLICT');
      assert.equal(message, `This offer is ${status}; ${verb} is not possible now.`);
    }
    await service.settle();
    const subject = `lending.offer.${status.toLowerCase()}`;
    assert.equal(listEventsAbout(service, subject, { offerId: id }).length, 1);
    const late = await acceptOffer(service.as(ownerId), id);
    assert.equal(late.message, `This offer is ${status}; accept is not possible now.`);
  });
}

test('only the borrower accepts: the lender gets FORBIDDEN, others NOT_FOUND', async () => {
  const { id } = await offered();
  const lender = await acceptOffer(service.as(lenderId), id);
  assert.deepEqual(
    [lender.code, lender.message],
    ['FORBIDDEN', 'Only the borrower can accept this offer.'],
  );
  assert.equal((await acceptOffer(service.as(null), id)).code, 'UNAUTHENTICATED');
  const other = await createAccount(service, 'Otto Other');
  assert.equal((await acceptOffer(service.as(other), id)).code, 'NOT_FOUND');
});

test('the borrower sees offers with track records, the lender sees own offers without', async () => {
  const { id } = await offered('Hello.');
  const received = await offersOf(ownerId, 'receivedOffers');
  assert.deepEqual(received.offers[0], {
    id,
    status: 'PENDING',
    message: 'Hello.',
    lenderTrackRecord: { finished: 0, unfunded: 0 },
  });
  const sent = await offersOf(lenderId, 'sentOffers');
  assert.equal(sent.offers[0].id, id);
  assert.equal(sent.offers[0].lenderTrackRecord, null);
  const other = await createAccount(service, 'Otto Other');
  assert.deepEqual(await offersOf(other, 'receivedOffers'), { offers: [], total: 0, pages: 1 });
  const query = `query ($id: ID!) { offer(id: $id) { id } }`;
  assert.equal((await service.as(other)(query, { id })).code, 'NOT_FOUND');
  const beyond = await service.as(ownerId)(`{ receivedOffers(page: 0, limit: 101) { total } }`);
  assert.deepEqual(Object.keys(beyond.fields ?? {}), ['page', 'limit']);
});

test('a later change of the lender’s default does not change the kind of contract of an offer', async () => {
  const domainId = await listed();
  const changing = await createAccount(service, 'Lea Lender', { defaultContract: 1 });
  const { id } = expectData(await makeOffer(service.as(changing), domainId)).makeOffer;
  await service.bus.publish(changeAccount(service, changing, { defaultContract: 0, version: 2 }));
  const query = `query ($id: ID!) { offer(id: $id) { contract } }`;
  assert.equal(
    expectData(await service.as(ownerId)(query, { id })).offer.contract,
    'CRYPTOCURRENCY',
  );
});

test('an owner sees the number of pending offers on a domain', async () => {
  const { domainId, id } = await offered();
  const lea = service.as(await createAccount(service, 'Lea Lender'));
  expectData(await makeOffer(lea, domainId));
  const count = async () =>
    expectData(
      await service.as(ownerId)(
        `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Domain { offers } } }`,
        { of: [{ __typename: 'Domain', id: domainId }] },
      ),
    )._entities[0].offers;
  assert.equal(await count(), 2);
  expectData(await call(ownerId, 'denyOffer', id));
  assert.equal(await count(), 1);
});

test('an unanswered offer expires automatically with one event; an answered one does not', async () => {
  const [silent, denied] = [await offered(), await offered()];
  expectData(await call(ownerId, 'denyOffer', denied.id));
  moveClock(clockOffsetMs() + 7 * 86_400_000 + 1_000);
  await service.settle();
  for (const job of [silent, denied].map(({ id }) => ({ key: id, kind: 'expire-offer' }))) {
    assert.equal(await expireOffer({ ...job, data: {}, attempt: 2, dueAt: new Date() }), undefined);
  }
  await service.settle();
  const expired = (offerId: string) =>
    listEventsAbout(service, 'lending.offer.expired', { offerId }).length;
  assert.deepEqual([expired(silent.id), expired(denied.id)], [1, 0]);
  const sent = await offersOf(lenderId, 'sentOffers');
  assert.equal(sent.offers.find((one: { id: string }) => one.id === silent.id)?.status, 'EXPIRED');
});

test('an offer expires once if its worker crashes', async () => {
  const { id } = await offered();
  const rows = serviceContext.store.connection.collection<{ _id: string }>('jobs');
  const row = { _id: `expire-offer:${id}` };
  const dead = { leasedUntil: new Date(Date.now() + 3_600_000), lease: 'of the dead', attempts: 1 };
  assert.equal((await rows.updateOne(row, { $set: dead })).matchedCount, 1);
  moveClock(clockOffsetMs() + 7 * 86_400_000 + 1_000);
  await service.settle();
  const expired = () => listEventsAbout(service, 'lending.offer.expired', { offerId: id }).length;
  assert.equal(expired(), 0);
  await rows.updateOne(row, { $set: { leasedUntil: new Date(0) } });
  await service.settle();
  assert.equal(expired(), 1);
});

test('an offer past its expiry is shown as expired, cannot be answered, and allows another offer', async () => {
  const { id, domainId } = await offered();
  moveClock(clockOffsetMs() + 7 * 86_400_000 + 1_000);
  const sent = await offersOf(lenderId, 'sentOffers');
  assert.equal(sent.offers.find((one: { id: string }) => one.id === id)?.status, 'EXPIRED');
  for (const [by, name, verb] of [
    [ownerId, 'acceptOffer', 'accept'],
    [ownerId, 'denyOffer', 'deny'],
    [lenderId, 'rescindOffer', 'rescind'],
  ] as const) {
    const answer = await call(by, name, id);
    assert.equal(answer.message, `This offer is EXPIRED; ${verb} is not possible now.`);
  }
  expectData(await makeOffer(service.as(lenderId), domainId));
  await service.event('lending.offer.expired', (data) => data.offerId === id);
});
