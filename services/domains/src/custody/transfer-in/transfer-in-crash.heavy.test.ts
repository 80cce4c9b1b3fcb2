import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { domains } from '../../domain/domain.model.ts';
import type { TransferIn } from '../../domain/domain.ts';
import { connectEpp } from '../../registrar/epp/connect-epp.ts';
import type { Registrar } from '../../registrar/registrar.ts';
import { commit, encrypt } from '../../service-context.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addTransferringDomain,
  addVerifiedDomain,
  call,
  expectData,
  fetchAuthCode,
  freshName,
  hour,
  minute,
  startDomains,
  transferIn,
} from '../../testing/start-domains.ts';
import { storeAsIs } from '../../testing/store-as-is.ts';
import { lockStatuses } from '../lock.ts';
import { applyTransferNotice, markArriving } from './apply-transfer-notice.ts';
import { failTransferIn } from './end-transfer-in.ts';
import { resumeTransferIn } from './process-transfer-in.ts';
import { transferInCodePurpose } from './request-transfer.ts';
import { watchTransfer } from './watch-transfer.ts';

let s: TestDomains;
/** The platform's registrar account, used without the service. */
let registrar: Registrar;
before(async () => {
  s = await startDomains({
    environment: { EPP_POLL_MS: String(30 * 24 * hour) },
  });
  const { host, port, caPem: ca, clientId, password } = s.sandbox.epp;
  registrar = connectEpp({
    host,
    port,
    ca,
    clientId,
    password,
    timeoutMs: 3000,
    log: () => undefined,
  });
});
after(async () => {
  await registrar.close();
  await s.stop();
});

const at = (name: string) => `/registry/domains/${name}`;
const pending = async (name: string) => (await s.control('GET', at(name))).pendingTransfer;

/** A verified name whose transfer is in the state in which a crash left it. */
async function crashed(state: TransferIn['state'], code?: string) {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const holdId = newId();
  const encryptedCode = encrypt(code ?? (await fetchAuthCode(s, name)), transferInCodePurpose);
  const none = { registryCents: null, requestedAt: null, approvedAt: null };
  const rest = { ...none, feeCents: 1200, startedAt: new Date() };
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    const transferIn = { holdId, encryptedCode, state, ...rest };
    await storeAsIs({ ...domain, pendingTransfer: 'IN', transferIn }, tx);
  });
  if (state !== 'HOLDING') s.payments.holds.set(holdId, 'HELD');
  const job = { kind: 'transfer-in', key: id, data: { holdId }, attempt: 1, dueAt: new Date() };
  return { id, name, holdId, job };
}

async function isRequestedOnce(id: string, name: string): Promise<void> {
  const { transferIn: started } = await s.record(id);
  assert.deepEqual([started?.state, started?.encryptedCode], ['REQUESTED', null]);
  assert.ok(await pending(name));
  await s.settle();
  assert.equal(s.eventsOf('domains.domain.transfer-started', id).length, 1);
  assert.equal(s.eventsOf('domains.domain.transfer-failed', id).length, 0);
}

test('after a crash before the fee was held the job holds it and requests the transfer', async () => {
  const { id, name, holdId, job } = await crashed('HOLDING');
  await resumeTransferIn(job);
  await resumeTransferIn(job);
  assert.equal(s.payments.holds.get(holdId), 'HELD');
  await isRequestedOnce(id, name);
});

test('after a crash with payments unavailable the job retries; a low balance ends the transfer and is published', async () => {
  const { id, job } = await crashed('HOLDING');
  s.payments.down = true;
  await assert.rejects(resumeTransferIn(job), { code: 'UNAVAILABLE' });
  assert.equal((await s.record(id)).transferIn?.state, 'HOLDING');
  s.payments.down = false;
  s.payments.balanceCents = 0;
  await resumeTransferIn(job);
  s.payments.balanceCents = null;
  const failed = await s.event('domains.domain.transfer-failed', ({ domainId }) => domainId === id);
  assert.equal(failed.data.reason.code, 'BALANCE_TOO_LOW');
});

test('after a crash before the request to the registry it is sent', async () => {
  const { id, name, job } = await crashed('REQUESTING');
  await resumeTransferIn(job);
  await isRequestedOnce(id, name);
});

test('after a crash between the registry’s response and our record the request is found and not repeated', async () => {
  const { id, name, job } = await crashed('REQUESTING');
  await registrar.transferRequest(name, await fetchAuthCode(s, name), { years: 1 });
  await resumeTransferIn(job);
  await isRequestedOnce(id, name);
});

test('a request that was approved or rejected during a downtime is found, and its end is published immediately', async () => {
  for (const [answer, subject] of [
    ['approve', 'domains.domain.custody-arrived'],
    ['reject', 'domains.domain.transfer-failed'],
  ] as const) {
    const { id, name, job } = await crashed('REQUESTING');
    await registrar.transferRequest(name, await fetchAuthCode(s, name), { years: 1 });
    await s.control('POST', `${at(name)}/${answer}`);
    await resumeTransferIn(job);
    await s.advance(minute);
    await s.event(subject, ({ domainId }) => domainId === id);
  }
});

test('a rejection after a crash ends the transfer, releases the fee and notifies the owner', async () => {
  const { id, holdId, job } = await crashed('REQUESTING', 'wrong-Code-1');
  await resumeTransferIn(job);
  const failed = await s.event('domains.domain.transfer-failed', ({ domainId }) => domainId === id);
  assert.equal(failed.data.reason.code, 'BAD_AUTH_CODE');
  await s.settle();
  assert.equal(s.payments.holds.get(holdId), 'RELEASED');
});

test('a name that became premium during a downtime is not ordered after a crash: nothing is charged', async () => {
  for (const state of ['HOLDING', 'REQUESTING'] as const) {
    const { id, name, holdId, job } = await crashed(state);
    await s.control('PATCH', at(name), { premium: true });
    await resumeTransferIn(job);
    const { data } = await s.event('domains.domain.transfer-failed', (of) => of.domainId === id);
    assert.equal(data.reason.code, 'PRICE_CHANGED');
    await s.settle();
    assert.equal(s.payments.holds.get(holdId), 'RELEASED');
    assert.equal(await pending(name), null);
  }
});

test('a concurrent request and job make one transfer', async () => {
  const { id, name, job } = await crashed('HOLDING');
  await Promise.all(Array.from({ length: 8 }, () => resumeTransferIn(job)));
  await isRequestedOnce(id, name);
});

test('a request or approval by a concurrent run is not a rejection', async () => {
  for (const approved of [false, true]) {
    const { id, name, job } = await crashed('HOLDING');
    s.payments.before = async () => {
      await registrar.transferRequest(name, await fetchAuthCode(s, name), { years: 1 });
      if (approved) await s.control('POST', `${at(name)}/approve`);
    };
    await resumeTransferIn(job);
    s.payments.before = undefined;
    assert.equal((await s.record(id)).transferIn?.state, 'REQUESTED');
    await s.settle();
    assert.equal(s.eventsOf('domains.domain.transfer-failed', id).length, 0);
    await s.advance(7 * hour);
    assert.equal((await s.record(id)).status, approved ? 'CUSTODY_PAID' : 'EXTERNAL_VERIFIED');
  }
});

test('after a lost response the transfer is in progress, and the request is found and not repeated', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const code = await fetchAuthCode(s, name);
  s.payments.before = async () => s.registryConnection.loseAnswer();
  const answer = await transferIn(s, 'ann', { id, code });
  s.payments.before = undefined;
  assert.equal(expectData(answer).transferIn.pendingTransfer, true);
  const { transferIn: started } = await s.record(id);
  assert.equal(started?.state, 'REQUESTING');
  assert.ok(
    started?.encryptedCode && !started.encryptedCode.includes(code),
    'stored, and encrypted',
  );
  assert.equal((await call(s, 'ann', { field: 'cancelTransferIn', id })).code, 'CONFLICT');
  await s.advance(2 * minute);
  await isRequestedOnce(id, name);
});

test('nothing starts while the registry is unavailable; after the hold the transfer continues when it is back', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const code = await fetchAuthCode(s, name);
  s.payments.before = async () => s.registryConnection.cut();
  const answer = await transferIn(s, 'ann', { id, code });
  s.payments.before = undefined;
  assert.equal(expectData(answer).transferIn.pendingTransfer, true);
  s.registryConnection.restore();
  for (let round = 0; round < 2; round++) await s.advance(10 * minute);
  await isRequestedOnce(id, name);
});

test('a repeated message about a failed transfer does not end the next transfer', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  await s.control('POST', `${at(name)}/reject`);
  const ended = await registrar.transferQuery(name);
  const repeatNotice = () => commit((tx) => applyTransferNotice(registrar, ended, tx));
  await repeatNotice();
  expectData(await transferIn(s, 'ann', { id, code: await fetchAuthCode(s, name) }));
  await repeatNotice();
  assert.equal((await s.record(id)).transferIn?.state, 'REQUESTED');
  assert.ok(await pending(name));
});

test('a missing message is replaced by a query', async () => {
  for (const [answer, status] of [
    ['approve', 'CUSTODY_PAID'],
    ['reject', 'EXTERNAL_VERIFIED'],
  ] as const) {
    const name = freshName();
    const id = await addTransferringDomain(s, 'ann', name);
    await s.control('POST', `${at(name)}/${answer}`);
    await s.advance(7 * hour);
    const domain = await s.record(id);
    assert.deepEqual([domain.status, domain.pendingTransfer], [status, 'NONE']);
  }
});

test('a crash between the registry’s cancellation and our record is detected', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  await registrar.transferCancel(name);
  const cancelled = expectData(await call(s, 'ann', { field: 'cancelTransferIn', id }));
  assert.equal(cancelled.cancelTransferIn.id, id);
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
  const other = freshName();
  const alone = await addTransferringDomain(s, 'ann', other);
  await registrar.transferCancel(other);
  await s.advance(7 * hour);
  assert.equal((await s.record(alone)).pendingTransfer, 'NONE');
});

test('a transfer that ended while its fee was being held sends no request to the registry', async () => {
  const { id, name, holdId, job } = await crashed('HOLDING');
  s.payments.before = async () => {
    await failTransferIn(id, { holdId, state: 'HOLDING', reason: undefined });
  };
  await resumeTransferIn(job);
  s.payments.before = undefined;
  await s.settle();
  assert.equal(await pending(name), null);
  assert.equal(s.payments.holds.get(holdId), 'RELEASED');
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
});

test('after a crash before or during locking the name is locked before it counts as in custody', async () => {
  for (const statuses of [
    [],
    ['clientUpdateProhibited'],
    ['clientTransferProhibited', 'clientDeleteProhibited'],
  ]) {
    const name = freshName();
    const id = await addTransferringDomain(s, 'ann', name);
    await s.control('POST', `${at(name)}/approve`);
    await s.control('PATCH', at(name), { statuses });
    await Promise.all([
      s.advance(7 * hour),
      watchTransfer({ kind: 'watch-transfer', key: id, data: {}, attempt: 1, dueAt: new Date() }),
    ]);
    await s.settle();
    assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
    const locked = (await s.control('GET', at(name))).statuses as string[];
    for (const lock of lockStatuses) assert.ok(locked.includes(lock), `${lock} over ${statuses}`);
    assert.equal(s.eventsOf('domains.domain.custody-arrived', id).length, 1);
  }
});

test('a name that the registry does not list as ours does not count as in custody', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    await markArriving(domain, { approvedAt: new Date(), tx });
  });
  await s.settle();
  assert.equal((await s.record(id)).status, 'EXTERNAL_VERIFIED');
  await s.control('POST', `${at(name)}/approve`);
  await s.advance(2 * minute);
  assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
});
