/** Ends the alerts of an account about a loan that it sold: what they wait for is the buyer's from now on. */

import { accountTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { publishSignal } from '../service-context.ts';
import { notifications } from './notification.model.ts';

export async function endLoanAlerts(
  { accountId, escrowId }: { accountId: string; escrowId: string },
  tx: Tx,
): Promise<void> {
  const filter = { accountId, 'subject.id': escrowId, alert: true } as const;
  for (const alert of await notifications.findMany(filter, { tx })) {
    await notifications.update(alert, { ...alert, alert: false }, tx);
    const { id } = alert;
    tx.afterCommit(() => publishSignal(accountTopic(accountId), { what: 'notification', id }));
  }
}
