/** Notifications through the doors: told once, listed newest first, read by their owner, live, piled by topic. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChangeSignal } from '@nameloan/contracts/topics.ts';
import { accountTopic } from '@nameloan/contracts/topics.ts';
import { newId } from '@nameloan/service/id.ts';
import { makeEvent } from '@nameloan/service/testing/test-service.ts';
import { recipients } from '../recipient/recipient.model.ts';
import type { TestNotifications } from '../testing/start-notifications.ts';
import {
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

test('a fact that comes twice is told once', async () => {
  const accountId = await service.account();
  const facts = domain(accountId);
  const id = newId();
  await service.deliver('domains.domain.verified', facts, { id });
  await service.deliver('domains.domain.verified', facts, { id });
  await Promise.all(
    Array.from({ length: 8 }, () => service.deliver('domains.domain.verified', facts, { id })),
  );
  assert.equal((await service.list(accountId)).length, 1);
});

test('a fact about an account that is not known yet waits for it', async () => {
  const facts = makeAccount();
  const early = verified(facts.accountId);
  await service.deliver('identity.account.registered', facts, { version: 1 });
  await early;
  assert.equal((await service.list(facts.accountId)).length, 1);
});

test('a move of a loan whose acceptance is not known yet waits for it', async () => {
  const [borrowerId, lenderId] = [await service.account(), await service.account()];
  const escrow = makeEscrow(borrowerId, lenderId);
  const early = service.deliver('lending.escrow.contract-drawn', escrow);
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  await early;
  const [told] = await service.list(borrowerId);
  assert.match(told?.body ?? '', /\$5,000\.00 for 90 days at 12\.5% a year against example\.com/);
  assert.equal(told?.message, true);
  assert.equal(told?.link, `/app/escrow/${escrow.escrowId}`);
});

test('of two versions of an account the newer counts, whatever order they come in', async () => {
  const facts = makeAccount();
  const about = (version: number) => ({ aggregateId: facts.accountId, version });
  await service.deliver('identity.account.changed', { ...facts, name: 'Third' }, about(3));
  await service.deliver('identity.account.registered', facts, about(1));
  await service.deliver('identity.account.changed', { ...facts, name: 'Third' }, about(3));
  await service.deliver('identity.account.changed', { ...facts, name: 'Second' }, about(2));
  assert.equal((await recipients.get(facts.accountId)).name, 'Third');
});

test('the list is newest first, at most 100, and each fact of eight at once is in it', async () => {
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

test('after one id only what is newer is listed, and an id of someone else counts as none', async () => {
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

test('a notification is read and unread by its owner only', async () => {
  const accountId = await service.account();
  await verified(accountId);
  const [told] = await service.list(accountId);
  assert.ok(told);
  const owner = service.as(accountId);
  const stranger = service.as(await service.account());
  const { id } = told;
  assert.equal(told.read, false);
  assert.equal((await stranger(mark, { id, read: true })).code, 'NOT_FOUND');
  assert.equal((await stranger(one, { id })).code, 'NOT_FOUND');
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
  assert.equal((await owner(one, { id })).data.notification.body, told.body);
});

test('marking with nothing, wrong types, operators and unknown ids is refused', async () => {
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

test('each telling is a live signal and a fact, after it can be read', async () => {
  const accountId = await service.account();
  const signals: ChangeSignal[] = [];
  const stop = await service.bus.subscribe(accountTopic(accountId), (signal) =>
    signals.push(signal),
  );
  await verified(accountId);
  const [told] = await service.list(accountId);
  assert.deepEqual(signals, [{ what: 'notification', id: told?.id }]);
  const fact = await service.fact(
    'notifications.notification.added',
    (data) => data.accountId === accountId,
  );
  assert.equal(fact.data.notificationId, told?.id);
  await stop();
});

test('one that was marked unread again stands beside the next of its topic', async () => {
  const [lenderId, accountId] = [await service.account(), await service.account()];
  const escrow = makeEscrow(accountId, lenderId);
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  const stays = { from: 'ESCALATED', to: 'ESCALATED' } as const;
  const bring = () =>
    service.deliver(
      'lending.escrow.moved',
      makeTransition(escrow, { move: 'ADD_EVIDENCE', by: 'LENDER', ...stays, note: 'slip.pdf' }),
    );
  await bring();
  const [told] = await service.list(accountId);
  for (const read of [true, false]) await service.as(accountId)(mark, { id: told?.id, read });
  await bring();
  await bring();
  assert.deepEqual(
    (await service.list(accountId)).map(({ read }) => read),
    [false, false],
  );
});

test('what the platform itself holds is told to nobody, and nothing waits for it', async () => {
  await verified('platform');
  assert.deepEqual(await service.list('platform'), []);
});

test('a dispute is told to the other party and to all operators but the parties', async () => {
  const borrowerId = await service.account({ operator: true });
  const lenderId = await service.account();
  const operatorId = await service.account({ operator: true });
  const former = makeAccount({ operator: true });
  await service.deliver('identity.account.registered', former, { version: 1 });
  const changed = { ...former, operator: false };
  await service.deliver('identity.account.changed', changed, { version: 2 });
  const escrow = makeEscrow(borrowerId, lenderId);
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  await service.deliver('lending.escrow.moved', {
    ...escrow,
    move: 'ESCALATE',
    from: 'LOAN_POSTED',
    to: 'ESCALATED',
    by: 'BORROWER',
    note: 'The money\nnever came',
    dueAt: null,
    graceEndsAt: null,
    ...{ payoffCents: null, daysToDue: null, receivedBy: null, collateralGone: false },
  });
  const [operatorTold, ...more] = await service.list(operatorId);
  assert.match(
    operatorTold?.body ?? '',
    /waits for a decision, which is due within 14 days\. Reason: The money never came\.$/,
  );
  assert.equal(operatorTold?.message, true);
  assert.deepEqual(more, []);
  assert.equal((await service.list(lenderId))[0]?.message, true);
  assert.deepEqual(await service.list(borrowerId), []);
  assert.deepEqual(await service.list(former.accountId), []);
});

test('an offer is told to the right side each time', async () => {
  const [borrowerId, lenderId] = [await service.account(), await service.account()];
  const offer = makeOffer(borrowerId, lenderId);
  await service.bus.publish(makeEvent('lending.offer.made', { ...offer, expiresAt: null }, {}));
  await service.deliver('lending.offer.denied', { ...offer, reason: 'OTHER_ACCEPTED' });
  assert.equal((await service.list(borrowerId))[0]?.link, '/app/borrow#offers');
  assert.match((await service.list(lenderId))[0]?.body ?? '', /accepted another offer/);
});

test('a fact of last week is shown and mailed to nobody, unless it is about the account’s safety', async () => {
  const accountId = await service.account();
  const lastWeek = () => newId(Date.now() - 7 * 86_400_000);
  const data = domain(accountId);
  await service.deliver('domains.domain.verified', data, { id: lastWeek() });
  const change = {
    ...{ accountId, change: 'PASSWORD_CHANGED' as const, at: new Date().toISOString() },
    ...{ from: null, recoveryCodesLeft: null },
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
