/** The demo's tables are consistent, and no screen of its two main accounts is empty. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appraise } from '@nameloan/domains/appraisal/appraise';
import { parseName } from '@nameloan/domains/name/parse-name';
import { utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import { buildPlan } from '@nameloan/loan-math/plan';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import type { AccountName } from './accounts.ts';
import type { Day } from './days.ts';
import { days, listByDay, resumeStart, startOfDay } from './days.ts';
import { loans } from './loans.ts';
import { domains, listings, offers, payments } from './market.ts';
import { drawAvatar } from './portrait.ts';

const mainAccounts = ['ada', 'lin'] as const;
const lastMilestone = (row: (typeof loans)[number]) => listByDay(row.upTo).at(-1)?.[1];

test('no domain backs two loans, or is listed while it backs another account’s loan', () => {
  const names = loans.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const [, owner, name] of listings) {
    const loan = loans.find((row) => row.name === name);
    assert.ok(!loan || (loan.borrower === owner && lastMilestone(loan) === 'repaid'), name);
  }
});

test('both main accounts borrow and lend, and each sees every status of a loan in one of its roles', () => {
  const expected = [
    ...['signed by lender', 'signed', 'in custody', 'active', 'disputed', 'repaid', 'seized'],
    ...['surrendered', 'cancelled'],
  ];
  for (const account of mainAccounts) {
    for (const role of ['borrower', 'lender'] as const) {
      const own = loans.filter((row) => row[role] === account);
      assert.ok(own.length > 4, `${account} as ${role}: more than one page`);
      assert.ok(
        own.some((row) => row.says),
        `${account} as ${role} writes messages`,
      );
    }
    const seen = loans
      .filter((row) => [row.borrower, row.lender].includes(account))
      .map(lastMilestone);
    for (const milestone of expected) assert.ok(seen.includes(milestone as never), milestone);
  }
});

test('both main accounts sign next in one loan', () => {
  const waiting = loans.filter((row) => lastMilestone(row) === 'signed by lender');
  assert.deepEqual(waiting.map(({ borrower }) => borrower).sort(), [...mainAccounts]);
});

test('public listings fill more than a page, and each offer is on one of them, made once by another account', () => {
  assert.ok(listings.length >= 14);
  assert.ok(new Set(listings.map(([, , name]) => name.split('.')[1])).size >= 8, 'suffixes');
  for (const { on, by, day } of offers) {
    const listing = listings.find(([, , name]) => name === on);
    assert.ok(listing && listing[1] !== by && listing[0] <= day, `${by} on ${on}`);
  }
  const pairs = offers.map(({ on, by }) => `${by} ${on}`);
  assert.equal(new Set(pairs).size, pairs.length);
  const outcomes = (rows: typeof offers) => new Set(rows.map(({ outcome }) => outcome));
  const receivedBy = (account: AccountName) =>
    offers.filter(({ on }) => listings.some(([, owner, name]) => name === on && owner === account));
  for (const account of mainAccounts) {
    assert.equal(outcomes(offers.filter(({ by }) => by === account)).size, 3, `sent by ${account}`);
    assert.equal(outcomes(receivedBy(account)).size, 3, `received by ${account}`);
  }
});

test('requested, offered and lent amounts are 10 to 70 % of the name’s automatic estimate', () => {
  const lent = [
    ...listings.map(([, , name, terms]) => ({ name, terms })),
    ...offers.map(({ on, terms }) => ({ name: on, terms })),
    ...loans,
  ];
  for (const { name, terms } of lent) {
    const { midCents } = appraise(parseName(name), new Date());
    const ratio = (terms.amount * 100) / midCents;
    assert.ok(ratio >= 0.1 && ratio <= 0.7, `${name}: ${Math.round(ratio * 100)} %`);
  }
});

test('both main accounts have domains in every state, and pending and failed payments', () => {
  for (const account of mainAccounts) {
    const own = domains.filter(({ owner }) => owner === account).map(({ state }) => state);
    for (const state of ['unverified', 'verified', 'leaving'] as const)
      assert.ok(own.includes(state));
    const paid = payments.filter((row) => row.account === account);
    for (const state of ['paid', 'open', 'failed'] as const)
      assert.ok(paid.some((row) => row.state === state));
    assert.equal(
      new Set(paid.map(({ amount }) => amount)).size,
      paid.length,
      'the amount identifies the payment',
    );
  }
});

test('days are ascending, and chat messages are on days on which the loan exists', () => {
  assert.deepEqual(
    [...days].sort((one, other) => one - other),
    [...days],
  );
  for (const row of loans) {
    const [[first]] = listByDay(row.upTo) as [[number, unknown]];
    for (const day of Object.keys(row.says ?? {})) assert.ok(Number(day) >= first, row.name);
    for (const [account] of Object.values(row.says ?? {}).flat())
      assert.ok([row.borrower, row.lender].includes(account), row.name);
  }
});

test('a scenario that resumes late keeps the days between a notice and the end of its grace period', () => {
  const begunAt = '2026-11-22T12:00:00.000Z';
  const later = (ms: number) => new Date(Date.parse(begunAt) + ms).toISOString();
  const day = 86_400_000;
  for (const [done, now] of [
    [0, later(1)],
    [1, later(12 * day)],
    [2, later(31 * day)],
    [3, later(57 * day)],
  ] as const) {
    const resumed = resumeStart(begunAt, done, now);
    assert.ok(Math.abs(Date.parse(resumed) - Date.parse(begunAt)) < 2, `${done} days done`);
  }
  const resumed = resumeStart(begunAt, days.indexOf(30), later(66 * day));
  assert.equal(startOfDay(30, resumed), Date.parse(later(66 * day)));
  assert.ok(startOfDay(41, resumed) - startOfDay(30, resumed) > 8 * day);
  assert.equal(resumeStart(begunAt, days.length, later(99 * day)), begunAt);
});

test('a name always has the same picture, a PNG of 400 by 400', () => {
  const picture = drawAvatar('ada');
  assert.equal(picture, drawAvatar('ada'));
  assert.notEqual(picture, drawAvatar('lin'));
  const bytes = Buffer.from(picture.split(',')[1] ?? '', 'base64');
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [400, 400]);
});

test('each payment of the loan in its fourth month is made within 10 days before it is due, whenever the demo starts', () => {
  const row = loans.find(({ name }) => name === 'harvestmoon.com');
  const paidOn = listByDay(row?.upTo ?? {}).filter(([, milestone]) => milestone === 'instalment');
  const plan = { ...bulletPlan, kind: 'INSTALMENTS', instalments: 12 } as const;
  const terms = { amountCents: 60_000, rateBps: 1_200, accrual: 'SIMPLE_365', plan } as const;
  for (let offset = 0; offset < 1_461; offset++) {
    const begunAt = new Date(Date.UTC(2026, 0, 1 + offset, 23, 59)).toISOString();
    const at = (day: Day) => startOfDay(day, begunAt);
    const rows = buildPlan({ ...terms, start: utcDay(new Date(begunAt)) });
    for (const [index, [day]] of paidOn.entries()) {
      const daysLeft = wholeDays(new Date(at(day)), rows[index]?.due ?? new Date(0));
      assert.ok(
        daysLeft >= 0 && daysLeft <= 10,
        `${begunAt}: ${daysLeft} days before row ${index}`,
      );
    }
    assert.ok(at(73) < (rows[3]?.due.getTime() ?? 0), begunAt);
  }
});
