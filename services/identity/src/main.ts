/** Identity as a process of its own. */

import { runService } from '@nameloan/service/run.ts';
import { identityService } from './service.ts';

await runService(identityService);
