/** Door for facts: identity listens to no other service. */

import type { EventHandlers } from '@nameloan/service/listen.ts';

export const events: EventHandlers = {};
