/** A registrar that cannot reject another registrar's request: only the operator can have it rejected. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '@nameloan/sandbox/server';
import { commit, serviceContext } from '../service-context.ts';
import { connectionRow, registrarFile } from '../testing/registrar-settings.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTransferringDomain,
  call,
  day,
  expectData,
  freshName,
  hour,
  minute,
  startDomains,
} from '../testing/start-domains.ts';
import { lockStatuses } from './lock.ts';
import { scheduleRotation } from './rotate-auth-code.ts';

let s: TestDomains;
before(async () => {
  const sandbox = await startSandbox();
  const { path, write } = registrarFile();
  const row = connectionRow('default', sandbox.epp, { port: sandbox.epp.port, suffixes: '*' });
  write([{ ...row, capabilities: { answersTransferOut: false, cancelWhilePending: false } }]);
  s = await startDomains({
    sandbox,
    environment: { REGISTRARS_FILE: path, DEFAULT_PASSWORD: sandbox.epp.password },
  });
});
after(() => s.stop());

const at = (name: string) => `/registry/domains/${name}`;
const statusesOf = async (name: string) => {
  const { statuses } = await s.control('GET', at(name));
  return (statuses as string[]).toSorted();
};
const locked = lockStatuses.toSorted();
const failedJobs = async () => {
  const rows = serviceContext.store.connection.collection('jobs');
  const failed = await rows.find({ lastError: { $type: 'string' } }).toArray();
  return failed.map(({ kind, lastError }) => `${kind}: ${lastError}`);
};
const reported = (id: string) =>
  s
    .eventsOf('domains.domain.unexpected-statuses', id)
    .map(({ data }) => (data as { statuses: string[] }).statuses);

test('a request is reported to the operator, and the lock restored once it has ended', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.settle();
  await s.control('PATCH', at(name), { statuses: [] });
  await s.control('POST', `${at(name)}/takeover`, { pending: true });
  await s.event('domains.domain.unexpected-statuses', ({ domainId }) => domainId === id);
  await s.settle();
  assert.deepEqual(reported(id), [['pendingTransfer']]);
  assert.equal((await s.record(id)).nameserverChange, null);
  assert.deepEqual(await failedJobs(), []);
  await s.control('PATCH', at(name), { pendingTransfer: false });
  await s.advance(2 * day);
  assert.deepEqual(reported(id), [['pendingTransfer'], []]);
  assert.deepEqual(await statusesOf(name), locked);
});

test('a cancelled transfer out waits for the end of a request before its name is locked', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.advance(61 * day);
  expectData(await call(s, 'ann', { field: 'transferOut', id }));
  await s.event('domains.domain.transfer-out-started', ({ domainId }) => domainId === id);
  await s.control('POST', `${at(name)}/takeover`, { pending: true });
  expectData(await call(s, 'ann', { field: 'cancelTransferOut', id }));
  await s.settle();
  assert.equal((await s.record(id)).transferOut?.state, 'RELOCKING');
  assert.deepEqual(await failedJobs(), []);
  await s.control('PATCH', at(name), { pendingTransfer: false });
  await s.advance(2 * hour);
  await s.event('domains.domain.transfer-out-cancelled', ({ domainId }) => domainId === id);
  assert.deepEqual(await statusesOf(name), locked);
});

test('while a request is pending, the rotation of a code waits for its end instead of failing', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.settle();
  await s.control('PATCH', at(name), { statuses: [] });
  await s.control('POST', `${at(name)}/takeover`, { pending: true });
  const { authCode } = await s.control('GET', at(name));
  await commit((tx) => scheduleRotation(id, tx));
  await s.advance(20 * minute);
  assert.deepEqual(await failedJobs(), []);
  assert.equal((await s.control('GET', at(name))).authCode, authCode);
  await s.control('PATCH', at(name), { pendingTransfer: false });
  await s.advance(16 * minute);
  assert.notEqual((await s.control('GET', at(name))).authCode, authCode);
});

test('the cancellation of a transfer is not offered where the registrar cannot cancel it', async () => {
  const id = await addTransferringDomain(s, 'ann');
  const { actions, blockedActions } = expectData(
    await s.as('ann')(
      'query ($id: ID!) { domain(id: $id) { actions blockedActions { action reason message } } }',
      { id },
    ),
  ).domain;
  assert.ok(!actions.includes('CANCEL_TRANSFER_IN'));
  const blocked = blockedActions.find(
    ({ action }: { action: string }) => action === 'CANCEL_TRANSFER_IN',
  );
  assert.equal(blocked?.reason, 'REGISTRY_REJECTED');
  const answer = await call(s, 'ann', { field: 'cancelTransferIn', id });
  assert.deepEqual([answer.code, answer.message], ['CONFLICT', blocked?.message]);
});
