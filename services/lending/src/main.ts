/** Entry point of lending as a separate process. */

import { runService } from '@nameloan/service/run.ts';
import { lendingService } from './service.ts';

await runService(lendingService);
