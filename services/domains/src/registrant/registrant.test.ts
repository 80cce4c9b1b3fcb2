/** Guards the registrant of domains in custody: whose data it has, when it changes, and what happens without an address. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { until } from '@nameloan/testkit/until';
import { settings } from '../config.ts';
import { toBase32 } from '../dns/base32.ts';
import { domains } from '../domain/domain.model.ts';
import { commit } from '../service-context.ts';
import { someAddress } from '../testing/fake-identity.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { addDomainInCustody, freshName, minute, startDomains } from '../testing/start-domains.ts';
import { registryContacts } from './contact.model.ts';
import { contactIdOf } from './save-contact.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

interface Registrant {
  id: string;
  email: string;
  postalInfo: { type: string; name: string; street: string[]; city: string; country: string }[];
}
const record = (name: string) =>
  s.control('GET', `/registry/domains/${name}`) as Promise<{
    registrant: Registrant | null;
    statuses: string[];
    authCode: string;
  }>;
const emailOf = async (name: string) => (await record(name)).registrant?.email ?? null;

/** Runs due jobs until the registrant is this account's; retries of jobs need the clock. */
async function expectRegistrant(name: string, accountId: string): Promise<void> {
  await until(async () => {
    await s.settle();
    return (await emailOf(name)) === `${accountId}@example.org`;
  }, 20_000);
}

/** An account with a legal address; every test has its own. */
let accounts = 0;
function account(withAddress = true): string {
  const id = `person-${++accounts}`;
  if (withAddress) s.identity.addresses.set(id, someAddress);
  return id;
}

const changed = (accountId: string, version = 2) =>
  s.deliver('identity.account.changed', { accountId, operator: false }, { version });

test('a name that arrives gets its owner as registrant, and the lock is restored', async () => {
  const owner = account();
  const name = freshName();
  const id = await addDomainInCustody(s, owner, name);
  await expectRegistrant(name, owner);
  const { registrant, statuses } = await record(name);
  assert.deepEqual(registrant?.postalInfo, [
    {
      ...{ type: 'int', name: owner, organization: null, street: ['12 Rua das Flores'] },
      ...{ city: 'Lisbon', state: null, postalCode: '1200-195', country: 'PT' },
    },
  ]);
  await s.settle();
  assert.equal((await s.record(id)).registrant?.contactId, registrant?.id);
  assert.ok(statuses.includes('clientTransferProhibited'));
});

test('an account without an address transfers in with the existing contacts, which follow once it has one', async () => {
  const owner = account(false);
  const name = freshName();
  const id = await addDomainInCustody(s, owner, name);
  await s.settle();
  assert.equal((await record(name)).registrant, null);
  assert.equal((await s.record(id)).registrant ?? null, null);
  s.identity.addresses.set(owner, someAddress);
  await changed(owner);
  await expectRegistrant(name, owner);
});

test('a new name or address updates the one contact of all names of the account', async () => {
  const owner = account();
  const names = [freshName(), freshName()];
  for (const name of names) await addDomainInCustody(s, owner, name);
  for (const name of names) await expectRegistrant(name, owner);
  const [first, second] = await Promise.all(names.map(record));
  assert.equal(first?.registrant?.id, second?.registrant?.id);
  s.identity.names.set(owner, 'José Ångström');
  await changed(owner);
  await until(async () => {
    await s.settle();
    return (await record(names[1] ?? '')).registrant?.postalInfo.length === 2;
  }, 20_000);
  const forms = (await record(names[0] ?? '')).registrant?.postalInfo ?? [];
  assert.deepEqual(
    forms.map(({ type, name }) => [type, name]),
    [
      ['int', 'Jose Angstrom'],
      ['loc', 'José Ångström'],
    ],
  );
});

test('a seizure makes the lender the registrant and changes the auth code', async () => {
  const [borrower, lender] = [account(), account()];
  const name = freshName();
  const id = await addDomainInCustody(s, borrower, name);
  await expectRegistrant(name, borrower);
  const loan = await reserveFor(s, id, lender);
  await s.deliver('lending.escrow.collateral-held', loan);
  await expectRegistrant(name, borrower);
  const { authCode } = await record(name);
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: lender });
  await expectRegistrant(name, lender);
  await until(async () => (await record(name)).authCode !== authCode, 20_000);
});

test('a released domain keeps the borrower as registrant', async () => {
  const borrower = account();
  const name = freshName();
  const id = await addDomainInCustody(s, borrower, name);
  // A reservation that finds the lock lifted checks again half a minute later.
  await expectRegistrant(name, borrower);
  const loan = await reserveFor(s, id, account());
  await s.deliver('lending.escrow.collateral-held', loan);
  await s.deliver('lending.escrow.collateral-released', loan);
  await expectRegistrant(name, borrower);
});

test('a crash after the creation of the contact or after the change repeats neither', async () => {
  const owner = account();
  const name = freshName();
  const id = await addDomainInCustody(s, owner, name);
  await expectRegistrant(name, owner);
  await s.settle();
  const contactId = (await s.record(id)).registrant?.contactId;
  await commit(async (tx) => {
    const contact = await registryContacts.get(`default/${owner}`, tx);
    await registryContacts.remove(contact, tx);
    const domain = await domains.get(id, tx);
    await domains.update(domain, { ...domain, registrant: null }, tx);
    await tx.schedule({ kind: 'set-registrant', key: id });
  });
  // The run stopped before it restored the lock.
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: ['ok'] });
  await s.settle();
  assert.ok((await record(name)).statuses.includes('clientUpdateProhibited'));
  assert.equal((await s.record(id)).registrant?.contactId, contactId);
  assert.equal((await record(name)).registrant?.id, contactId);
});

test('nothing is lost while identity or the registry is down', async () => {
  const owner = account();
  const name = freshName();
  s.identity.down = true;
  await addDomainInCustody(s, owner, name);
  await s.settle();
  assert.equal((await record(name)).registrant, null);
  s.identity.down = false;
  await s.advance(10 * minute);
  await expectRegistrant(name, owner);
});

test('a registrant that was changed at the registry is set again by the custody check', async () => {
  const [owner, other] = [account(), account()];
  const [name, otherName] = [freshName(), freshName()];
  const id = await addDomainInCustody(s, owner, name);
  await addDomainInCustody(s, other, otherName);
  await expectRegistrant(name, owner);
  await expectRegistrant(otherName, other);
  await s.settle();
  const foreign = (await record(otherName)).registrant?.id;
  await s.control('PATCH', `/registry/domains/${name}`, { registrant: foreign });
  assert.equal(await emailOf(name), `${other}@example.org`);
  await s.advance(2 * 24 * 60 * minute);
  await expectRegistrant(name, owner);
  assert.ok((await s.record(id)).registrant);
});

test('the contact of an account is another one at each connection and registrar account', async () => {
  const owner = account();
  const name = freshName();
  await addDomainInCustody(s, owner, name);
  await expectRegistrant(name, owner);
  assert.equal((await record(name)).registrant?.id, contactIdOf('default', owner));
  assert.notEqual(contactIdOf('default', owner), contactIdOf('second', owner));
  const { EPP_CLIENT_ID: clientId } = settings.value;
  const withClient = createHash('sha256').update(`default/${clientId}/${owner}`).digest();
  const expected = `NL${toBase32(withClient.subarray(0, 10)).slice(0, 14).toUpperCase()}`;
  assert.equal(contactIdOf('default', owner), expected);
});
