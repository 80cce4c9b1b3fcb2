/** Which actions a row of My Domains offers, by the domain's state. */

import { expect, test } from '@jest/globals';
import type { DomainAction } from '../../../graph/schema.generated.ts';
import { getRowActions } from './domain-actions.ts';
import type { DomainRowFragment } from './domain-row.generated.ts';

const blocked = (action: DomainAction, message = `not ${action}`) => ({
  action,
  message,
  reason: 'STATUS',
  availableAt: null,
});

const verified: DomainRowFragment = {
  id: 'd1',
  name: 'harborline.com',
  unicodeName: 'harborline.com',
  status: 'EXTERNAL_VERIFIED',
  pendingTransfer: false,
  pendingTransferDirection: 'NONE',
  transferOutStartsAt: null,
  listed: false,
  offers: 0,
  listing: null,
  appraisal: null,
  ownerValue: null,
  tldSupported: true,
  transferFee: 1_200,
  reserved: false,
  escrow: null,
  expiresAt: null,
  labels: null,
  actions: ['LIST', 'TRANSFER_IN', 'VERIFY', 'REMOVE'],
  blockedActions: [],
};

const listActions = (domain: DomainRowFragment) => {
  const { main, more } = getRowActions(domain);
  return { main, more: more.map(({ action }) => action) };
};

test('an unverified domain offers Verify first, and disabled actions show why', () => {
  const { main, more } = getRowActions({
    ...verified,
    status: 'EXTERNAL_UNVERIFIED',
    actions: ['VERIFY', 'REMOVE'],
    blockedActions: [blocked('LIST', 'Verify first.'), blocked('TRANSFER_IN', 'Verify first.')],
  });
  expect(main).toBe('VERIFY');
  expect(more).toEqual([
    { action: 'LIST', disabledReason: 'Verify first.' },
    { action: 'TRANSFER_IN', disabledReason: 'Verify first.' },
    { action: 'VIEW_DILIGENCE' },
    { action: 'REMOVE' },
  ]);
});

test('a verified domain offers Get Loan; removing a listing is never a row’s main action', () => {
  expect(listActions(verified)).toEqual({
    main: 'LIST',
    more: ['TRANSFER_IN', 'VERIFY', 'VIEW_DILIGENCE', 'REMOVE'],
  });
  const listed = {
    ...verified,
    listed: true,
    listing: { id: 'l1', desiredAmount: 420_000, desiredTerm: 365, actions: ['CLOSE' as const] },
    actions: ['TRANSFER_IN' as const],
  };
  expect(listActions(listed)).toEqual({
    main: undefined,
    more: ['UNLIST', 'TRANSFER_IN', 'VIEW_DILIGENCE'],
  });
});

test('labels can be changed in every state, once they are known', () => {
  for (const status of [
    'EXTERNAL_UNVERIFIED',
    'EXTERNAL_VERIFIED',
    'CUSTODY_PAID',
    'IN_ESCROW',
  ] as const) {
    expect(listActions({ ...verified, status, labels: [] }).more).toContain('LABEL');
    expect(listActions({ ...verified, status }).more).not.toContain('LABEL');
  }
});

test('offers to answer are the main action of a listed domain', () => {
  const offered: DomainRowFragment = {
    ...verified,
    listed: true,
    offers: 2,
    listing: { id: 'l1', desiredAmount: 420_000, desiredTerm: 365, actions: ['CLOSE'] },
    actions: ['TRANSFER_IN'],
  };
  expect(listActions(offered)).toEqual({
    main: 'REVIEW_OFFERS',
    more: ['UNLIST', 'TRANSFER_IN', 'VIEW_DILIGENCE'],
  });
  expect(listActions({ ...offered, offers: 0 }).main).toBeUndefined();
  // A transfer out that its owner may not have requested comes first.
  const leaving: DomainRowFragment = {
    ...offered,
    status: 'CUSTODY_PAID',
    pendingTransferDirection: 'OUT',
    transferOutStartsAt: '2026-11-23T08:00:00.000Z',
    actions: ['CANCEL_TRANSFER_OUT'],
  };
  expect(listActions(leaving).main).toBe('CANCEL_TRANSFER_OUT');
});

test('for a loan that waits for the domain, the transfer is the main action', () => {
  const reserved = { ...verified, reserved: true, escrow: { id: 'e1' } };
  expect(listActions({ ...reserved, actions: ['TRANSFER_IN'] }).main).toBe('TRANSFER_IN');
  const underWay = {
    ...reserved,
    pendingTransfer: true,
    pendingTransferDirection: 'IN' as const,
    actions: ['CANCEL_TRANSFER_IN' as const],
  };
  expect(listActions(underWay)).toEqual({
    main: 'VIEW_LOAN',
    more: ['CANCEL_TRANSFER_IN', 'VIEW_DILIGENCE'],
  });
});

test('a loan that is not signed yet leads to the loan, not to the transfer', () => {
  const reserved: DomainRowFragment = {
    ...verified,
    ...{ reserved: true, escrow: { id: 'e1' }, actions: ['TRANSFER_IN'] },
  };
  const { main, more } = getRowActions(reserved, false);
  expect(main).toBe('VIEW_LOAN');
  expect(more).toContainEqual({ action: 'TRANSFER_IN' });
  expect(getRowActions(reserved, true).main).toBe('TRANSFER_IN');
});

test('a domain in custody offers nameservers, renewal and transfer out', () => {
  const held: DomainRowFragment = {
    ...verified,
    status: 'CUSTODY_PAID',
    actions: ['LIST', 'SET_NAMESERVERS', 'RENEW'],
    blockedActions: [blocked('TRANSFER_OUT', 'From March 3 on.'), blocked('REMOVE')],
  };
  expect(getRowActions(held)).toEqual({
    main: 'LIST',
    more: [
      { action: 'SET_NAMESERVERS' },
      { action: 'RENEW' },
      { action: 'VIEW_DILIGENCE' },
      { action: 'TRANSFER_OUT', disabledReason: 'From March 3 on.' },
    ],
  });
  const leaving: DomainRowFragment = {
    ...held,
    pendingTransfer: true,
    pendingTransferDirection: 'OUT',
    actions: ['CANCEL_TRANSFER_OUT'],
    blockedActions: [],
  };
  expect(listActions(leaving)).toEqual({
    main: undefined,
    more: ['VIEW_DILIGENCE', 'CANCEL_TRANSFER_OUT'],
  });
});

test('a domain in escrow leads to its loan, and the owner keeps DNS and renewal', () => {
  const inEscrow: DomainRowFragment = {
    ...verified,
    status: 'IN_ESCROW',
    reserved: true,
    escrow: { id: 'e1' },
    actions: ['SET_NAMESERVERS', 'RENEW'],
  };
  expect(listActions(inEscrow)).toEqual({
    main: 'VIEW_LOAN',
    more: ['SET_NAMESERVERS', 'RENEW', 'VIEW_DILIGENCE'],
  });
});

test('actions of an unavailable service are not offered, its report is', () => {
  const blind = { ...verified, listed: null, listing: null, escrow: null, actions: [] };
  expect(getRowActions(blind)).toEqual({ main: undefined, more: [{ action: 'VIEW_DILIGENCE' }] });
});
