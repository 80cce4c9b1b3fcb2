/** Event handlers. The texts of the notifications are in templates/. */

import type { Event, Subject } from '@nameloan/contracts/events';
import { escrowTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import type { EventHandlers } from '@nameloan/subgraph/subscribe-events';
import { syncLoan } from './loan/sync-loan.ts';
import { scheduleResetLink } from './mail/mail-reset-link.ts';
import { scheduleTransferCode } from './mail/mail-transfer-code.ts';
import { notify } from './notification/notify.ts';
import { settleAlerts } from './notification/settle-alerts.ts';
import { syncAccount } from './recipient/sync-account.ts';
import { publishSignal } from './service-context.ts';
import type { Settlement } from './templates/settlements.ts';
import { settlements } from './templates/settlements.ts';
import type { NotificationTemplate, TemplateTable } from './templates/template.ts';
import { templates } from './templates/templates.ts';

/** Every event that creates notifications or settles alerts. */
const subjects = new Set([...Object.keys(templates), ...Object.keys(settlements)]) as Set<Subject>;

async function notifyAndSettle(event: Event, tx: Tx): Promise<void> {
  const { subject, data } = event;
  const settle = settlements[subject] as ((data: Event['data']) => Settlement) | undefined;
  if (settle) await settleAlerts(event, settle(data), tx);
  const template = (templates as TemplateTable)[subject] as
    | NotificationTemplate<Subject>
    | undefined;
  if (template) await notify(event, template, tx);
}

const notificationHandlers = Object.fromEntries(
  [...subjects].map((subject) => [subject, notifyAndSettle]),
) as EventHandlers;

export const events: EventHandlers = {
  ...notificationHandlers,
  'identity.account.registered': syncAccount,
  'identity.account.changed': syncAccount,
  'identity.reset.requested': scheduleResetLink,
  'lending.offer.accepted': async (event, tx) => {
    await syncLoan(event, tx);
    await notifyAndSettle(event, tx);
  },
  'lending.message.sent': async (event, tx) => {
    await notifyAndSettle(event, tx);
    // Lending publishes this signal after its commit, but a crash can lose it; the event always arrives.
    const { escrowId, messageId } = event.data;
    tx.afterCommit(() => publishSignal(escrowTopic(escrowId), { what: 'message', id: messageId }));
  },
  'domains.domain.transfer-out-started': async (event, tx) => {
    await scheduleTransferCode(event, tx);
    await notifyAndSettle(event, tx);
  },
};
