/** The demo's tables hold together, so that no screen of its two people is empty. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appraise } from '@nameloan/domains/appraisal/appraise';
import { parseName } from '@nameloan/domains/name/parse-name';
import type { AccountName } from './accounts.ts';
import { days, momentOf, resumedStart } from './days.ts';
import { loans } from './loans.ts';
import { domains, listings, offers, payments } from './market.ts';
import { drawAvatar } from './portrait.ts';

const both = ['ada', 'lin'] as const;
const lastOf = (row: (typeof loans)[number]) => Object.values(row.upTo).at(-1);

test('no domain backs two loans, or is listed while it backs another account’s loan', () => {
  const names = loans.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const [, owner, name] of listings) {
    const loan = loans.find((row) => row.name === name);
    assert.ok(!loan || (loan.borrower === owner && lastOf(loan) === 'repaid'), name);
  }
});

test('both people borrow and lend, and each sees every status of a loan on one side or the other', () => {
  const wanted = [
    ...['signed by lender', 'signed', 'in custody', 'active', 'disputed', 'repaid', 'seized'],
    ...['surrendered', 'cancelled'],
  ];
  for (const who of both) {
    for (const role of ['borrower', 'lender'] as const) {
      const own = loans.filter((row) => row[role] === who);
      assert.ok(own.length > 4, `${who} as ${role}: more than one page`);
      assert.ok(
        own.some((row) => row.says),
        `${who} as ${role} talks`,
      );
    }
    const seen = loans.filter((row) => [row.borrower, row.lender].includes(who)).map(lastOf);
    for (const milestone of wanted) assert.ok(seen.includes(milestone as never), milestone);
  }
});

test('both people sign next in one loan', () => {
  const waiting = loans.filter((row) => lastOf(row) === 'signed by lender');
  assert.deepEqual(waiting.map(({ borrower }) => borrower).sort(), [...both]);
});

test('public listings fill more than a page, each offer is on one of them, by another account, made once', () => {
  assert.ok(listings.length >= 14);
  assert.ok(new Set(listings.map(([, , name]) => name.split('.')[1])).size >= 8, 'suffixes');
  for (const { on, by, day } of offers) {
    const listing = listings.find(([, , name]) => name === on);
    assert.ok(listing && listing[1] !== by && listing[0] <= day, `${by} on ${on}`);
  }
  const pairs = offers.map(({ on, by }) => `${by} ${on}`);
  assert.equal(new Set(pairs).size, pairs.length);
  const endings = (made: typeof offers) => new Set(made.map(({ ends }) => ends));
  const owned = (who: AccountName) =>
    offers.filter(({ on }) => listings.some(([, owner, name]) => name === on && owner === who));
  for (const who of both) {
    assert.equal(endings(offers.filter(({ by }) => by === who)).size, 3, `sent by ${who}`);
    assert.equal(endings(owned(who)).size, 3, `received by ${who}`);
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
    const part = (terms.amount * 100) / midCents;
    assert.ok(part >= 0.1 && part <= 0.7, `${name}: ${Math.round(part * 100)} %`);
  }
});

test('both people have names in every state, and payments that wait and that failed', () => {
  for (const who of both) {
    const own = domains.filter(({ owner }) => owner === who).map(({ is }) => is);
    for (const state of ['missed', 'proven', 'leaving'] as const) assert.ok(own.includes(state));
    const paid = payments.filter((row) => row.who === who);
    for (const state of ['paid', 'open', 'failed'] as const)
      assert.ok(paid.some(({ is }) => is === state));
    assert.equal(new Set(paid.map(({ amount }) => amount)).size, paid.length, 'known by amount');
  }
});

test('days go forward, and what a chat says is said on a day on which the loan is there', () => {
  assert.deepEqual(
    [...days].sort((one, other) => one - other),
    [...days],
  );
  for (const row of loans) {
    const first = Number(Object.keys(row.upTo)[0]);
    for (const day of Object.keys(row.says ?? {})) assert.ok(Number(day) >= first, row.name);
    for (const [who] of Object.values(row.says ?? {}).flat())
      assert.ok([row.borrower, row.lender].includes(who), row.name);
  }
});

test('a story that was broken off for long keeps the days between a notice and the end of its grace', () => {
  const begunAt = '2026-11-22T12:00:00.000Z';
  const later = (ms: number) => new Date(Date.parse(begunAt) + ms).toISOString();
  const day = 86_400_000;
  for (const [done, now] of [
    [0, later(1)],
    [1, later(12 * day)],
    [2, later(31 * day)],
  ] as const) {
    const resumed = resumedStart(begunAt, done, now);
    assert.ok(Math.abs(Date.parse(resumed) - Date.parse(begunAt)) < 2, `${done} days done`);
  }
  const resumed = resumedStart(begunAt, 1, later(40 * day));
  assert.equal(momentOf(30, resumed), Date.parse(later(40 * day)));
  assert.ok(momentOf(41, resumed) - momentOf(30, resumed) > 8 * day);
  assert.equal(resumedStart(begunAt, days.length, later(99 * day)), begunAt);
});

test('a name always has the same picture, a PNG of 400 by 400', () => {
  const picture = drawAvatar('ada');
  assert.equal(picture, drawAvatar('ada'));
  assert.notEqual(picture, drawAvatar('lin'));
  const bytes = Buffer.from(picture.split(',')[1] ?? '', 'base64');
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [400, 400]);
});
