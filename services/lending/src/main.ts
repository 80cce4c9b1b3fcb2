/** Entry point of lending as a separate process. */

import { runService } from '@nameloan/subgraph/run';
import { lendingService } from './service.ts';

await runService(lendingService);
