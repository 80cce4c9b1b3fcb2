/** Door 2, services: fact → use case. */

import type { EventHandlers } from '@nameloan/service/listen.ts';
import { followAccount } from './staff/follow-account.ts';

export const events: EventHandlers = {
  'identity.account.registered': followAccount,
  'identity.account.changed': followAccount,
};
