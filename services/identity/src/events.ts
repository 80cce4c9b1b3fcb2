/** Identity subscribes to no events. */

import type { EventHandlers } from '@nameloan/persistence/events/subscribe-events';

export const events: EventHandlers = {};
