/** A legal hold at each stage of a domain: what it rejects, what waits for it, and what goes on after it. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { now } from '@nameloan/runtime/clock';
import { until } from '@nameloan/testkit/until';
import { lockStatuses } from '../custody/lock.ts';
import { domains } from '../domain/domain.model.ts';
import { getListingEligibility } from '../domain/listing/listing-eligibility.ts';
import { decrypt } from '../service-context.ts';
import { addStaff, liftByTwo, liftHold, placeHold, staff } from '../testing/holds.ts';
import { acceptanceData, loanOn, reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addVerifiedDomain,
  call,
  day,
  expectData,
  freshName,
  startDomains,
  transferIn,
} from '../testing/start-domains.ts';
import { legalHolds } from './legal-hold.model.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
  await addStaff(s);
});
after(() => s.stop());

const registryRecord = (name: string) => s.control('GET', `/registry/domains/${name}`);
const held = async (id: string) => expectData(await placeHold(s, id)).hold;
const blocked = async (id: string, action: string, who = 'ann') => {
  const query = 'query ($id: ID!) { domain(id: $id) { blockedActions { action reason message } } }';
  const { domain } = expectData(await s.as(who)(query, { id }));
  return domain.blockedActions.find((one: { action: string }) => one.action === action);
};
const setNameservers = (id: string, hosts: string[]) =>
  s.as('ann')(
    'mutation ($id: ID!, $hosts: [String!]!) { setNameservers(id: $id, nameservers: $hosts) { id } }',
    { id, hosts },
  );

async function isLocked(name: string): Promise<boolean> {
  const { statuses } = await registryRecord(name);
  return lockStatuses.every((lock) => (statuses as string[]).includes(lock));
}

test('a listed domain on hold is no longer listable, transferable or changeable, and its owner sees since when', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const hold = await held(id);
  await s.settle();
  const [event] = s.eventsOf('domains.domain.legal-hold-changed', id);
  assert.ok(event);
  const { since, disclosed, escrowId } = event.data as Record<string, unknown>;
  assert.deepEqual([since, disclosed, escrowId], [hold.placedAt, true, null]);
  const { legalHold } = await getListingEligibility({ domainId: id, accountId: 'ann' });
  assert.equal(legalHold, 'DISCLOSED');
  for (const action of ['LIST', 'TRANSFER_IN'])
    assert.equal((await blocked(id, action)).reason, 'LEGAL_HOLD', action);
  const rejected = await transferIn(s, 'ann', { id, code: 'secret' });
  assert.deepEqual([rejected.code, rejected.reason], ['CONFLICT', 'LEGAL_HOLD']);
  const query = 'query ($id: ID!) { domain(id: $id) { legalHoldSince } }';
  const shown = expectData(await s.as('ann')(query, { id }));
  assert.equal(shown.domain.legalHoldSince, hold.placedAt);
  await liftByTwo(s, id);
  assert.equal((await blocked(id, 'LIST'))?.reason, undefined);
  const lifted = expectData(await s.as('ann')(query, { id }));
  assert.equal(lifted.domain.legalHoldSince, null);
});

test('an acceptance of an offer on a domain on hold is refused, also if the hold arrives during the check', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  await held(id);
  const loan = await loanOn(s, id);
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  const refused = await s.event(
    'domains.domain.reservation-refused',
    ({ escrowId }) => escrowId === loan.escrowId,
  );
  assert.equal((refused.data as { reason: { code: string } }).reason.code, 'LEGAL_HOLD');
  assert.equal((await s.record(id)).reservation, null);
});

test('a repaid loan’s domain stays reserved during a hold, and is released by its end, once', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', loan);
  await held(id);
  await s.settle();
  const changed = s.eventsOf('domains.domain.legal-hold-changed', id).at(-1);
  assert.ok(changed);
  assert.equal((changed.data as { escrowId: string }).escrowId, loan.escrowId);
  await s.deliver('lending.escrow.collateral-released', loan);
  await s.deliver('lending.escrow.collateral-released', loan);
  const waiting = await s.record(id);
  assert.deepEqual(
    [waiting.status, waiting.reservation?.escrowId, waiting.deferredHandover?.kind],
    ['IN_ESCROW', loan.escrowId, 'RELEASE'],
  );
  await liftByTwo(s, id);
  const free = await s.record(id);
  assert.deepEqual(
    [free.status, free.reservation, free.deferredHandover, free.accountId],
    ['CUSTODY_PAID', null, null, 'ann'],
  );
});

test('a seizure during a hold waits: the owner changes once, when the hold ends', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', loan);
  await held(id);
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: 'len' });
  assert.equal((await s.record(id)).accountId, 'ann');
  assert.equal(s.eventsOf('domains.domain.owner-changed', id).length, 0);
  await liftByTwo(s, id);
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: 'len' });
  assert.equal((await s.record(id)).accountId, 'len');
  assert.equal(s.eventsOf('domains.domain.owner-changed', id).length, 1);
});

test('a transfer out under way is stopped: the mailed code dies, and a new one is mailed after the hold', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.advance(61 * day);
  expectData(await call(s, 'ann', { field: 'transferOut', id }));
  const started = 'domains.domain.transfer-out-started';
  const codeOf = (index: number) => {
    const data = s.eventsOf(started, id).at(index)?.data as { sealedAuthCode: string } | undefined;
    return data && decrypt(data.sealedAuthCode, started);
  };
  await until(() => codeOf(0) !== undefined);
  await held(id);
  await until(async () => (await s.record(id)).transferOut?.state === 'WAITING');
  assert.ok(await isLocked(name));
  assert.notEqual((await registryRecord(name)).authCode, codeOf(0));
  await s.advance(2 * day);
  assert.equal((await s.record(id)).transferOut?.state, 'WAITING', 'nothing starts during a hold');
  await liftByTwo(s, id);
  await until(() => s.eventsOf(started, id).length === 2);
  assert.equal((await registryRecord(name)).authCode, codeOf(1));
  assert.equal((await s.record(id)).transferOut?.state, 'OPEN');
});

test('a transfer out that its owner cancels during a hold does not start again', async () => {
  const id = await addDomainInCustody(s, 'ann');
  await s.advance(61 * day);
  expectData(await call(s, 'ann', { field: 'transferOut', id }));
  await s.event('domains.domain.transfer-out-started', ({ domainId }) => domainId === id);
  await held(id);
  expectData(await call(s, 'ann', { field: 'cancelTransferOut', id }));
  await until(async () => (await s.record(id)).transferOut === null);
  const again = await call(s, 'ann', { field: 'transferOut', id });
  assert.deepEqual([again.code, again.reason], ['CONFLICT', 'LEGAL_HOLD']);
  await liftByTwo(s, id);
  assert.equal(s.eventsOf('domains.domain.transfer-out-started', id).length, 1);
});

test('nameservers are frozen, and a lock that was lost is restored and confirmed', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: ['ok'] });
  const hold = await held(id);
  await until(() => isLocked(name));
  const rejected = await setNameservers(id, ['ns1.harbor-dns.net', 'ns2.harbor-dns.net']);
  assert.deepEqual([rejected.code, rejected.reason], ['CONFLICT', 'LEGAL_HOLD']);
  await s.advance(2 * day);
  await until(async () => (await legalHolds.get(hold.id)).lockedAt !== null);
});

test('a name on hold is renewed at the platform’s expense if its owner’s balance is too low', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await held(id);
  const { expiresAt } = await s.record(id);
  assert.ok(expiresAt);
  const requested = s.payments.requestedHolds.length;
  s.payments.balanceCents = 0;
  await s.advance(expiresAt.getTime() - now().getTime() - 20 * day);
  await until(async () => Number((await s.record(id)).expiresAt) > Number(expiresAt));
  s.payments.balanceCents = null;
  const { renewal, charged } = await s.record(id);
  assert.equal(renewal, null);
  assert.equal(s.payments.requestedHolds.length, requested);
  const [renewed] = s.eventsOf('domains.domain.renewed', id);
  assert.ok(renewed);
  assert.equal((renewed.data as { paidBy: string | null }).paidBy, null);
  assert.notEqual(charged?.amountCents, 0);
});

test('a name stays on hold for an account that proves it later', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await held(id);
  expectData(await call(s, 'ann', { field: 'removeDomain', id }));
  const again = await addVerifiedDomain(s, 'ben', name);
  const { legalHold } = await getListingEligibility({ domainId: again, accountId: 'ben' });
  assert.equal(legalHold, 'DISCLOSED');
  await liftByTwo(s, name);
  assert.equal((await s.record(again)).legalHold, null);
});

test('while the parties may not be notified, no reason names the hold and nothing shows it', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  expectData(await placeHold(s, id, { disclosed: false }));
  const { reason, message } = await blocked(id, 'LIST');
  assert.equal(reason, 'BUSY');
  assert.doesNotMatch(message, /hold/i);
  const query = 'query ($id: ID!) { domain(id: $id) { legalHoldSince } }';
  assert.equal(expectData(await s.as('ann')(query, { id })).domain.legalHoldSince, null);
  const disclosed = expectData(await placeHold(s, id, { disclosed: true }));
  assert.equal(disclosed.hold.disclosed, true);
  assert.equal((await blocked(id, 'LIST')).reason, 'LEGAL_HOLD');
  const back = expectData(await placeHold(s, id, { disclosed: false }));
  assert.equal(back.hold.disclosed, true, 'a disclosure stays');
});

test('a hold is lifted by two operators; the first one cannot do it alone', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  await held(id);
  for (let times = 0; times < 3; times++) {
    const { hold } = expectData(await liftHold(s, id, staff[0]));
    assert.deepEqual([hold.liftedAt, hold.liftRequestedByYou], [null, true]);
  }
  assert.ok((await s.record(id)).legalHold);
  const { hold } = expectData(await liftHold(s, id, staff[1]));
  assert.notEqual(hold.liftedAt, null);
  assert.equal((await liftHold(s, id, staff[1])).code, 'NOT_FOUND', 'once');
  const { log } = await legalHolds.get(hold.id);
  assert.deepEqual(
    log.map(({ by, action }) => [by, action]),
    [
      [staff[0], 'PLACED'],
      [staff[0], 'LIFT_REQUESTED'],
      [staff[1], 'LIFTED'],
    ],
  );
});

test('eight placements at once make one hold, and another case is a conflict', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const receivedAt = now().toISOString();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => placeHold(s, id, { as: staff[at % 2], receivedAt })),
  );
  const ids = new Set(answers.map((answer) => expectData(answer).hold.id));
  assert.equal(ids.size, 1);
  const { name } = await s.record(id);
  assert.equal(await legalHolds.count({ name, active: true }), 1);
  assert.equal(s.eventsOf('domains.domain.legal-hold-changed', id).length, 1);
  const other = await placeHold(s, id, { caseId: 'other' });
  assert.deepEqual([other.code, other.reason], ['CONFLICT', 'LEGAL_HOLD']);
});

test('only operators place and lift holds, and not on a domain to which they are a party', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  for (const who of ['ann', 'ben']) {
    assert.equal((await placeHold(s, id, { as: who })).code, 'NOT_FOUND');
    assert.equal((await liftHold(s, id, who)).code, 'NOT_FOUND');
    assert.equal((await s.as(who)('{ legalHolds { total } }')).code, 'FORBIDDEN');
  }
  const own = await addVerifiedDomain(s, staff[0]);
  assert.equal((await placeHold(s, own)).code, 'FORBIDDEN');
  assert.equal((await placeHold(s, 'none')).code, 'NOT_FOUND');
  assert.equal((await placeHold(s, 'x'.repeat(5000))).code, 'NOT_FOUND');
  const unlisted = await addTestDomain(s, 'ann');
  assert.equal((await liftHold(s, unlisted)).code, 'NOT_FOUND');
});

test('invalid details of a case are rejected with their fields', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const cases: [object, string][] = [
    [{ caseId: '' }, 'caseId'],
    [{ caseId: 'x'.repeat(101) }, 'caseId'],
    [{ provider: '\u0000' }, 'provider'],
    [{ note: 'x'.repeat(4001) }, 'note'],
    [{ receivedAt: new Date(now().getTime() + day).toISOString() }, 'receivedAt'],
  ];
  for (const [input, field] of cases) {
    const answer = await placeHold(s, id, { ...input });
    assert.equal(answer.code, 'INVALID_INPUT', field);
    assert.deepEqual(Object.keys(answer.fields ?? {}), [field]);
  }
  assert.equal((await domains.get(id)).legalHold ?? null, null);
});
