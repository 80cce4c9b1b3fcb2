/** Runs the domains service as a separate process. */

import { runService } from '@nameloan/service/run.ts';
import { domainsService } from './service.ts';

await runService(domainsService);
