import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DiligenceContext } from './assess-diligence.ts';
import { assessDiligence } from './assess-diligence.ts';
import type { DiligenceReport } from './report.ts';

const day = 86_400_000;
const at = new Date('2027-03-01T00:00:00Z');
const daysAgo = (days: number) => new Date(at.getTime() - days * day);

const clean: DiligenceReport = {
  asOf: at,
  registrar: { name: 'Other Registrar', ianaId: 9999 },
  registeredAt: daysAgo(330),
  expiresAt: daysAgo(-400),
  registryExpiresAt: daysAgo(-400),
  lastTransferAt: null,
  statuses: ['ok'],
  nameservers: ['ns1.example.net'],
  dnssec: 'SIGNED',
  unknown: [],
  withheld: [],
  sources: [],
  ownTransfer: false,
};
const external: DiligenceContext = {
  at,
  place: 'EXTERNAL',
  getLockHours: () => 1440,
  neededUntil: null,
};

const assess = (report: Partial<DiligenceReport>, context: Partial<DiligenceContext> = {}) =>
  assessDiligence({ ...clean, ...report }, { ...external, ...context });

test('an old, signed and unlocked name has neither reasons nor warnings', () => {
  const { eligible, reasons, warnings } = assess({});
  assert.deepEqual([eligible, reasons, warnings], [true, [], []]);
});

test('each hold and pending state of the registry is a reason', () => {
  const cases = {
    HOLD: [['clientHold'], ['serverHold', 'ok']],
    REDEMPTION: [['pendingDelete', 'redemptionPeriod'], ['pendingRestore']],
    PENDING_DELETE: [['pendingDelete']],
    PENDING_TRANSFER: [['pendingTransfer']],
  };
  for (const [reason, lists] of Object.entries(cases))
    for (const statuses of lists) {
      const found = assess({ statuses });
      assert.deepEqual([found.eligible, found.reasons], [false, [reason]], statuses.join());
    }
});

test('the lock after a transfer is a reason while it ends more than 30 days from now', () => {
  const { reasons, lockedUntil } = assess({ lastTransferAt: daysAgo(29) });
  assert.deepEqual(reasons, ['TRANSFER_LOCK']);
  assert.deepEqual(lockedUntil, daysAgo(-31));
  assert.deepEqual(assess({ lastTransferAt: daysAgo(30) }).reasons, []);
});

test('the product’s transfer and custody are neither a reason nor a warning', () => {
  const moved = {
    lastTransferAt: daysAgo(1),
    statuses: ['clientTransferProhibited', 'pendingTransfer'],
  };
  for (const found of [assess(moved, { place: 'OWN' }), assess({ ...moved, ownTransfer: true })])
    assert.deepEqual([found.reasons, found.warnings], [[], []]);
  assert.deepEqual(assess({ statuses: ['serverHold'] }, { place: 'OWN' }).reasons, ['HOLD']);
});

test('a suffix that the platform cannot hold is a reason, even without a report', () => {
  const unsupported = { ...external, getLockHours: undefined };
  assert.deepEqual(assessDiligence(null, unsupported).reasons, ['SUFFIX']);
});

test('without a report a name is eligible with the warning that nothing is known', () => {
  const { eligible, warnings } = assessDiligence(null, external);
  assert.deepEqual([eligible, warnings], [true, ['UNKNOWN']]);
});

test('each warning has its condition, and blocks nothing', () => {
  const cases: [Partial<DiligenceReport>, string][] = [
    [{ statuses: ['clientTransferProhibited'] }, 'REGISTRAR_LOCK'],
    [{ statuses: ['serverTransferProhibited'] }, 'REGISTRAR_LOCK'],
    [{ expiresAt: daysAgo(-99) }, 'EXPIRES_EARLY'],
    [{ registeredAt: daysAgo(59) }, 'YOUNG'],
    [{ dnssec: 'UNSIGNED' }, 'NOT_SIGNED'],
    [{ statuses: [], unknown: ['statuses'] }, 'UNKNOWN'],
  ];
  for (const [report, warning] of cases) {
    const found = assess(report, { neededUntil: daysAgo(-100) });
    assert.deepEqual([found.eligible, found.warnings], [true, [warning]]);
  }
  const atTheLimit = { registeredAt: daysAgo(60), expiresAt: daysAgo(-100) };
  assert.deepEqual(assess(atTheLimit, { neededUntil: daysAgo(-100) }).warnings, []);
});
