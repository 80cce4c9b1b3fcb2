/** Turns the alerts that an event settles into notifications, in the event's transaction. */

import type { Event, Subject } from '@nameloan/contracts/events';
import { accountTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { updateAlertKey } from '../alert-key/alert-key.model.ts';
import { applyEvent, isSettled } from '../alert-key/alert-key.ts';
import { publishSignal } from '../service-context.ts';
import type { Settlement } from '../templates/template.ts';
import { notifications } from './notification.model.ts';

export async function settleAlerts<S extends Subject>(
  event: Event<S>,
  settlement: Settlement,
  tx: Tx,
): Promise<void> {
  const { settled, opened = [] } = settlement;
  for (const key of opened) {
    await updateAlertKey(key, (known) => applyEvent(known, event, 'openedVersion'), tx);
  }
  for (const key of settled) {
    const alertKey = await updateAlertKey(
      key,
      (known) => applyEvent(known, event, 'settledVersion'),
      tx,
    );
    for (const alert of await notifications.findMany({ alertKeys: key, alert: true }, { tx })) {
      if (!alert.source || !isSettled(alertKey, alert.source)) continue;
      const { id, accountId } = alert;
      await notifications.update(alert, { ...alert, alert: false }, tx);
      tx.afterCommit(() => publishSignal(accountTopic(accountId), { what: 'notification', id }));
    }
  }
}
