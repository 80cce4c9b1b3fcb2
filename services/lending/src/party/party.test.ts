/** Lending's copy of accounts: the newest fact wins, and who has just registered is waited for. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events.ts';
import { accountTopic } from '@nameloan/contracts/topics.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  account,
  address,
  buildEvent,
  domain,
  expectData,
  makeOffer,
  openListing,
  publishTwice,
  startLending,
  unique,
} from '../testing/start-lending.ts';
import { parties } from './party.model.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const facts = (
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
  test(`registered and changed, heard twice and ${order}, leave the newest copy`, async () => {
    const accountId = unique('account');
    const newer = { defaultContract: 1, legalAddress: address } as const;
    const both = [
      buildEvent('identity.account.registered', facts(accountId), {
        aggregateId: accountId,
        version: 1,
      }),
      buildEvent('identity.account.changed', facts(accountId, newer), {
        aggregateId: accountId,
        version: 2,
      }),
    ];
    await publishTwice(service, ...(order === 'in order' ? both : both.reverse()));
    const kept = await parties.get(accountId);
    assert.deepEqual([kept.defaultContract, kept.legalAddress], [1, address]);
    assert.equal('email' in kept, false);
  });
}

test('only a change of the operator’s right is announced as one', async () => {
  const accountId = await account(service, 'Olga Operator');
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
      buildEvent('identity.account.changed', facts(accountId, { operator }), about),
    );
  }
  await stop();
  assert.deepEqual(signals, [{ what: 'rights' }, { what: 'rights' }]);
});

test('an offer by an account whose registration is still on its way waits for it', async () => {
  const owner = await account(service, 'Bea Borrower');
  const domainId = domain(service, owner);
  expectData(await openListing(service.as(owner), domainId));
  const accountId = unique('account');
  const offered = makeOffer(service.as(accountId), domainId);
  const about = { aggregateId: accountId, version: 1 };
  await service.deliver('identity.account.registered', facts(accountId), about);
  expectData(await offered);
});

test('an account of which nothing is ever heard is asked to try again', async () => {
  const owner = await account(service, 'Bea Borrower');
  const domainId = domain(service, owner);
  expectData(await openListing(service.as(owner), domainId));
  const answer = await makeOffer(service.as(unique('account')), domainId);
  assert.equal(answer.code, 'UNAVAILABLE');
});
