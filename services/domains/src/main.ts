/** Runs the domains service as a separate process. */

import { runService } from '@nameloan/subgraph/run';
import { domainsService } from './service.ts';

await runService(domainsService);
