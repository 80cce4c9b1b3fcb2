/** Identity subscribes to no events. */

import type { EventHandlers } from '@nameloan/service/subscribe-events.ts';

export const events: EventHandlers = {};
