/** Lending gets the registration of a listed domain with its first report, and again when it changes. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventData } from '@nameloan/contracts/events';
import { domains } from '../../domain/domain.model.ts';
import { getListingEligibility } from '../../domain/listing/listing-eligibility.ts';
import { commit } from '../../service-context.ts';
import { openListing, passDay, recordOf } from '../../testing/reports.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addTestDomain,
  addVerifiedDomain,
  day,
  freshName,
  startDomains,
} from '../../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const patch = (name: string, body: object) => s.control('PATCH', `/registry/domains/${name}`, body);
const subject = 'domains.domain.registration-reported';
const published = (id: string) =>
  s.eventsOf(subject, id).map(({ data, aggregateVersion }) => {
    return { ...(data as EventData<typeof subject>), aggregateVersion };
  });

/** Waits until so many reports of the domain were published. */
async function publishedTimes(id: string, times: number) {
  for (;;) {
    await s.settle();
    const events = published(id);
    if (events.length >= times) return events;
    await pause(20);
  }
}

test('a name that is not listed publishes nothing', async () => {
  const name = freshName();
  const id = await addTestDomain(s, 'ann', name);
  await recordOf(name);
  assert.deepEqual(published(id), []);
});

test('a listing’s first report is published, unchanged ones are not, a change is', async () => {
  const name = freshName();
  await patch(name, { registrar: 'Beta Names' });
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name);
  await openListing(s, id);
  const [first, ...more] = await publishedTimes(id, 1);
  assert.deepEqual(more, []);
  assert.partialDeepStrictEqual(first, {
    domainId: id,
    name,
    registration: { registrar: { name: 'Beta Names' }, dnssec: 'UNSIGNED' },
  });
  assert.ok(Date.parse(String(first?.registration.registeredAt)) > 0);
  assert.ok(Date.parse(String(first?.registration.expiresAt)) > 0);
  await passDay(s, name);
  assert.equal(published(id).length, 1);
  const ds = [{ keyTag: 1, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) }];
  await patch(name, { ds });
  await passDay(s, name);
  const changed = await publishedTimes(id, 2);
  assert.equal(changed.length, 2);
  assert.equal(changed[1]?.registration.dnssec, 'SIGNED');
  assert.ok((changed[1]?.aggregateVersion ?? 0) > (first?.aggregateVersion ?? 0));
});

test('each listing gets a report, even one that equals that of the listing before', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name);
  const listingId = await openListing(s, id);
  await publishedTimes(id, 1);
  const { accountId } = await s.record(id);
  const closed = { listingId, domainId: id, borrowerId: accountId, domainName: name };
  await s.deliver('lending.listing.closed', { ...closed, reason: 'REMOVED' });
  await openListing(s, id);
  assert.equal((await publishedTimes(id, 2)).length, 2);
});

test('a listing of an earlier release gets its registration by the daily refresh', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name);
  await openListing(s, id);
  await publishedTimes(id, 1);
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    const { publishedRegistration: _, ...former } = domain;
    await domains.update(domain, { ...former, publishedRegistration: null }, tx);
  });
  await passDay(s, name);
  assert.equal((await publishedTimes(id, 2)).length, 2);
});

test('of a name that its registry no longer has, nothing is known', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name);
  await openListing(s, id);
  await s.control('DELETE', `/registry/domains/${name}`);
  await s.advance(day);
  await recordOf(name, ({ absentAt }) => Boolean(absentAt));
  assert.deepEqual((await publishedTimes(id, 2)).at(-1)?.registration, {
    registrar: null,
    registeredAt: null,
    expiresAt: null,
    dnssec: 'UNKNOWN',
  });
});

test('the reply to lending has the registration by the last report', async () => {
  const name = freshName();
  await patch(name, { registrar: 'Gamma Names' });
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name);
  const { registration } = await getListingEligibility({ domainId: id, accountId: 'ann' });
  assert.equal(registration?.registrar?.name, 'Gamma Names');
});
