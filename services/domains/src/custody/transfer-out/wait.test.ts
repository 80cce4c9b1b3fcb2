/** The wait before the transfer out of a valuable domain: when it applies, and how it ends. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Subject } from '@nameloan/contracts/events';
import { newId } from '@nameloan/runtime/id';
import {
  changingAccounts,
  staleAccounts,
  strictAccounts,
} from '@nameloan/testkit/service/test-service';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { commit, decrypt } from '../../service-context.ts';
import { acceptanceData, loanOn } from '../../testing/loans.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  call,
  day,
  expectData,
  freshName,
  hour,
  startDomains,
} from '../../testing/start-domains.ts';
import { processTransferOut } from './process-transfer-out.ts';

let s: TestDomains;
/** Each test has its own quota. */
let ann: string;
beforeEach(() => {
  ann = newId();
  strictAccounts.add(ann);
});
before(async () => {
  s = await startDomains({ environment: { APPRAISER: 'none' } });
});
after(async () => {
  strictAccounts.clear();
  await s.stop();
});

const waiting = 'domains.domain.transfer-out-waiting';
const started = 'domains.domain.transfer-out-started';
const stopped = 'domains.domain.transfer-out-stopped';
const cancelled = 'domains.domain.transfer-out-cancelled';
const out = (id: string, who = ann) =>
  s.as(who)(
    'mutation ($id: ID!) { transferOut(id: $id) { id pendingTransfer transferOutStartsAt } }',
    { id },
  );
const cancel = (id: string) => call(s, ann, { field: 'cancelTransferOut', id });
const stop = (token: string) =>
  s.as(null)('mutation ($token: String!) { stopTransferOut(token: $token) }', { token });
const value = (id: string, cents: number | null) =>
  s.as(ann)('mutation ($id: ID!, $to: Cents) { setOwnerValue(id: $id, ownerValue: $to) { id } }', {
    id,
    to: cents,
  });
const count = (subject: Subject, id: string) => s.eventsOf(subject, id).length;
const codeAtRegistry = async (id: string) => {
  const { name } = await s.record(id);
  const { authCode, statuses } = await s.control('GET', `/registry/domains/${name}`);
  return { authCode, locked: (statuses as string[]).includes('clientTransferProhibited') };
};

async function inCustody(changes: Partial<Domain> = {}, who = ann): Promise<string> {
  const id = await addDomainInCustody(s, who, freshName());
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    await domains.update(domain, { ...domain, transferOutAvailableAt: null, ...changes }, tx);
  });
  await s.settle();
  return id;
}
const valuable = (who = ann) => inCustody({ ownerValueCents: 500_000 }, who);

/** Starts a wait; resolves to the token of the mailed link. */
async function startWaiting(id: string): Promise<string> {
  const before = count(waiting, id);
  expectData(await out(id));
  await s.settle();
  const events = s.eventsOf(waiting, id);
  assert.equal(events.length, before + 1);
  const data = events.at(-1)?.data as { sealedStopToken: string } | undefined;
  return decrypt(data?.sealedStopToken ?? '', waiting);
}

test('a valuable domain starts its transfer 23 hours later; nothing reaches the registry before', async () => {
  const id = await valuable();
  const before = await codeAtRegistry(id);
  const { transferOut } = expectData(await out(id));
  assert.equal(transferOut.pendingTransfer, true);
  const { transferOut: stored } = await s.record(id);
  assert.equal(transferOut.transferOutStartsAt, stored?.startsAt?.toISOString());
  assert.equal(Number(stored?.startsAt) - Number(stored?.startedAt), 23 * hour);
  assert.equal(stored?.encryptedCode, null);
  await s.advance(23 * hour - 60_000);
  assert.deepEqual(await codeAtRegistry(id), before);
  assert.equal(count(started, id), 0);
  await s.advance(60_000);
  assert.equal(count(started, id), 1);
  const { authCode, locked } = await codeAtRegistry(id);
  assert.notEqual(authCode, before.authCode);
  assert.equal(locked, false);
  assert.equal((await s.record(id)).transferOut?.state, 'OPEN');
});

test('estimate, owner’s figure and last loan count from $5,000; below, and in a trial, nothing waits', async () => {
  const appraisal = {
    ...{ lowCents: 1, midCents: 900_000, highCents: 1_000_000 },
    factors: [],
    appraisedAt: new Date(),
  };
  const waits = async (id: string, who = ann) =>
    expectData(await out(id, who)).transferOut.transferOutStartsAt !== null;
  assert.equal(await waits(await inCustody({ ownerValueCents: 499_999, lastLoanCents: 1 })), false);
  assert.equal(await waits(await inCustody({ lastLoanCents: 500_000 })), true);
  assert.equal(await waits(await inCustody({ appraisal })), false, 'the estimate is not shown');
  assert.equal(await waits(await inCustody()), false, 'unknown figures of an old record');
  assert.equal(await waits(await valuable('trial'), 'trial'), false);
});

test('an acceptance records the amount of the loan', async () => {
  const id = await inCustody();
  const loan = await loanOn(s, id);
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  assert.equal((await s.record(id)).lastLoanCents, 100_000);
});

test('a figure that was lowered or cleared counts for another 23 hours', async () => {
  for (const lower of [null, 100]) {
    const id = await valuable();
    expectData(await value(id, lower));
    expectData(await value(id, 200));
    expectData(await out(id));
    assert.equal((await s.record(id)).transferOut?.state, 'WAITING');
    expectData(await cancel(id));
    await s.advance(23 * hour);
    expectData(await out(id));
    assert.notEqual((await s.record(id)).transferOut?.state, 'WAITING');
  }
});

test('during the wait every act on the domain but its cancellation is rejected until its end', async () => {
  const id = await valuable();
  await startWaiting(id);
  const startsAt = (await s.record(id)).transferOut?.startsAt?.toISOString();
  const acts = [
    await out(id),
    await s.as(ann)(
      'mutation ($id: ID!) { setNameservers(id: $id, nameservers: ["a.example.net", "b.example.net"]) { id } }',
      { id },
    ),
    await s.as(ann)('mutation ($id: ID!) { renewDomain(id: $id) { id } }', { id }),
  ];
  for (const act of acts) assert.equal(act.reason, 'TRANSFER_OUT_WAITING');
  for (const { message } of acts) assert.doesNotMatch(message ?? '', /\d{4}/);
  const { data } = await s.as(ann)(
    '{ domains { domains { id actions blockedActions { action reason availableAt } } } }',
  );
  const row = data.domains.domains.find((one: { id: string }) => one.id === id);
  assert.deepEqual(row.actions, ['CANCEL_TRANSFER_OUT']);
  const blocked = row.blockedActions.filter(
    (one: { reason: string }) => one.reason === 'TRANSFER_OUT_WAITING',
  );
  assert.deepEqual(
    blocked.map((one: { action: string }) => one.action),
    ['LIST', 'TRANSFER_IN', 'TRANSFER_OUT', 'SET_NAMESERVERS', 'RENEW'],
  );
  for (const { availableAt } of blocked) assert.equal(availableAt, startsAt);
});

test('the owner cancels the wait: the lock was never lifted, and nothing starts later', async () => {
  const id = await valuable();
  await startWaiting(id);
  expectData(await cancel(id));
  assert.equal((await cancel(id)).code, 'CONFLICT', 'twice');
  await s.settle();
  const [event] = s.eventsOf(cancelled, id);
  assert.deepEqual(event?.data, {
    ...{ domainId: id, accountId: ann, name: (await s.record(id)).name },
    ...{ reason: null, waited: true },
  });
  await s.advance(2 * day);
  assert.equal(count(started, id), 0);
  const domain = await s.record(id);
  assert.deepEqual([domain.pendingTransfer, domain.transferOut], ['NONE', null]);
  assert.equal((await codeAtRegistry(id)).locked, true);
});

test('a rotation that the wait replaced runs once it is cancelled', async () => {
  const id = await valuable();
  const { authCode } = await codeAtRegistry(id);
  await startWaiting(id);
  expectData(await cancel(id));
  await s.settle();
  assert.notEqual((await codeAtRegistry(id)).authCode, authCode);
});

test('the mailed link stops the wait without a login, and a second click is the same', async () => {
  const id = await valuable();
  const token = await startWaiting(id);
  assert.ok(!JSON.stringify(await s.record(id)).includes(token), 'only its hash is stored');
  assert.equal((await stop(token)).data.stopTransferOut, true);
  assert.equal((await stop(token)).data.stopTransferOut, true);
  await s.settle();
  assert.equal(count(stopped, id), 1);
  await s.advance(2 * day);
  assert.equal(count(started, id), 0);
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
});

test('the links of earlier requests stop a wait too, unless the owner has used one since', async () => {
  const id = await valuable();
  const first = await startWaiting(id);
  expectData(await cancel(id));
  const second = await startWaiting(id);
  expectData(await stop(first));
  assert.equal((await s.record(id)).transferOut, null);
  await startWaiting(id);
  for (const old of [first, second]) assert.equal((await stop(old)).code, 'INVALID_INPUT');
  assert.equal((await s.record(id)).transferOut?.state, 'WAITING');
});

test('an unknown, a malformed and an expired link change nothing', async () => {
  const id = await valuable();
  const token = await startWaiting(id);
  for (const wrong of ['', 'x', token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))])
    assert.equal((await stop(wrong)).code, 'INVALID_INPUT');
  await s.advance(23 * hour);
  const expired = await stop(token);
  assert.deepEqual([expired.code, expired.fields], ['INVALID_INPUT', { token: expired.message }]);
  assert.equal((await s.record(id)).transferOut?.state, 'OPEN');
});

test('tokens are tried only so often from one network', async () => {
  const guess = (ip: string) =>
    s
      .as(null, { ip })('mutation { stopTransferOut(token: "x") }')
      .then(({ code }) => code);
  for (let tries = 0; tries < 200; tries += 1) await guess('198.51.100.7');
  assert.equal(await guess('198.51.100.7'), 'TOO_MANY_REQUESTS');
  assert.equal(await guess('198.51.100.8'), 'INVALID_INPUT');
});

test('a stop against the end of the wait: exactly one wins', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await valuable();
    const token = await startWaiting(id);
    await commit(async (tx) => {
      const domain = await domains.get(id, tx);
      const transferOut = domain.transferOut && { ...domain.transferOut, startsAt: new Date(0) };
      await domains.update(domain, { ...domain, transferOut }, tx);
    });
    const job = { kind: 'transfer-out', key: id, data: {}, attempt: 1, dueAt: new Date() };
    const both = [() => processTransferOut(job), () => stop(token)];
    const answers = await Promise.all((round % 2 ? both : both.toReversed()).map((run) => run()));
    await s.settle();
    const accepted = answers.some((one) => one && 'data' in one && one.data?.stopTransferOut);
    const domain = await s.record(id);
    assert.equal(domain.pendingTransfer, accepted ? 'NONE' : 'OUT');
    assert.deepEqual([count(stopped, id), count(started, id)], accepted ? [1, 0] : [0, 1]);
  }
});

test('eight concurrent requests are one wait with one link', async () => {
  const id = await valuable();
  const answers = await Promise.all(Array.from({ length: 8 }, () => out(id)));
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
  await s.settle();
  assert.equal(count(waiting, id), 1);
});

test('a clock that jumps days beyond the end starts the transfer once', async () => {
  const id = await valuable();
  await startWaiting(id);
  await s.advance(30 * day);
  assert.equal(count(started, id), 1);
});

test('a job that runs early, or again after a crash, starts nothing', async () => {
  const id = await valuable();
  await startWaiting(id);
  const job = { kind: 'transfer-out', key: id, data: {}, attempt: 1, dueAt: new Date() };
  const { startsAt } = (await s.record(id)).transferOut ?? {};
  assert.deepEqual(await processTransferOut(job), { runAgainAt: startsAt });
  assert.equal((await s.record(id)).transferOut?.state, 'WAITING');
});

test('while the address changes, a wait goes on: the code would be mailed to the new one', async () => {
  const id = await valuable();
  await startWaiting(id);
  changingAccounts.add(ann);
  await s.advance(23 * hour);
  assert.equal((await s.record(id)).transferOut?.state, 'WAITING');
  assert.equal(count(started, id), 0);
  assert.equal((await out(id)).reason, 'EMAIL_CHANGING', 'a new one is rejected');
  changingAccounts.delete(ann);
  const domain = await s.record(id);
  await commit(async (tx) => {
    const transferOut = domain.transferOut && { ...domain.transferOut, startsAt: new Date(0) };
    await tx.schedule({ kind: 'transfer-out', key: id });
    await domains.update(await domains.get(id, tx), { ...domain, transferOut }, tx);
  });
  await s.settle();
  assert.equal(count(started, id), 1);
});

test('a registrar that requests the domain during the wait is rejected, and its loss is a loss', async () => {
  const id = await valuable();
  const { name } = await s.record(id);
  await startWaiting(id);
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, { pending: true });
  await s.advance(60_000);
  await s.settle();
  assert.equal((await codeAtRegistry(id)).locked, true);
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, {});
  await s.event('domains.domain.custody-lost', ({ domainId }) => domainId === id);
  assert.equal((await s.record(id)).endReason, 'CUSTODY_LOST');
});

test('a wait needs a fresh session; its cancellation and its stop do not', async () => {
  const id = await valuable();
  staleAccounts.add(ann);
  assert.equal((await out(id)).code, 'STEP_UP_REQUIRED');
  staleAccounts.delete(ann);
  await startWaiting(id);
  staleAccounts.add(ann);
  expectData(await cancel(id));
  staleAccounts.delete(ann);
});
