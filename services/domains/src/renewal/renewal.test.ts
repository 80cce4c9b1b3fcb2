import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeReservationRefusal } from '@nameloan/contracts/domain-reasons';
import { describeOrderFailure } from '@nameloan/contracts/order-failures';
import { acceptanceData, loanOn, reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTransferringDomain,
  addVerifiedDomain,
  call,
  day,
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

const renew = (id: string) => call(s, 'ann', { field: 'renewDomain', id });
const yearOf = async (id: string) => (await s.record(id)).expiresAt?.getUTCFullYear() ?? 0;
const registryYear = async (name: string) =>
  new Date(String((await s.control('GET', `/registry/domains/${name}`)).expiry)).getUTCFullYear();
const lastHold = () => s.payments.holds.get(s.payments.requestedHolds.at(-1)?.holdId ?? '');

test('the owner renews by one year from the balance, to the registry’s expiry', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const before = await yearOf(id);
  expectData(await renew(id));
  assert.deepEqual([await yearOf(id), await registryYear(name)], [before + 1, before + 1]);
  const { kind, amountCents, accountId } = s.payments.requestedHolds.at(-1) ?? {};
  assert.deepEqual([kind, amountCents, accountId], ['RENEWAL_FEE', 1200, 'ann']);
  await s.settle();
  assert.equal(lastHold(), 'CAPTURED');
  assert.equal(s.eventsOf('domains.domain.renewed', id).length, 1);
});

test('eight concurrent renewals are one year and one fee', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const [before, fees] = [await yearOf(id), s.payments.requestedHolds.length];
  const answers = await Promise.all(Array.from({ length: 8 }, () => renew(id)));
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
  assert.ok(answers.every(({ code }) => code === undefined || code === 'CONFLICT'));
  assert.deepEqual(
    [await registryYear(name), s.payments.requestedHolds.length],
    [before + 1, fees + 1],
  );
});

test('repeating a renewal after a lost response does not add a second year', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const shown = (await s.record(id)).expiresAt?.toISOString();
  const more = `expiresAt: "${shown}"`;
  const [before, fees] = [await yearOf(id), s.payments.requestedHolds.length];
  expectData(await call(s, 'ann', { field: 'renewDomain', id, more }));
  const again = await call(s, 'ann', { field: 'renewDomain', id, more });
  assert.deepEqual([again.code, again.reason], ['CONFLICT', 'ALREADY_DONE']);
  assert.deepEqual(
    [await registryYear(name), s.payments.requestedHolds.length],
    [before + 1, fees + 1],
  );
});

test('it is rejected for an external name, a low balance, and beyond the maximum registration', async () => {
  assert.equal((await renew(await addVerifiedDomain(s, 'ann'))).code, 'CONFLICT');
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  s.payments.balanceCents = 5;
  assert.equal((await renew(id)).code, 'BALANCE_TOO_LOW');
  s.payments.balanceCents = null;
  s.payments.down = true;
  assert.equal((await renew(id)).code, 'UNAVAILABLE');
  s.payments.down = false;
  assert.equal((await s.record(id)).renewal, null);
  const far = new Date(Date.now() + 9.5 * 365 * day).toISOString();
  await s.control('PATCH', `/registry/domains/${name}`, { expiry: far });
  const rejected = await renew(id);
  assert.deepEqual(
    [rejected.code, rejected.message],
    ['CONFLICT', 'The domain cannot be renewed now, or not for that long.'],
  );
  const failed = await s.event('domains.domain.renewal-failed', ({ domainId }) => domainId === id);
  const { accountId, reason } = failed.data;
  assert.deepEqual([accountId, describeOrderFailure(reason)], ['ann', rejected.message]);
  await s.settle();
  assert.equal(lastHold(), 'RELEASED');
  assert.equal((await s.record(id)).renewal, null);
});

test('a registry without credit for us is 503, the fee is released, and nothing stays in progress', async () => {
  const id = await addDomainInCustody(s, 'ann');
  await s.control('PUT', '/settings', { registryCreditExhausted: true });
  assert.equal((await renew(id)).code, 'UNAVAILABLE');
  await s.control('PUT', '/settings', { registryCreditExhausted: false });
  await s.settle();
  assert.equal(lastHold(), 'RELEASED');
  expectData(await renew(id));
});

test('a loan waits for the renewal of a name that arrives with too short a registration', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  const loan = await reserveFor(s, id);
  const soon = new Date(Date.now() - 200 * day).toISOString();
  await s.control('PATCH', `/registry/domains/${name}`, { expiry: soon });
  await s.control('POST', `/registry/domains/${name}/approve`);
  const needed = await s.event('domains.domain.renewal-needed', ({ domainId }) => domainId === id);
  assert.equal(needed.data.escrowId, loan.escrowId);
  assert.equal(s.eventsOf('domains.domain.custody-arrived', id).length, 0);
  assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
  expectData(await renew(id));
  const { data } = await s.event(
    'domains.domain.custody-arrived',
    ({ domainId }) => domainId === id,
  );
  assert.equal(data.escrowId, loan.escrowId);
  await s.settle();
  assert.equal(s.eventsOf('domains.domain.custody-arrived', id).length, 1);
});

test('a name in custody with too short a registration is not reserved until it is renewed', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const code = await fetchAuthCode(s, name);
  await s.control('PATCH', `/registry/domains/${name}`, {
    expiry: new Date(Date.now() - 40 * day).toISOString(),
  });
  expectData(await transferIn(s, 'ann', { id, code }));
  await s.control('POST', `/registry/domains/${name}/approve`);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  const loan = await loanOn(s, id);
  await s.deliver('lending.offer.accepted', acceptanceData(loan, 300));
  const rejected = await s.event(
    'domains.domain.reservation-refused',
    ({ domainId }) => domainId === id,
  );
  assert.match(
    describeReservationRefusal(rejected.data.reason),
    /until \w+ \d+, \d{4}, .* until \w+ \d+, \d{4}; it must be renewed first/,
  );
  expectData(await renew(id));
  await reserveFor(s, id);
});
