/** The domains service as a process of its own. */

import { runService } from '@nameloan/service/run.ts';
import { domainsService } from './service.ts';

await runService(domainsService);
