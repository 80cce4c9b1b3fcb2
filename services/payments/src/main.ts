/** Entry point of the payments service process. */

import { runService } from '@nameloan/subgraph/run';
import { paymentsService } from './service.ts';

await runService(paymentsService);
