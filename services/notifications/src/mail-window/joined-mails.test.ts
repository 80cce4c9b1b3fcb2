/** Mails to one person about one loan or listing within ten minutes are joined; alerts never are, and none is lost. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clockOffsetMs, moveClock, now, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { digests } from '../digest/digest.model.ts';
import { mailDigest } from '../mail/mail-digest.ts';
import { endMailWindows } from '../testing/end-mail-windows.ts';
import type { TestNotifications } from '../testing/start-notifications.ts';
import {
  makeAcceptance,
  makeEscrow,
  makeOffer,
  makeTransition,
  startNotifications,
} from '../testing/start-notifications.ts';

const joinMs = 10 * 60_000;
let service: TestNotifications;
before(async () => {
  service = await startNotifications({ MAIL_JOIN_MS: String(joinMs) });
});
after(async () => {
  resetClock();
  await service.stop();
});

const addressOf = (accountId: string) => `${accountId}@example.test`;
const mailsTo = (accountId: string) =>
  service.mail.mails.filter(({ rcpt }) => rcpt === addressOf(accountId));

/** Jobs run by business time, windows end by wall time. */
const passJobs = async () => {
  moveClock(clockOffsetMs() + 2 * joinMs);
  await service.settle();
};

const passWindow = async (accountId: string) => {
  await endMailWindows(accountId);
  await passJobs();
};

type Offer = ReturnType<typeof makeOffer>;
const offerOn = (listing: Offer): Offer => ({ ...listing, offerId: newId() });
const make = (offer: Offer) =>
  service.deliver('lending.offer.made', { ...offer, expiresAt: '2027-01-01T00:00:00.000Z' });
const withdraw = (offer: Offer) => service.deliver('lending.offer.rescinded', offer);

test('fifteen offers made and withdrawn are two mails, which list all of them', async () => {
  const borrowerId = await service.account();
  const listing = makeOffer(borrowerId, await service.account());
  const offers = Array.from({ length: 15 }, () => offerOn(listing));
  for (const offer of offers) {
    await make(offer);
    await withdraw(offer);
  }
  await service.settle();
  assert.equal(mailsTo(borrowerId).length, 1, 'the first leaves at once');
  await passWindow(borrowerId);
  const [first, joined, ...more] = mailsTo(borrowerId);
  assert.deepEqual(more, []);
  assert.equal(first?.subject, 'New offer on example.com');
  assert.equal(joined?.subject, '29 updates about offers on example.com');
  assert.equal(joined?.text?.match(/^\* New offer/gm)?.length, 14);
  assert.equal(joined?.text?.match(/^\* An offer on .* was withdrawn/gm)?.length, 15);
});

test('a joined mail opens the next window, and after a quiet one a mail leaves at once', async () => {
  const borrowerId = await service.account();
  const listing = makeOffer(borrowerId, await service.account());
  for (let count = 0; count < 3; count++) await make(offerOn(listing));
  await passWindow(borrowerId);
  assert.equal(mailsTo(borrowerId).length, 2);
  await make(offerOn(listing));
  await service.settle();
  assert.equal(mailsTo(borrowerId).length, 2, 'within ten minutes of the joined one');
  await passWindow(borrowerId);
  assert.equal(mailsTo(borrowerId).length, 3);
  assert.equal(mailsTo(borrowerId)[2]?.subject, 'New offer on example.com');
  await endMailWindows(borrowerId);
  await make(offerOn(listing));
  await service.settle();
  assert.equal(mailsTo(borrowerId).length, 4);
});

test('other listings and other people are not joined', async () => {
  const [one, two] = [await service.account(), await service.account()];
  const lenderId = await service.account();
  for (const borrowerId of [one, two, one]) await make(makeOffer(borrowerId, lenderId));
  await service.settle();
  assert.deepEqual([mailsTo(one).length, mailsTo(two).length], [2, 1]);
});

test('an alert about a loan leaves at once, whatever is collected', async () => {
  const escrow = makeEscrow(await service.account(), await service.account());
  const to = escrow.lenderId;
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  const running = { from: 'LOAN_POSTED', to: 'LOAN_POSTED' } as const;
  const move = (step: Parameters<typeof makeTransition>[1], version: number) =>
    service.deliver('lending.escrow.moved', makeTransition(escrow, step), {
      aggregateId: escrow.escrowId,
      version,
    });
  await move({ move: 'CONFIRM_RECEIPT', by: 'BORROWER', ...running }, 2);
  await move({ move: 'WITHDRAW_CLAIM', by: 'BORROWER', ...running }, 3);
  await move({ move: 'CLAIM_REPAID', by: 'BORROWER', ...running }, 4);
  await service.settle();
  const subjects = mailsTo(to).map(({ subject }) => subject);
  assert.ok(subjects.includes('The borrower says the loan on example.com is repaid'));
  assert.ok(!subjects.some((subject) => subject?.includes('withdrew')));
  await passWindow(to);
  assert.equal(mailsTo(to).at(-1)?.subject, 'The borrower withdrew the claim for example.com');
});

test('a message that joins a mail is not mailed by the wait of a former one that was read', async () => {
  const escrow = makeEscrow(await service.account(), await service.account());
  const { borrowerId, lenderId } = escrow;
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  const write = () =>
    service.deliver('lending.message.sent', {
      ...escrow,
      messageId: newId(),
      senderId: lenderId,
      recipientIds: [borrowerId],
    });
  await write();
  await service.as(borrowerId)('mutation { markAllNotificationsRead { __typename } }');
  await write();
  await passJobs();
  await passWindow(borrowerId);
  const about = mailsTo(borrowerId).filter(({ subject }) => subject?.startsWith('New message'));
  assert.equal(about.length, 1);
});

test('what was to be joined is not mailed after its kind was turned off', async () => {
  const borrowerId = await service.account();
  const listing = makeOffer(borrowerId, await service.account());
  for (let count = 0; count < 3; count++) await make(offerOn(listing));
  await service.settle();
  const off = 'mutation { savePreferences(mail: { offer: false }) { mail { offer } } }';
  const { data } = await service.as(borrowerId)(off);
  assert.equal(data.savePreferences.mail.offer, false);
  await passWindow(borrowerId);
  assert.equal(mailsTo(borrowerId).length, 1, 'only the one before');
});

test('moving business time does not end a window, which is ten minutes of wall time', async () => {
  const borrowerId = await service.account();
  const listing = makeOffer(borrowerId, await service.account());
  for (let count = 0; count < 3; count++) await make(offerOn(listing));
  for (let days = 0; days < 3; days++) await passJobs();
  assert.equal(mailsTo(borrowerId).length, 1);
  await passWindow(borrowerId);
  assert.equal(mailsTo(borrowerId).length, 2);
});

test('a joined mail that is resent after a crash is the same mail, and what came in between is not lost', async () => {
  const borrowerId = await service.account();
  const listing = makeOffer(borrowerId, await service.account());
  for (let count = 0; count < 3; count++) await make(offerOn(listing));
  await service.settle();
  await endMailWindows(borrowerId);
  const open = await digests.findMany({});
  const key = open.find(({ id }) => id.startsWith(borrowerId))?.id ?? '';
  const job = { kind: 'mail-digest', key, data: {}, dueAt: now(), attempt: 1 };
  service.mail.rejectNext(1, 451);
  await assert.rejects(mailDigest(job), { responseCode: 451 });
  await make(offerOn(listing));
  await passWindow(borrowerId);
  await mailDigest(job);
  const joined = mailsTo(borrowerId).filter(({ messageId }) => messageId?.includes(key));
  assert.ok(joined.length >= 2);
  for (const { text } of joined) assert.equal(text?.match(/^\* New offer/gm)?.length, 2);
  const ids = new Set(mailsTo(borrowerId).map(({ messageId }) => messageId));
  assert.equal(ids.size, 3, 'the first, the joined ones, and the one in between');
});
