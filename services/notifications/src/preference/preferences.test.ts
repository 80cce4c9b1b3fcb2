/** Mail preferences over GraphQL: optional groups can be off, mandatory groups are always mailed, the list has all. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { alwaysMailed, notificationKinds } from '../templates/notification-kind.ts';
import type { TestNotifications } from '../testing/start-notifications.ts';
import {
  makeAcceptance,
  makeAccount,
  makeEscrow,
  makeOffer,
  makeTransition,
  startNotifications,
} from '../testing/start-notifications.ts';
import { toMailGroup } from './preferences.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
});
after(() => service.stop());

const groups = notificationKinds.map(toMailGroup);
const forced = alwaysMailed.map(toMailGroup);
const fields = `id alwaysMailed mail { ${groups.join(' ')} }`;
const read = `{ preferences { ${fields} } }`;
const save = `mutation ($mail: MailPreferencesInput!) { savePreferences(mail: $mail) { ${fields} } }`;

const mailsTo = (accountId: string) =>
  service.mail.mails.filter(({ rcpt }) => rcpt === `${accountId}@example.test`);

test('all mail is on by default, and every group can be read', async () => {
  const accountId = await service.account();
  const { preferences } = (await service.as(accountId)(read)).data;
  assert.equal(preferences.id, accountId);
  assert.deepEqual(preferences.alwaysMailed, [...alwaysMailed]);
  assert.ok(groups.every((group) => preferences.mail[group] === true));
});

test('only the given switches change', async () => {
  const accountId = await service.account();
  const call = service.as(accountId);
  const off = await call(save, { mail: { offer: false, message: false, security: true } });
  assert.deepEqual([off.code, off.data.savePreferences.mail.offer], [undefined, false]);
  await call(save, { mail: { message: true, loan: null } });
  await call(save, { mail: {} });
  const { mail } = (await call(read)).data.preferences;
  const isOff = groups.filter((group) => !mail[group]);
  assert.deepEqual(isOff, ['offer']);
});

test('mandatory mail cannot be turned off: the group is named and nothing changes', async () => {
  const call = service.as(await service.account());
  for (const group of forced) {
    const rejected = await call(save, { mail: { offer: false, [group]: false } });
    assert.equal(rejected.code, 'INVALID_INPUT');
    assert.deepEqual(Object.keys(rejected.fields ?? {}), [`mail.${group}`]);
    assert.equal(rejected.message, rejected.fields?.[`mail.${group}`]);
  }
  const two = await call(save, { mail: { due: false, notice: false } });
  assert.deepEqual(Object.keys(two.fields ?? {}), ['mail.due', 'mail.notice']);
  assert.equal(
    two.message,
    Object.values(two.fields ?? {}).join(' '),
    'the message contains all errors',
  );
  assert.equal((await call(read)).data.preferences.mail.offer, true);
});

test('unknown groups, wrong types and visitors are rejected', async () => {
  const call = service.as(await service.account());
  for (const mail of [{ everything: false }, { offer: 'no' }, { offer: 0 }, [], null, 'off']) {
    assert.equal((await call(save, { mail })).code, 'INVALID_INPUT', JSON.stringify(mail));
  }
  assert.equal((await service.as(null)(read)).code, 'UNAUTHENTICATED');
  assert.equal((await service.as(null)(save, { mail: {} })).code, 'UNAUTHENTICATED');
  const unknown = await service.as(newId())(read);
  assert.deepEqual([unknown.code, unknown.data.preferences], ['UNAVAILABLE', null]);
});

test('a group that is off is listed but not mailed; mandatory groups are still mailed', async () => {
  const [accountId, lenderId] = [await service.account(), await service.account()];
  const off = groups.filter((group) => !forced.includes(group));
  const mail = Object.fromEntries(off.map((group) => [group, false]));
  await service.as(accountId)(save, { mail });
  const offer = makeOffer(accountId, lenderId);
  await service.deliver('lending.offer.made', { ...offer, expiresAt: null });
  const escrow = makeEscrow(accountId, lenderId);
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow));
  await service.deliver('lending.escrow.contract-drawn', escrow);
  const dispute = makeTransition(escrow, {
    move: 'ESCALATE',
    by: 'LENDER',
    from: 'LOAN_POSTED',
    to: 'ESCALATED',
  });
  await service.deliver('lending.escrow.moved', dispute);
  await service.mail.mailsTo(`${accountId}@example.test`, 2);
  await service.settle();
  const subjects = mailsTo(accountId).map(({ subject }) => subject);
  assert.deepEqual(
    subjects.sort(),
    ['Sign the contract on example.com', 'The loan on example.com is in dispute'].sort(),
  );
  assert.equal((await service.list(accountId)).length, 3);
  await service.mail.mailsTo(`${lenderId}@example.test`, 2);
});

test('concurrent changes of different switches are all kept', async () => {
  const accountId = await service.account();
  const call = service.as(accountId);
  await Promise.all(
    ['offer', 'loan', 'payment', 'domain'].map((group) => call(save, { mail: { [group]: false } })),
  );
  const { mail } = (await call(read)).data.preferences;
  assert.equal(groups.filter((group) => !mail[group]).length, 4);
});

test('a change of the account keeps its preferences', async () => {
  const accountId = await service.account();
  await service.as(accountId)(save, { mail: { offer: false } });
  const changed = { name: 'Ann New', email: 'new@example.test' };
  await service.deliverAccount(makeAccount({ accountId, ...changed }), 2);
  assert.equal((await service.as(accountId)(read)).data.preferences.mail.offer, false);
});

test('an offer that was withdrawn before its event arrived is not mailed', async () => {
  const [accountId, lenderId] = [await service.account(), await service.account()];
  const offer = makeOffer(accountId, lenderId);
  const about = (version: number) => ({ aggregateId: offer.offerId, version });
  await service.deliver('lending.offer.rescinded', offer, about(2));
  await service.deliver('lending.offer.made', { ...offer, expiresAt: null }, about(1));
  await service.mail.mailsTo(`${accountId}@example.test`);
  await service.settle();
  assert.deepEqual(
    mailsTo(accountId).map(({ subject }) => subject),
    ['An offer on example.com was withdrawn'],
  );
});
