import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestDomains } from '../../testing/start-domains.ts';
import { addDomainInCustody, day, startDomains } from '../../testing/start-domains.ts';
import { findUnexpectedStatuses } from './find-unexpected-statuses.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

test('a status that the platform did not set is reported once, and every change of it', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const { name } = await s.record(id);
  const { statuses } = await s.control('GET', `/registry/domains/${name}`);
  const found = () =>
    s
      .eventsOf('domains.domain.unexpected-statuses', id)
      .map(({ data }) => (data as { statuses: string[] }).statuses);
  await s.advance(2 * day);
  assert.deepEqual(found(), [], 'our lock is expected');
  const set = (all: unknown) => s.control('PATCH', `/registry/domains/${name}`, { statuses: all });
  await set([...(statuses as string[]), 'serverHold', 'serverUpdateProhibited']);
  await s.advance(2 * day);
  await set([...(statuses as string[]), 'serverHold']);
  await s.advance(2 * day);
  await s.advance(2 * day);
  assert.deepEqual(found(), [['serverHold', 'serverUpdateProhibited'], ['serverHold']]);
  await set(statuses);
  await s.advance(2 * day);
  assert.deepEqual(found().slice(2), [[]]);
});

test('the registry’s own lock after our transfer is expected until it ends', () => {
  const transferOutAvailableAt = new Date('2027-03-01T00:00:00Z');
  const found = (at: string) =>
    findUnexpectedStatuses({ transferOutAvailableAt }, ['serverTransferProhibited'], new Date(at));
  assert.deepEqual(found('2027-02-01T00:00:00Z'), []);
  assert.deepEqual(found('2027-03-02T00:00:00Z'), ['serverTransferProhibited']);
});
