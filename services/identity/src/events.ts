/** Door for facts: identity listens to no other service. */

import type { EventHandlers } from '@nameloan/service/subscribe-events.ts';

export const events: EventHandlers = {};
