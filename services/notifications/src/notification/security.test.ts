/** Each security change is one notification and one mail, despite duplicates, reordering and unread earlier ones. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SecurityChange } from '@nameloan/contracts/identity-events';
import { newId } from '@nameloan/runtime/id';
import { recipients } from '../recipient/recipient.model.ts';
import { serviceContext } from '../service-context.ts';
import type { TestNotifications } from '../testing/start-notifications.ts';
import { makeAccount, startNotifications } from '../testing/start-notifications.ts';
import { notifications } from './notification.model.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
});
after(() => service.stop());

function deliverChange(
  accountId: string,
  change: SecurityChange,
  about: { id?: string; version?: number },
) {
  const subject = 'identity.account.security-changed';
  const client = { ip: '192.0.2.7', userAgent: 'curl/8.0' };
  const data = {
    accountId,
    change,
    at: '2026-11-21T23:30:00.000Z',
    sealedClient: serviceContext.encrypt(JSON.stringify(client), subject),
    formerClient: null,
    recoveryCodesLeft: null,
  };
  const { version = 1, id = newId() } = about;
  return service.deliver(subject, data, { id, aggregateId: accountId, version });
}

const titles = async (accountId: string) =>
  (await service.mail.mailsTo(`${accountId}@example.test`, 2)).map(({ subject }) => subject).sort();

for (const order of [
  [0, 1],
  [1, 0],
]) {
  test(`two changes that are delivered twice, in the order ${order}, are two notifications and two mails`, async () => {
    const accountId = await service.account();
    const changes = [
      { change: 'PASSWORD_CHANGED', id: newId(), version: 2 },
      { change: 'MFA_DISABLED', id: newId(), version: 3 },
    ] as const;
    for (const n of [...order, ...order]) {
      const one = changes[n] ?? changes[0];
      await deliverChange(accountId, one.change, one);
    }
    await service.settle();
    assert.equal((await service.list(accountId)).length, 2);
    assert.deepEqual(await titles(accountId), ['MFA was turned off', 'Your password was changed']);
  });
}

test('a repeated change is mailed again, even if the first is unread', async () => {
  const accountId = await service.account();
  for (const version of [2, 3]) await deliverChange(accountId, 'PASSWORD_CHANGED', { version });
  await service.settle();
  assert.equal((await titles(accountId)).length, 2);
});

test('a security change of an account that is not synced yet is deferred', async () => {
  const account = makeAccount();
  const early = deliverChange(account.accountId, 'PASSWORD_RESET', { version: 2 });
  await service.deliverAccount(account, 1);
  await early;
  const [first] = await service.list(account.accountId);
  assert.match(first?.body ?? '', /from 192\.0\.2\.7 with an unknown device/);
});

test('a deleted account leaves no notifications, whatever comes twice', async () => {
  const accountId = await service.account();
  await deliverChange(accountId, 'PASSWORD_CHANGED', { version: 2 });
  await service.settle();
  assert.equal((await service.list(accountId)).length, 1);
  const about = { id: newId(), aggregateId: accountId, version: 3 };
  for (const _ of [1, 2]) await service.deliver('identity.account.deleted', { accountId }, about);
  await service.settle();
  assert.deepEqual(await notifications.findMany({ accountId }), []);
  assert.equal(await recipients.find(accountId), undefined);
});
