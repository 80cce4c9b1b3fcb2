/** The projection of notifications covers every field that a resolver reads. */

import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { asList, queryEachField } from '@nameloan/testkit/service/each-field';
import { notificationsService } from '../service.ts';
import type { TestNotifications } from '../testing/start-notifications.ts';
import { startNotifications } from '../testing/start-notifications.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
});
after(() => service.stop());

test('notifications', async () => {
  const accountId = await service.account();
  const domain = { domainId: newId(), accountId, name: 'example.com', holdable: true };
  await service.deliver('domains.domain.verified', domain);
  await queryEachField(notificationsService, 'Notification', {
    callers: [service.as(accountId)],
    queries: [asList('notifications'), asList('notificationCenter', 'notifications')],
  });
});
