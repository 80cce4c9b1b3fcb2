/** Subscribes to name.com's notices (webhooks). */

import type { NamecomClient } from './client.ts';
import { NamecomRejection } from './client.ts';
import { toPortError } from './rejections.ts';
import { anyShape, subscriptionsShape } from './shapes.ts';
import { noticeEvents } from './verify-notice.ts';

/** Subscribes to each event that is not sent there yet. Idempotent. */
export async function subscribeToNotices(client: NamecomClient, url: string): Promise<void> {
  const path = '/core/v1/notifications';
  const { subscriptions } = await client
    .call({ method: 'GET', path, shape: subscriptionsShape })
    .catch((error: unknown) => {
      throw toPortError(error, 'READ');
    });
  for (const eventName of noticeEvents) {
    const isSubscribed = subscriptions.some(
      (one) => one.eventName === eventName && one.url === url && one.active,
    );
    if (isSubscribed) continue;
    const body = { eventName, url, active: true };
    await client.call({ method: 'POST', path, body, shape: anyShape }).catch((error: unknown) => {
      // 409: another replica was faster. 400: this account does not have the event.
      const isHarmless =
        error instanceof NamecomRejection && (error.status === 409 || error.status === 400);
      if (!isHarmless) throw toPortError(error, 'UPDATE');
    });
  }
}
