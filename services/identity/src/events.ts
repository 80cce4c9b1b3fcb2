/** The service's event handlers by subject. */

import type { EventHandlers } from '@nameloan/subgraph/subscribe-events';
import { secureAccount } from './stopped-transfer/secure-account.ts';

export const events: EventHandlers = {
  'domains.domain.transfer-out-stopped': secureAccount,
};
