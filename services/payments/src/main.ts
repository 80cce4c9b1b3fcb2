/** Entry point of the payments service process. */

import { runService } from '@nameloan/service/run.ts';
import { paymentsService } from './service.ts';

await runService(paymentsService);
