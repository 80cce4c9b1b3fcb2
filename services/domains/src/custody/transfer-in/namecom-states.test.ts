/** Every state of a transfer to name.com: what the owner learns, and what becomes of the fee there and here. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '@nameloan/testkit/until';
import { transferStates } from '../../registrar/namecom/read.ts';
import { namecomTransfers } from '../../testing/namecom-transfers.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addTransferringDomain,
  addVerifiedDomain,
  call,
  day,
  expectData,
  fetchAuthCode,
  freshName,
  startDomains,
  transferIn,
} from '../../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains({ profile: 'namecom' });
});
after(() => s.stop());

const { credit, stateAtNamecom, forceState, lastHold, failure, alerts } = namecomTransfers(() => s);

/** How each state ends, or null for a transfer that waits. */
const outcomes: Readonly<Record<string, { failure: string; refundedThere: boolean } | null>> = {
  pending: null,
  submitting_transfer: null,
  pending_transfer: null,
  pending_insert: null,
  pending_new_auth_code: { failure: 'BAD_AUTH_CODE', refundedThere: true },
  pending_unlock: { failure: 'TRANSFER_LOCKED_BY_REGISTRAR', refundedThere: true },
  pending_registry_unlock: { failure: 'TRANSFER_LOCKED_BY_REGISTRY', refundedThere: true },
  rejected: { failure: 'REJECTED_BY_REGISTRAR', refundedThere: true },
  failed: { failure: 'CANCELLED_BY_REGISTRY', refundedThere: true },
  canceled: { failure: 'TRANSFER_CANCELLED', refundedThere: true },
  // The refund is on its way.
  canceled_pending_refund: { failure: 'TRANSFER_CANCELLED', refundedThere: false },
};

test('the states are those that name.com documents', () => {
  assert.deepEqual(
    Object.keys(transferStates).sort(),
    [...Object.keys(outcomes), 'completed'].sort(),
  );
});

for (const [state, outcome] of Object.entries(outcomes))
  test(`a transfer in the state ${state} ${outcome ? `ends with ${outcome.failure} and a refund` : 'waits'}`, async () => {
    const name = freshName();
    const before = await credit();
    const id = await addTransferringDomain(s, 'ann', name);
    await until(() => lastHold() === 'CAPTURED');
    assert.equal(before - (await credit()), 1000, 'the fee is taken with the request');
    await forceState(name, state);
    if (!outcome) {
      await s.advance(7 * day);
      const { transferIn: started, pendingTransfer } = await s.record(id);
      assert.deepEqual([started?.state, pendingTransfer], ['REQUESTED', 'IN']);
      assert.equal(lastHold(), 'CAPTURED');
      return;
    }
    assert.equal(await failure(id), outcome.failure);
    await until(() => lastHold() === 'REFUNDED');
    const { pendingTransfer, connectionId, transferIn: ended } = await s.record(id);
    assert.deepEqual([pendingTransfer, connectionId, ended], ['NONE', null, null]);
    assert.equal(before - (await credit()), outcome.refundedThere ? 0 : 1000);
  });

test('a completed transfer arrives, and its fee stays captured', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  await s.control('POST', `/registry/domains/${name}/approve`);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  await s.settle();
  assert.deepEqual([await stateAtNamecom(name), lastHold()], ['completed', 'CAPTURED']);
});

test('a state that is not documented waits and alerts staff', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  await forceState(name, 'unheard_of');
  await until(async () => (await alerts(name)).includes('registrar.state'));
  await s.advance(7 * day);
  assert.equal((await s.record(id)).transferIn?.state, 'REQUESTED');
  assert.equal(lastHold(), 'CAPTURED');
  await forceState(name, 'failed');
  await failure(id);
  await until(async () => (await alerts(name)).length === 0);
});

test('a wrong code is accepted at first, and then the transfer ends with a refund', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const before = await credit();
  expectData(await transferIn(s, 'ann', { id, code: 'wrong-Code-1' }));
  assert.equal(await failure(id), 'BAD_AUTH_CODE');
  await until(() => lastHold() === 'REFUNDED');
  assert.deepEqual([await stateAtNamecom(name), await credit()], ['canceled', before]);
  expectData(await transferIn(s, 'ann', { id, code: await fetchAuthCode(s, name) }));
});

test('its owner cancels a transfer that is not at the registry yet, and not one that is', async () => {
  const name = freshName();
  const before = await credit();
  const id = await addTransferringDomain(s, 'ann', name);
  const late = await call(s, 'ann', { field: 'cancelTransferIn', id });
  assert.deepEqual(
    [late.code, /can no longer be cancelled/.test(late.message ?? '')],
    ['CONFLICT', true],
  );
  assert.equal((await s.record(id)).transferIn?.state, 'REQUESTED');
  await forceState(name, 'submitting_transfer');
  expectData(await call(s, 'ann', { field: 'cancelTransferIn', id }));
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
  await until(() => lastHold() === 'REFUNDED');
  assert.equal(await credit(), before);
});
