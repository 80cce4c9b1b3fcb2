/** The dashboard's payments of a refinancing: the old loan's payoff is expected once, from the one who pays it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { computeRestCents } from '../escrow/balance/refinance-rest.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { LegRecord } from '../loan/refinance/refinance.ts';
import { buildLoan, buildPostedLoan, inStatus, received, simple } from '../testing/loans.ts';
import { payoffLeg, replacement, replacing } from '../testing/refinanced-loans.ts';
import { listFlows } from './payment-flows.ts';

/** Signed two days before; the old loan is $900.50 at 18 %, received on 10 March and due on 9 May. */
const signedAt = new Date('2026-04-18T10:00:00.000Z');
const now = addDays(signedAt, 2);
const end = addDays(signedAt, 10);

const old = (fields: Partial<Escrow> = {}): Escrow =>
  buildPostedLoan({ ...received, ...simple, id: 'old1', replacement, ...fields });
const next = (amountCents: number, legs: LegRecord[] = [], fields: Partial<Escrow> = {}): Escrow =>
  buildLoan({
    ...{ ...inStatus.NEW, ...simple, id: 'new1', status: 'NEW', statusAt: signedAt, amountCents },
    ...{ replacing: { ...replacing, legs }, ...fields },
  });
const restCents = computeRestCents(old(), end);

interface Flows {
  newLender: unknown[];
  oldLender: unknown[];
  borrower: unknown[];
}

/** What each of the three expects of both loans. */
function readFlows(oldLoan: Escrow, newLoan: Escrow): Flows {
  const read = (loan: Escrow, party: 'BORROWER' | 'LENDER', other: Escrow) =>
    listFlows(loan, party, { now, other }).map(({ kind, direction, at, amountCents }) => [
      ...[kind, direction, at, amountCents],
    ]);
  return {
    newLender: read(newLoan, 'LENDER', oldLoan),
    oldLender: read(oldLoan, 'LENDER', newLoan),
    borrower: [...read(newLoan, 'BORROWER', oldLoan), ...read(oldLoan, 'BORROWER', newLoan)],
  };
}

test('until the new loan is signed, the old one is repaid as agreed', () => {
  const { newLender, oldLender, borrower } = readFlows(
    old(),
    next(150_000, [], { status: 'PENDING_SIGNATURE' }),
  );
  const due = new Date('2026-05-09T09:00:00.000Z');
  assert.deepEqual(newLender, []);
  assert.deepEqual(oldLender, [['REPAYMENT', 'IN', due, 92_714]]);
  assert.deepEqual(borrower, [['REPAYMENT', 'OUT', due, 92_714]]);
});

test('a signed refinancing with a surplus: the new lender pays all, and the borrower gets the rest', () => {
  assert.deepEqual(readFlows(old(), next(150_000)), {
    newLender: [['FUNDING', 'OUT', end, 150_000]],
    oldLender: [['REPAYMENT', 'IN', end, restCents]],
    borrower: [['FUNDING', 'IN', end, 150_000 - restCents]],
  });
});

test('a signed refinancing with a top-up: the borrower pays only what the new loan leaves', () => {
  assert.deepEqual(readFlows(old(), next(60_000)), {
    newLender: [['FUNDING', 'OUT', end, 60_000]],
    oldLender: [['REPAYMENT', 'IN', end, restCents]],
    borrower: [['REPAYMENT', 'OUT', end, restCents - 60_000]],
  });
});

test('a reported payoff is no future payment, and what it leaves is', () => {
  const day = utcDay(now);
  const payoffCents = computeRestCents(old(), day);
  const leg = { ...payoffLeg, day, reportedAt: now };
  const reported = (amountCents: number): Escrow =>
    old({
      replacement: { ...replacement, payoff: { ...leg, amountCents } },
      openPayments: [{ ...leg, id: 'leg1', amountCents } as never],
    });
  const surplusEnd = addDays(day, 10);
  const full = { ...leg, amountCents: payoffCents };
  assert.deepEqual(readFlows(reported(payoffCents), next(150_000, [full])), {
    newLender: [['FUNDING', 'OUT', surplusEnd, 150_000 - payoffCents]],
    oldLender: [],
    borrower: [['FUNDING', 'IN', surplusEnd, 150_000 - payoffCents]],
  });
  const short = readFlows(reported(60_000), next(60_000, [{ ...leg, amountCents: 60_000 }]));
  assert.deepEqual(short.newLender, []);
  assert.deepEqual(short.oldLender, [['REPAYMENT', 'IN', surplusEnd, payoffCents - 60_000]]);
  assert.deepEqual(short.borrower, [['REPAYMENT', 'OUT', surplusEnd, payoffCents - 60_000]]);
});

test('a payoff that arrived short leaves three days for the rest', () => {
  const day = utcDay(now);
  const payoffCents = computeRestCents(old(), day);
  const leg = { ...payoffLeg, day, amountCents: 60_000, confirmedCents: 60_000 };
  const short = old({
    countedPayments: [{ id: 'leg1', day, amountCents: 60_000, deemedAt: null }],
    replacement: { ...replacement, payoff: leg, shortSince: now },
  });
  const { oldLender, borrower } = readFlows(short, next(60_000, [leg]));
  const rest = payoffCents - 60_000;
  assert.deepEqual(oldLender, [['REPAYMENT', 'IN', addDays(now, 3), rest]]);
  assert.deepEqual(borrower, [['REPAYMENT', 'OUT', addDays(now, 3), rest]]);
});

test('after the closing the surplus is expected in addition to the repayment, until it is reported', () => {
  const day = utcDay(now);
  const payoff = { ...payoffLeg, day, amountCents: 92_000, confirmedCents: 92_000 };
  const closed = (more: LegRecord[] = []): Escrow =>
    next(150_000, [payoff, ...more], {
      ...{ ...received, ...simple, status: 'LOAN_POSTED', statusAt: now, dueAt: addDays(day, 60) },
      receipt: { date: day, method: 'Wire', reference: 'L-1', at: day, by: 'BORROWER' },
    });
  const kinds = (loan: Escrow) =>
    listFlows(loan, 'BORROWER', { now }).map(({ kind, at, amountCents }) => [
      kind,
      at,
      kind === 'FUNDING' ? amountCents : amountCents > 92_000,
    ]);
  const repayment = ['REPAYMENT', addDays(day, 60), true];
  assert.deepEqual(kinds(closed()), [['FUNDING', addDays(day, 10), 58_000], repayment]);
  const surplus = { ...payoff, id: 'leg2', leg: 'SURPLUS', confirmedCents: null } as const;
  assert.deepEqual(kinds(closed([{ ...surplus, amountCents: 58_000 }])), [repayment]);
});
