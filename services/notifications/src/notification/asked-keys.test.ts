/** No field of a notification reads a key that its table does not name. */

import { after, before, test } from 'node:test';
import { newId } from '@nameloan/service/id.ts';
import { askEachField, asList } from '@nameloan/service/testing/each-field.ts';
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
  const facts = { domainId: newId(), accountId, name: 'example.com', holdable: true };
  await service.deliver('domains.domain.verified', facts);
  await askEachField(notificationsService, 'Notification', {
    callers: [service.as(accountId)],
    doors: [asList('notifications'), asList('notificationCenter', 'notifications')],
  });
});
