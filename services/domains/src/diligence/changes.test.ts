import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RdapReport } from '@nameloan/rdap/report';
import { compareReports, withChanges } from './changes.ts';
import { toDiligenceReport } from './report.ts';

const at = new Date('2027-03-01T00:00:00Z');
const year = 365 * 86_400_000;

const answer: RdapReport = {
  name: 'example.com',
  asOf: at,
  registrar: { name: 'Alpha', ianaId: 1 },
  registeredAt: at,
  registryExpiresAt: new Date(at.getTime() + 2 * year),
  registrarExpiresAt: new Date(at.getTime() + year),
  statuses: ['ok'],
  nameservers: ['b.example', 'a.example'],
  dnssec: 'UNSIGNED',
  withheld: [],
  sources: { statuses: 'rdap.registry.example', registrarExpiresAt: 'rdap.registrar.example' },
};
const report = (overrides: Partial<RdapReport>) =>
  toDiligenceReport({ ...answer, ...overrides }, false);
const compare = (...reports: Partial<RdapReport>[]) => {
  let known = compareReports([], report({})).known;
  return reports.map((one) => {
    const compared = compareReports(known, report(one));
    known = compared.known;
    return compared.changes.map(({ field, from, to }) => [field, from, to]);
  });
};

test('the first report has no changes, and an equal one neither', () => {
  assert.deepEqual(compareReports([], report({})).changes, []);
  assert.deepEqual(compare({ nameservers: ['a.example', 'b.example'] }), [[]]);
});

test('a change has its field and both values', () => {
  const [changes] = compare({ statuses: ['serverHold', 'clientHold'], dnssec: 'SIGNED' });
  assert.deepEqual(changes, [
    ['statuses', 'ok', 'clientHold, serverHold'],
    ['dnssec', 'UNSIGNED', 'SIGNED'],
  ]);
});

test('a value that is unknown for a while is compared with the last known one', () => {
  const { registrar: _, ...without } = answer;
  const silent = toDiligenceReport({ ...without }, false);
  assert.deepEqual(silent.unknown, ['registrar']);
  const known = compareReports(compareReports([], report({})).known, silent).known;
  const [change] = compareReports(
    known,
    report({ registrar: { name: 'Beta', ianaId: 2 } }),
  ).changes;
  assert.deepEqual([change?.from, change?.to], ['Alpha (IANA 1)', 'Beta (IANA 2)']);
});

test('another spelling of the registrar is no change; another IANA id is one', () => {
  const [spelling, noId, moved] = compare(
    { registrar: { name: 'ALPHA, Inc.', ianaId: 1 } },
    { registrar: { ianaId: 1 } },
    { registrar: { name: 'Alpha', ianaId: 3 } },
  );
  assert.deepEqual([spelling, noId], [[], []]);
  assert.equal(moved?.length, 1);
});

test('the earlier expiry governs and keeps its source', () => {
  const { expiresAt, registryExpiresAt, sources } = report({});
  assert.equal(expiresAt?.getTime(), at.getTime() + year);
  assert.equal(registryExpiresAt?.getTime(), at.getTime() + 2 * year);
  assert.ok(
    sources.some(({ field, host }) => field === 'expires_at' && host === 'rdap.registrar.example'),
  );
});

test('a withheld field is withheld, and neither unknown nor a change', () => {
  const { nameservers: _, ...without } = answer;
  const hidden = toDiligenceReport({ ...without, withheld: ['nameservers'] }, false);
  assert.deepEqual([hidden.withheld, hidden.unknown], [['nameservers'], []]);
  assert.deepEqual(compareReports(compareReports([], report({})).known, hidden).changes, []);
});

test('a name that was never transferred is not unknown; without any dates it is', () => {
  assert.ok(!report({}).unknown.includes('last_transfer_at'));
  const { registeredAt: _, ...without } = answer;
  assert.ok(toDiligenceReport(without, false).unknown.includes('last_transfer_at'));
});

test('only the newest hundred changes are kept', () => {
  const one = (to: number) => ({ at, field: 'statuses' as const, from: '', to: String(to) });
  const kept = withChanges(
    Array.from({ length: 100 }, (_, to) => one(to)),
    [one(100)],
  );
  assert.deepEqual([kept.length, kept[0]?.to, kept.at(-1)?.to], [100, '100', '98']);
});
