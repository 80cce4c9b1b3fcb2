/** The calendar of a refinancing: what each party of both loans has to do, and until when. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { Escrow } from '../escrow/escrow.ts';
import type { LegRecord } from '../loan/refinance/refinance.ts';
import { buildLoan, buildPostedLoan, inStatus, received } from '../testing/loans.ts';
import { payoffLeg, replacement, replacing } from '../testing/refinanced-loans.ts';
import { listCalendarEvents } from './calendar-events.ts';

/** Signed on that day; $900.50. */
const signedAt = new Date('2026-05-18T10:00:00.000Z');
const now = new Date('2026-05-21T10:00:00.000Z');
const old = (fields: Partial<Escrow['replacement'] & object> = {}): Escrow =>
  buildPostedLoan({ ...received, replacement: { ...replacement, since: signedAt, ...fields } });
const next = (legs: LegRecord[], fields: Partial<Escrow> = {}): Escrow =>
  buildLoan({
    ...{ ...inStatus.NEW, status: 'NEW', statusAt: signedAt },
    ...{ replacing: { ...replacing, legs }, ...fields },
  });

const refinanceKinds = /-(letter|payoff|top_up|surplus|surplus_answer)@/;
const list = (escrow: Escrow, party: 'BORROWER' | 'LENDER') =>
  listCalendarEvents(escrow, party, now)
    .filter(({ uid }) => refinanceKinds.test(uid))
    .map(({ until, summary }) => [until, summary.replace('harborline.com: ', '')]);

test('the old lender has the last day to answer the payoff letter, until it answered', () => {
  const end = addDays(signedAt, 3);
  assert.deepEqual(list(old(), 'LENDER'), [[end, 'last day to answer the payoff letter']]);
  const borrowers = 'the new loan can be signed without an answer to the payoff letter';
  assert.deepEqual(list(old(), 'BORROWER'), [[end, borrowers]]);
  const letter = { at: now, correctionCents: 0, reason: null, payeeVersion: null };
  assert.deepEqual(list(old({ letter }), 'LENDER'), []);
});

test('the old loan keeps its due day, since the refinancing can still end', () => {
  const [due] = listCalendarEvents(old(), 'BORROWER', now);
  assert.equal(due?.summary, 'harborline.com: repayment due');
});

test('the new lender has ten days to pay the payoff, and none once it is reported', () => {
  const end = addDays(signedAt, 10);
  assert.deepEqual(list(next([]), 'LENDER'), [
    [end, 'last day to pay the payoff to the old lender'],
  ]);
  assert.deepEqual(list(next([]), 'BORROWER'), [[end, 'the payoff to the old lender is due']]);
  assert.deepEqual(list(next([payoffLeg]), 'LENDER'), []);
  assert.deepEqual(list(next([], { status: 'CANCELLED', finalizedAt: now }), 'LENDER'), []);
});

test('the borrower has three days for the rest of a payoff that was too small', () => {
  const letter = { at: now, correctionCents: 0, reason: null, payeeVersion: null };
  const short = old({ letter, payoff: { ...payoffLeg, confirmedCents: 20_000 }, shortSince: now });
  const end = addDays(now, 3);
  assert.deepEqual(list(short, 'BORROWER'), [[end, 'last day to pay the rest of the payoff']]);
  assert.deepEqual(list(short, 'LENDER'), [[end, 'the rest of the payoff is due to you']]);
  assert.deepEqual(list({ ...short, status: 'ESCALATED' }, 'BORROWER'), [], 'an operator decides');
});

test('after the closing the surplus has its day, then its answer, and nothing once it counts', () => {
  const payoff = { ...payoffLeg, confirmedCents: 20_000 };
  const at = payoffLeg.day;
  const closed = (legs: LegRecord[]): Escrow =>
    next(legs, {
      ...{ ...received, status: 'LOAN_POSTED', statusAt: now },
      receipt: { date: at, method: 'Wire', reference: 'L-1', at, by: 'BORROWER' },
    });
  assert.deepEqual(list(closed([payoff]), 'LENDER'), [
    [addDays(at, 10), 'last day to pay the rest of the loan'],
  ]);
  assert.deepEqual(list(closed([payoff]), 'BORROWER'), [
    [addDays(at, 10), 'the rest of the loan is due to you'],
  ]);
  const surplus: LegRecord = { ...payoffLeg, id: 'leg2', leg: 'SURPLUS', amountCents: 70_050 };
  const reported = closed([payoff, { ...surplus, reportedAt: now }]);
  assert.deepEqual(list(reported, 'BORROWER'), [
    [addDays(now, 5), 'last day to answer the payment of the rest of the loan'],
  ]);
  assert.deepEqual(list(closed([payoff, { ...surplus, confirmedCents: 70_050 }]), 'LENDER'), []);
});
