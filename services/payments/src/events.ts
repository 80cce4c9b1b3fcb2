/** Door 2, services: payments follows no facts of others; it is asked (answers.ts) and called (routes.ts). */

import type { EventHandlers } from '@nameloan/service/listen.ts';

export const events: EventHandlers = {};
