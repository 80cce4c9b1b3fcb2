/** The finding for each difference between services, and the filter of two comparisons. Nothing else runs. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareAll, filterPersistent } from './reconcile-services.ts';
import type { AccountRow, CopyRow, DomainRow, HoldRow, LoanRow, Snapshot } from './snapshot.ts';

const at = '2026-01-01T00:00:00.000Z';
const now = '2026-01-02T00:00:00.000Z';

const account: AccountRow = {
  ...{ id: 'bea', version: 3, name: 'Bea', email: 'bea@example.net', operator: false },
  ...{ defaultContract: 0, legalAddress: null, sharesAddress: false },
};
const party = (accountVersion: number, name = 'Bea'): CopyRow => ({
  ...{ id: 'bea', accountVersion },
  details: { name, operator: false, defaultContract: 0, legalAddress: null },
});
const recipient: CopyRow = {
  ...{ id: 'bea', accountVersion: 3 },
  details: { name: 'Bea', email: 'bea@example.net', operator: false },
};
const staff: CopyRow = { id: 'bea', accountVersion: 3, details: { operator: false } };

const reservation = {
  ...{ escrowId: 'loan', sure: true, waitsForRenewal: false, disputed: false, disputedAsOf: 0 },
  at,
};
const domain: DomainRow = {
  ...{ id: 'dom', version: 9, accountId: 'bea', name: 'a.com', active: true, listingIds: [] },
  ...{ midCents: 100, inCustody: true, held: true, reservation, fees: [] },
};
const loan: LoanRow = {
  ...{ id: 'loan', version: 5, status: 'LOAN_POSTED', domainId: 'dom', domainName: 'a.com' },
  ...{ borrowerId: 'bea', lenderId: 'len', at, reserved: true, inCustody: true },
  ...{ custodyVersion: 8, dueBy: now, releasedTo: null },
};
const hold: HoldRow = {
  ...{ id: 'hold', status: 'HELD', kind: 'RENEWAL_FEE', accountId: 'bea', amountCents: 1200 },
  ...{ reference: 'a.com', at },
};
const listing = { id: 'list', domainId: 'dom', domainName: 'a.com', at };
const collateral = { id: 'dom', ownerId: 'bea', midCents: 100, version: 8 };

const byId = <R extends { id: string }>(...rows: R[]) => new Map(rows.map((row) => [row.id, row]));
const free = { ...domain, reservation: null, held: false };

/** A snapshot without differences except for `change`. */
function snapshot(change: Partial<Snapshot> = {}): Snapshot {
  return {
    accounts: byId(account),
    copies: {
      lending: byId(party(3)),
      notifications: byId(recipient),
      payments: byId(staff),
      domains: new Map(),
    },
    ...{ domains: byId(domain), collaterals: byId(collateral), loans: byId(loan) },
    ...{
      listings: new Map(),
      closed: new Set(),
      counts: new Map(),
      holds: new Map(),
      settling: new Set(),
      now,
    },
    ...change,
  };
}
const copies = (change: Partial<Snapshot['copies']>) => ({
  copies: { ...snapshot().copies, ...change },
});

/** `service name` of each repair, with its fallback; `person` for a finding without a repair. */
const describeFindings = (change: Partial<Snapshot>) =>
  compareAll(snapshot(change))
    .map(({ repair, otherwise }) => {
      const [one, other] = [repair, otherwise].map(
        (each) => each && `${each.service} ${each.name}`,
      );
      return other ? `${one} or ${other}` : (one ?? 'person');
    })
    .join(', ');

const fee = (held: boolean) => byId({ ...domain, fees: [{ holdId: 'hold', held, at }] });
const loanAs = (change: Partial<LoanRow>) => ({ loans: byId({ ...loan, ...change }) });
const boundAs = (change: Partial<typeof reservation>) =>
  byId({ ...domain, reservation: { ...reservation, ...change } });

const table: [what: string, change: Partial<Snapshot>, expected: string][] = [
  ['all services agree', {}, ''],
  ['an account changed without an event', { accounts: byId({ ...account, version: 7 }) }, ''],
  [
    'a copy is older than the account',
    copies({ lending: byId(party(2, 'B')) }),
    'identity republish-account',
  ],
  ['a copy is newer', copies({ lending: byId(party(4, 'New')) }), 'identity republish-account'],
  [
    'a copy is newer, of equal content',
    copies({ lending: byId(party(4)) }),
    'identity republish-account',
  ],
  ['a copy is missing', copies({ payments: new Map() }), 'identity republish-account'],
  [
    'an operator is unknown to domains',
    {
      accounts: byId({ ...account, operator: true }),
      ...copies({ lending: new Map(), notifications: new Map(), payments: new Map() }),
    },
    'identity republish-account',
  ],
  [
    'an account has the address of an older one',
    { accounts: byId({ ...account, sharesAddress: true }) },
    'person',
  ],
  ['an account is unknown to identity', { accounts: new Map() }, 'person'],

  ['lending does not know a loan whose domain is held', { loans: new Map() }, 'person'],
  [
    'lending does not know a loan whose domain is only bound',
    { loans: new Map(), domains: byId({ ...domain, held: false }) },
    'domains release',
  ],
  ['a loan was cancelled', loanAs({ status: 'CANCELLED' }), 'domains end-reservation'],
  [
    'a loan was repaid',
    loanAs({ status: 'FINALIZED_RETURN_TO_BORROWER' }),
    'domains end-reservation',
  ],
  ['a loan was seized', loanAs({ status: 'FINALIZED_LENDER_SEIZURE' }), 'domains end-reservation'],
  [
    'a loan was seized whose domain is not in custody',
    {
      ...loanAs({ status: 'FINALIZED_PLATFORM_SEZIURE' }),
      domains: byId({ ...domain, inCustody: false, held: false }),
    },
    'person',
  ],
  [
    'domains forgot custody',
    { domains: byId({ ...domain, inCustody: false, held: false }) },
    'domains apply-loan-state',
  ],
  ['domains forgot a dispute', loanAs({ status: 'ESCALATED' }), 'domains apply-loan-state'],
  [
    'domains knows a dispute from a later version of the loan',
    { domains: boundAs({ disputed: true, disputedAsOf: 6 }) },
    'lending raise-loan',
  ],
  [
    'lending forgot custody',
    loanAs({ status: 'NEW', inCustody: false, custodyVersion: 0 }),
    'domains republish-reservation',
  ],
  [
    'lending forgot the reservation',
    {
      ...loanAs({ status: 'PENDING_SIGNATURE', inCustody: false, reserved: false }),
      domains: byId({ ...domain, inCustody: false, held: false }),
    },
    'domains republish-reservation',
  ],
  [
    'a reservation is still being checked',
    {
      ...loanAs({ status: 'PENDING_SIGNATURE', inCustody: false, reserved: false }),
      domains: byId({
        ...domain,
        inCustody: false,
        held: false,
        reservation: { ...reservation, sure: false },
      }),
    },
    '',
  ],
  ['a loan has a free domain', { domains: byId(free) }, 'domains apply-loan-state'],
  ['a loan was released', { domains: byId(free), closed: new Set(['loan']) }, 'person'],
  ['a loan’s domain is unknown', { domains: new Map() }, 'person'],
  [
    'a loan’s domain belongs to another account',
    {
      domains: byId({ ...free, accountId: 'eve' }),
      collaterals: byId({ ...collateral, ownerId: 'eve' }),
    },
    'person',
  ],
  [
    'a loan’s domain backs another',
    { domains: boundAs({ escrowId: 'other' }), loans: byId(loan, { ...loan, id: 'other' }) },
    'person',
  ],

  ['a listing is unknown to its domain', { listings: byId(listing) }, 'domains add-listing'],
  [
    'a listing’s domain is unknown',
    { listings: byId(listing), domains: new Map(), loans: new Map() },
    'lending close-listing',
  ],
  [
    'a listing has closed',
    { domains: byId({ ...domain, listingIds: ['list'] }) },
    'domains remove-listing',
  ],
  [
    'a listing is open on both sides',
    { listings: byId(listing), domains: byId({ ...domain, listingIds: ['list'] }) },
    '',
  ],

  [
    'a stored count is wrong',
    { counts: byId({ id: 'open-listings', stored: 5, actual: 4 }) },
    'lending repair-count',
  ],
  ['a count is right', { counts: byId({ id: 'open-listings', stored: 4, actual: 4 }) }, ''],
  ['a hold has no purpose', { holds: byId(hold) }, 'payments release-hold'],
  [
    'a hold is for a transfer that only the registry may know',
    { holds: byId({ ...hold, kind: 'TRANSFER_FEE' }) },
    'domains adopt-transfer or payments release-hold',
  ],
  ['a hold is being settled', { holds: byId(hold), settling: new Set(['hold']) }, ''],
  ['a hold is needed', { holds: byId(hold), domains: fee(true) }, ''],
  [
    'a hold is charged before domains knows',
    { holds: byId({ ...hold, status: 'CAPTURED' }), domains: fee(true) },
    '',
  ],
  ['a hold is still to be placed', { domains: fee(false) }, ''],
  ['a hold is missing', { domains: fee(true) }, 'person'],
  [
    'a hold was released',
    { holds: byId({ ...hold, status: 'RELEASED' }), domains: fee(true) },
    'person',
  ],

  ['lending has no copy of a domain', { collaterals: new Map() }, 'domains republish-domain'],
  [
    'lending has a later domain version',
    { collaterals: byId({ ...collateral, version: 10 }) },
    'domains republish-domain',
  ],
  [
    'a loan has a later custody version',
    loanAs({ custodyVersion: 12 }),
    'domains republish-domain',
  ],
  [
    'lending has another price',
    { collaterals: byId({ ...collateral, midCents: 90 }) },
    'domains republish-domain',
  ],
];
for (const [what, change, expected] of table)
  test(`${what}: ${expected || 'nothing to do'}`, () =>
    assert.equal(describeFindings(change), expected));

test('a seized domain goes to the account that the loan names, or to the platform', () => {
  const to = (status: LoanRow['status']) =>
    compareAll(snapshot(loanAs({ status })))[0]?.repair?.input.toAccountId;
  assert.deepEqual(
    [to('FINALIZED_LENDER_SEIZURE'), to('FINALIZED_PLATFORM_SEZIURE'), to('CANCELLED')],
    ['len', null, undefined],
  );
});

test('every finding names the ids, and one for a person has instructions', () => {
  for (const [what, change] of table)
    for (const { sentence, repair } of compareAll(snapshot(change))) {
      assert.match(sentence, /bea|loan|list|hold|dom/, what);
      if (!repair) assert.match(sentence, /[:;.] [a-zA-Z]/, what);
    }
});

test('only differences that both comparisons find and that are older than a minute are confirmed', () => {
  const findings = [
    { key: 'old', sentence: '', since: at },
    { key: 'timeless', sentence: '' },
    { key: 'young', sentence: '', since: '2026-01-01T23:59:30.000Z' },
    { key: 'new', sentence: '', since: at },
  ];
  const keys = new Set(['old', 'timeless', 'young', 'gone']);
  assert.deepEqual(
    filterPersistent(findings, { keys, now }).map(({ key }) => key),
    ['old', 'timeless'],
  );
});
