/** Lists of offers for the web app: filters, directions, the caller's own records, and change signals. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountTopic } from '@nameloan/contracts/topics';
import { clockOffsetMs, moveClock, resetClock } from '@nameloan/runtime/clock';
import type { TestLending } from '../testing/start-lending.ts';
import {
  acceptOffer,
  createAccount,
  createListedDomain,
  createOfferedDomain,
  expectData,
  makeOffer,
  startLending,
} from '../testing/start-lending.ts';
import { offers } from './offer.model.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(async () => {
  resetClock();
  await service.stop();
});

const two = async () =>
  [await createAccount(service, 'Bea'), await createAccount(service, 'Len')] as const;
const answer = (accountId: string, name: string, id: string) =>
  service.as(accountId)(`mutation ($id: ID!) { ${name}(id: $id) { id status } }`, { id });

async function ids(accountId: string, list: string, args: string): Promise<string[]> {
  const data = expectData(
    await service.as(accountId)(`{ ${list}(limit: 100, ${args}) { offers { id } total } }`),
  );
  const { offers, total } = data[list];
  assert.equal(total, offers.length);
  return offers.map((one: { id: string }) => one.id);
}

test('offers are filtered by effective status or openness, in both directions', async () => {
  const [ownerId, lenderId] = await two();
  const made: string[] = [];
  for (let index = 0; index < 5; index++) {
    made.push((await createOfferedDomain(service, { ownerId, lenderId })).offerId);
  }
  const [accepted = '', denied = '', rescinded = '', expired = '', pending = ''] = made;
  expectData(await acceptOffer(service.as(ownerId), accepted));
  expectData(await answer(ownerId, 'denyOffer', denied));
  expectData(await answer(lenderId, 'rescindOffer', rescinded));
  for (const list of ['receivedOffers', 'sentOffers']) {
    const of = (args: string) => ids(list === 'sentOffers' ? lenderId : ownerId, list, args);
    assert.deepEqual(await of('direction: DESC'), [...made].reverse(), list);
    assert.deepEqual(await of('direction: ASC'), made, list);
    assert.deepEqual(await of('status: ACCEPTED'), [accepted], list);
    assert.deepEqual(await of('open: true, direction: ASC'), [expired, pending], list);
    assert.deepEqual(await of('status: PENDING'), [pending, expired], list);
    assert.deepEqual(await of('status: DENIED, open: true'), [], list);
  }
  // Expired, but not stored as such yet.
  await offers.raw.updateOne({ _id: expired }, { $set: { expiresAt: new Date(Date.now() - 1) } });
  const sent = (args: string) => ids(lenderId, 'sentOffers', args);
  assert.deepEqual(await sent('status: EXPIRED'), [expired]);
  assert.deepEqual(await sent('open: true'), [pending]);
  assert.deepEqual(await sent('open: false, direction: ASC'), [
    accepted,
    denied,
    rescinded,
    expired,
  ]);
});

test('pending offers come first, on every page, also before newer answered ones', async () => {
  const [ownerId, lenderId] = await two();
  const made: string[] = [];
  for (let index = 0; index < 6; index++) {
    made.push((await createOfferedDomain(service, { ownerId, lenderId })).offerId);
  }
  const [expired = '', first = '', second = '', denied = '', rescinded = '', accepted = ''] = made;
  expectData(await answer(ownerId, 'denyOffer', denied));
  expectData(await answer(lenderId, 'rescindOffer', rescinded));
  expectData(await acceptOffer(service.as(ownerId), accepted));
  // Expired, but not stored as such yet.
  await offers.raw.updateOne({ _id: expired }, { $set: { expiresAt: new Date(Date.now() - 1) } });
  const ordered = [second, first, accepted, rescinded, denied, expired];
  for (const [accountId, list] of [
    [ownerId, 'receivedOffers'],
    [lenderId, 'sentOffers'],
  ] as const) {
    for (const limit of [1, 2, 4, 6, 100]) {
      const seen: string[] = [];
      for (let page = 1; page <= Math.ceil(6 / limit) + 1; page++) {
        const query = `{ ${list}(page: ${page}, limit: ${limit}) { offers { id } pages total } }`;
        const found = expectData(await service.as(accountId)(query))[list];
        assert.deepEqual([found.total, found.pages], [6, Math.ceil(6 / limit)]);
        seen.push(...found.offers.map(({ id }: { id: string }) => id));
      }
      assert.deepEqual(seen, ordered, `${list} by ${limit}`);
    }
  }
});

test('pending offers on one listing stand together, the newest listing first, on every page', async () => {
  const [ownerId, lenderId] = await two();
  const first = await createOfferedDomain(service, { ownerId, lenderId });
  const second = await createOfferedDomain(service, { ownerId, lenderId });
  const offer = async (domainId: string, who: string) => {
    const rivalId = await createAccount(service, who);
    return expectData(await makeOffer(service.as(rivalId), domainId)).makeOffer.id;
  };
  const late = await offer(first.domainId, 'Rita');
  const other = await offer(second.domainId, 'Sam');
  const latest = await offer(first.domainId, 'Tom');
  const ordered = [other, second.offerId, latest, late, first.offerId];
  for (const filter of ['', ', open: true']) {
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const query = `{ receivedOffers(page: ${page}, limit: 2${filter}) { offers { id } } }`;
      const { offers } = expectData(await service.as(ownerId)(query)).receivedOffers;
      seen.push(...offers.map(({ id }: { id: string }) => id));
    }
    assert.deepEqual(seen, ordered, filter);
  }
});

const marks = async (accountId: string | null, id: string) =>
  expectData(
    await service.as(accountId)(
      `query ($id: ID!) { listing(id: $id) { mine actions myOffer { id status actions } } }`,
      { id },
    ),
  ).listing;

test('a listing shows the caller’s ownership, offer and actions, and nothing to a visitor', async () => {
  const [ownerId, lenderId] = await two();
  const otherId = await createAccount(service, 'Otto');
  const { listingId, domainId } = await createListedDomain(service, ownerId);
  const nothing = { mine: null, myOffer: null, actions: [] };
  assert.deepEqual(await marks(null, listingId), nothing);
  assert.deepEqual(await marks(ownerId, listingId), {
    mine: true,
    myOffer: null,
    actions: ['CLOSE'],
  });
  assert.deepEqual((await marks(lenderId, listingId)).actions, ['OFFER']);
  const { id } = expectData(await makeOffer(service.as(lenderId), domainId)).makeOffer;
  const own = { id, status: 'PENDING', actions: ['RESCIND'] };
  assert.deepEqual(await marks(lenderId, listingId), { mine: false, myOffer: own, actions: [] });
  assert.deepEqual((await marks(otherId, listingId)).myOffer, null);
  assert.deepEqual(await marks(null, listingId), nothing);
  expectData(await answer(lenderId, 'rescindOffer', id));
  const rescinded = { id, status: 'RESCINDED', actions: [] };
  assert.deepEqual(await marks(lenderId, listingId), {
    mine: false,
    myOffer: rescinded,
    actions: ['OFFER'],
  });
  const again = expectData(await makeOffer(service.as(lenderId), domainId)).makeOffer;
  assert.equal((await marks(lenderId, listingId)).myOffer.id, again.id, 'the newest');
  expectData(await acceptOffer(service.as(ownerId), again.id));
  assert.deepEqual((await marks(ownerId, listingId)).actions, []);
});

test('both parties can navigate between offer, listing and loan', async () => {
  const [ownerId, lenderId] = await two();
  const { listingId, offerId } = await createOfferedDomain(service, { ownerId, lenderId });
  const read = async (accountId: string) =>
    expectData(
      await service.as(accountId)(
        `query ($id: ID!) { offer(id: $id) { listing { id open } escrow { id } } }`,
        { id: offerId },
      ),
    ).offer;
  assert.deepEqual(await read(lenderId), { listing: { id: listingId, open: true }, escrow: null });
  const accepted = expectData(
    await service.as(ownerId)(
      `mutation ($id: ID!) { acceptOffer(id: $id) { id offer { id status listing { open } } } }`,
      { id: offerId },
    ),
  ).acceptOffer;
  assert.deepEqual(accepted.offer, {
    id: offerId,
    status: 'ACCEPTED',
    listing: { open: false },
  });
  for (const accountId of [ownerId, lenderId]) {
    assert.deepEqual((await read(accountId)).escrow, { id: accepted.id });
  }
});

test('both parties of an offer get a signal when it is made, answered or denied for another', async () => {
  const [ownerId, lenderId] = await two();
  const rivalId = await createAccount(service, 'Rita Rival');
  const receivedSignals: Record<string, unknown[]> = {
    [ownerId]: [],
    [lenderId]: [],
    [rivalId]: [],
  };
  const stops = await Promise.all(
    Object.entries(receivedSignals).map(([id, signals]) =>
      service.bus.subscribe(accountTopic(id), (signal) => signals.push(signal)),
    ),
  );
  const { domainId, offerId } = await createOfferedDomain(service, { ownerId, lenderId });
  const rival = expectData(await makeOffer(service.as(rivalId), domainId)).makeOffer;
  expectData(await acceptOffer(service.as(ownerId), offerId));
  const signal = (id: string) => ({ what: 'offer', id });
  assert.deepEqual(receivedSignals[lenderId], [signal(offerId), signal(offerId)]);
  assert.deepEqual(receivedSignals[rivalId], [signal(rival.id), signal(rival.id)]);
  assert.equal(receivedSignals[ownerId]?.length, 4);
  const silent = await createOfferedDomain(service, { ownerId, lenderId });
  moveClock(clockOffsetMs() + 8 * 86_400_000);
  await service.settle();
  assert.deepEqual(receivedSignals[lenderId]?.slice(2), [
    signal(silent.offerId),
    signal(silent.offerId),
  ]);
  await Promise.all(stops.map((stop) => stop()));
});
