/** Marking all as read: counts, bounds, concurrent notifications and other tabs. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChangeSignal } from '@nameloan/contracts/topics';
import { accountTopic } from '@nameloan/contracts/topics';
import { newId } from '@nameloan/runtime/id';
import type { TestNotifications } from '../testing/start-notifications.ts';
import { makeAcceptance, makeEscrow, startNotifications } from '../testing/start-notifications.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
});
after(() => service.stop());

const all = `mutation ($upTo: DateTime) {
  markAllNotificationsRead(upTo: $upTo) {
    id unreadCounts { id alerts notifications } notifications { id read }
  }
}`;
const counts = '{ unreadCounts { id alerts notifications } }';

const about = (accountId: string, name: string) => ({ domainId: newId(), accountId, name });
const note = (accountId: string, name = 'example.com') =>
  service.deliver('domains.domain.verified', { ...about(accountId, name), holdable: true });
const alert = (accountId: string, name = 'example.com') =>
  service.deliver('domains.domain.proof-failed', {
    ...about(accountId, name),
    ...{ recordSeen: false, findings: [], obstacle: null, formerText: null },
  });

async function unread(accountId: string): Promise<[alerts: number, notifications: number]> {
  const { alerts, notifications, id } = (await service.as(accountId)(counts)).data.unreadCounts;
  assert.equal(id, accountId);
  return [alerts, notifications];
}

test('unread alerts and notifications of an account are counted separately', async () => {
  const accountId = await service.account();
  await note(await service.account());
  await alert(accountId);
  await note(accountId);
  await note(accountId);
  assert.deepEqual(await unread(accountId), [1, 2]);
});

test('marking only alerts or only notifications leaves the others unread', async () => {
  const accountId = await service.account();
  await alert(accountId);
  await note(accountId);
  const one = (message: boolean) =>
    service.as(accountId)(
      'mutation ($message: Boolean) { markAllNotificationsRead(message: $message) { id } }',
      { message },
    );
  await one(true);
  assert.deepEqual(await unread(accountId), [0, 1]);
  await alert(accountId);
  await one(false);
  assert.deepEqual(await unread(accountId), [1, 0]);
});

test('all of the account’s notifications are marked, also beyond the list, and no other account’s', async () => {
  const accountId = await service.account();
  const other = await service.account();
  await note(other);
  for (let count = 0; count < 21; count++) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => note(accountId, `n${count}-${n}.com`)));
  }
  await alert(accountId);
  assert.deepEqual(await unread(accountId), [1, 210]);
  const marked = (await service.as(accountId)(all)).data.markAllNotificationsRead;
  assert.deepEqual(marked.unreadCounts, { id: accountId, alerts: 0, notifications: 0 });
  assert.equal(marked.notifications.length, 100);
  assert.ok(marked.notifications.every(({ read }: { read: boolean }) => read));
  assert.deepEqual(await unread(accountId), [0, 0]);
  assert.deepEqual(await unread(other), [0, 1]);
  assert.deepEqual(
    (await service.as(accountId)(all)).code,
    undefined,
    'a repetition changes nothing',
  );
});

test('notifications that were added or reopened after `upTo` stay unread', async () => {
  const [accountId, lenderId] = [await service.account(), await service.account()];
  const escrow = makeEscrow(accountId, lenderId);
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  const chat = { messageId: newId(), senderId: lenderId, senderName: 'Len' };
  const write = () =>
    service.deliver('lending.message.sent', { ...escrow, ...chat, recipientIds: [accountId] });
  await write();
  await note(accountId, 'one.com');
  const [newest] = await service.list(accountId);
  await Promise.all([write(), note(accountId, 'two.com')]);
  await service.as(accountId)(all, { upTo: newest?.createdAt });
  const list = await service.list(accountId);
  assert.deepEqual(
    list.map(({ body, read }) => [/two\.com|one\.com|wrote/.exec(body)?.[0], read]).sort(),
    [
      ['one.com', true],
      ['two.com', false],
      ['wrote', false],
    ],
  );
});

test('the times of an account’s notifications are unique, so `upTo` names one position', async () => {
  const accountId = await service.account();
  await Promise.all(Array.from({ length: 16 }, (_, n) => note(accountId, `n${n}.com`)));
  const list = await service.list(accountId);
  const moments = list.map(({ createdAt }) => createdAt);
  assert.equal(new Set(moments).size, 16);
  assert.deepEqual(moments, [...moments].sort().reverse());
});

test('other tabs get a signal when notifications are read', async () => {
  const accountId = await service.account();
  await note(accountId);
  const signals: ChangeSignal[] = [];
  const stop = await service.bus.subscribe(accountTopic(accountId), (signal) =>
    signals.push(signal),
  );
  await service.as(accountId)(all);
  await service.as(accountId)(all);
  assert.deepEqual(signals, [{ what: 'changed' }]);
  await stop();
});

test('visitors and invalid times are rejected', async () => {
  assert.equal((await service.as(null)(all)).code, 'UNAUTHENTICATED');
  assert.equal((await service.as(null)(counts)).code, 'UNAUTHENTICATED');
  const call = service.as(await service.account());
  const unread = await call('mutation { markAllNotificationsRead(read: false) { id } }');
  assert.deepEqual([unread.code, Object.keys(unread.fields ?? {})], ['INVALID_INPUT', ['read']]);
  for (const upTo of ['yesterday', 5, {}, '2026-13-01T00:00:00Z']) {
    assert.equal((await call(all, { upTo })).code, 'INVALID_INPUT', String(upTo));
  }
});
