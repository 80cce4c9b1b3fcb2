/** The notifications service as a process of its own. */

import { runService } from '@nameloan/service/run.ts';
import { notificationsService } from './service.ts';

await runService(notificationsService);
