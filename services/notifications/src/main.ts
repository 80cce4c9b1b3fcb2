/** Entry point of the notifications service process. */

import { runService } from '@nameloan/subgraph/run';
import { notificationsService } from './service.ts';

await runService(notificationsService);
