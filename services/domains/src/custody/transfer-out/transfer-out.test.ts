import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decrypt } from '../../service-context.ts';
import { acceptanceData, loanOn, reserveFor } from '../../testing/loans.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  addVerifiedDomain,
  call,
  day,
  expectData,
  freshName,
  minute,
  startDomains,
} from '../../testing/start-domains.ts';
import { lockStatuses } from '../lock.ts';
import { processTransferOut } from './process-transfer-out.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const registryRecord = (name: string) => s.control('GET', `/registry/domains/${name}`);
const out = (id: string, who = 'ann') => call(s, who, { field: 'transferOut', id });
const cancel = (id: string) => call(s, 'ann', { field: 'cancelTransferOut', id });
const takeover = (name: string, authCode: string) =>
  s.control('POST', `/registry/domains/${name}/takeover`, { authCode });

/** A domain in custody whose transfer lock has ended. */
async function unlockable(name = freshName()): Promise<string> {
  const id = await addDomainInCustody(s, 'ann', name);
  await s.advance(61 * day);
  return id;
}

async function mailedCode(id: string): Promise<string> {
  const started = 'domains.domain.transfer-out-started';
  await s.event(started, ({ domainId }) => domainId === id);
  const data = s.eventsOf(started, id).at(-1)?.data as { sealedAuthCode: string };
  return decrypt(data.sealedAuthCode, started);
}

test('the lock is lifted, a new code is mailed and never shown, and the domain leaves when the registry reports it', async () => {
  const name = freshName();
  const id = await unlockable(name);
  const old = (await registryRecord(name)).authCode;
  expectData(await out(id));
  const code = await mailedCode(id);
  const { authCode, statuses } = await registryRecord(name);
  assert.deepEqual([authCode, statuses], [code, ['clientDeleteProhibited']]);
  assert.notEqual(code, old);
  assert.ok(!JSON.stringify(await s.record(id)).includes(code));
  assert.equal((await s.record(id)).transferOut?.encryptedCode, null);
  assert.equal((await out(id)).code, 'CONFLICT', 'not twice');
  await takeover(name, code);
  await s.event('domains.domain.transferred-out', ({ domainId }) => domainId === id);
  const ended = await s.record(id);
  assert.deepEqual([ended.active, ended.endReason], [false, 'TRANSFERRED_OUT']);
  assert.equal((await cancel(id)).code, 'NOT_FOUND');
  await addVerifiedDomain(s, 'ann', name);
});

test('cancelling restores the lock, and the mailed code no longer works', async () => {
  const name = freshName();
  const id = await unlockable(name);
  expectData(await out(id));
  const code = await mailedCode(id);
  expectData(await cancel(id));
  await s.event('domains.domain.transfer-out-cancelled', ({ domainId }) => domainId === id);
  const { authCode, statuses } = await registryRecord(name);
  for (const lock of lockStatuses) assert.ok((statuses as string[]).includes(lock));
  assert.notEqual(authCode, code);
  const domain = await s.record(id);
  assert.deepEqual([domain.pendingTransfer, domain.status], ['NONE', 'CUSTODY_PAID']);
  assert.equal((await cancel(id)).code, 'CONFLICT');
  expectData(await out(id));
});

test('cancelling rejects a registrar’s pending request, even after a lost response', async () => {
  for (const lost of [false, true]) {
    const name = freshName();
    const id = await unlockable(name);
    expectData(await out(id));
    const authCode = await mailedCode(id);
    await s.control('POST', `/registry/domains/${name}/takeover`, { authCode, pending: true });
    await s.settle();
    // The first command of the job is the query; the second is the rejection.
    if (lost) s.registryConnection.loseAnswer(1);
    expectData(await cancel(id));
    await s.event('domains.domain.transfer-out-cancelled', ({ domainId }) => domainId === id);
    const { statuses, pendingTransfer } = await registryRecord(name);
    assert.equal(pendingTransfer, null);
    for (const lock of lockStatuses) assert.ok((statuses as string[]).includes(lock));
    await s.advance(6 * day);
    assert.deepEqual(
      [(await s.record(id)).active, (await s.record(id)).pendingTransfer],
      [true, 'NONE'],
    );
  }
});

test('a registry that rejects the change ends the transfer out or its cancellation, provided that the lock is set', async () => {
  const name = freshName();
  const id = await unlockable(name);
  const statuses = [...lockStatuses, 'serverUpdateProhibited'];
  await s.control('PATCH', `/registry/domains/${name}`, { statuses });
  expectData(await out(id));
  const cancelled = 'domains.domain.transfer-out-cancelled';
  await s.event(cancelled, ({ domainId }) => domainId === id);
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
  assert.equal(s.eventsOf('domains.domain.transfer-out-started', id).length, 0);

  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [...lockStatuses] });
  expectData(await out(id));
  await mailedCode(id);
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: ['serverUpdateProhibited'] });
  expectData(await cancel(id));
  await s.settle();
  assert.equal((await s.record(id)).transferOut?.state, 'RELOCKING', 'the mailed code still works');
  await s.control('PATCH', `/registry/domains/${name}`, { statuses });
  await s.advance(10 * minute);
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
});

test('it is rejected before the transfer lock has ended, and for external, listed and pledged domains', async () => {
  const early = await addDomainInCustody(s, 'ann');
  assert.match((await out(early)).message ?? '', /from \w+ \d+, \d{4}\./);
  assert.equal((await out(await addVerifiedDomain(s, 'ann'))).code, 'CONFLICT');
  const listed = await unlockable();
  const { name } = await s.record(listed);
  const listing = { listingId: 'open', domainId: listed, borrowerId: 'ann', domainName: name };
  await s.deliver('lending.listing.opened', {
    ...listing,
    amountCents: 1,
    termDays: 1,
    rateBps: 1,
  });
  assert.equal((await out(listed)).message, 'Remove its listing first.');
  await s.deliver('lending.listing.closed', { ...listing, reason: 'REMOVED' });
  const loan = await reserveFor(s, listed);
  assert.equal((await out(listed)).message, 'This domain backs a loan.');
  await s.deliver('lending.escrow.collateral-held', loan);
  assert.equal((await out(listed)).message, 'This domain backs a loan.');
  await s.deliver('lending.escrow.collateral-released', loan);
  expectData(await out(listed));
});

test('a reservation that is still being checked blocks a transfer out', async () => {
  const id = await unlockable();
  const loan = await loanOn(s, id);
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  assert.equal((await out(id)).message, 'This domain backs a loan.');
});

test('transfer out against acceptance: exactly one of them gets the domain', async () => {
  for (let round = 0; round < 6; round++) {
    const id = await unlockable();
    const loan = await loanOn(s, id);
    const accept = () => s.deliver('lending.offer.accepted', acceptanceData(loan));
    const both = round % 2 ? [out(id), accept()] : [accept(), out(id)];
    const answers = await Promise.all(both);
    const left = answers.some((answer) => answer && answer.code === undefined);
    const subject = left ? 'domains.domain.reservation-refused' : 'domains.domain.reserved';
    await s.event(subject, ({ escrowId }) => escrowId === loan.escrowId);
    const domain = await s.record(id);
    assert.equal(domain.pendingTransfer, left ? 'OUT' : 'NONE');
    assert.equal(domain.reservation?.escrowId, left ? undefined : loan.escrowId);
  }
});

test('eight concurrent requests are one transfer out with one code', async () => {
  const id = await unlockable();
  const answers = await Promise.all(Array.from({ length: 8 }, () => out(id)));
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
  await s.settle();
  assert.equal(s.eventsOf('domains.domain.transfer-out-started', id).length, 1);
});

test('the job may run again after a crash without another mail, even after a cancellation', async () => {
  const name = freshName();
  const id = await unlockable(name);
  expectData(await out(id));
  const code = await mailedCode(id);
  const job = { kind: 'transfer-out', key: id, data: {}, attempt: 1, dueAt: new Date() };
  await processTransferOut(job);
  assert.equal((await registryRecord(name)).authCode, code);
  expectData(await cancel(id));
  expectData(
    await cancel(id).then((answer) =>
      answer.code === 'CONFLICT' ? { ...answer, message: undefined } : answer,
    ),
  );
  await s.settle();
  await processTransferOut(job);
  assert.equal(s.eventsOf('domains.domain.transfer-out-started', id).length, 1);
  assert.equal(s.eventsOf('domains.domain.transfer-out-cancelled', id).length, 1);
});

test('a name that leaves without a transfer out is lost custody, published for its loan, and removed from the list', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const loan = await reserveFor(s, id);
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, {});
  const { data } = await s.event('domains.domain.custody-lost', ({ domainId }) => domainId === id);
  assert.equal(data.escrowId, loan.escrowId);
  assert.deepEqual(
    [(await s.record(id)).active, (await s.record(id)).endReason],
    [false, 'CUSTODY_LOST'],
  );
  await s.advance(minute);
  assert.equal(s.eventsOf('domains.domain.custody-lost', id).length, 1);
});

test('a registrar’s request without a transfer out is rejected as soon as it is reported', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, { pending: true });
  await s.advance(minute);
  await s.settle();
  assert.equal((await registryRecord(name)).pendingTransfer, null);
  for (const lock of lockStatuses)
    assert.ok(((await registryRecord(name)).statuses as string[]).includes(lock), lock);
  assert.equal((await s.record(id)).active, true);
});
