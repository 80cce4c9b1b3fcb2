/** What a legal hold freezes, and what happens to it at the end of the hold. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { until } from '@nameloan/testkit/until';
import { domains } from '../domain/domain.model.ts';
import { commit } from '../service-context.ts';
import { someAddress } from '../testing/fake-identity.ts';
import { addStaff, liftByTwo, placeHold } from '../testing/holds.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addVerifiedDomain,
  call,
  expectData,
  freshName,
  startDomains,
} from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
  await addStaff(s);
});
after(() => s.stop());

const held = async (id: string) => expectData(await placeHold(s, id)).hold;
const registryRecord = (name: string) =>
  s.control('GET', `/registry/domains/${name}`) as Promise<{
    registrant: { id: string; email: string; postalInfo: { name: string }[] } | null;
    statuses: string[];
    nameservers: string[];
  }>;

/** A domain that secures a loan and is on hold; the dispute has given it to the platform. */
async function givenToPlatform() {
  const id = await addDomainInCustody(s, 'ann');
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', loan);
  await held(id);
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: null });
  return { id, loan };
}

test('a release to the borrower during a hold replaces the platform as the receiver', async () => {
  const { id, loan } = await givenToPlatform();
  await s.deliver('lending.escrow.collateral-released', loan);
  await liftByTwo(s, id);
  const { accountId, status, reservation, deferredHandover } = await s.record(id);
  assert.deepEqual(
    [accountId, status, reservation, deferredHandover],
    ['ann', 'CUSTODY_PAID', null, null],
  );
  assert.equal(s.eventsOf('domains.domain.owner-changed', id).length, 0);
});

test('a release to the lender during a hold makes the lender the owner when the hold ends', async () => {
  const { id, loan } = await givenToPlatform();
  const release = { ...loan, toAccountId: 'len' };
  await s.deliver('lending.escrow.collateral-seized', release);
  assert.equal((await s.record(id)).accountId, 'ann');
  await liftByTwo(s, id);
  await s.deliver('lending.escrow.collateral-seized', release);
  assert.equal((await s.record(id)).accountId, 'len');
  assert.equal(s.eventsOf('domains.domain.owner-changed', id).length, 1);
});

test('a change of nameservers that the former owner requested never reaches the new owner’s name', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', loan);
  await held(id);
  const before = (await registryRecord(name)).nameservers;
  // Requested just before the hold; the registry was down, and an earlier run had lifted the lock.
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: ['ok'] });
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    const wanted = ['ns1.harbor-dns.net', 'ns2.harbor-dns.net'];
    const nameserverChange = { id: newId(), wanted, rejection: null };
    await domains.update(domain, { ...domain, nameserverChange }, tx);
  });
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: 'len' });
  await liftByTwo(s, id);
  await until(async () => (await s.record(id)).nameserverChange === null);
  assert.equal((await s.record(id)).accountId, 'len');
  const { nameservers, statuses } = await registryRecord(name);
  assert.deepEqual(nameservers, before);
  assert.ok(statuses.includes('clientTransferProhibited'));
});

test('the registrant of a name on hold stays, also when a name of the account elsewhere changes its data', async () => {
  const owner = 'cleo';
  s.identity.addresses.set(owner, someAddress);
  const [name, other] = [freshName(), freshName()];
  const id = await addDomainInCustody(s, owner, name);
  await addDomainInCustody(s, owner, other);
  const nameOf = async (one: string) => (await registryRecord(one)).registrant?.postalInfo[0]?.name;
  for (const one of [name, other])
    await until(async () => {
      await s.settle();
      return (await nameOf(one)) === owner;
    }, 20_000);
  await until(async () => (await s.record(id)).registrant?.accountId === owner);
  await held(id);
  s.identity.names.set(owner, 'Cleo Moved');
  await s.deliver(
    'identity.account.changed',
    { accountId: owner, operator: false },
    { version: 2 },
  );
  await s.settle();
  assert.deepEqual([await nameOf(name), await nameOf(other)], [owner, owner]);
  await liftByTwo(s, id);
  await until(async () => {
    await s.settle();
    return (await nameOf(name)) === 'Cleo Moved';
  }, 20_000);
});

test('a hold placed on a name with a new registrant keeps the former one until the hold ends', async () => {
  const owner = 'dora';
  const name = freshName();
  const id = await addDomainInCustody(s, owner, name);
  await held(id);
  s.identity.addresses.set(owner, someAddress);
  await s.deliver(
    'identity.account.changed',
    { accountId: owner, operator: false },
    { version: 2 },
  );
  await s.settle();
  assert.equal((await registryRecord(name)).registrant, null);
  await liftByTwo(s, id);
  await until(async () => {
    await s.settle();
    return (await registryRecord(name)).registrant?.email === `${owner}@example.org`;
  }, 20_000);
});

test('a hold whose name no account has any more is lifted by its name', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await held(id);
  expectData(await call(s, 'ann', { field: 'removeDomain', id }));
  await liftByTwo(s, name);
  assert.equal((await s.record(id)).legalHold, null);
});
