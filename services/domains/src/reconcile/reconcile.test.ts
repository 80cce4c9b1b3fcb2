/** Domains restored to an earlier state, and the repairs that make it consistent with the other services. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { callReconcile } from '@nameloan/testkit/service/call-reconcile';
import { until } from '@nameloan/testkit/until';
import { domains } from '../domain/domain.model.ts';
import type { TestLoan } from '../testing/loans.ts';
import { loanOn, reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addVerifiedDomain,
  expectData,
  fetchAuthCode,
  freshName,
  startDomains,
  transferIn,
} from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const repair = (name: string, input: object) => callReconcile(s.url, 'repair', { name, input });
const rowOf = async (id: string) =>
  (await callReconcile(s.url, 'read', { name: 'domains', ids: [id] })).body.rows[0];

/** Puts one record back to an earlier state, like a restore. */
async function snapshotRecord(id: string): Promise<() => Promise<void>> {
  const kept = await domains.raw.findById(id).lean();
  return async () => {
    await domains.raw.replaceOne({ _id: id } as never, kept as never);
  };
}

const word = (loan: TestLoan, more: object = {}) => {
  const { escrowId, domainId, borrowerId, lenderId } = loan;
  const dueBy = '2027-01-01T00:00:00.000Z';
  const loanState = { version: 7, dueBy, reserved: true, held: true, disputed: false };
  return { escrowId, domainId, borrowerId, lenderId, ...loanState, ...more };
};

test('the endpoint requires the installation’s secret, and names unknown requests', async () => {
  const unauthorized = await callReconcile(s.url, 'read', {
    name: 'domains',
    secret: 'x'.repeat(40),
  });
  assert.equal(unauthorized.status, 401);
  assert.equal((await callReconcile(s.url, 'repair', { name: 'release', secret: '' })).status, 401);
  assert.match(
    (await repair('no-such', {})).body.message,
    /^Unknown name. Valid names: release, end-reservation/,
  );
  const wrong = await repair('release', { domainId: 7 });
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'INVALID_INPUT']);
  assert.match(wrong.body.message, /domainId/);
});

test('missing custody and loan are restored from the registry and lending, idempotently', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const restore = await snapshotRecord(id);
  const code = await fetchAuthCode(s, name);
  expectData(await transferIn(s, 'ann', { id, code }));
  await s.control('POST', `/registry/domains/${name}/approve`);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  const loan = await reserveFor(s, id);
  const { expiresAt } = await s.record(id);
  await s.settle();
  const known = await fetchAuthCode(s, name);
  await restore();
  assert.deepEqual([(await rowOf(id)).inCustody, (await rowOf(id)).reservation], [false, null]);
  for (const time of ['once', 'twice']) {
    assert.equal((await repair('apply-loan-state', word(loan))).status, 200, time);
    const { status, reservation, titleName, ...domain } = await s.record(id);
    assert.deepEqual([status, reservation?.state, titleName], ['IN_ESCROW', 'RESERVED', name]);
    assert.deepEqual([reservation?.escrowId, domain.expiresAt], [loan.escrowId, expiresAt]);
  }
  await s.settle();
  assert.notEqual(await fetchAuthCode(s, name), known, 'former holders do not know the code');
});

test('a loan is rejected for custody that the registry denies, and for another account’s domain', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const loan = await loanOn(s, id);
  const before = await s.record(id);
  const denied = await repair('apply-loan-state', word(loan));
  assert.deepEqual([denied.status, denied.body.code], [409, 'CONFLICT']);
  assert.match(denied.body.message, /not in custody according to the registry/);
  const foreign = await repair('apply-loan-state', word(loan, { held: false, borrowerId: 'eve' }));
  assert.match(foreign.body.message, /belongs to account ann/);
  assert.deepEqual(await s.record(id), before);
});

test('a loan without its reservation is checked like any acceptance', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const loan = await loanOn(s, id);
  await repair('apply-loan-state', word(loan, { held: false, reserved: false }));
  await s.event('domains.domain.reserved', ({ escrowId }) => escrowId === loan.escrowId);
});

test('a domain bound to an unknown loan is released, unless it is held as collateral', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const { escrowId } = await reserveFor(s, id);
  const input = { domainId: id, escrowId };
  await s.deliver('lending.escrow.collateral-held', { ...(await loanOn(s, id)), escrowId });
  assert.equal((await repair('release', input)).status, 409);
  assert.equal((await rowOf(id)).held, true);
  assert.match((await repair('end-reservation', input)).body.done, /is no longer bound to loan/);
  assert.deepEqual(await repair('end-reservation', input), { status: 200, body: { done: null } });
  const other = await addVerifiedDomain(s, 'ann');
  const bound = { domainId: other, escrowId: (await reserveFor(s, other)).escrowId };
  await repair('release', bound);
  assert.equal((await rowOf(other)).reservation, null);
});

test('a missing transfer is restored from its fee and completes', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const restore = await snapshotRecord(id);
  const code = await fetchAuthCode(s, name);
  expectData(await transferIn(s, 'ann', { id, code }));
  const { transferIn: transfer } = await s.record(id);
  const fee = {
    ...{ holdId: transfer?.holdId ?? '', accountId: 'ann', name, amountCents: transfer?.feeCents },
    at: transfer?.startedAt.toISOString(),
  };
  await restore();
  const foreign = await repair('adopt-transfer', { ...fee, accountId: 'eve' });
  assert.match(foreign.body.message, /account eve has no such domain/);
  assert.match((await repair('adopt-transfer', fee)).body.done, /is tracked again/);
  assert.equal((await repair('adopt-transfer', fee)).body.done, null);
  await s.control('POST', `/registry/domains/${name}/approve`);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  await until(() => s.payments.holds.get(fee.holdId) === 'CAPTURED');
  // The capture is missing too; the fee of a completed transfer is not released.
  s.payments.holds.set(fee.holdId, 'HELD');
  assert.match((await repair('adopt-transfer', fee)).body.done, /is captured/);
  await until(() => s.payments.holds.get(fee.holdId) === 'CAPTURED');
});

test('a fee for a transfer that the registry does not know restores nothing', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const at = new Date().toISOString();
  const fee = { holdId: newId(), accountId: 'ann', name, amountCents: 1200, at };
  assert.equal((await repair('adopt-transfer', fee)).body.done, null);
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
});

test('a domain is published again with a version above all that other services have seen', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  await repair('republish-domain', { domainId: id, above: 50 });
  assert.equal((await s.record(id)).version, 51);
  await s.settle();
  const republished = s.eventsOf('domains.domain.added', id).at(-1);
  assert.equal(republished?.aggregateVersion, 51);
});

test('a listing is added although it was recorded as closed, and removed again', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const input = { domainId: id, listingId: newId() };
  const listings = async () => (await rowOf(id)).listingIds;
  await repair('add-listing', input);
  await repair('remove-listing', input);
  assert.deepEqual(await listings(), []);
  await repair('add-listing', input);
  assert.equal((await repair('add-listing', input)).body.done, null);
  assert.deepEqual(await listings(), [input.listingId]);
});
