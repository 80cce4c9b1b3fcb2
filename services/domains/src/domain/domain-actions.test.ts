import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDomain } from './add-domain.ts';
import type { Domain } from './domain.ts';
import type { DomainAction } from './domain-actions.ts';
import {
  assertAllowed,
  blockedActions,
  domainActions,
  isAllowed,
  openActions,
} from './domain-actions.ts';

const at = new Date('2027-03-01T00:00:00Z');
const later = new Date('2027-04-01T00:00:00Z');
const base = newDomain('ann', {
  ascii: 'harbor.com',
  unicode: 'harbor.com',
  label: 'harbor',
  suffix: 'com',
});
const loan = {
  escrowId: 'e1',
  lenderId: 'len',
  state: 'RESERVED',
  dueBy: later,
  startedAt: at,
  waitsForRenewal: false,
  disputed: false,
  disputedAsOf: 0,
} as const;
const incoming = {
  holdId: 'h',
  feeCents: 1200,
  registryCents: null,
  encryptedCode: null,
  state: 'REQUESTED',
  startedAt: at,
  requestedAt: at,
  approvedAt: null,
} as const;
const custody = { status: 'CUSTODY_PAID', expiresAt: later } as const;

const cases: [string, Partial<Domain>, DomainAction[]][] = [
  ['a new name', {}, ['VERIFY', 'REMOVE']],
  ['a proven name', { status: 'EXTERNAL_VERIFIED' }, ['VERIFY', 'LIST', 'TRANSFER_IN', 'REMOVE']],
  [
    'a proven name that cannot be held',
    { status: 'EXTERNAL_VERIFIED', suffix: 'de', unicodeName: 'harbor.de' },
    ['VERIFY', 'REMOVE'],
  ],
  ['a listed name', { status: 'EXTERNAL_VERIFIED', listingIds: ['l'] }, ['VERIFY', 'TRANSFER_IN']],
  [
    'a name on its way to us',
    { status: 'EXTERNAL_VERIFIED', pendingTransfer: 'IN', transferIn: incoming },
    ['LIST', 'CANCEL_TRANSFER_IN'],
  ],
  [
    'a proven name bound to a loan',
    { status: 'EXTERNAL_VERIFIED', reservation: loan },
    ['TRANSFER_IN'],
  ],
  ['a name in custody', custody, ['LIST', 'TRANSFER_OUT', 'PUSH', 'SET_NAMESERVERS', 'RENEW']],
  [
    'a name in custody, within its lock',
    { ...custody, transferOutAvailableAt: later },
    ['LIST', 'PUSH', 'SET_NAMESERVERS', 'RENEW'],
  ],
  [
    'a name in custody, registered for as long as its registry allows',
    { ...custody, expiresAt: new Date('2036-04-01T00:00:00Z') },
    ['LIST', 'TRANSFER_OUT', 'PUSH', 'SET_NAMESERVERS'],
  ],
  [
    'a name on its way out',
    {
      ...custody,
      pendingTransfer: 'OUT',
      transferOut: { state: 'OPEN', encryptedCode: null, startedAt: at },
    },
    ['CANCEL_TRANSFER_OUT'],
  ],
  [
    'collateral',
    { ...custody, status: 'IN_ESCROW', reservation: loan },
    ['SET_NAMESERVERS', 'RENEW'],
  ],
  [
    'collateral in dispute',
    { ...custody, status: 'IN_ESCROW', reservation: { ...loan, disputed: true } },
    ['RENEW'],
  ],
];

for (const [what, fields, wanted] of cases) {
  test(`${what}: ${wanted.join(', ')}, and every other action is rejected for the reason that is shown`, () => {
    const domain = { ...base, ...fields };
    assert.deepEqual(openActions(domain, at), wanted);
    const blocked = blockedActions(domain, at);
    assert.deepEqual(
      domainActions.filter((action) => !wanted.includes(action)),
      blocked.map(({ action }) => action),
    );
    for (const action of wanted) assertAllowed(action, domain, at);
    for (const { action, reason, message, availableAt } of blocked) {
      assert.throws(() => assertAllowed(action, domain, at), {
        code: 'CONFLICT',
        message,
        details: { reason, ...(availableAt ? { availableAt: availableAt.toISOString() } : {}) },
      });
      if (availableAt)
        assert.ok(isAllowed(action, domain, availableAt), `${action} is possible then`);
    }
  });
}
