/** The whole custody of a name in a name.com account: transfer in with its fee, lock, nameservers, renewal, transfer out, losses. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '@nameloan/testkit/until';
import { decrypt, serviceContext } from '../service-context.ts';
import { addStaff, placeHold } from '../testing/holds.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addVerifiedDomain,
  call,
  day,
  expectData,
  fetchAuthCode,
  freshName,
  hour,
  startDomains,
  transferIn,
} from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains({ profile: 'namecom' });
});
after(() => s.stop());

const atRegistry = (name: string) => s.control('GET', `/registry/domains/${name}`);
const credit = async () => Number((await s.control('GET', '/namecom')).creditCents);
const renew = (id: string, maxFee?: number) =>
  s.as('ann')(
    'mutation ($id: ID!, $maxFee: Cents) { renewDomain(id: $id, maxFee: $maxFee) { id } }',
    { id, maxFee },
  );

test('a name arrives, is locked and not renewed by the registrar, and stays in custody when it is checked', async () => {
  const name = freshName();
  const before = await credit();
  const id = await addDomainInCustody(s, 'ann', name);
  const { registrar, statuses } = await atRegistry(name);
  assert.deepEqual([registrar, statuses], ['Name.com', ['clientTransferProhibited']]);
  const arrived = await s.record(id);
  assert.equal(arrived.connectionId, 'namecom');
  assert.equal(arrived.expiresAt?.toISOString(), (await atRegistry(name)).expiry);
  assert.equal(before - (await credit()), 1000);
  await s.advance(3 * day);
  const checked = await s.record(id);
  assert.deepEqual([checked.active, checked.nameserverChange], [true, null]);
  assert.deepEqual(checked.unexpectedStatuses ?? [], []);
});

test('nameservers change while the transfer lock stays', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const wanted = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
  expectData(
    await s.as('ann')(
      'mutation ($id: ID!, $ns: [String!]!) { setNameservers(id: $id, nameservers: $ns) { id } }',
      { id, ns: wanted },
    ),
  );
  const { nameservers, statuses } = await atRegistry(name);
  assert.deepEqual([nameservers, statuses], [wanted, ['clientTransferProhibited']]);
});

test('a former owner’s auth code, which we cannot change, is reported to staff after a seizure', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.advance(61 * day);
  expectData(await call(s, 'ann', { field: 'transferOut', id }));
  await s.event('domains.domain.transfer-out-started', ({ domainId }) => domainId === id);
  expectData(await call(s, 'ann', { field: 'cancelTransferOut', id }));
  await s.event('domains.domain.transfer-out-cancelled', ({ domainId }) => domainId === id);
  const reported = async () =>
    (await serviceContext.store.deadLetters.list()).some(
      ({ subject, fault }) => subject === 'registrar.auth-code' && fault.includes(name),
    );
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', loan);
  await s.settle();
  assert.equal(await reported(), false, 'its owner knows it');
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: 'len' });
  await until(async () => {
    await s.settle();
    return reported();
  });
});

test('a premium name is quoted, transferred and renewed for its exact price', async () => {
  const name = freshName();
  await s.control('PATCH', `/registry/domains/${name}`, { premium: true });
  const id = await addVerifiedDomain(s, 'ann', name);
  const quote = 'query ($id: ID!) { domainQuote(id: $id, for: TRANSFER) { amount premium } }';
  const { amount, premium } = expectData(await s.as('ann')(quote, { id })).domainQuote;
  assert.deepEqual([amount, premium], [22_000, true]);
  const code = await fetchAuthCode(s, name);
  assert.equal((await transferIn(s, 'ann', { id, code })).code, 'CONFLICT');
  const before = await credit();
  expectData(await transferIn(s, 'ann', { id, code, maxFee: amount }));
  assert.equal(before - (await credit()), 20_000);
  await s.control('POST', `/registry/domains/${name}/approve`);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  const expiry = (await s.record(id)).expiresAt;
  expectData(await renew(id, 22_000));
  const { expiresAt } = await s.record(id);
  assert.equal(expiresAt?.getUTCFullYear(), (expiry?.getUTCFullYear() ?? 0) + 1);
  assert.equal(expiresAt?.toISOString(), (await atRegistry(name)).expiry);
  assert.equal(before - (await credit()), 40_000);
});

test('a name leaves with the registrar’s code after its policy lock, and its departure is noticed', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.advance(61 * day);
  expectData(await call(s, 'ann', { field: 'transferOut', id }));
  const started = 'domains.domain.transfer-out-started';
  await s.event(started, ({ domainId }) => domainId === id);
  const data = s.eventsOf(started, id).at(-1)?.data as { sealedAuthCode: string };
  const authCode = decrypt(data.sealedAuthCode, started);
  const { statuses, authCode: right } = await atRegistry(name);
  assert.deepEqual([statuses, authCode], [['ok'], right]);
  await s.control('POST', `/registry/domains/${name}/takeover`, { authCode });
  await until(async () => {
    await s.settle();
    return (await s.record(id)).custodyCheck?.unknownSince != null;
  });
  assert.equal((await s.record(id)).active, true, 'one check is not enough');
  await s.advance(2 * hour);
  await s.event('domains.domain.transferred-out', ({ domainId }) => domainId === id);
});

test('a transfer out that its owner cancels locks the name again', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.advance(61 * day);
  expectData(await call(s, 'ann', { field: 'transferOut', id }));
  await s.event('domains.domain.transfer-out-started', ({ domainId }) => domainId === id);
  expectData(await call(s, 'ann', { field: 'cancelTransferOut', id }));
  await s.event('domains.domain.transfer-out-cancelled', ({ domainId }) => domainId === id);
  assert.deepEqual((await atRegistry(name)).statuses, ['clientTransferProhibited']);
});

test('a cancelled transfer out ends another registrar’s request that no notice has reported', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.advance(61 * day);
  expectData(await call(s, 'ann', { field: 'transferOut', id }));
  await s.event('domains.domain.transfer-out-started', ({ domainId }) => domainId === id);
  await s.control('PUT', '/namecom', { notices: 'lost' });
  await s.control('POST', `/registry/domains/${name}/takeover`, { pending: true });
  expectData(await call(s, 'ann', { field: 'cancelTransferOut', id }));
  await s.event('domains.domain.transfer-out-cancelled', ({ domainId }) => domainId === id);
  await s.control('PUT', '/namecom', { notices: 'sent' });
  assert.deepEqual((await atRegistry(name)).statuses, ['clientTransferProhibited']);
  await s.advance(8 * day);
  assert.equal((await s.record(id)).active, true);
});

test('a legal hold ends a request that no notice has reported, made with the mailed code or before', async () => {
  await addStaff(s);
  for (const isLeaving of [true, false]) {
    const name = freshName();
    const id = await addDomainInCustody(s, 'ann', name);
    await s.advance(61 * day);
    await s.control('PUT', '/namecom', { notices: 'lost' });
    if (isLeaving) {
      expectData(await call(s, 'ann', { field: 'transferOut', id }));
      await s.event('domains.domain.transfer-out-started', ({ domainId }) => domainId === id);
    } else await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
    await s.control('POST', `/registry/domains/${name}/takeover`, { pending: true });
    expectData(await placeHold(s, name));
    await s.settle();
    await s.advance(hour);
    assert.deepEqual((await atRegistry(name)).statuses, ['clientTransferProhibited']);
    await s.control('PUT', '/namecom', { notices: 'sent' });
    assert.equal((await s.record(id)).active, true);
  }
});

test('a daily check that finds the lock lost ends a request that no notice has reported', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.control('PUT', '/namecom', { notices: 'lost' });
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, { pending: true });
  await s.advance(2 * day);
  await s.control('PUT', '/namecom', { notices: 'sent' });
  assert.deepEqual((await atRegistry(name)).statuses, ['clientTransferProhibited']);
  assert.equal((await s.record(id)).active, true);
});

test('another registrar’s request for a name in custody is rejected after a notice', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  // The lock was lost, which is how the request was possible.
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, { pending: true });
  await until(async () => {
    await s.settle();
    return (await atRegistry(name)).statuses?.toString() === 'clientTransferProhibited';
  });
  assert.equal((await s.record(id)).active, true);
});
