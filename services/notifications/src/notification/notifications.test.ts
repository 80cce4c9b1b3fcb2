/** Notifications over GraphQL: created once, listed newest first, private, signalled live, replaced by topic. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChangeSignal } from '@nameloan/contracts/topics';
import { accountTopic } from '@nameloan/contracts/topics';
import { newId } from '@nameloan/runtime/id';
import { countLookups } from '@nameloan/testkit/service/count-lookups';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import { recipients } from '../recipient/recipient.model.ts';
import { serviceContext } from '../service-context.ts';
import type { TestNotifications } from '../testing/start-notifications.ts';
import {
  deliverAccountEvent,
  makeAcceptance,
  makeAccount,
  makeEscrow,
  makeOffer,
  makeTransition,
  startNotifications,
} from '../testing/start-notifications.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
});
after(() => service.stop());

const mark = `mutation ($id: ID!, $read: Boolean!) {
  markNotificationRead(id: $id, read: $read) { id read body }
}`;
const one = 'query ($id: ID!) { notification(id: $id) { id body message } }';

const domain = (accountId: string, name = 'example.com') => ({
  domainId: newId(),
  accountId,
  name,
  holdable: true,
});
const verified = (accountId: string, name?: string) =>
  service.deliver('domains.domain.verified', domain(accountId, name));

test('an event that is delivered twice creates one notification', async () => {
  const accountId = await service.account();
  const data = domain(accountId);
  const id = newId();
  await service.deliver('domains.domain.verified', data, { id });
  await service.deliver('domains.domain.verified', data, { id });
  await Promise.all(
    Array.from({ length: 8 }, () => service.deliver('domains.domain.verified', data, { id })),
  );
  assert.equal((await service.list(accountId)).length, 1);
});

test('an event of an account that is not synced yet is deferred', async () => {
  const account = makeAccount();
  const early = verified(account.accountId);
  await service.deliverAccount(account, 1);
  await early;
  assert.equal((await service.list(account.accountId)).length, 1);
});

test('a loan event that arrives before the acceptance is deferred', async () => {
  const [borrowerId, lenderId] = [await service.account(), await service.account()];
  const escrow = makeEscrow(borrowerId, lenderId);
  const early = service.deliver('lending.escrow.contract-drawn', escrow);
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  await early;
  const [first] = await service.list(borrowerId);
  assert.match(first?.body ?? '', /\$5,000\.00 for 90 days at 12\.5% a year against example\.com/);
  assert.equal(first?.message, true);
  assert.equal(first?.link, `/app/escrow/${escrow.escrowId}`);
});

test('the newest version of an account wins, in whatever order events arrive', async () => {
  const account = makeAccount();
  await service.deliverAccount({ ...account, name: 'Third' }, 3);
  // Only events that are newer than the copy are requested, so these change nothing.
  service.accounts.set(account.accountId, { ...account, name: 'Outdated', version: 9 });
  for (const version of [1, 3, 2]) await deliverAccountEvent(service, account, version);
  const { name, accountVersion } = await recipients.get(account.accountId);
  assert.deepEqual([name, accountVersion], ['Third', 3]);
});

test('an account event waits while identity does not answer, or has only an older version', async () => {
  const account = makeAccount({ name: 'Newest' });
  const { accountId } = account;
  const { deferredEvents } = serviceContext.store;
  const event = makeEvent(
    'identity.account.changed',
    { accountId, operator: false },
    { aggregateId: accountId, version: 2 },
  );
  service.accounts.set(accountId, 'UNAVAILABLE');
  await service.bus.publish(event);
  assert.ok(await deferredEvents.holds(event.id));
  service.accounts.set(accountId, { ...account, name: 'Old', version: 1 });
  const lookups = countLookups(service.accounts);
  await until(() => lookups() === 2);
  assert.equal(await recipients.find(accountId), undefined);
  service.accounts.set(accountId, { ...account, version: 5 });
  await until(async () => !(await deferredEvents.holds(event.id)));
  const { name, accountVersion } = await recipients.get(accountId);
  assert.deepEqual([name, accountVersion], ['Newest', 5]);
});

test('the list is newest first, holds at most 100, and contains every one of eight concurrent events', async () => {
  const accountId = await service.account();
  for (let count = 0; count < 12; count++) {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => verified(accountId, `n${count}-${n}.com`)),
    );
  }
  await verified(accountId, 'ninety-seven.com');
  for (let count = 98; count <= 104; count++) await verified(accountId, `n${count}.com`);
  const list = await service.list(accountId);
  assert.equal(list.length, 100);
  assert.match(list[0]?.body ?? '', /n104\.com/);
  assert.match(list[7]?.body ?? '', /ninety-seven\.com/);
  assert.equal(new Set(list.map(({ id }) => id)).size, 100);
});

test('`after` lists only newer notifications and ignores another account’s id', async () => {
  const accountId = await service.account();
  const other = await service.account();
  await verified(other);
  for (const name of ['one.com', 'two.com', 'three.com']) await verified(accountId, name);
  const [three, two, first] = await service.list(accountId);
  assert.ok(three && two && first);
  const ids = async (id: string) => (await service.list(accountId, id)).map((each) => each.id);
  assert.deepEqual(await ids(first.id), [three.id, two.id]);
  assert.deepEqual(await ids(three.id), []);
  const [foreign] = await service.list(other);
  assert.deepEqual(await ids(foreign?.id ?? ''), [three.id, two.id, first.id]);
  assert.deepEqual(await ids('x'.repeat(100_000)), [three.id, two.id, first.id]);
});

test('only its owner can mark a notification read or unread', async () => {
  const accountId = await service.account();
  await verified(accountId);
  const [first] = await service.list(accountId);
  assert.ok(first);
  const owner = service.as(accountId);
  const outsider = service.as(await service.account());
  const { id } = first;
  assert.equal(first.read, false);
  assert.equal((await outsider(mark, { id, read: true })).code, 'NOT_FOUND');
  assert.equal((await outsider(one, { id })).code, 'NOT_FOUND');
  assert.equal((await service.as(null)(mark, { id, read: true })).code, 'UNAUTHENTICATED');
  assert.equal((await service.as(null)(one, { id })).code, 'UNAUTHENTICATED');
  assert.equal((await service.as(null)('{ notifications { id } }')).code, 'UNAUTHENTICATED');
  assert.equal((await service.list(accountId))[0]?.read, false);
  for (const read of [true, true, false, true]) {
    assert.equal((await owner(mark, { id, read })).data.markNotificationRead.read, read);
    assert.equal((await service.list(accountId))[0]?.read, read);
  }
  const raced = await Promise.all(
    Array.from({ length: 8 }, () => owner(mark, { id, read: false })),
  );
  assert.ok(raced.every(({ code }) => code === undefined));
  assert.equal((await owner(one, { id })).data.notification.body, first.body);
});

test('missing values, wrong types, query operators and unknown ids are rejected', async () => {
  const owner = service.as(await service.account());
  const inputs = [
    {},
    { id: null, read: true },
    { id: { $ne: null }, read: true },
    { id: 'x', read: 'yes' },
  ];
  for (const input of inputs) assert.equal((await owner(mark, input)).code, 'INVALID_INPUT');
  for (const id of ['unknown', '', 'x'.repeat(100_000)]) {
    assert.equal((await owner(mark, { id, read: true })).code, 'NOT_FOUND');
  }
});

test('each notification is signalled and published once it can be read', async () => {
  const accountId = await service.account();
  const signals: ChangeSignal[] = [];
  const stop = await service.bus.subscribe(accountTopic(accountId), (signal) =>
    signals.push(signal),
  );
  await verified(accountId);
  const [first] = await service.list(accountId);
  assert.deepEqual(signals, [{ what: 'notification', id: first?.id }]);
  const event = await service.event(
    'notifications.notification.added',
    (data) => data.accountId === accountId,
  );
  assert.equal(event.data.notificationId, first?.id);
  await stop();
});

test('a notification that was marked unread again stays separate from the next of its topic', async () => {
  const [lenderId, accountId] = [await service.account(), await service.account()];
  const escrow = makeEscrow(accountId, lenderId);
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  const stays = { from: 'ESCALATED', to: 'ESCALATED' } as const;
  const addEvidence = () =>
    service.deliver(
      'lending.escrow.moved',
      makeTransition(escrow, { move: 'ADD_EVIDENCE', by: 'LENDER', ...stays }),
    );
  await addEvidence();
  const [first] = await service.list(accountId);
  for (const read of [true, false]) await service.as(accountId)(mark, { id: first?.id, read });
  await addEvidence();
  await addEvidence();
  assert.deepEqual(
    (await service.list(accountId)).map(({ read }) => read),
    [false, false],
  );
});

test('the platform’s own domains create no notification, and their events are not deferred', async () => {
  await verified('platform');
  assert.deepEqual(await service.list('platform'), []);
});

test('a dispute notifies the other party and all operators except the parties', async () => {
  const borrowerId = await service.account({ operator: true });
  const lenderId = await service.account();
  const operatorId = await service.account({ operator: true });
  const former = makeAccount({ operator: true });
  await service.deliverAccount(former, 1);
  await service.deliverAccount({ ...former, operator: false }, 2);
  const escrow = makeEscrow(borrowerId, lenderId);
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  const disputed = { from: 'LOAN_POSTED', to: 'ESCALATED', by: 'BORROWER' } as const;
  const transition = makeTransition(escrow, { move: 'ESCALATE', ...disputed });
  await service.deliverTransition(transition, 'The money\nnever came', 7);
  const [operatorNotification, ...more] = await service.list(operatorId);
  assert.match(
    operatorNotification?.body ?? '',
    /needs a decision within 14 days\. Reason: The money never came\.$/,
  );
  assert.equal(operatorNotification?.message, true);
  assert.deepEqual(more, []);
  assert.equal((await service.list(lenderId))[0]?.message, true);
  assert.deepEqual(await service.list(borrowerId), []);
  assert.deepEqual(await service.list(former.accountId), []);
});

test('each offer event notifies the right party', async () => {
  const [borrowerId, lenderId] = [await service.account(), await service.account()];
  const offer = makeOffer(borrowerId, lenderId);
  await service.bus.publish(makeEvent('lending.offer.made', { ...offer, expiresAt: null }, {}));
  await service.deliver('lending.offer.denied', { ...offer, reason: 'OTHER_ACCEPTED' });
  assert.equal((await service.list(borrowerId))[0]?.link, '/app/borrow#offers');
  assert.match((await service.list(lenderId))[0]?.body ?? '', /accepted another offer/);
});

test('a week-old event is listed, and mailed only if it is about account security', async () => {
  const accountId = await service.account();
  const lastWeek = () => newId(Date.now() - 7 * 86_400_000);
  const data = domain(accountId);
  await service.deliver('domains.domain.verified', data, { id: lastWeek() });
  const change = {
    ...{ accountId, change: 'PASSWORD_CHANGED' as const, at: new Date().toISOString() },
    ...{ sealedClient: null, formerClient: null, recoveryCodesLeft: null },
  } as const;
  await service.deliver('identity.account.security-changed', change, { id: lastWeek() });
  await service.settle();
  assert.equal((await service.list(accountId)).length, 2);
  const mails = await service.mail.mailsTo(`${accountId}@example.test`);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Your password was changed'],
  );
});
