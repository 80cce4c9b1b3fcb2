import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EscrowStatus } from '@nameloan/contracts/loan';
import { platformAccountId } from '@nameloan/contracts/platform';
import { newId } from '@nameloan/runtime/id';
import { endCustody } from '../custody/end-custody.ts';
import { lockStatuses } from '../custody/lock.ts';
import { domains } from '../domain/domain.model.ts';
import { commit } from '../service-context.ts';
import { acceptanceData, escrowMovedData, loanOn, reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addTransferringDomain,
  addVerifiedDomain,
  call,
  expectData,
  freshName,
  startDomains,
} from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

/** A domain in custody that backs a loan, held as its collateral. */
async function inEscrow(lenderId = 'len', name = freshName()) {
  const id = await addDomainInCustody(s, 'ann', name);
  const loan = await reserveFor(s, id, lenderId);
  await s.deliver('lending.escrow.collateral-held', loan);
  assert.equal((await s.record(id)).status, 'IN_ESCROW');
  return { id, name, loan };
}

test('held puts the domain in escrow, released frees it; both are idempotent', async () => {
  const { id, loan } = await inEscrow();
  const version = (await s.record(id)).version;
  await s.deliver('lending.escrow.collateral-held', loan);
  assert.equal((await s.record(id)).version, version);
  await s.deliver('lending.escrow.collateral-released', loan);
  await s.deliver('lending.escrow.collateral-released', loan);
  const free = await s.record(id);
  assert.deepEqual([free.status, free.reservation], ['CUSTODY_PAID', null]);
  await reserveFor(s, id);
});

test('the auth code changes at the registry on arrival, return and seizure, and the lock stays', async () => {
  const name = freshName();
  const code = async () => {
    await s.settle();
    const { authCode, statuses } = await s.control('GET', `/registry/domains/${name}`);
    for (const lock of lockStatuses) assert.ok((statuses as string[]).includes(lock));
    return String(authCode);
  };
  const id = await addDomainInCustody(s, 'ann', name);
  const arrived = await code();
  const returned = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', returned);
  await s.deliver('lending.escrow.collateral-released', returned);
  const afterReturn = await code();
  const lost = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', lost);
  await s.deliver('lending.escrow.collateral-seized', { ...lost, toAccountId: 'len' });
  const afterSeizure = await code();
  assert.equal(new Set([arrived, afterReturn, afterSeizure]).size, 3);
  for (const each of [arrived, afterReturn, afterSeizure]) assert.match(each, /-aZ\d$/, 'our own');
});

test('held after released holds nothing, even when another loan has the domain by then', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-released', loan);
  await s.deliver('lending.escrow.collateral-held', loan);
  assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
  const next = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', loan);
  await s.deliver('lending.escrow.collateral-released', loan);
  const domain = await s.record(id);
  assert.deepEqual([domain.status, domain.reservation?.escrowId], ['CUSTODY_PAID', next.escrowId]);
});

test('a seized domain becomes the lender’s, absorbs their record of the name, and passes on no secret', async () => {
  const name = freshName();
  const own = await addTestDomain(s, 'len', name);
  const id = await addDomainInCustody(s, 'ann', name);
  const before = await s.record(id);
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', loan);
  const seized = { ...loan, toAccountId: 'len' };
  await s.deliver('lending.escrow.collateral-seized', seized);
  await s.deliver('lending.escrow.collateral-seized', seized);
  const after = await s.record(id);
  assert.deepEqual(
    [after.accountId, after.status, after.reservation],
    ['len', 'CUSTODY_PAID', null],
  );
  assert.notEqual(after.verificationRecord, before.verificationRecord);
  assert.deepEqual(after.verificationAttempts, []);
  const absorbed = await s.record(own);
  assert.deepEqual([absorbed.active, absorbed.endReason], [false, 'ABSORBED']);
  await s.settle();
  const changes = s.eventsOf('domains.domain.owner-changed', id);
  assert.equal(changes.length, 1);
  assert.deepEqual(changes[0]?.data, {
    domainId: id,
    accountId: 'len',
    name,
    fromAccountId: 'ann',
    toAccountId: 'len',
    escrowId: loan.escrowId,
  });
  const list = await s.as('ann')('query ($id: ID!) { domain(id: $id) { id } }', { id });
  assert.equal(list.code, 'NOT_FOUND');
  expectData(
    await s.as('len')('query ($id: ID!) { domain(id: $id) { id verificationRecord } }', { id }),
  );
});

test('the platform can seize a domain, and later events of the loan change nothing', async () => {
  const { id, loan } = await inEscrow();
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: null });
  await s.deliver('lending.escrow.collateral-held', loan);
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  await s.deliver(
    'lending.escrow.moved',
    escrowMovedData(loan, { from: 'LOAN_POSTED', to: 'ESCALATED' }),
  );
  const domain = await s.record(id);
  assert.deepEqual(
    [domain.accountId, domain.status, domain.reservation],
    [platformAccountId, 'CUSTODY_PAID', null],
  );
});

test('a domain that the platform holds goes to the party to which it is released, once, with a new code', async () => {
  for (const to of ['ann', 'len'] as const) {
    const name = freshName();
    const own = await addTestDomain(s, 'len', name);
    const { id, loan } = await inEscrow('len', name);
    await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: null });
    await s.settle();
    const { authCode } = await s.control('GET', `/registry/domains/${name}`);
    const release = () =>
      to === 'ann'
        ? s.deliver('lending.escrow.collateral-released', loan)
        : s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: 'len' });
    await release();
    await release();
    await s.settle();
    const { accountId, status, active } = await s.record(id);
    assert.deepEqual([accountId, status, active], [to, 'CUSTODY_PAID', true]);
    assert.equal((await s.record(own)).active, to === 'ann', 'the lender’s own record is absorbed');
    const changes = s.eventsOf('domains.domain.owner-changed', id).map(({ data }) => {
      const { fromAccountId, toAccountId } = data as { fromAccountId: string; toAccountId: string };
      return [fromAccountId, toAccountId];
    });
    assert.deepEqual(changes, [
      ['ann', null],
      [platformAccountId, to],
    ]);
    assert.notEqual((await s.control('GET', `/registry/domains/${name}`)).authCode, authCode);
  }
});

test('a release that overtakes the decision leaves the domain with the party', async () => {
  const { id, loan } = await inEscrow();
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: 'len' });
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: null });
  assert.equal((await s.record(id)).accountId, 'len');
});

test('a domain that has left custody is not released', async () => {
  const { id, loan } = await inEscrow();
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: null });
  await commit(async (tx) => endCustody(await domains.get(id, tx), { end: 'TRANSFERRED', tx }));
  await s.deliver('lending.escrow.collateral-released', loan);
  const { accountId, active } = await s.record(id);
  assert.deepEqual([accountId, active], [platformAccountId, false]);
});

test('a dispute and its end in the wrong order leave the domain out of dispute', async () => {
  const { id, loan } = await inEscrow();
  const moved = (from: EscrowStatus, to: EscrowStatus, version: number) =>
    s.deliver('lending.escrow.moved', escrowMovedData(loan, { from, to }), {
      version,
      aggregateId: loan.escrowId,
    });
  await moved('ESCALATED', 'LOAN_POSTED', 9);
  await moved('LOAN_POSTED', 'ESCALATED', 8);
  assert.equal((await s.record(id)).reservation?.disputed, false);
  await moved('LOAN_POSTED', 'ESCALATED', 11);
  await moved('LOAN_POSTED', 'ESCALATED', 11);
  assert.equal((await s.record(id)).reservation?.disputed, true);
  await moved('LOAN_POSTED', 'LOAN_POSTED', 12);
  assert.equal((await s.record(id)).reservation?.disputed, true);
});

test('a reservation without a lender gets it from the loan’s next event, once', async () => {
  const { id, loan } = await inEscrow('lia');
  await domains.raw.updateOne({ _id: id }, { $unset: { 'reservation.lenderId': '' } } as never);
  const queryExpiry = () =>
    s.as('lia')('query ($id: ID!) { domain(id: $id) { expiresAt } }', { id });
  assert.equal((await queryExpiry()).code, 'NOT_FOUND');
  const stays = { from: 'LOAN_POSTED', to: 'LOAN_POSTED' } as const;
  const moved = () =>
    s.deliver('lending.escrow.moved', escrowMovedData(loan, stays), { aggregateId: loan.escrowId });
  await moved();
  const { version, reservation } = await s.record(id);
  assert.equal(reservation?.lenderId, 'lia');
  assert.ok(expectData(await queryExpiry()).domain.expiresAt);
  await moved();
  assert.equal((await s.record(id)).version, version, 'known data is not written again');
});

test('listings that open and close in any order keep only an open one on the domain', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const { name } = await s.record(id);
  const listing = (listingId: string) => ({
    listingId,
    domainId: id,
    borrowerId: 'ann',
    domainName: name,
  });
  const open = (listingId: string) =>
    s.deliver('lending.listing.opened', {
      ...listing(listingId),
      amountCents: 1,
      termDays: 1,
      rateBps: 1,
    });
  const close = (listingId: string) =>
    s.deliver('lending.listing.closed', { ...listing(listingId), reason: 'REMOVED' });
  const [one, two] = [newId(), newId()];
  await close(one);
  await open(one);
  assert.deepEqual((await s.record(id)).listingIds, []);
  await open(two);
  await open(two);
  await close(one);
  assert.deepEqual((await s.record(id)).listingIds, [two]);
  await close(two);
  await close(two);
  assert.deepEqual((await s.record(id)).listingIds, []);
});

test('a transfer that completes after its loan was cancelled is custody without a loan', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-released', loan);
  assert.equal((await s.record(id)).pendingTransfer, 'IN');
  await s.control('POST', `/registry/domains/${name}/approve`);
  const { data } = await s.event(
    'domains.domain.custody-arrived',
    ({ domainId }) => domainId === id,
  );
  assert.equal(data.escrowId, null);
  assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
});

test('arrival and failure of a transfer name the loan that waits for the domain', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  const loan = await reserveFor(s, id);
  expectData(await call(s, 'ann', { field: 'cancelTransferIn', id }));
  const failed = await s.event('domains.domain.transfer-failed', ({ domainId }) => domainId === id);
  assert.equal(failed.data.escrowId, loan.escrowId);
  assert.equal((await s.record(id)).reservation?.escrowId, loan.escrowId, 'the loan still waits');
});

test('an event about an unknown domain is retried', async () => {
  const loan = { ...(await loanOn(s, await addVerifiedDomain(s, 'ann'))), domainId: newId() };
  let handled = false;
  const delivery = s.deliver('lending.escrow.collateral-held', loan).then(() => {
    handled = true;
  });
  await s.advance(1000);
  assert.equal(handled, false);
  delivery.catch(() => undefined);
});
