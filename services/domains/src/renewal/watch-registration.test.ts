import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events';
import { platformAccountId } from '@nameloan/contracts/platform';
import { now } from '@nameloan/runtime/clock';
import { useSuffixFile } from '../suffix/suffixes.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  day,
  expectData,
  freshName,
  hour,
  startDomains,
} from '../testing/start-domains.ts';
import { suffixFileWithout } from '../testing/suffix-file.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const at = (name: string) => `/registry/domains/${name}`;
const registryYear = async (name: string) =>
  new Date(String((await s.control('GET', at(name))).expiry)).getUTCFullYear();
const warnings = (id: string) =>
  s
    .eventsOf('domains.domain.expiring', id)
    .map(({ data }) => data as EventData<'domains.domain.expiring'>);
const renewals = (id: string) =>
  s
    .eventsOf('domains.domain.renewed', id)
    .map(({ data }) => data as EventData<'domains.domain.renewed'>);
const renew = (who: string, id: string, maxFee: number | null = null) =>
  s.as(who)(
    'mutation ($id: ID!, $maxFee: Cents) { renewDomain(id: $id, maxFee: $maxFee) { charged expiresAt status actions } }',
    { id, maxFee },
  );

/** Sets the registration to end in this many days, and lets a check find it. */
async function endIn(days: number, id: string): Promise<void> {
  const { name } = await s.record(id);
  const expiry = new Date(now().getTime() + days * day).toISOString();
  await s.control('PATCH', at(name), { expiry });
  // The daily check takes over the registry's expiry.
  await s.advance(2 * day);
  assert.equal((await s.record(id)).expiresAt?.toISOString(), expiry);
}

/** A domain in custody whose registration ends in this many days. */
async function endingIn(days: number, name: string): Promise<string> {
  const id = await addDomainInCustody(s, 'ann', name);
  await endIn(days, id);
  return id;
}

test('the owner is warned at 60 days, and it is renewed once from the balance at 30, with the fee in the event', async () => {
  const name = freshName();
  const id = await endingIn(70, name);
  const before = await registryYear(name);
  await s.advance(7 * day);
  assert.equal(warnings(id).length, 0, '61 days before');
  await s.advance(2 * day);
  const [warned] = warnings(id);
  assert.ok(warned && warned.renewsAt !== null && warned.reason === null);
  assert.equal(warned.escrowId, null);
  await s.advance(28 * day);
  assert.equal(renewals(id).length, 0);
  await s.advance(2 * day);
  assert.equal(await registryYear(name), before + 1);
  const [renewed, ...more] = renewals(id);
  assert.ok(renewed && renewed.paidBy === 'ann' && renewed.chargedCents === 1200);
  assert.equal(more.length, 0);
  await s.settle();
  assert.equal(s.payments.holds.get(s.payments.requestedHolds.at(-1)?.holdId ?? ''), 'CAPTURED');
  await s.advance(40 * day);
  assert.deepEqual([warnings(id).length, renewals(id).length], [1, 1]);
});

test('without enough balance both parties of a loan are warned at 30 and 7 days, and renewal is attempted daily', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const loan = await reserveFor(s, id);
  await endIn(40, id);
  s.payments.balanceCents = 100;
  await s.advance(9 * day);
  const [first, second] = warnings(id);
  assert.ok(first && first.renewsAt !== null && first.reason === null);
  assert.ok(second && second.renewsAt === null && second.reason?.code === 'BALANCE_TOO_LOW');
  assert.deepEqual([first.escrowId, second.escrowId], [loan.escrowId, loan.escrowId]);
  await s.advance(10 * day);
  assert.equal(warnings(id).length, 2);
  await s.advance(14 * day);
  assert.equal(warnings(id).length, 3, 'seven days before');
  assert.equal(
    s.eventsOf('domains.domain.renewal-failed', id).length,
    0,
    'there is no daily notification',
  );
  assert.equal((await s.record(id)).renewal, null);
  s.payments.balanceCents = null;
  await s.advance(day + hour);
  assert.equal(renewals(id).length, 1);
});

test('a name whose suffix the suffix file lacks is not renewed, and its owner is warned', async () => {
  const id = await endingIn(40, freshName('net'));
  useSuffixFile(suffixFileWithout('net'));
  try {
    await s.advance(11 * day);
    assert.equal(warnings(id).at(-1)?.reason?.code, 'UNSUPPORTED_TLD');
    assert.equal(renewals(id).length, 0);
  } finally {
    useSuffixFile(undefined);
  }
  await s.advance(day + hour);
  assert.equal(renewals(id).length, 1);
});

test('expiry and deletion are published once each, for the owner and the loan', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const loan = await reserveFor(s, id);
  s.payments.balanceCents = 0;
  await endIn(12, id);
  await s.advance(11 * day);
  const ends = () =>
    s
      .eventsOf('domains.domain.expired', id)
      .map(({ data }) => data as EventData<'domains.domain.expired'>);
  const [ended, ...early] = ends();
  assert.ok(ended, 'on the day of its end');
  assert.deepEqual(
    [ended.accountId, ended.escrowId, ended.deleting, ended.reason?.code, early.length],
    ['ann', loan.escrowId, false, 'BALANCE_TOO_LOW', 0],
  );
  await s.advance(10 * day);
  assert.equal(ends().length, 1);
  await s.advance(37 * day);
  await s.advance(2 * day);
  assert.deepEqual(
    ends().map(({ deleting }) => deleting),
    [false, true],
  );
  await s.advance(10 * day);
  assert.equal(ends().length, 2);
  s.payments.balanceCents = null;
});

test('a name that the platform seized is not renewed automatically; warnings continue until it is renewed at the registry', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', loan);
  await endIn(50, id);
  assert.equal(warnings(id).length, 1);
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: null });
  await s.settle();
  const holdsBefore = s.payments.requestedHolds.length;
  await s.advance(25 * day);
  await s.advance(20 * day);
  assert.deepEqual(
    warnings(id).map(({ accountId, renewsAt }) => [accountId, renewsAt !== null]),
    [['ann', true], ...[1, 2, 3].map(() => [platformAccountId, false])],
    'at once, and 30 and 7 days before',
  );
  assert.equal(s.payments.requestedHolds.length, holdsBefore);
  await s.advance(5 * day);
  assert.equal(s.eventsOf('domains.domain.expired', id).length, 1);
  const expiry = new Date(now().getTime() + 360 * day).toISOString();
  await s.control('PATCH', at(name), { expiry });
  await s.advance(2 * day);
  assert.equal(renewals(id).length, 1, 'the daily check finds it');
});

test('a premium name is renewed automatically for at most the price that its owner has accepted', async () => {
  const name = freshName();
  const id = await endingIn(50, name);
  await s.control('PATCH', at(name), { premium: true });
  const fees = s.payments.requestedHolds.length;
  await s.advance(25 * day);
  assert.equal(renewals(id).length, 0);
  assert.equal(s.payments.requestedHolds.length, fees, 'nothing is held');
  const last = warnings(id).at(-1);
  assert.equal(last?.reason?.code, 'PRICE_NOT_ACCEPTED');
  assert.equal(expectData(await renew('ann', id, 22_000)).renewDomain.charged, 22_000);
  await s.control('PATCH', at(name), {
    expiry: new Date(now().getTime() + 20 * day).toISOString(),
  });
  await s.advance(3 * day);
  assert.deepEqual(
    renewals(id).map((each) => each.chargedCents),
    [22_000, 22_000],
    'the price agreed to once is agreed to at the next renewal',
  );
});

test('an expired name is renewed within its grace period as soon as the balance allows it', async () => {
  const id = await addDomainInCustody(s, 'ann');
  s.payments.balanceCents = 0;
  await endIn(12, id);
  await s.advance(15 * day);
  const ended = (await s.record(id)).expiresAt;
  assert.ok(ended && ended < now());
  s.payments.balanceCents = null;
  await s.advance(day + hour);
  assert.equal(renewals(id).length, 1);
  assert.equal(
    (await s.record(id)).expiresAt?.getUTCFullYear(),
    ended.getUTCFullYear() + 1,
    'counted from the old end',
  );
});

test('a registry that accepts no orders causes one hold per day, not one per minute', async (t) => {
  const id = await endingIn(40, freshName());
  await s.control('PUT', '/settings', { registryCreditExhausted: true });
  t.after(() => s.control('PUT', '/settings', { registryCreditExhausted: false }));
  const before = s.payments.requestedHolds.length;
  await s.advance(9 * day);
  for (let hours = 0; hours < 48; hours += 4) await s.advance(4 * hour);
  const attempts = s.payments.requestedHolds.length - before;
  // Each of twelve clock moves would run a job that is due every minute; the previous name has attempts too.
  assert.ok(attempts >= 2 && attempts <= 6, `${attempts} attempts in two days`);
  await s.control('PUT', '/settings', { registryCreditExhausted: false });
  await s.advance(day + hour);
  assert.equal(renewals(id).length, 1);
});

test('the lender of a loan sees its collateral’s expiry and price, and renews it at their own cost', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const loan = await reserveFor(s, id);
  const shown = `query ($id: ID!) { domain(id: $id) {
    expiresAt nameservers transferOutAvailableAt renewalQuote { amount } actions charged
    escrow { id } reserved verificationRecord transferQuote { amount } blockedActions { action } } }`;
  const lenderView = expectData(await s.as('len')(shown, { id })).domain;
  assert.ok(
    lenderView.expiresAt && lenderView.transferOutAvailableAt && lenderView.nameservers.length > 0,
  );
  assert.deepEqual([lenderView.renewalQuote.amount, lenderView.escrow.id], [1200, loan.escrowId]);
  assert.deepEqual(lenderView.actions, ['RENEW']);
  assert.deepEqual(
    [lenderView.verificationRecord, lenderView.reserved, lenderView.charged],
    [null, null, null],
  );
  assert.deepEqual([lenderView.transferQuote, lenderView.blockedActions], [null, []]);
  assert.equal((await s.as('bob')(shown, { id })).code, 'NOT_FOUND');
  assert.equal((await renew('bob', id)).code, 'NOT_FOUND');
  const before = await registryYear(name);
  const answer = expectData(await renew('len', id)).renewDomain;
  assert.equal(answer.charged, 1200);
  assert.equal(await registryYear(name), before + 1);
  assert.equal(s.payments.requestedHolds.at(-1)?.accountId, 'len');
  assert.ok(renewals(id).every((each) => each.paidBy === 'len'));
  assert.equal(expectData(await s.as('ann')(shown, { id })).domain.charged, null, 'not her money');
  await s.deliver('lending.escrow.collateral-released', { ...loan });
  assert.equal((await s.as('len')(shown, { id })).code, 'NOT_FOUND', 'the loan is over');
});
