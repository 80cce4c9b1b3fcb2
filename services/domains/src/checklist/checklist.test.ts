import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DiligenceReport } from '../diligence/report.ts';
import { buildChecklist } from './checklist.ts';
import type { CheckedDomain, ChecklistItem } from './checklist-context.ts';
import { findDnsHosting } from './dns-hosting.ts';

const day = 86_400_000;
const at = new Date('2027-03-01T00:00:00Z');
const daysFrom = (days: number) => new Date(at.getTime() + days * day);

const outside: CheckedDomain = {
  suffix: 'com',
  status: 'EXTERNAL_VERIFIED',
  pendingTransfer: 'NONE',
  transferIn: null,
  transferOutAvailableAt: null,
  expiresAt: null,
  reservation: null,
};
const report: DiligenceReport = {
  asOf: at,
  registrar: { name: 'Other Registrar', ianaId: 9999 },
  registeredAt: daysFrom(-330),
  expiresAt: daysFrom(400),
  registryExpiresAt: daysFrom(400),
  lastTransferAt: null,
  statuses: ['ok'],
  nameservers: ['ns1.example.net'],
  dnssec: 'UNSIGNED',
  unknown: [],
  withheld: [],
  sources: [],
  ownTransfer: false,
};

const loanUntil = (dueBy: Date): CheckedDomain['reservation'] => ({
  escrowId: 'e1',
  lenderId: 'lin',
  state: 'RESERVED',
  dueBy,
  startedAt: at,
  waitsForRenewal: false,
  disputed: false,
  disputedAsOf: 0,
});

function check(domain: Partial<CheckedDomain>, changes: Partial<DiligenceReport> | null = {}) {
  return buildChecklist(
    { ...outside, ...domain },
    { report: changes && { ...report, ...changes }, at },
  );
}
const itemOf = (code: ChecklistItem['code'], ...input: Parameters<typeof check>) =>
  check(...input).items.find((item) => item.code === code);
const statesOf = (...input: Parameters<typeof check>) =>
  Object.fromEntries(check(...input).items.map(({ code, state }) => [code, state]));

test('a name outside that is ready needs its code only', () => {
  assert.deepEqual(statesOf({}), {
    UNLOCK: 'OK',
    TRANSFER_LOCK: 'OK',
    CODE: 'TODO',
    DNS_HOSTING: 'OK',
    DNSSEC: 'OK',
    EXPIRY: 'OK',
    YEAR_ADDED: 'OK',
    LEAVE_LOCK: 'OK',
  });
});

test('without a report everything that it would say is unknown, and nothing throws', () => {
  assert.deepEqual(statesOf({}, null), {
    UNLOCK: 'UNKNOWN',
    TRANSFER_LOCK: 'UNKNOWN',
    CODE: 'TODO',
    DNS_HOSTING: 'UNKNOWN',
    DNSSEC: 'UNKNOWN',
    EXPIRY: 'UNKNOWN',
    YEAR_ADDED: 'UNKNOWN',
    LEAVE_LOCK: 'OK',
  });
});

test('a withheld value is unknown, not empty', () => {
  const withheld: DiligenceReport['withheld'] = ['statuses', 'nameservers', 'last_transfer_at'];
  const states = statesOf({}, { statuses: [], nameservers: [], withheld });
  assert.deepEqual(
    [states.UNLOCK, states.DNS_HOSTING, states.TRANSFER_LOCK],
    ['UNKNOWN', 'UNKNOWN', 'UNKNOWN'],
  );
});

test('each lock has its own remedy', () => {
  const cases: [string[], ChecklistItem['state'], RegExp][] = [
    [['clientTransferProhibited'], 'TODO', /^Unlock/],
    [['clientTransferProhibited', 'serverTransferProhibited'], 'WARN', /registry has locked/],
    [['pendingTransfer'], 'WARN', /Another transfer/],
  ];
  for (const [statuses, state, message] of cases) {
    const item = itemOf('UNLOCK', {}, { statuses });
    assert.equal(item?.state, state);
    assert.match(item?.message ?? '', message);
  }
});

test('the later end of the locks after registration and transfer counts, to the day', () => {
  const locked = itemOf(
    'TRANSFER_LOCK',
    {},
    { registeredAt: daysFrom(-59), lastTransferAt: daysFrom(-10) },
  );
  assert.equal(locked?.state, 'WARN');
  assert.match(locked?.message ?? '', /until April 20, 2027\./);
  const young = itemOf('TRANSFER_LOCK', {}, { registeredAt: daysFrom(-59) });
  assert.match(young?.message ?? '', /until March 2, 2027\./);
  assert.equal(itemOf('TRANSFER_LOCK', {}, { registeredAt: daysFrom(-60) })?.state, 'OK');
});

test('outside, a name can leave after the approval days and the lock of a transfer that starts today', () => {
  assert.equal(check({}).canLeaveOn?.toISOString(), daysFrom(5 + 60).toISOString());
  assert.equal(check({ suffix: 'zz' }).canLeaveOn, null);
});

test('on its way and in custody the real dates count', () => {
  const transferIn = {
    holdId: 'h',
    feeCents: 1200,
    registryCents: null,
    encryptedCode: null,
    state: 'REQUESTED' as const,
    startedAt: daysFrom(-2),
    requestedAt: daysFrom(-2),
    approvedAt: null,
  };
  const requested = check({ pendingTransfer: 'IN', transferIn });
  assert.deepEqual(requested.canLeaveOn, daysFrom(3 + 60));
  const approved = { ...transferIn, state: 'ARRIVING' as const, approvedAt: daysFrom(-1) };
  assert.deepEqual(check({ pendingTransfer: 'IN', transferIn: approved }).canLeaveOn, daysFrom(59));
  const held = { status: 'CUSTODY_PAID' as const };
  assert.deepEqual(
    check({ ...held, transferOutAvailableAt: daysFrom(20) }).canLeaveOn,
    daysFrom(20),
  );
  assert.deepEqual(check({ ...held, transferOutAvailableAt: daysFrom(-20) }).canLeaveOn, at);
  assert.equal(itemOf('TRANSFER_LOCK', held), undefined);
  assert.equal(itemOf('CODE', held)?.state, 'OK');
});

test('the lock is compared with the end of the loan', () => {
  const shortLoan = itemOf('LEAVE_LOCK', { reservation: loanUntil(daysFrom(30)) });
  assert.deepEqual([shortLoan?.state, itemOf('LEAVE_LOCK', {})?.state], ['WARN', 'OK']);
  assert.match(shortLoan?.message ?? '', /May 5, 2027.*March 31, 2027/);
  assert.equal(itemOf('LEAVE_LOCK', { reservation: loanUntil(daysFrom(90)) })?.state, 'OK');
});

test('the added time is capped at ten years from today', () => {
  const capped = itemOf('YEAR_ADDED', {}, { expiresAt: new Date('2036-09-01T00:00:00Z') });
  assert.equal(capped?.state, 'WARN');
  assert.match(capped?.message ?? '', /10 years.*March 1, 2037\.$/);
  const full = itemOf('YEAR_ADDED', {}, { expiresAt: new Date('2036-03-01T00:00:00Z') });
  assert.deepEqual([full?.state, /March 1, 2037\.$/.test(full?.message ?? '')], ['OK', true]);
});

test('an expiry that is near, past, or too early for the loan is warned about', () => {
  const stateOf = (days: number, domain: Partial<CheckedDomain> = {}) =>
    itemOf('EXPIRY', domain, { expiresAt: daysFrom(days) })?.state;
  assert.deepEqual(
    [-1, 29, 31].map((days) => stateOf(days)),
    ['WARN', 'WARN', 'OK'],
  );
  // The transfer adds a year: 400 days become 765, and a loan needs 90 days after its end.
  assert.equal(stateOf(400, { reservation: loanUntil(daysFrom(670)) }), 'OK');
  assert.equal(stateOf(400, { reservation: loanUntil(daysFrom(680)) }), 'WARN');
});

test('DNS and signatures of the current registrar have to move first', () => {
  const atRegistrar = {
    registrar: { name: 'GoDaddy.com, LLC', ianaId: 146 },
    nameservers: ['ns01.domaincontrol.com', 'ns02.domaincontrol.com'],
    dnssec: 'SIGNED' as const,
  };
  const states = statesOf({}, atRegistrar);
  assert.deepEqual([states.DNS_HOSTING, states.DNSSEC], ['WARN', 'TODO']);
  const elsewhere = statesOf({}, { ...atRegistrar, nameservers: ['ns1.example.net'] });
  assert.deepEqual([elsewhere.DNS_HOSTING, elsewhere.DNSSEC], ['OK', 'OK']);
});

test('a registrar’s nameservers are known by the list or by its name', () => {
  const hostingOf = (name: string | null, ianaId: number | null, ...nameservers: string[]) =>
    findDnsHosting({ ...report, registrar: { name, ianaId }, nameservers });
  assert.equal(hostingOf('Namecheap, Inc.', 1068, 'dns1.registrar-servers.com'), 'REGISTRAR');
  assert.equal(hostingOf('GoDaddy Corporate', 4444, 'ns01.domaincontrol.com'), 'REGISTRAR');
  assert.equal(hostingOf('Porkbun LLC', null, 'maceio.ns.porkbun.com'), 'REGISTRAR');
  assert.equal(hostingOf('Name.com, Inc.', null, 'ns1abc.name.com'), 'REGISTRAR');
  // The nameservers of another registrar, and a label that is a part of many names.
  assert.equal(hostingOf('Porkbun LLC', 1861, 'ns01.domaincontrol.com'), 'OTHER');
  assert.equal(hostingOf('Namecheap, Inc.', 1068, 'ns1.name.com'), 'OTHER');
  assert.equal(hostingOf(null, 9999, 'ns1.example.net'), 'OTHER');
  assert.equal(hostingOf('Any', 1), 'NONE');
  assert.equal(findDnsHosting({ ...report, registrar: null }), 'UNKNOWN');
});

test('a domain on its way is not to be renewed elsewhere first', () => {
  const arriving = { pendingTransfer: 'IN' } as const;
  for (const days of [10, -1]) {
    const soon = { expiresAt: daysFrom(days) };
    assert.match(itemOf('EXPIRY', {}, soon)?.message ?? '', /Renew it at your current registrar/);
    assert.doesNotMatch(itemOf('EXPIRY', arriving, soon)?.message ?? '', /Renew it/);
  }
});

test('an old report is named with its day', () => {
  const old = itemOf('UNLOCK', {}, { asOf: daysFrom(-3) });
  assert.match(old?.message ?? '', /\(As of February 26, 2027\.\)$/);
  assert.doesNotMatch(itemOf('CODE', {}, { asOf: daysFrom(-3) })?.message ?? '', /As of/);
});

test('a suffix that we cannot hold has a checklist too', () => {
  const states = statesOf({ suffix: 'zz' });
  assert.deepEqual([states.YEAR_ADDED, states.LEAVE_LOCK], ['UNKNOWN', 'UNKNOWN']);
});
