/** Event handlers. */

import type { EventHandlers } from '@nameloan/subgraph/subscribe-events';
import { syncAccount } from './staff/sync-account.ts';

export const events: EventHandlers = {
  'identity.account.registered': syncAccount,
  'identity.account.changed': syncAccount,
};
