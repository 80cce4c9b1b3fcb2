/** The whole custody of a name at the gateway of a reseller: transfer in, lock, nameservers, renewal, transfer out, losses. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '@nameloan/testkit/until';
import { decrypt } from '../service-context.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTransferringDomain,
  addVerifiedDomain,
  call,
  day,
  expectData,
  fetchAuthCode,
  freshName,
  startDomains,
  transferIn,
} from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains({ profile: 'centralnic' });
});
after(() => s.stop());

const atRegistry = (name: string) => s.control('GET', `/registry/domains/${name}`);
const quote = (id: string, purpose: string) =>
  s.as('ann')(`query ($id: ID!) { domainQuote(id: $id, for: ${purpose}) { amount premium } }`, {
    id,
  });
const renew = (id: string, maxFee?: number) =>
  s.as('ann')(
    'mutation ($id: ID!, $maxFee: Cents) { renewDomain(id: $id, maxFee: $maxFee) { id } }',
    {
      id,
      maxFee,
    },
  );

test('a name arrives, is locked as far as the gateway can, and stays in custody when it is checked', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const { registrar, statuses } = await atRegistry(name);
  assert.deepEqual([registrar, statuses], ['NameloanReseller', ['clientTransferProhibited']]);
  const arrived = await s.record(id);
  assert.equal(arrived.connectionId, 'reseller');
  assert.equal(arrived.expiresAt?.toISOString(), (await atRegistry(name)).expiry);
  await s.advance(3 * day);
  const checked = await s.record(id);
  assert.deepEqual([checked.active, checked.nameserverChange], [true, null]);
});

test('an approval without a date counts from when it is noticed, not from year 1', async () => {
  const id = await addTransferringDomain(s, 'ann');
  await s.advance(6 * day);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  const { transferOutAvailableAt } = await s.record(id);
  assert.ok((transferOutAvailableAt?.getTime() ?? 0) > Date.now());
});

test('a rejected transfer releases the fee, and a wrong code is the user’s mistake', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  await s.control('POST', `/registry/domains/${name}/reject`);
  await s.event('domains.domain.transfer-failed', ({ domainId }) => domainId === id);
  await s.settle();
  const { holdId } = s.payments.requestedHolds.at(-1) ?? {};
  assert.equal(s.payments.holds.get(holdId ?? ''), 'RELEASED');
  assert.equal((await transferIn(s, 'ann', { id, code: 'wrong-Code-1' })).code, 'INVALID_INPUT');
});

test('a transfer that another registrar has requested is not taken for ours', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await s.control('PATCH', `/registry/domains/${name}`, { pendingTransfer: true });
  const code = await fetchAuthCode(s, name);
  assert.equal((await transferIn(s, 'ann', { id, code })).code, 'CONFLICT');
  await s.settle();
  const { holdId } = s.payments.requestedHolds.at(-1) ?? {};
  assert.equal(s.payments.holds.get(holdId ?? ''), 'RELEASED');
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
});

test('a pending transfer is cancelled by its owner', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  expectData(await call(s, 'ann', { field: 'cancelTransferIn', id }));
  assert.equal((await atRegistry(name)).pendingTransfer ?? null, null);
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
});

test('a premium name is quoted, transferred and renewed for its exact price in the draft of the fee extension', async () => {
  const name = freshName();
  await s.control('PATCH', `/registry/domains/${name}`, { premium: true });
  const id = await addVerifiedDomain(s, 'ann', name);
  const { amount, premium } = expectData(await quote(id, 'TRANSFER')).domainQuote;
  assert.deepEqual([amount, premium], [22_000, true]);
  const code = await fetchAuthCode(s, name);
  assert.equal((await transferIn(s, 'ann', { id, code })).code, 'CONFLICT');
  expectData(await transferIn(s, 'ann', { id, code, maxFee: amount }));
  await s.control('POST', `/registry/domains/${name}/approve`);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  const before = (await s.record(id)).expiresAt;
  expectData(await renew(id, 22_000));
  const { expiresAt } = await s.record(id);
  assert.equal(expiresAt?.getUTCFullYear(), (before?.getUTCFullYear() ?? 0) + 1);
  assert.equal(expiresAt?.toISOString(), (await atRegistry(name)).expiry);
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

test('a name leaves with the mailed code, and its departure is noticed', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.advance(61 * day);
  expectData(await call(s, 'ann', { field: 'transferOut', id }));
  const started = 'domains.domain.transfer-out-started';
  await s.event(started, ({ domainId }) => domainId === id);
  const data = s.eventsOf(started, id).at(-1)?.data as { sealedAuthCode: string };
  const authCode = decrypt(data.sealedAuthCode, started);
  assert.deepEqual((await atRegistry(name)).statuses, ['ok']);
  await s.control('POST', `/registry/domains/${name}/takeover`, { authCode });
  await s.event('domains.domain.transferred-out', ({ domainId }) => domainId === id);
});

test('another registrar’s request for a name in custody is rejected', async () => {
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
