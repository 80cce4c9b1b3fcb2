/** Lending's copy of accounts: the newest version wins, and new accounts are awaited. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events';
import { accountTopic } from '@nameloan/contracts/topics';
import type { TestLending } from '../testing/start-lending.ts';
import {
  addDomain,
  address,
  buildEvent,
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

const accountData = (
  accountId: string,
  more: Partial<EventData<'identity.account.changed'>> = {},
): EventData<'identity.account.changed'> => ({
  accountId,
  name: 'Bea Borrower',
  email: 'bea@example.net',
  operator: false,
  defaultContract: 0,
  legalAddress: null,
  ...more,
});

for (const order of ['in order', 'in reverse'] as const) {
  test(`registered and changed, delivered twice and ${order}, leave the newest copy`, async () => {
    const accountId = makeUnique('account');
    const newer = { defaultContract: 1, legalAddress: address } as const;
    const both = [
      buildEvent('identity.account.registered', accountData(accountId), {
        aggregateId: accountId,
        version: 1,
      }),
      buildEvent('identity.account.changed', accountData(accountId, newer), {
        aggregateId: accountId,
        version: 2,
      }),
    ];
    await publishTwice(service, ...(order === 'in order' ? both : both.reverse()));
    const stored = await parties.get(accountId);
    assert.deepEqual([stored.defaultContract, stored.legalAddress], [1, address]);
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
    const about = { aggregateId: accountId, version };
    await publishTwice(
      service,
      buildEvent('identity.account.changed', accountData(accountId, { operator }), about),
    );
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
  const about = { aggregateId: accountId, version: 1 };
  await service.deliver('identity.account.registered', accountData(accountId), about);
  expectData(await offered);
});

test('an offer of an unknown account fails with UNAVAILABLE', async () => {
  const owner = await createAccount(service, 'Bea Borrower');
  const domainId = addDomain(service, owner);
  expectData(await openListing(service.as(owner), domainId));
  const answer = await makeOffer(service.as(makeUnique('account')), domainId);
  assert.equal(answer.code, 'UNAVAILABLE');
});
