/** Turns the alerts that an event settles into notifications, in the event's transaction. */

import type { Event, Subject } from '@nameloan/contracts/events.ts';
import { accountTopic } from '@nameloan/contracts/topics.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { updateAlertKey } from '../alert-key/alert-key.model.ts';
import { applyEvent, isSettled } from '../alert-key/alert-key.ts';
import { announce } from '../service-context.ts';
import type { Settlement } from '../templates/settlements.ts';
import { notifications } from './notification.model.ts';

export async function settleAlerts<S extends Subject>(
  event: Event<S>,
  settlement: Settlement,
  tx: Tx,
): Promise<void> {
  const { settled, opened = [] } = settlement;
  for (const name of opened) {
    await updateAlertKey(name, (matter) => applyEvent(matter, event, 'openedVersion'), tx);
  }
  for (const name of settled) {
    const matter = await updateAlertKey(
      name,
      (known) => applyEvent(known, event, 'settledVersion'),
      tx,
    );
    for (const waiting of await notifications.findMany({ matters: name, alert: true }, { tx })) {
      if (!waiting.source || !isSettled(matter, waiting.source)) continue;
      const { id, accountId } = waiting;
      await notifications.move(waiting, { ...waiting, alert: false }, tx);
      tx.afterCommit(() => announce(accountTopic(accountId), { what: 'notification', id }));
    }
  }
}
