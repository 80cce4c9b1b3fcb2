/** The calendar feed: a secret address, dates without persons and amounts, and void dates of ended loans. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { actorHeader } from '@nameloan/contracts/actor';
import type { SecurityChange } from '@nameloan/contracts/identity-events';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { now as businessNow, resetClock } from '@nameloan/runtime/clock';
import { signActor } from '@nameloan/security/actor';
import { makeEvent, testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { LiveAmendment } from '../loan/amendment.ts';
import { amend } from '../testing/amendment-calls.ts';
import { advance, agreement } from '../testing/amendment-samples.ts';
import { buildLoan, claim, hash, inStatus, received, receivedAt } from '../testing/loans.ts';
import { now } from '../testing/sample-parts.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAccount,
  createReceivedLoan,
  expectData,
  startLending,
} from '../testing/start-lending.ts';
import { listCalendarEvents } from './calendar-events.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(async () => {
  resetClock();
  await service.stop();
});

const day = 86_400_000;
const daysLater = (days: number) => new Date(receivedAt.getTime() + days * day);
const running = { ...inStatus.LOAN_POSTED, ...received, status: 'LOAN_POSTED' } as const;

test('a running loan has its due day and the end of grace, for each party in its own words', () => {
  const loan = buildLoan(running);
  const events = listCalendarEvents(loan, 'BORROWER', daysLater(1));
  assert.deepEqual(
    events.map(({ day: on, summary, cancelled }) => [
      on.toISOString().slice(0, 10),
      summary,
      cancelled,
    ]),
    [
      ['2026-05-09', 'harborline.com: repayment due', false],
      ['2026-05-17', 'harborline.com: last day to repay and keep the domain', false],
    ],
  );
  const lenders = listCalendarEvents(loan, 'LENDER', daysLater(1));
  assert.equal(lenders[0]?.summary, 'harborline.com: repayment due to you');
  assert.equal(lenders[0]?.uid, events[0]?.uid);
});

const planned = {
  ...running,
  accrual: 'SIMPLE_365',
  accrualSha256: hash,
  plan: { ...bulletPlan, kind: 'INSTALMENTS', instalments: 24 },
  instalmentDueAt: new Date('2026-04-10T09:00:00.000Z'),
  dueAt: new Date('2028-03-10T09:00:00.000Z'),
} as const;

test('a loan with instalments has its next twelve, each with a uid', () => {
  const [first, second, ...rest] = listCalendarEvents(buildLoan(planned), 'BORROWER', daysLater(1));
  assert.equal(first?.summary, 'harborline.com: instalment 1 due');
  assert.deepEqual(second?.day, new Date('2026-05-10T00:00:00.000Z'));
  assert.match(second?.uid ?? '', /-repayment-2@nameloan$/);
  assert.equal(rest.filter(({ summary }) => /instalment \d+ due$/.test(summary)).length, 10);
  assert.match(rest.at(-1)?.summary ?? '', /: last day to pay what is due before the lender may/);
});

test('grace of an instalment threatens the domain only if it needs no acceleration', () => {
  const summary = (fields: Partial<Escrow>) =>
    listCalendarEvents(buildLoan({ ...planned, ...fields }), 'BORROWER', daysLater(1)).at(-1)
      ?.summary;
  const keep = 'harborline.com: last day to pay what is due and keep the domain';
  assert.match(summary({}) ?? '', /before the lender may accelerate the loan$/);
  assert.equal(summary({ missed: [{ due: daysLater(10), curedOn: daysLater(20) }] }), keep);
  assert.equal(summary({ instalmentDueAt: planned.dueAt }), keep);
});

test('an accelerated loan has only the day on which the acceleration takes effect', () => {
  const loan = buildLoan({ ...planned, acceleratedAt: daysLater(60) });
  const [event, ...more] = listCalendarEvents(loan, 'LENDER', daysLater(61));
  assert.deepEqual(more, []);
  assert.deepEqual(event?.until, daysLater(67));
  assert.equal(event?.summary, 'harborline.com: the acceleration takes effect');
});

test('the dates of a loan repaid early are cancelled for 30 days, then left out', () => {
  const finalizedAt = daysLater(20);
  const loan = buildLoan({
    ...running,
    status: 'FINALIZED_RETURN_TO_BORROWER',
    statusAt: finalizedAt,
    finalizedAt,
  });
  const voided = listCalendarEvents(loan, 'BORROWER', daysLater(25));
  assert.deepEqual(
    voided.map(({ cancelled }) => cancelled),
    [true, true],
  );
  assert.deepEqual(listCalendarEvents(loan, 'BORROWER', daysLater(50)), []);
});

test('a disputed loan has no dates, and a claim of repayment leaves them', () => {
  const disputed = buildLoan({ ...running, status: 'ESCALATED' });
  assert.deepEqual(listCalendarEvents(disputed, 'LENDER', daysLater(1)), []);
  const claimed = buildLoan({ ...running, claim });
  assert.equal(listCalendarEvents(claimed, 'LENDER', daysLater(40)).length, 2);
});

const byStaff = { sealedClient: null, formerClient: null, recoveryCodesLeft: null };
const visitor = () => ({ [actorHeader]: signActor(testActor(null), testSecret) });

async function readUrl(accountId: string): Promise<string> {
  const data = expectData(await service.as(accountId)('{ calendarFeed { url } }'));
  return (data as { calendarFeed: { url: string } }).calendarFeed.url;
}

const readFeed = (url: string) => {
  const token = new URL(url).pathname.split('/').at(-1)?.replace('.ics', '');
  return fetch(`${service.url}/calendar/${token}`, { headers: visitor() });
};

test('grace has no last day once the lender may take the domain, and a loan that is paid has no dates', () => {
  const decided = buildLoan({ ...running, maySeize: true });
  const kinds = listCalendarEvents(decided, 'BORROWER', daysLater(61)).map(({ uid }) => uid);
  assert.deepEqual(kinds, ['escrow1-repayment@nameloan']);
  const payment = { id: 'p1', day: daysLater(40), amountCents: 200_000, deemedAt: null };
  const paid = buildLoan({ ...running, countedPayments: [payment] });
  assert.deepEqual(listCalendarEvents(paid, 'BORROWER', daysLater(41)), []);
});

test('an open amendment has its last day, for each party in its own words, also in a dispute', () => {
  const signed = new Date(now.getTime() - day);
  const money = { ...agreement, status: 'AWAITING_MONEY', dueCents: 5_000 } as const;
  const describe = (
    amendment: LiveAmendment,
    status: 'LOAN_POSTED' | 'ESCALATED' = 'LOAN_POSTED',
  ) =>
    (['BORROWER', 'LENDER'] as const).map((party) => {
      const loan = buildLoan({ ...running, status, amendment });
      const event = listCalendarEvents(loan, party, daysLater(1)).find(({ uid }) =>
        uid.includes('-amendment-1@'),
      );
      return event?.summary.replace('harborline.com: ', '');
    });
  const proposal = { ...agreement, status: 'PROPOSED', agreedAt: null } as const;
  assert.deepEqual(describe(proposal), [
    'last day to answer the proposed amendment',
    'your proposed amendment expires',
  ]);
  const sign = 'last day to sign the amendment';
  assert.deepEqual(describe(agreement, 'ESCALATED'), [sign, sign]);
  assert.deepEqual(describe({ ...agreement, borrowerSignedAt: signed }), [
    'the agreed amendment lapses unless it is signed',
    sign,
  ]);
  const due = 'the money of the amendment is due';
  assert.deepEqual(describe(money), ['last day to pay for the amendment', due]);
  assert.deepEqual(describe({ ...advance, sent: null }), [
    due,
    'last day to pay for the amendment',
  ]);
  assert.deepEqual(describe(advance), ['last day to answer the money of the amendment', due]);
});

test('the due day of an extended loan moves in the entry that the calendar has, with a higher SEQUENCE', async () => {
  const loan = await createReceivedLoan(service);
  const readDates = async () => {
    const events = listCalendarEvents(await escrows.get(loan.id), 'LENDER', businessNow());
    return Object.fromEntries(events.map(({ uid, ...event }) => [uid, event]));
  };
  const uid = `${loan.id}-repayment@nameloan`;
  const before = await readDates();
  const later = new Date(utcDay(businessNow()).getTime() + 100 * day);
  await amend(loan, { due: later.toISOString().slice(0, 10) });
  const dates = await readDates();
  assert.deepEqual(Object.keys(dates), Object.keys(before), 'no entry of the amendment is left');
  assert.deepEqual(dates[uid]?.day, later);
  assert.ok((dates[uid]?.sequence ?? 0) > (before[uid]?.sequence ?? 0));
});

test('the feed of each party is read without login, by its address alone', async () => {
  const loan = await createReceivedLoan(service);
  const [borrowers, lenders] = await Promise.all([
    readUrl(loan.borrowerId),
    readUrl(loan.lenderId),
  ]);
  assert.notEqual(borrowers, lenders);
  assert.equal(await readUrl(loan.borrowerId), borrowers);
  const response = await readFeed(borrowers);
  assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8');
  const text = await response.text();
  const lines = text.split('\r\n');
  assert.equal(lines[0], 'BEGIN:VCALENDAR');
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75));
  assert.equal(lines.filter((line) => line === 'BEGIN:VEVENT').length, 2);
  // Folded lines are joined as RFC 5545 says.
  const unfolded = text.replaceAll('\r\n ', '');
  assert.match(unfolded, new RegExp(`SUMMARY:${loan.name}: repayment due\r\n`));
  assert.match(unfolded, /DTSTART;VALUE=DATE:\d{8}\r\n/);
  assert.match(unfolded, new RegExp(`/app/escrow/${loan.id}\r\n`));
  // Neither names nor amounts: calendars are shared and stored by others.
  assert.doesNotMatch(unfolded, /\$|Bea|Len\b|900/);
});

test('a new address ends the former one at once', async () => {
  const accountId = await createAccount(service, 'Rita');
  const former = await readUrl(accountId);
  const rotate = 'mutation { rotateCalendarFeed { url } }';
  const data = expectData(await service.as(accountId)(rotate));
  const { url } = (data as { rotateCalendarFeed: { url: string } }).rotateCalendarFeed;
  assert.equal((await readFeed(former)).status, 404);
  assert.equal((await readFeed(url)).status, 200);
  assert.equal(await readUrl(accountId), url);
});

test('another password ends the address, and a change that gives no access keeps it', async () => {
  const accountId = await createAccount(service, 'Vera');
  const url = await readUrl(accountId);
  const change = (what: SecurityChange, version: number, of = accountId) => {
    const data = { accountId: of, change: what, at: new Date().toISOString(), ...byStaff };
    const about = { aggregateId: of, version };
    return service.bus.publish(makeEvent('identity.account.security-changed', data, about));
  };
  await change('MFA_ENABLED', 2);
  assert.equal((await readFeed(url)).status, 200);
  for (const [at, what] of (['PASSWORD_CHANGED', 'PASSWORD_RESET'] as const).entries()) {
    const former = await readUrl(accountId);
    await change(what, 3 + at);
    assert.equal((await readFeed(former)).status, 404, what);
    assert.equal((await readFeed(await readUrl(accountId))).status, 200);
  }
  const other = await createAccount(service, 'Walt');
  await change('PASSWORD_RESET', 2, other);
  assert.equal((await readFeed(await readUrl(other))).status, 200, 'without a feed before');
});

test('two first reads at once give one address', async () => {
  const accountId = await createAccount(service, 'Tom');
  const urls = await Promise.all([1, 2, 3, 4].map(() => readUrl(accountId)));
  assert.equal(new Set(urls).size, 1);
});

test('an invented token, and a request that the gateway did not sign, get nothing', async () => {
  for (const token of ['x', 'A'.repeat(43), '..%2F..'])
    assert.equal(
      (await fetch(`${service.url}/calendar/${token}`, { headers: visitor() })).status,
      404,
    );
  const url = await readUrl(await createAccount(service, 'Una'));
  const token = new URL(url).pathname.split('/').at(-1)?.replace('.ics', '');
  assert.equal((await fetch(`${service.url}/calendar/${token}`)).status, 401);
});
