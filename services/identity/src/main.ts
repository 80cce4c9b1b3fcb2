/** Entry point of the identity service process. */

import { runService } from '@nameloan/service/run.ts';
import { identityService } from './service.ts';

await runService(identityService);
