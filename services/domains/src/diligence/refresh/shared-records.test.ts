/** A name's record serves all accounts and use cases: none of them takes a look-up or a comparison from another. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RdapReport } from '@nameloan/rdap/report';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import { getListingEligibility } from '../../domain/listing/listing-eligibility.ts';
import { scheduleMissingRechecks } from '../../proof/recheck-proof.ts';
import { commit } from '../../service-context.ts';
import { reserveFor } from '../../testing/loans.ts';
import { asOfMs, newerReport, openListing, passDay, recordOf } from '../../testing/reports.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addTestDomain,
  addVerifiedDomain,
  day,
  expectData,
  freshName,
  hour,
  minute,
  startDomains,
} from '../../testing/start-domains.ts';
import { diligenceRecords, priorities } from '../diligence.model.ts';
import { newRecord } from '../request-report.ts';
import { recordResult } from './record-result.ts';
import { claimDueName, newScheduler } from './refresh-diligence.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const patch = (name: string, body: object) => s.control('PATCH', `/registry/domains/${name}`, body);
const failRdap = (kind: 'drop' | null) =>
  s.control('PUT', '/settings', { faults: kind ? { rdap: { kind } } : {} });
const diligenceOf = async (id: string) =>
  expectData(
    await s.as('ann')(
      'query ($id: ID!) { domainDiligence(id: $id) { asOf eligible reasons warnings statuses } }',
      { id },
    ),
  ).domainDiligence;

/** A verified name with a first report. */
async function addReported(name = freshName()): Promise<{ id: string; name: string }> {
  const id = await addVerifiedDomain(s, 'ann', name);
  await recordOf(name, ({ report, dueAt }) => report !== null && dueAt === null);
  return { id, name };
}

test('another account that adds a listed name changes neither its refresh nor its comparison', async () => {
  const { id, name } = await addReported();
  await openListing(s, id);
  await patch(name, { registrar: 'Beta Names' });
  const before = await diligenceRecords.get(name);
  await addTestDomain(s, 'bob', name);
  const { priority, dueAt, report } = await diligenceRecords.get(name);
  assert.deepEqual([priority, dueAt, report], [before.priority, before.dueAt, before.report]);
  await passDay(s, name);
  const [event] = s.eventsOf('domains.domain.eligibility-lost', id);
  assert.match(JSON.stringify(event), /"present":"Beta Names/);
});

test('the next refresh is planned from the time of the registry’s answer', async () => {
  const { id, name } = await addReported();
  await openListing(s, id);
  const { dueAt, report } = await diligenceRecords.get(name);
  assert.equal(dueAt?.getTime(), (report?.asOf.getTime() ?? 0) + 23 * hour);
});

test('a registrar change that an acceptance finds alerts the parties of the loan soon', async () => {
  const { id, name } = await addReported();
  await openListing(s, id);
  await s.advance(2 * hour);
  await patch(name, { registrar: 'Delta Names' });
  await reserveFor(s, id);
  const endangered = () => s.eventsOf('domains.domain.collateral-endangered', id);
  assert.equal(endangered().length, 0);
  await s.advance(11 * minute);
  assert.match(JSON.stringify(endangered()[0]), /"present":"Delta Names/);
  assert.equal(endangered().length, 1);
});

test('a rejected listing requests a report hourly at most, behind opened listings, and of verified names only', async () => {
  const name = freshName();
  await patch(name, { statuses: ['serverHold'] });
  const { id } = await addReported(name);
  const reject = async (domainId = id, accountId = 'ann') => {
    const { diligence } = await getListingEligibility({ domainId, accountId });
    assert.deepEqual(diligence, ['HOLD']);
  };
  const first = await asOfMs(name);
  await s.advance(50 * minute);
  await reject();
  assert.equal((await diligenceRecords.get(name)).dueAt, null);
  await s.advance(20 * minute);
  const otherId = await addTestDomain(s, 'bob', name);
  const { report } = await newerReport(name, first);
  await s.advance(70 * minute);
  await reject(otherId, 'bob');
  assert.equal((await diligenceRecords.get(name)).dueAt, null, 'not verified');
  await patch(name, { statuses: [] });
  await reject();
  const due = await diligenceRecords.get(name);
  assert.equal(due.priority, priorities.DAILY);
  await newerReport(name, report?.asOf.getTime() ?? 0);
  assert.deepEqual((await getListingEligibility({ domainId: id, accountId: 'ann' })).diligence, []);
});

test('of two replicas only one looks a due name up', async () => {
  const name = freshName();
  // No job looks up a name of this priority.
  const record = { ...newRecord({ name, suffix: 'com' }), priority: 99, dueAt: now() };
  await commit((tx) => diligenceRecords.add(record, tx));
  const claims = await Promise.all([claimDueName(name), claimDueName(name)]);
  assert.equal(claims.filter((claim) => claim !== undefined).length, 1);
  assert.equal(await claimDueName(name), undefined);
  await s.advance(6 * minute);
  assert.ok(await claimDueName(name), 'after a crash it is due again');
});

test('the schedulers of three replicas store one report per name and day', async () => {
  const names: string[] = [];
  for (let at = 0; at < 4; at++) {
    const { id, name } = await addReported();
    await openListing(s, id);
    names.push(name);
  }
  await s.settle();
  const read = () => Promise.all(names.map((name) => diligenceRecords.get(name)));
  const before = await read();
  // The third is the service’s.
  const others = [newScheduler(), newScheduler()];
  await s.advance(2 * hour);
  await commit(async (tx) => {
    for (const name of names) {
      const record = await diligenceRecords.get(name, tx);
      await diligenceRecords.update(record, { ...record, dueAt: now() }, tx);
    }
  });
  await Promise.all(others.map((one) => one.tick()));
  await Promise.all(others.map((one) => one.settled()));
  for (const { id, report } of before) await newerReport(id, report?.asOf.getTime() ?? 0);
  await s.settle();
  const after = await read();
  // Made due, a claim and a report; each further look-up would be two more.
  const writes = after.map(({ version }, at) => version - (before[at]?.version ?? 0));
  assert.deepEqual(writes, [3, 3, 3, 3]);
});

test('a pledged name keeps the retry that an acceptance without an answer planned', async () => {
  const { id, name } = await addReported();
  await s.advance(2 * hour);
  await failRdap('drop');
  await reserveFor(s, id);
  const { lane, dueAt } = await diligenceRecords.get(name);
  await failRdap(null);
  assert.equal(lane, 'pledged');
  assert.ok((dueAt?.getTime() ?? 0) - now().getTime() <= 10 * minute, String(dueAt));
});

test('collateral that an earlier version reserved is watched from the next start on', async () => {
  const { id, name } = await addReported();
  await reserveFor(s, id);
  await commit(async (tx) => diligenceRecords.remove(await diligenceRecords.get(name, tx), tx));
  await scheduleMissingRechecks();
  assert.equal((await diligenceRecords.get(name)).lane, 'pledged');
  await s.advance(2 * minute);
  const planned = await recordOf(name);
  await scheduleMissingRechecks();
  assert.equal((await diligenceRecords.get(name)).version, planned.version);
});

test('an acceptance without an answer goes ahead, whatever an older report says', async () => {
  const name = freshName();
  await patch(name, { statuses: ['serverHold'] });
  const { id } = await addReported(name);
  await s.advance(2 * hour);
  await failRdap('drop');
  await reserveFor(s, id);
  await failRdap(null);
});

test('a report of more than a day is shown, but is neither a reason nor current', async () => {
  const name = freshName();
  await patch(name, { statuses: ['serverHold'] });
  const { id } = await addReported(name);
  assert.deepEqual((await diligenceOf(id)).reasons, ['HOLD']);
  await s.advance(day + hour);
  assert.partialDeepStrictEqual(await diligenceOf(id), {
    eligible: true,
    reasons: [],
    warnings: ['OUTDATED'],
    statuses: ['serverHold'],
  });
});

test('a name that the registry no longer has is shown as such, until it has it again', async () => {
  const { id, name } = await addReported();
  await s.control('DELETE', `/registry/domains/${name}`);
  await openListing(s, id, ({ absentAt }) => Boolean(absentAt));
  assert.deepEqual((await diligenceOf(id)).warnings, ['NOT_REGISTERED']);
  const { report } = await diligenceRecords.get(name);
  assert.ok(report, 'the last report stays');
  const answer: RdapReport = { name, asOf: now(), dnssec: 'SIGNED', withheld: [], sources: {} };
  await recordResult(name, { kind: 'found', report: answer }, { duringTransfer: false });
  assert.ok(!(await diligenceOf(id)).warnings.includes('NOT_REGISTERED'));
});

test('other nameservers queue a check of the proof', async () => {
  const { id, name } = await addReported();
  const before = (await domains.get(id)).verificationAttempts.length;
  await s.advance(2 * hour);
  const asOf = await asOfMs(name);
  await patch(name, { nameservers: ['ns1.other.example', 'ns2.other.example'] });
  await addTestDomain(s, 'bob', name);
  await newerReport(name, asOf);
  await s.settle();
  assert.equal((await domains.get(id)).verificationAttempts.length, before + 1);
});
