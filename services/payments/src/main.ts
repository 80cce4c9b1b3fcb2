/** The payments service as a process of its own. */

import { runService } from '@nameloan/service/run.ts';
import { paymentsService } from './service.ts';

await runService(paymentsService);
