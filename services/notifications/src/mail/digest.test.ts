/** One digest mail per account and day, despite concurrent, late and crashed deliveries. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { moveClock, now, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { digests } from '../digest/digest.model.ts';
import type { TestNotifications } from '../testing/start-notifications.ts';
import {
  makeAcceptance,
  makeEscrow,
  makeTransition,
  startNotifications,
} from '../testing/start-notifications.ts';
import { mailDigest } from './mail-digest.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
  // Each test moves the clock forward; starting at noon keeps the reminders of a test on one day.
  moveClock(now().setUTCHours(12, 0, 0, 0) - Date.now());
});
after(async () => {
  resetClock();
  await service.stop();
});

const addressOf = (accountId: string) => `${accountId}@example.test`;
const mailsTo = (accountId: string) =>
  service.mail.mails.filter(({ rcpt }) => rcpt === addressOf(accountId));

type Escrow = ReturnType<typeof makeEscrow>;

/** A running loan on that domain. */
async function makeLoan(borrowerId: string, domainName: string): Promise<Escrow> {
  const escrow = { ...makeEscrow(borrowerId, await service.account()), domainName };
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  return escrow;
}

function reminder(escrow: Escrow, daysToDue = 7) {
  const stays = { from: 'LOAN_POSTED', to: 'LOAN_POSTED' } as const;
  const dueAt = '2027-03-01T10:00:00.000Z';
  const more = { dueAt, daysToDue, payoffCents: 92_754 };
  return makeTransition(escrow, { move: 'REMIND_DUE', by: 'SYSTEM', ...stays, ...more });
}

const remind = (escrow: Escrow, daysToDue?: number) =>
  service.deliver('lending.escrow.moved', reminder(escrow, daysToDue));

async function jobOf(accountId: string) {
  const all = await digests.findMany({});
  const key = all.find(({ id }) => id.startsWith(accountId))?.id ?? '';
  return { kind: 'mail-digest', key, data: {}, dueAt: now(), attempt: 1 };
}

test('five reminders of an account and day are five notifications and one mail that lists them all', async () => {
  const accountId = await service.account();
  const other = await service.account();
  const names = ['one.com', 'two.com', 'three.com', 'four.com', 'five.com'];
  const loans = await Promise.all(names.map((name) => makeLoan(accountId, name)));
  const alone = await makeLoan(other, 'alone.com');
  await Promise.all([...loans, alone].map((loan) => remind(loan)));
  await service.passDigestWait();
  const [mail] = await service.mail.mailsTo(addressOf(accountId));
  await service.mail.mailsTo(addressOf(other));
  await service.settle();
  assert.equal(mailsTo(accountId).length, 1);
  assert.match(mail?.subject ?? '', /^5 reminders for \w+ \d+, \d{4}$/);
  for (const name of names)
    assert.match(mail?.text ?? '', new RegExp(`The loan on ${name} is due`));
  for (const { escrowId } of loans) {
    assert.ok(mail?.text?.includes(`https://nameloan.test/app/escrow/${escrowId}`));
    assert.ok(mail?.html?.includes(`href="https://nameloan.test/app/escrow/${escrowId}"`));
  }
  assert.equal((await service.list(accountId)).length, 5);
  const [single] = mailsTo(other);
  const [listed] = await service.list(other);
  assert.equal(single?.subject, 'The loan on alone.com is due in 7 days');
  assert.equal(
    single?.messageId,
    `<${listed?.id}@nameloan.test>`,
    'a single reminder is mailed on its own',
  );
});

test('a reminder that arrives after the digest of its day was sent is mailed separately, once', async () => {
  const accountId = await service.account();
  const loans = await Promise.all(
    ['one.com', 'two.com', 'late.com'].map((name) => makeLoan(accountId, name)),
  );
  const [one, two, late] = loans;
  assert.ok(one && two && late);
  await remind(one);
  await remind(two, 0);
  await service.passDigestWait();
  await remind(late, 0);
  await service.mail.mailsTo(addressOf(accountId), 2);
  await service.settle();
  assert.deepEqual(
    mailsTo(accountId).map(({ subject }) => subject?.replace(/ for .*/, '')),
    ['2 reminders', 'The loan on late.com is due today'],
  );
});

test('a reminder that is delivered twice is listed once', async () => {
  const accountId = await service.account();
  const loan = await makeLoan(accountId, 'twice.com');
  const event = makeEvent('lending.escrow.moved', reminder(loan), { id: newId() });
  await Promise.all([1, 2, 3].map(() => service.bus.publish(event)));
  await service.passDigestWait();
  const [mail] = await service.mail.mailsTo(addressOf(accountId));
  await service.settle();
  assert.equal(mailsTo(accountId).length, 1);
  assert.equal(mail?.subject, 'The loan on twice.com is due in 7 days');
});

test('a digest that is resent after a crash is the same mail, even if a reminder arrived in between', async () => {
  const accountId = await service.account();
  const [one, two, late] = await Promise.all(
    ['one.com', 'two.com', 'late.com'].map((name) => makeLoan(accountId, name)),
  );
  assert.ok(one && two && late);
  await remind(one);
  await remind(two);
  // The rejection simulates a crash after closing the digest and before sending it.
  service.mail.rejectNext(1, 451);
  const job = await jobOf(accountId);
  await assert.rejects(mailDigest(job), { responseCode: 451 });
  assert.equal((await digests.get(job.key)).closed, true);
  await remind(late);
  await service.passDigestWait();
  const mails = await service.mail.mailsTo(addressOf(accountId), 2);
  await service.settle();
  await mailDigest(job);
  const [first, resent] = mailsTo(accountId).filter(({ subject }) => subject?.startsWith('2 '));
  assert.equal(mails.length, 2, 'the digest and the late reminder');
  assert.equal(first?.messageId, resent?.messageId);
  assert.equal(first?.messageId, `<${job.key}@nameloan.test>`);
  assert.equal(first?.text, resent?.text);
  assert.doesNotMatch(first?.text ?? '', /late\.com/);
});

test('the mail lists the first 50 reminders and counts the rest', async () => {
  const accountId = await service.account();
  for (let count = 0; count < 52; count++) await remind(await makeLoan(accountId, `n${count}.com`));
  await service.passDigestWait();
  const [mail] = await service.mail.mailsTo(addressOf(accountId));
  assert.match(mail?.subject ?? '', /^52 reminders for /);
  assert.equal(mail?.text?.match(/\* The loan on/g)?.length, 50);
  assert.match(mail?.text ?? '', /2 more are in your list\./);
});

test('the notice of default is mailed without delay', async () => {
  const accountId = await service.account();
  const loan = await makeLoan(accountId, 'notice.com');
  await remind(await makeLoan(accountId, 'other.com'));
  const notice = { ...reminder(loan, 0), move: 'SEND_NOTICE' as const };
  await service.deliver('lending.escrow.moved', notice);
  const mails = await service.mail.mailsTo(addressOf(accountId));
  assert.match(mails[0]?.subject ?? '', /^Notice of default/);
});
