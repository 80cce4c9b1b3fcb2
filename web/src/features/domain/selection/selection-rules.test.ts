/** What an action on a selection applies to, and its amounts. */

import { expect, test } from '@jest/globals';
import { loanBounds } from '@nameloan/loan-math/loan-bounds';
import type { DomainRowFragment } from '../dialog/domain-row.generated.ts';
import { buildDomain } from '../testing/some-domain.ts';
import {
  computeAmount,
  readResults,
  splitByEstimate,
  splitSelection,
  sumCosts,
} from './selection-rules.ts';

const domain = (id: string, more: object = {}) =>
  buildDomain({
    id,
    unicodeName: `${id}.com`,
    actions: ['LIST', 'REMOVE'],
    ...more,
  }) as DomainRowFragment;
const appraisal = { low: 50_000, mid: 123_457, high: 200_000 };
const listing = (actions: string[]) => ({ id: 'l', desiredAmount: 1, desiredTerm: 1, actions });
const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('a row is left out with the server’s reason, and one without a reason is not sent either', () => {
  const blocked = { action: 'LIST', message: 'Verify this domain before you list it.' };
  const rows = [
    domain('fit'),
    domain('unproven', { actions: ['REMOVE'], blockedActions: [blocked] }),
    domain('blind', { actions: [] }),
  ];
  expect(names(splitSelection(rows, 'LIST').ready)).toEqual(['fit']);
  expect(splitSelection(rows, 'LIST').leftOut).toEqual([
    { id: 'unproven', name: 'unproven.com', note: 'Verify this domain before you list it.' },
    { id: 'blind', name: 'blind.com', note: 'This can’t be done right now.' },
  ]);
  expect(names(splitSelection(rows, 'REMOVE').ready)).toEqual(['fit', 'unproven']);
});

test('only open listings of the user are unlisted', () => {
  const rows = [
    domain('listed', { listed: true, listing: listing(['CLOSE']) }),
    domain('closing', { listed: true, listing: listing([]) }),
    domain('unlisted'),
  ];
  const { ready, leftOut } = splitSelection(rows, 'UNLIST');
  expect(names(ready)).toEqual(['listed']);
  expect(leftOut.map(({ note }) => note)).toEqual([
    'This can’t be done right now.',
    'This domain isn’t listed.',
  ]);
});

test('a share of the value leaves out names without an estimate, an amount does not', () => {
  const split = splitSelection([domain('valued', { appraisal }), domain('unvalued')], 'LIST');
  expect(names(splitByEstimate(split, { amountCents: 1 }).ready)).toEqual(['valued', 'unvalued']);
  const byShare = splitByEstimate(split, { percentOfValue: undefined });
  expect(names(byShare.ready)).toEqual(['valued']);
  expect(byShare.leftOut).toEqual([
    {
      ...{ id: 'unvalued', name: 'unvalued.com' },
      note: 'There is no estimate of its value. List it with an amount.',
    },
  ]);
});

test('a share is rounded down to a cent, as the server does', () => {
  const row = domain('valued', { appraisal });
  expect(computeAmount(row, { percentOfValue: 3_333 })).toBe(41_148);
  expect(computeAmount(row, { percentOfValue: undefined })).toBeUndefined();
  expect(computeAmount(row, { amountCents: 7 })).toBe(7);
});

test('costs add up over all loans; only names outside our custody have a transfer fee', () => {
  const rows = [domain('outside'), domain('held', { status: 'CUSTODY_PAID' })];
  const costs = sumCosts(
    rows,
    { amountCents: 100_000 },
    {
      ...{ termDays: 365, rateBps: 1_000 },
      bounds: loanBounds,
    },
  );
  expect(costs).toEqual({
    receivesCents: 200_000,
    repaysCents: 220_000,
    interestCents: 20_000,
    transferFeeCents: 1_200,
  });
});

test.each([
  ['no amount', { amountCents: undefined }],
  ['an amount below the smallest', { amountCents: 99 }],
  ['an amount above the largest', { amountCents: 1_000_000_001 }],
  ['no term', { termDays: undefined }],
  ['a term of no days', { termDays: 0 }],
  ['a term so long that its powers would take minutes', { termDays: 9_999_999 }],
  ['no rate', { rateBps: undefined }],
  ['a rate above the highest', { rateBps: 10_001 }],
] as const)('with %s there are no costs', (_, typed) => {
  const { amountCents, ...terms } = { amountCents: 100_000, termDays: 1, rateBps: 1, ...typed };
  const sum = sumCosts([domain('one')], { amountCents }, { ...terms, bounds: loanBounds });
  expect(sum).toBeUndefined();
});

test('each name has the server’s result, and one without a result has failed', () => {
  const error = { message: 'This domain is already listed.' };
  const rows = [domain('one'), domain('two'), domain('three')];
  expect(readResults(rows, [{ error: null }, { error }])).toEqual({
    done: [{ id: 'one', name: 'one.com' }],
    failed: [
      { id: 'two', name: 'two.com', note: 'This domain is already listed.' },
      { id: 'three', name: 'three.com', note: 'This can’t be done right now.' },
    ],
  });
});
