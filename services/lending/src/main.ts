/** Lending as a process of its own. */

import { runService } from '@nameloan/service/run.ts';
import { lendingService } from './service.ts';

await runService(lendingService);
