/** Reminders of one person and day are one mail that lists them, whatever falls together, late or dies. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { moveClock, now, resetClock } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import { makeEvent } from '@nameloan/service/testing/test-service.ts';
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
  // Each test moves the clock on: at noon no midnight falls between reminders of one day, whenever this runs.
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

/** A running loan on that name. */
async function loanOn(borrowerId: string, domainName: string): Promise<Escrow> {
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

test('five reminders of one person and day are five in the list and one mail that has them all', async () => {
  const accountId = await service.account();
  const other = await service.account();
  const names = ['one.com', 'two.com', 'three.com', 'four.com', 'five.com'];
  const loans = await Promise.all(names.map((name) => loanOn(accountId, name)));
  const alone = await loanOn(other, 'alone.com');
  await Promise.all([...loans, alone].map((loan) => remind(loan)));
  await service.passDigestWait();
  const [mail] = await service.mail.mailsTo(addressOf(accountId));
  await service.mail.mailsTo(addressOf(other));
  await service.settle();
  assert.equal(mailsTo(accountId).length, 1);
  assert.match(mail?.subject ?? '', /^5 reminders of \w+ \d+, \d{4}$/);
  for (const name of names)
    assert.match(mail?.text ?? '', new RegExp(`The loan on ${name} is due`));
  for (const { escrowId } of loans) {
    assert.ok(mail?.text?.includes(`https://nameloan.test/app/escrow/${escrowId}`));
    assert.ok(mail?.html?.includes(`href="https://nameloan.test/app/escrow/${escrowId}"`));
  }
  assert.equal((await service.list(accountId)).length, 5);
  const [single] = mailsTo(other);
  const [told] = await service.list(other);
  assert.equal(single?.subject, 'The loan on alone.com is due in 7 days');
  assert.equal(single?.messageId, `<${told?.id}@nameloan.test>`, 'one alone is its own mail');
});

test('a reminder that comes when the mail of its day has left is mailed by itself, once', async () => {
  const accountId = await service.account();
  const loans = await Promise.all(
    ['one.com', 'two.com', 'late.com'].map((name) => loanOn(accountId, name)),
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
    mailsTo(accountId).map(({ subject }) => subject?.replace(/ of .*/, '')),
    ['2 reminders', 'The loan on late.com is due today'],
  );
});

test('a reminder that is told twice stands in the mail once', async () => {
  const accountId = await service.account();
  const loan = await loanOn(accountId, 'twice.com');
  const fact = makeEvent('lending.escrow.moved', reminder(loan), { id: newId() });
  await Promise.all([1, 2, 3].map(() => service.bus.publish(fact)));
  await service.passDigestWait();
  const [mail] = await service.mail.mailsTo(addressOf(accountId));
  await service.settle();
  assert.equal(mailsTo(accountId).length, 1);
  assert.equal(mail?.subject, 'The loan on twice.com is due in 7 days');
});

test('a mail that is sent again after a crash is the same mail, whatever came in between', async () => {
  const accountId = await service.account();
  const [one, two, late] = await Promise.all(
    ['one.com', 'two.com', 'late.com'].map((name) => loanOn(accountId, name)),
  );
  assert.ok(one && two && late);
  await remind(one);
  await remind(two);
  // Refused by the mail server: as if it died between fixing what it lists and having it sent.
  service.mail.refuse(1, 451);
  const job = await jobOf(accountId);
  await assert.rejects(mailDigest(job), { responseCode: 451 });
  assert.equal((await digests.get(job.key)).closed, true);
  await remind(late);
  await service.passDigestWait();
  const mails = await service.mail.mailsTo(addressOf(accountId), 2);
  await service.settle();
  await mailDigest(job);
  const [first, again] = mailsTo(accountId).filter(({ subject }) => subject?.startsWith('2 '));
  assert.equal(mails.length, 2, 'the digest and the late one');
  assert.equal(first?.messageId, again?.messageId);
  assert.equal(first?.messageId, `<${job.key}@nameloan.test>`);
  assert.equal(first?.text, again?.text);
  assert.doesNotMatch(first?.text ?? '', /late\.com/);
});

test('of very many the mail lists the first and counts the rest', async () => {
  const accountId = await service.account();
  for (let count = 0; count < 52; count++) await remind(await loanOn(accountId, `n${count}.com`));
  await service.passDigestWait();
  const [mail] = await service.mail.mailsTo(addressOf(accountId));
  assert.match(mail?.subject ?? '', /^52 reminders of /);
  assert.equal(mail?.text?.match(/\* The loan on/g)?.length, 50);
  assert.match(mail?.text ?? '', /2 more are in your list\./);
});

test('the notice of default waits for no other mail', async () => {
  const accountId = await service.account();
  const loan = await loanOn(accountId, 'notice.com');
  await remind(await loanOn(accountId, 'other.com'));
  const notice = { ...reminder(loan, 0), move: 'SEND_NOTICE' as const };
  await service.deliver('lending.escrow.moved', notice);
  const mails = await service.mail.mailsTo(addressOf(accountId));
  assert.match(mails[0]?.subject ?? '', /^Notice of default/);
});
