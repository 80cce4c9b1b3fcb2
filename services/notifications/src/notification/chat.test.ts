/** A loan's chat is one notification, and is mailed only if it is not read in time. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChangeSignal } from '@nameloan/contracts/topics';
import { escrowTopic } from '@nameloan/contracts/topics';
import { resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { TestNotifications } from '../testing/start-notifications.ts';
import {
  makeAcceptance,
  makeAccount,
  makeEscrow,
  startNotifications,
} from '../testing/start-notifications.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
});
after(async () => {
  resetClock();
  await service.stop();
});

/** A loan whose lender writes to the borrower. */
async function startChat() {
  const [borrowerId, lenderId] = [await service.account(), await service.account()];
  const escrow = makeEscrow(borrowerId, lenderId);
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  const write = (messageId = newId()) =>
    service.deliver('lending.message.sent', {
      ...escrow,
      messageId,
      senderId: lenderId,
      recipientIds: [borrowerId],
    });
  const mark = async (read: boolean) => {
    const [listed] = await service.list(borrowerId);
    const query =
      'mutation ($id: ID!, $read: Boolean!) { markNotificationRead(id: $id, read: $read) { id } }';
    await service.as(borrowerId)(query, { id: listed?.id, read });
  };
  const renameLender = (name: string) =>
    service.deliverAccount(makeAccount({ accountId: lenderId, name }), 2);
  return { borrowerId, escrowId: escrow.escrowId, write, mark, renameLender };
}

const verified = (accountId: string, name: string) => {
  const domain = { domainId: newId(), accountId, name, holdable: true };
  return service.deliver('domains.domain.verified', domain);
};

const mailsTo = (accountId: string) =>
  service.mail.mails.filter(
    ({ rcpt, subject }) =>
      rcpt === `${accountId}@example.test` && subject?.startsWith('New message'),
  );

test('a chat is one notification per loan and recipient, and each message moves it to the top', async () => {
  const { borrowerId, write, renameLender } = await startChat();
  await write();
  const [first] = await service.list(borrowerId);
  await renameLender('Len again');
  await verified(borrowerId, 'example.com');
  await Promise.all(Array.from({ length: 8 }, () => write()));
  const list = await service.list(borrowerId);
  assert.equal(list.length, 2);
  assert.equal(list[0]?.id, first?.id);
  assert.match(list[0]?.body ?? '', /^Len again wrote/);
  const missed = await service.list(borrowerId, first?.id);
  assert.deepEqual(missed, list, 'a client that holds the first version misses nothing');
});

test('each message is signalled again, in case lending crashed before its signal', async () => {
  const { escrowId, write } = await startChat();
  const signals: ChangeSignal[] = [];
  const stop = await service.bus.subscribe(escrowTopic(escrowId), (signal) => signals.push(signal));
  const messageId = newId();
  await write(messageId);
  assert.deepEqual(signals, [{ what: 'message', id: messageId }]);
  await stop();
});

test('a chat that was read, or marked unread again, is unread and on top after the next message', async () => {
  const { borrowerId, write, mark } = await startChat();
  await write();
  const [first] = await service.list(borrowerId);
  for (const marks of [[true], [true, false]]) {
    for (const read of marks) await mark(read);
    await verified(borrowerId, `after-${marks.length}.com`);
    await Promise.all([write(), write()]);
    const [again] = await service.list(borrowerId);
    assert.deepEqual([again?.id, again?.read], [first?.id, false]);
    const chats = (await service.list(borrowerId)).filter(({ body }) => /wrote to you/.test(body));
    assert.equal(chats.length, 1);
  }
});

test('a chat is mailed once until it is read, and not at all if it is read in time', async () => {
  const { borrowerId, write, mark } = await startChat();
  for (let message = 0; message < 3; message++) {
    await write();
    await mark(true);
  }
  await service.passDigestWait();
  assert.equal(mailsTo(borrowerId).length, 0, 'no mail if the chat is read in time');
  for (let message = 0; message < 3; message++) await write();
  await service.passDigestWait();
  await write();
  await service.passDigestWait();
  assert.equal(mailsTo(borrowerId).length, 1);
  await mark(true);
  await write();
  await service.passDigestWait();
  const mails = mailsTo(borrowerId);
  assert.equal(new Set(mails.map(({ messageId }) => messageId)).size, 2, 'another mail');
});
