/** Door 2, services: fact → use case. What people are told of a fact stands in wording/. */

import type { Event, Subject } from '@nameloan/contracts/events.ts';
import { escrowTopic } from '@nameloan/contracts/topics.ts';
import type { EventHandlers } from '@nameloan/service/listen.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { announce } from './kit.ts';
import { followLoan } from './loan/sync-loan.ts';
import { scheduleResetLink } from './mail/mail-reset-link.ts';
import { scheduleTransferCode } from './mail/mail-transfer-code.ts';
import { notify } from './notification/notify.ts';
import { settleAlerts } from './notification/settle-alerts.ts';
import { followAccount } from './recipient/sync-account.ts';
import type { Settlement } from './templates/settlements.ts';
import { settlements } from './templates/settlements.ts';
import type { NotificationTemplate, TemplateTable } from './templates/template.ts';
import { templates } from './templates/templates.ts';

/** Every fact that people are told of, or that settles what they were told before. */
const subjects = new Set([...Object.keys(templates), ...Object.keys(settlements)]) as Set<Subject>;

async function tell(event: Event, tx: Tx): Promise<void> {
  const { subject, data } = event;
  const settle = settlements[subject] as ((data: Event['data']) => Settlement) | undefined;
  if (settle) await settleAlerts(event, settle(data), tx);
  const words = (templates as TemplateTable)[subject] as NotificationTemplate<Subject> | undefined;
  if (words) await notify(event, words, tx);
}

const told = Object.fromEntries([...subjects].map((subject) => [subject, tell])) as EventHandlers;

export const events: EventHandlers = {
  ...told,
  'identity.account.registered': followAccount,
  'identity.account.changed': followAccount,
  'identity.reset.requested': scheduleResetLink,
  'lending.offer.accepted': async (event, tx) => {
    await followLoan(event, tx);
    await tell(event, tx);
  },
  'lending.message.sent': async (event, tx) => {
    await tell(event, tx);
    // Lending has said so live when it was committed, unless it died just then: this word comes in any case.
    const { escrowId, messageId } = event.data;
    tx.afterCommit(() => announce(escrowTopic(escrowId), { what: 'message', id: messageId }));
  },
  'domains.domain.transfer-out-started': async (event, tx) => {
    await scheduleTransferCode(event, tx);
    await tell(event, tx);
  },
};
