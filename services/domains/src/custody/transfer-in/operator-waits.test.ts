/** Orders that only staff can let through: for lack of credit or access at name.com they wait for three days. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '@nameloan/testkit/until';
import { namecomTransfers } from '../../testing/namecom-transfers.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTransferringDomain,
  addVerifiedDomain,
  call,
  day,
  expectData,
  fetchAuthCode,
  freshName,
  hour,
  minute,
  startDomains,
  transferIn,
} from '../../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains({ profile: 'namecom' });
});
after(() => s.stop());

const { credit, lastHold, failure, eventually, alerts } = namecomTransfers(() => s);

test('without credit a transfer waits and staff are alerted, until money is added', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const code = await fetchAuthCode(s, name);
  await s.control('PUT', '/namecom', { creditCents: 999 });
  expectData(await transferIn(s, 'ann', { id, code }));
  const { transferIn: waiting } = await s.record(id);
  assert.deepEqual([waiting?.state, lastHold()], ['REQUESTING', 'HELD']);
  await until(async () => (await alerts('The credit')).includes('registrar.credit'));
  await s.advance(10 * minute);
  assert.equal((await s.record(id)).transferIn?.state, 'REQUESTING');
  await s.control('PUT', '/namecom', { creditCents: 5000 });
  await eventually(async () => (await s.record(id)).transferIn?.state === 'REQUESTED');
  assert.equal(await credit(), 4000);
  await until(async () => (await alerts('The credit')).length === 0);
  await s.control('PUT', '/namecom', { creditCents: 1_000_000 });
});

test('while nothing is ordered for lack of credit its owner can cancel the transfer', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const code = await fetchAuthCode(s, name);
  await s.control('PUT', '/namecom', { creditCents: 0 });
  expectData(await transferIn(s, 'ann', { id, code }));
  assert.equal((await s.record(id)).transferIn?.state, 'REQUESTING');
  expectData(await call(s, 'ann', { field: 'cancelTransferIn', id }));
  assert.equal(await failure(id), 'CANCELLED_BY_OWNER');
  await until(() => lastHold() === 'RELEASED');
  await s.control('PUT', '/namecom', { creditCents: 1_000_000 });
  await s.advance(hour);
  assert.deepEqual([await credit(), (await s.record(id)).pendingTransfer], [1_000_000, 'NONE']);
});

test('after three days without credit a transfer ends and its fee is released', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const code = await fetchAuthCode(s, name);
  await s.control('PUT', '/namecom', { creditCents: 0 });
  expectData(await transferIn(s, 'ann', { id, code }));
  await s.advance(3 * day + minute);
  await s.advance(minute);
  assert.equal(await failure(id), 'REGISTRY_CREDIT');
  await until(() => lastHold() === 'RELEASED');
  await s.control('PUT', '/namecom', { creditCents: 1_000_000 });
});

test('after three days without access to the account a transfer ends and its fee is released', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const code = await fetchAuthCode(s, name);
  s.payments.before = async () => void (await s.control('PUT', '/namecom', { deniesAccess: true }));
  expectData(await transferIn(s, 'ann', { id, code }));
  s.payments.before = undefined;
  await s.advance(2 * day);
  assert.deepEqual([(await s.record(id)).transferIn?.state, lastHold()], ['REQUESTING', 'HELD']);
  assert.ok((await alerts('denies the account')).includes('registrar.access'));
  await s.advance(day + hour);
  await s.advance(hour);
  assert.equal(await failure(id), 'REGISTRY_UNAVAILABLE');
  await until(() => lastHold() === 'RELEASED');
  await s.control('PUT', '/namecom', { deniesAccess: false });
  // A transfer that succeeds shows that there is access again.
  await addTransferringDomain(s, 'ann', freshName());
  await eventually(async () => (await alerts('denies the account')).length === 0);
});

test('a renewal without access to the account fails and its fee is released', async () => {
  const id = await addDomainInCustody(s, 'ann', freshName());
  s.payments.before = async () => void (await s.control('PUT', '/namecom', { deniesAccess: true }));
  await s.as('ann')('mutation ($id: ID!) { renewDomain(id: $id) { id } }', { id });
  s.payments.before = undefined;
  await s.advance(2 * day);
  assert.equal(lastHold(), 'HELD');
  await s.advance(day + hour);
  await s.advance(hour);
  assert.equal((await s.record(id)).renewal, null);
  await until(() => lastHold() === 'RELEASED');
  await s.control('PUT', '/namecom', { deniesAccess: false });
});
