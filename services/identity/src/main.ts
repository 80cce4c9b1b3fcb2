/** Entry point of the identity service process. */

import { runService } from '@nameloan/subgraph/run';
import { identityService } from './service.ts';

await runService(identityService);
