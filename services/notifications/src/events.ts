/** Door 2, services: fact → use case. What people are told of a fact stands in wording/. */

import type { Event, Subject } from '@nameloan/contracts/events.ts';
import type { EventHandlers } from '@nameloan/service/listen.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { followLoan } from './loan/follow-loan.ts';
import { scheduleResetLink } from './mail/mail-reset-link.ts';
import { scheduleTransferCode } from './mail/mail-transfer-code.ts';
import { notify } from './notification/notify.ts';
import { followAccount } from './recipient/follow-account.ts';
import type { Words } from './wording/wording.ts';
import { wordings } from './wording/wordings.ts';

/** Every fact that people are told of. */
const told = Object.fromEntries(
  Object.entries(wordings).map(([subject, words]) => [
    subject,
    (event: Event, tx: Tx) => notify(event, words as Words<Subject>, tx),
  ]),
) as EventHandlers;

export const events: EventHandlers = {
  ...told,
  'identity.account.registered': followAccount,
  'identity.account.changed': followAccount,
  'identity.reset.requested': scheduleResetLink,
  'lending.offer.accepted': async (event, tx) => {
    await followLoan(event, tx);
    await told['lending.offer.accepted']?.(event, tx);
  },
  'domains.domain.transfer-out-started': async (event, tx) => {
    await scheduleTransferCode(event, tx);
    await told['domains.domain.transfer-out-started']?.(event, tx);
  },
};
