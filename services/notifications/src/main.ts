/** Entry point of the notifications service process. */

import { runService } from '@nameloan/service/run.ts';
import { notificationsService } from './service.ts';

await runService(notificationsService);
