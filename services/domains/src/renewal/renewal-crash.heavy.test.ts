import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import { newId } from '@nameloan/runtime/id';
import { domains } from '../domain/domain.model.ts';
import type { Renewal } from '../domain/domain.ts';
import { commit } from '../service-context.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addTransferringDomain,
  call,
  day,
  freshName,
  hour,
  minute,
  startDomains,
} from '../testing/start-domains.ts';
import { resumeRenewal } from './process-renewal.ts';

let s: TestDomains;
before(async () => {
  // Only what a test does uses the connection to the registry.
  s = await startDomains({ environment: { EPP_POLL_MS: String(300 * day) } });
});
after(() => s.stop());

const yearOf = async (id: string) => (await s.record(id)).expiresAt?.getUTCFullYear() ?? 0;
const registryYear = async (name: string) =>
  new Date(String((await s.control('GET', `/registry/domains/${name}`)).expiry)).getUTCFullYear();
const lastHold = () => s.payments.holds.get(s.payments.requestedHolds.at(-1)?.holdId ?? '');

async function heldWithoutPolling(name: string): Promise<string> {
  const id = await addTransferringDomain(s, 'ann', name);
  await s.control('POST', `/registry/domains/${name}/approve`);
  await s.advance(7 * hour);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  return id;
}

test('after a lost response the domain is renewed once: the job queries before it repeats, and captures the fee', async () => {
  const name = freshName();
  const id = await heldWithoutPolling(name);
  const before = await yearOf(id);
  // After the hold comes a query of the expiry, then the renewal.
  s.payments.before = async () => s.registryConnection.loseAnswer(1);
  const answer = await call(s, 'ann', { field: 'renewDomain', id });
  s.payments.before = undefined;
  assert.equal(answer.code, 'UNAVAILABLE');
  assert.equal(await registryYear(name), before + 1, 'the registry has done it');
  assert.equal(await yearOf(id), before);
  assert.equal((await call(s, 'ann', { field: 'renewDomain', id })).code, 'CONFLICT');
  await s.advance(2 * minute);
  assert.deepEqual([await yearOf(id), await registryYear(name)], [before + 1, before + 1]);
  await s.settle();
  assert.equal(lastHold(), 'CAPTURED');
});

test('after a crash at any point the job ends the renewal with one year and one fee', async () => {
  for (const state of ['HOLDING', 'RENEWING', 'RENEWED'] as const) {
    const name = freshName();
    const id = await heldWithoutPolling(name);
    const before = await yearOf(id);
    const holdId = newId();
    await commit(async (tx) => {
      const domain = await domains.get(id, tx);
      const renewal: Renewal = {
        holdId,
        accountId: 'ann',
        feeCents: 1200,
        registryCents: null,
        fromExpiresAt: domain.expiresAt ?? new Date(),
        state: state === 'HOLDING' ? 'HOLDING' : 'RENEWING',
        automatic: false,
        startedAt: new Date(),
      };
      await domains.update(domain, { ...domain, renewal }, tx);
    });
    if (state !== 'HOLDING') s.payments.holds.set(holdId, 'HELD');
    if (state === 'RENEWED') {
      const from = new Date((await s.record(id)).expiresAt ?? 0);
      from.setUTCFullYear(from.getUTCFullYear() + 1);
      await s.control('PATCH', `/registry/domains/${name}`, { expiry: from.toISOString() });
    }
    const job = { kind: 'renew', key: id, data: { holdId }, attempt: 1, dueAt: new Date() };
    await Promise.all([resumeRenewal(job), resumeRenewal(job), resumeRenewal(job)]);
    await s.settle();
    assert.deepEqual([await yearOf(id), await registryYear(name)], [before + 1, before + 1], state);
    assert.equal(s.payments.holds.get(holdId), 'CAPTURED', state);
    assert.equal(s.eventsOf('domains.domain.renewed', id).length, 1);
  }
});

test('a run that cannot hold the fee releases nothing after a concurrent run has held it', async () => {
  const id = await heldWithoutPolling(freshName());
  const holdId = newId();
  const reach = (state: Renewal['state']) =>
    commit(async (tx) => {
      const domain = await domains.get(id, tx);
      const fromExpiresAt = domain.expiresAt ?? new Date();
      const rest = {
        accountId: 'ann',
        feeCents: 1200,
        registryCents: null,
        fromExpiresAt,
        automatic: false,
        startedAt: new Date(),
      };
      await domains.update(domain, { ...domain, renewal: { holdId, state, ...rest } }, tx);
    });
  await reach('HOLDING');
  s.payments.before = () => reach('RENEWING');
  s.payments.balanceCents = 0;
  const job = { kind: 'renew', key: id, data: { holdId }, attempt: 1, dueAt: new Date() };
  await resumeRenewal(job);
  s.payments.before = undefined;
  s.payments.balanceCents = null;
  assert.equal((await s.record(id)).renewal?.state, 'RENEWING');
});

test('a year added by another registrar’s transfer is not a renewal, and the fee is released', async () => {
  const name = freshName();
  const id = await heldWithoutPolling(name);
  const before = await registryYear(name);
  const at = `/registry/domains/${name}`;
  s.payments.before = async () => {
    await s.control('PATCH', at, { statuses: [] });
    await s.control('POST', `${at}/takeover`, {});
  };
  const answer = await call(s, 'ann', { field: 'renewDomain', id });
  s.payments.before = undefined;
  assert.equal(await registryYear(name), before + 1);
  assert.equal(answer.code, 'CONFLICT');
  await s.settle();
  assert.equal(lastHold(), 'RELEASED');
  assert.equal(s.eventsOf('domains.domain.renewed', id).length, 0);
});

test('a renewal that is rejected in the background releases the fee and notifies the payer', async () => {
  const name = freshName();
  const id = await heldWithoutPolling(name);
  const loan = await reserveFor(s, id);
  const order = async (state: Renewal['state']) => {
    const holdId = newId();
    await commit(async (tx) => {
      const domain = await domains.get(id, tx);
      const fromExpiresAt = domain.expiresAt ?? new Date();
      const rest = {
        accountId: 'before',
        feeCents: 1200,
        registryCents: null,
        fromExpiresAt,
        automatic: false,
        startedAt: new Date(),
      };
      await domains.update(domain, { ...domain, renewal: { holdId, state, ...rest } }, tx);
    });
    const job = { kind: 'renew', key: id, data: { holdId }, attempt: 1, dueAt: new Date() };
    await Promise.all([resumeRenewal(job), resumeRenewal(job)]);
    await s.settle();
    return s.payments.holds.get(holdId);
  };
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: ['serverRenewProhibited'] });
  assert.equal(await order('RENEWING'), 'RELEASED');
  s.payments.balanceCents = 0;
  await order('HOLDING');
  s.payments.balanceCents = null;
  const failures = s.eventsOf('domains.domain.renewal-failed', id);
  const about = { domainId: id, accountId: 'before', name, escrowId: loan.escrowId };
  const reasons = [
    toOrderFailure('RENEWAL_LOCKED_BY_REGISTRY'),
    toOrderFailure('BALANCE_TOO_LOW', { missingCents: 1200, owedCents: 0 }),
  ];
  assert.deepEqual(
    failures.map(({ data }) => data),
    reasons.map((reason) => ({ ...about, reason })),
  );
  assert.equal((await s.record(id)).renewal, null);
});

test('a price that changed during a downtime is not ordered after a crash: the fee is released', async () => {
  const name = freshName();
  const id = await heldWithoutPolling(name);
  const before = await registryYear(name);
  const holdId = newId();
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    const renewal: Renewal = {
      holdId,
      accountId: 'ann',
      automatic: false,
      feeCents: 1200,
      registryCents: null,
      fromExpiresAt: domain.expiresAt ?? new Date(),
      state: 'RENEWING',
      startedAt: new Date(),
    };
    await domains.update(domain, { ...domain, renewal }, tx);
  });
  s.payments.holds.set(holdId, 'HELD');
  await s.control('PATCH', `/registry/domains/${name}`, { premium: true });
  await resumeRenewal({
    kind: 'renew',
    key: id,
    data: { holdId },
    attempt: 1,
    dueAt: new Date(),
  });
  await s.settle();
  assert.equal(s.payments.holds.get(holdId), 'RELEASED');
  assert.equal(await registryYear(name), before);
  const failed = s.eventsOf('domains.domain.renewal-failed', id).at(-1)?.data;
  assert.partialDeepStrictEqual(failed, { reason: toOrderFailure('PRICE_CHANGED') });
});
