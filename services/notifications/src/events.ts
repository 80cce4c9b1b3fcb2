/** Event handlers. The texts of the notifications are in templates/. */

import type { Event, Subject } from '@nameloan/contracts/events';
import { escrowTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import type { EventHandlers } from '@nameloan/subgraph/subscribe-events';
import { syncLender, syncLoan } from './loan/sync-loan.ts';
import { scheduleLink } from './mail/mail-link.ts';
import { scheduleResetLink } from './mail/mail-reset-link.ts';
import { scheduleTransferCode } from './mail/mail-transfer-code.ts';
import { scheduleTransferWait } from './mail/mail-transfer-wait.ts';
import { scheduleVerificationLink } from './mail/mail-verification-link.ts';
import { endLoanAlerts } from './notification/end-loan-alerts.ts';
import { notify } from './notification/notify.ts';
import { removeAccount } from './notification/remove-account.ts';
import { settleAlerts } from './notification/settle-alerts.ts';
import { syncAccount } from './recipient/sync-account.ts';
import { publishSignal } from './service-context.ts';
import type { NotificationTemplate } from './templates/template.ts';
import { templates } from './templates/templates.ts';

const table: { readonly [S in Subject]: NotificationTemplate<S> } = templates;

/** Every event that creates notifications or settles alerts. */
const subjects = (Object.keys(table) as Subject[]).filter(
  (subject) => 'drafts' in table[subject] || table[subject].settles,
);

async function notifyAndSettle(event: Event, tx: Tx): Promise<void> {
  // The compiler cannot pair an event with its own template; the type of the table has checked each pair.
  const template = table[event.subject] as NotificationTemplate<Subject>;
  if (template.settles) await settleAlerts(event, template.settles(event.data), tx);
  if ('drafts' in template) await notify(event, template.drafts, tx);
}

const notificationHandlers = Object.fromEntries(
  subjects.map((subject) => [subject, notifyAndSettle]),
) as EventHandlers;

export const events: EventHandlers = {
  ...notificationHandlers,
  'identity.account.registered': syncAccount,
  'identity.account.changed': syncAccount,
  'identity.account.deleted': removeAccount,
  'identity.reset.requested': scheduleResetLink,
  'identity.link.requested': scheduleLink,
  'identity.verification.requested': scheduleVerificationLink,
  'lending.offer.accepted': async (event, tx) => {
    await syncLoan(event, tx);
    await notifyAndSettle(event, tx);
  },
  'lending.escrow.moved': async (event, tx) => {
    await syncLender(event, tx);
    await notifyAndSettle(event, tx);
  },
  'lending.assignment.moved': async (event, tx) => {
    const { step, sellerId: accountId, escrowId } = event.data;
    if (step === 'CONFIRM' || step === 'RESOLVE_CLOSED')
      await endLoanAlerts({ accountId, escrowId }, tx);
    await notifyAndSettle(event, tx);
  },
  'lending.message.sent': async (event, tx) => {
    await notifyAndSettle(event, tx);
    // Lending publishes this signal after its commit, but a crash can lose it; the event always arrives.
    const { escrowId, messageId } = event.data;
    tx.afterCommit(() => publishSignal(escrowTopic(escrowId), { what: 'message', id: messageId }));
  },
  'domains.domain.transfer-out-waiting': async (event, tx) => {
    await scheduleTransferWait(event, tx);
    await notifyAndSettle(event, tx);
  },
  'domains.domain.transfer-out-started': async (event, tx) => {
    await scheduleTransferCode(event, tx);
    await notifyAndSettle(event, tx);
  },
};
