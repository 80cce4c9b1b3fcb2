/** Identity subscribes to no events. */

import type { EventHandlers } from '@nameloan/subgraph/subscribe-events';

export const events: EventHandlers = {};
