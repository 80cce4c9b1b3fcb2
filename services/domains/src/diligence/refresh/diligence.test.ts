/** Reports of names and their effects, with the sandbox's RDAP servers. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeReservationRefusal } from '@nameloan/contracts/domain-reasons';
import { now } from '@nameloan/runtime/clock';
import { getListingEligibility } from '../../domain/listing/listing-eligibility.ts';
import { acceptanceData, loanOn, reserveFor } from '../../testing/loans.ts';
import { openListing, passDay, recordOf } from '../../testing/reports.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addTransferringDomain,
  addVerifiedDomain,
  call,
  day,
  expectData,
  freshName,
  hour,
  startDomains,
} from '../../testing/start-domains.ts';
import { diligenceRecords } from '../diligence.model.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const patch = (name: string, body: object) => s.control('PATCH', `/registry/domains/${name}`, body);

const fields = `{ asOf source registrar { name ianaId } registeredAt expiresAt lastTransferAt statuses nameservers dnssec
  eligible reasons warnings unknown notes { code blocks message } changes { field from to } }`;
const readAs = async (who: string | null, id: string) =>
  s.as(who)(`query ($id: ID!) { domainDiligence(id: $id) ${fields} }`, { id });

const list = (id: string) => openListing(s, id);
const lostEligibility = (id: string) => s.eventsOf('domains.domain.eligibility-lost', id);
const endangered = (id: string) => s.eventsOf('domains.domain.collateral-endangered', id);

test('an added name gets a report, which its owner reads and others do not', async () => {
  const name = freshName();
  const id = await addTestDomain(s, 'ann', name);
  await recordOf(name);
  const { domainDiligence } = expectData(await readAs('ann', id));
  assert.partialDeepStrictEqual(domainDiligence, {
    registrar: { name: 'Other Registrar' },
    lastTransferAt: null,
    dnssec: 'UNSIGNED',
    eligible: true,
    reasons: [],
    warnings: ['NOT_SIGNED'],
    unknown: [],
    changes: [],
  });
  const ageDays = (now().getTime() - Date.parse(domainDiligence.registeredAt)) / day;
  assert.ok(Math.round(ageDays) === 330, `${ageDays}`);
  assert.equal((await readAs('bob', id)).code, 'NOT_FOUND');
  assert.equal((await readAs(null, id)).code, 'UNAUTHENTICATED');
});

test('before the first answer everything is unknown and the name is eligible', async () => {
  await s.control('PUT', '/settings', { faults: { rdap: { kind: 'refuse' } } });
  const id = await addTestDomain(s, 'ann');
  const { domainDiligence } = expectData(await readAs('ann', id));
  await s.control('PUT', '/settings', { faults: {} });
  assert.partialDeepStrictEqual(domainDiligence, {
    asOf: null,
    registrar: null,
    eligible: true,
    warnings: ['UNKNOWN'],
  });
  assert.equal(domainDiligence.unknown.length, 8);
});

test('a name with a hold cannot be listed, and the sentence says what to do', async () => {
  const name = freshName();
  await patch(name, { statuses: ['serverHold'] });
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name);
  const domain = expectData(
    await s.as('ann')(
      'query ($id: ID!) { domain(id: $id) { actions blockedActions { action reason message } } }',
      { id },
    ),
  ).domain;
  assert.ok(!domain.actions.includes('LIST'));
  const blocked = domain.blockedActions.find((one: { action: string }) => one.action === 'LIST');
  assert.equal(blocked.reason, 'NOT_ELIGIBLE');
  assert.match(blocked.message, /on hold.* Ask your registrar to lift the hold/);
  const obstacles = async () =>
    (await getListingEligibility({ domainId: id, accountId: 'ann' })).diligence;
  assert.deepEqual(await obstacles(), ['HOLD']);
  await s.advance(25 * hour);
  assert.deepEqual(await obstacles(), [], 'a report of more than a day says nothing');
});

test('a transfer lock that ends too late is a reason until it ends within 30 days', async () => {
  const name = freshName();
  await patch(name, { lastTransferAt: new Date(now().getTime() - 20 * day).toISOString() });
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name);
  const reasons = async () => expectData(await readAs('ann', id)).domainDiligence.reasons;
  assert.deepEqual(await reasons(), ['TRANSFER_LOCK']);
  await s.advance(11 * day);
  await list(id);
  assert.deepEqual(await reasons(), []);
});

test('a hold that appears while the name is listed closes the listing once', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await list(id);
  assert.equal(lostEligibility(id).length, 0);
  await patch(name, { statuses: ['clientHold'] });
  await passDay(s, name);
  const [event, ...more] = lostEligibility(id);
  assert.deepEqual(more, []);
  assert.partialDeepStrictEqual(event?.data, { reasons: ['HOLD'], registrar: null });
  assert.ok(event && event.aggregateVersion > 1);
  await passDay(s, name);
  assert.equal(lostEligibility(id).length, 1);
});

test('a hold that was not known when the listing opened closes it', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name);
  await patch(name, { statuses: ['serverHold'] });
  await list(id);
  const { data } = await s.event(
    'domains.domain.eligibility-lost',
    ({ domainId }) => domainId === id,
  );
  assert.deepEqual(data.reasons, ['HOLD']);
});

test('another registrar while the name is listed closes the listing and is in the history; before that it does not', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name);
  await patch(name, { registrar: 'Beta Names' });
  await list(id);
  assert.equal(lostEligibility(id).length, 0, 'changed before the listing opened');
  await patch(name, { registrar: 'Gamma Names' });
  await passDay(s, name);
  const [event] = lostEligibility(id);
  assert.match(JSON.stringify(event), /"former":"Beta Names[^}]*"present":"Gamma Names/);
  const { changes } = expectData(await readAs('ann', id)).domainDiligence;
  assert.deepEqual(
    changes.map(({ field }: { field: string }) => field),
    ['registrar', 'registrar'],
  );
});

test('the product’s own transfer and custody neither close a listing nor are a reason or a warning', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  await list(id);
  const read = async () => expectData(await readAs('ann', id)).domainDiligence;
  assert.deepEqual((await read()).reasons, []);
  assert.ok((await read()).statuses.includes('pendingTransfer'));
  await s.control('POST', `/registry/domains/${name}/approve`);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  await passDay(s, name);
  const { reasons, warnings, statuses } = await read();
  assert.deepEqual(reasons, []);
  assert.ok(!warnings.includes('REGISTRAR_LOCK'));
  assert.ok(statuses.includes('clientTransferProhibited'));
  assert.equal(lostEligibility(id).length, 0);
});

test('an acceptance looks the name up again and rejects a hold', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name);
  await patch(name, { statuses: ['serverHold'] });
  await s.advance(2 * hour);
  const loan = await loanOn(s, id);
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  const { data } = await s.event(
    'domains.domain.reservation-refused',
    ({ escrowId }) => escrowId === loan.escrowId,
  );
  assert.equal(data.reason.code, 'HOLD');
  assert.match(describeReservationRefusal(data.reason), /on hold/);
  assert.equal((await s.record(id)).status, 'EXTERNAL_VERIFIED', 'the proof stays');
});

test('an acceptance goes ahead while RDAP fails', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  await s.advance(2 * hour);
  await s.control('PUT', '/settings', { faults: { rdap: { kind: 'drop' } } });
  await reserveFor(s, id);
  await s.control('PUT', '/settings', { faults: {} });
});

test('a change of a pledged name outside custody alerts once, and the clock waits for the look-up', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const { escrowId } = await reserveFor(s, id);
  await patch(name, { statuses: ['serverHold'], registrar: 'Delta Names' });
  await s.advance(day);
  const [event, ...more] = endangered(id);
  assert.deepEqual(more, []);
  assert.partialDeepStrictEqual(event?.data, { escrowId, reasons: ['HOLD'] });
  assert.match(JSON.stringify(event), /"present":"Delta Names/);
  await s.advance(day);
  assert.equal(endangered(id).length, 1);
});

test('a pledged name that its registry no longer has alerts both parties once', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const { escrowId } = await reserveFor(s, id);
  await s.control('DELETE', `/registry/domains/${name}`);
  await s.advance(day);
  const [event, ...more] = endangered(id);
  assert.deepEqual(more, []);
  assert.partialDeepStrictEqual(event?.data, { escrowId, registrar: null, absent: true });
  await s.advance(day);
  assert.equal(endangered(id).length, 1);
});

test('a listed name that its registry no longer has stays listed: its lenders are warned', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  await list(id);
  await s.control('DELETE', `/registry/domains/${name}`);
  await s.advance(day);
  await recordOf(name, ({ absentAt }) => Boolean(absentAt));
  await s.settle();
  assert.deepEqual([lostEligibility(id), endangered(id)], [[], []]);
});

test('the report stays while one account has the name, and is removed with the last one', async () => {
  const name = freshName();
  const ids = await Promise.all(['ann', 'bob'].map((who) => addTestDomain(s, who, name)));
  await recordOf(name);
  expectData(await call(s, 'ann', { field: 'removeDomain', id: ids[0] ?? '' }));
  assert.ok(await diligenceRecords.find(name));
  expectData(await call(s, 'bob', { field: 'removeDomain', id: ids[1] ?? '' }));
  assert.equal(await diligenceRecords.find(name), undefined);
});

test('the early end of a registration is judged by the term that is asked about', async () => {
  const name = freshName();
  const expiry = new Date(now().getTime() + 400 * day).toISOString();
  await patch(name, { expiry });
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name);
  const warn = async (termDays: number | null) => {
    const query =
      'query ($id: ID!, $termDays: Int) { domain(id: $id) { diligence(termDays: $termDays) { warnings } } }';
    const reply = await s.as('ann')(query, { id, termDays });
    return reply.code ?? reply.data.domain.diligence.warnings.includes('EXPIRES_EARLY');
  };
  assert.deepEqual([await warn(null), await warn(30), await warn(360)], [false, false, true]);
  for (const wrong of [0, -1, 36_501, 2 ** 31 - 1])
    assert.equal(await warn(wrong), 'INVALID_INPUT', String(wrong));
  const representation = { __typename: 'Listing', id: 'l1', domainId: id, desiredTerm: 30 };
  const ofListing = async (args: string) => {
    const query = `query ($of: [_Any!]!) {
      _entities(representations: $of) { ... on Listing { diligence${args} { warnings } } }
    }`;
    const { _entities } = expectData(await s.as('bob')(query, { of: [representation] }));
    return _entities[0].diligence.warnings.includes('EXPIRES_EARLY');
  };
  assert.deepEqual([await ofListing(''), await ofListing('(termDays: 360)')], [false, true]);
});

test('a name in custody is looked up daily while listed, and its lender reads the report', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const loan = await reserveFor(s, id, 'len');
  assert.equal(loan.lenderId, 'len');
  const { name } = await s.record(id);
  await recordOf(name);
  const read = expectData(await readAs('len', id)).domainDiligence;
  assert.equal(read.eligible, true);
  assert.doesNotMatch(
    JSON.stringify(read.notes),
    /You don’t have to/,
    'what to do is for the owner',
  );
});
