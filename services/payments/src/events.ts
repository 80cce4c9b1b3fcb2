/** Event handlers. */

import type { EventHandlers } from '@nameloan/service/subscribe-events.ts';
import { syncAccount } from './staff/sync-account.ts';

export const events: EventHandlers = {
  'identity.account.registered': syncAccount,
  'identity.account.changed': syncAccount,
};
