/** Calls about many domains: each domain has its own result. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { now } from '@nameloan/runtime/clock';
import { sendRequest } from '@nameloan/subgraph/request';
import { until } from '@nameloan/testkit/until';
import { diligenceRecords } from '../diligence/diligence.model.ts';
import { serviceContext } from '../service-context.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addVerifiedDomain,
  expectData,
  freshName,
  hour,
  startDomains,
} from '../testing/start-domains.ts';
import { domains } from './domain.model.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

test('many domains are removed in one call, each with its result', async () => {
  const [one, other] = [
    await addTestDomain(s, 'rex', freshName()),
    await addTestDomain(s, 'rex', freshName()),
  ];
  const held = await addDomainInCustody(s, 'rex');
  const foreign = await addTestDomain(s, 'roy', freshName());
  const remove = (ids: string[]) =>
    s.as('rex')(
      'mutation ($ids: [ID!]!) { removeDomains(ids: $ids) { id error { code message } } }',
      { ids },
    );
  const { removeDomains } = expectData(await remove([one, held, foreign, other]));
  assert.deepEqual(removeDomains, [
    { id: one, error: null },
    {
      id: held,
      error: {
        code: 'CONFLICT',
        message: 'This domain is in our custody. Transfer it out instead.',
      },
    },
    { id: foreign, error: { code: 'NOT_FOUND', message: 'There is no such domain.' } },
    { id: other, error: null },
  ]);
  for (const id of [one, other])
    await s.event('domains.domain.removed', ({ domainId }) => domainId === id);
  assert.deepEqual([(await s.record(held)).active, (await s.record(foreign)).active], [true, true]);
  const over = await remove(Array(501).fill(one));
  assert.deepEqual(over.fields, { ids: 'Send at most 500 at a time.' });
});

test('lending gets the eligibility of many of the account’s own domains at once', async () => {
  const own = [await addDomainInCustody(s, 'amy'), await addTestDomain(s, 'amy', freshName())];
  const removed = await addTestDomain(s, 'amy', freshName());
  expectData(await s.as('amy')(`mutation { removeDomain(id: "${removed}") { id } }`));
  const foreign = await addTestDomain(s, 'bob', freshName());
  const { domains: found } = await sendRequest(s.bus, 'domains.listing-eligibilities', {
    domainIds: [...own, removed, foreign, 'no-such-id'],
    accountId: 'amy',
  });
  const byId = new Map(found.map((one) => [one.domainId, one]));
  assert.deepEqual([...byId.keys()].sort(), own.sort());
  for (const domainId of own) {
    const one = { domainId, accountId: 'amy' };
    assert.deepEqual(
      byId.get(domainId),
      await sendRequest(s.bus, 'domains.listing-eligibility', one),
    );
  }
});

test('the rejected names of one request have their look-ups requested in one commit', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.push(await addVerifiedDomain(s, 'cat', freshName()));
  const names = (await domains.findMany({ _id: { $in: ids } })).map(({ name }) => name);
  const records = () => diligenceRecords.findMany({ _id: { $in: names } });
  await until(async () => (await records()).every(({ report }) => report !== null));
  await s.settle();
  const longAgo = new Date(now().getTime() - 2 * hour);
  await diligenceRecords.raw.updateMany(
    { _id: { $in: names } },
    { $set: { 'report.statuses': ['serverHold'], 'report.asOf': longAgo } },
  );
  let commits = 0;
  const count = ({ commandName }: { commandName: string }) => {
    if (commandName === 'commitTransaction') commits += 1;
  };
  const client = serviceContext.store.connection.getClient();
  client.on('commandStarted', count);
  await sendRequest(s.bus, 'domains.listing-eligibilities', { domainIds: ids, accountId: 'cat' });
  client.off('commandStarted', count);
  assert.equal(commits, 1);
  await until(async () =>
    (await records()).every(({ report }) => (report?.asOf ?? longAgo) > longAgo),
  );
});
