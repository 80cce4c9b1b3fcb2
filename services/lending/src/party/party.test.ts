/** Lending's copy of accounts: the newest version wins, and new accounts are awaited. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountTopic } from '@nameloan/contracts/topics';
import { countLookups } from '@nameloan/testkit/service/count-lookups';
import { until } from '@nameloan/testkit/until';
import { serviceContext } from '../service-context.ts';
import { address, changeAccount } from '../testing/accounts.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  addDomain,
  createAccount,
  expectData,
  makeOffer,
  makeUnique,
  openListing,
  publishTwice,
  startLending,
} from '../testing/start-lending.ts';
import { parties } from './party.model.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

for (const order of ['in order', 'in reverse'] as const) {
  test(`registered and changed, delivered twice and ${order}, leave the newest copy`, async () => {
    const accountId = makeUnique('account');
    const legalAddress = { ...address, countryCode: 'GB', subdivision: null };
    const newer = { defaultContract: 1, legalAddress } as const;
    const both = [
      changeAccount(service, accountId, { version: 1 }),
      changeAccount(service, accountId, { ...newer, version: 2 }),
    ];
    const lookups = countLookups(service.accounts);
    await publishTwice(service, ...(order === 'in order' ? both : both.reverse()));
    assert.equal(lookups(), 1, 'an event that is not newer than the copy requests nothing');
    const stored = await parties.get(accountId);
    assert.deepEqual([stored.defaultContract, stored.legalAddress], [1, legalAddress]);
    assert.equal('email' in stored, false);
  });
}

test('only a change of the operator flag publishes a rights signal', async () => {
  const accountId = await createAccount(service, 'Olga Operator');
  const signals: unknown[] = [];
  const stop = await service.bus.subscribe(accountTopic(accountId), (signal) =>
    signals.push(signal),
  );
  for (const [version, operator] of [
    [2, false],
    [3, true],
    [4, true],
    [5, false],
  ] as const) {
    await publishTwice(service, changeAccount(service, accountId, { operator, version }));
  }
  await stop();
  assert.deepEqual(signals, [{ what: 'rights' }, { what: 'rights' }]);
});

test('an offer waits for the registration event of its account', async () => {
  const owner = await createAccount(service, 'Bea Borrower');
  const domainId = addDomain(service, owner);
  expectData(await openListing(service.as(owner), domainId));
  const accountId = makeUnique('account');
  const offered = makeOffer(service.as(accountId), domainId);
  await service.bus.publish(changeAccount(service, accountId, { version: 1 }));
  expectData(await offered);
});

test('a registration waits while identity does not know the account yet', async () => {
  const accountId = makeUnique('account');
  const event = changeAccount(service, accountId, { name: 'Newest', version: 2 });
  const newest = service.accounts.get(accountId);
  assert.ok(newest);
  service.accounts.delete(accountId);
  await service.bus.publish(event);
  assert.ok(await serviceContext.store.deferredEvents.holds(event.id));
  service.accounts.set(accountId, { ...newest, name: 'Old', version: 1 });
  const lookups = countLookups(service.accounts);
  await until(() => lookups() === 2);
  assert.equal(await parties.find(accountId), undefined);
  service.accounts.set(accountId, { ...newest, version: 4 });
  await until(async () => !(await serviceContext.store.deferredEvents.holds(event.id)));
  const { name, accountVersion } = await parties.get(accountId);
  assert.deepEqual([name, accountVersion], ['Newest', 4]);
});

test('an offer of an unknown account fails with UNAVAILABLE', async () => {
  const owner = await createAccount(service, 'Bea Borrower');
  const domainId = addDomain(service, owner);
  expectData(await openListing(service.as(owner), domainId));
  const answer = await makeOffer(service.as(makeUnique('account')), domainId);
  assert.equal(answer.code, 'UNAVAILABLE');
});
