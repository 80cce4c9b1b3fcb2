/** Runs lending as a separate process. Generated from services.json by `npm run generate:infra`. */

import { runService } from '@nameloan/subgraph/run';
import { lendingService } from './service.ts';

await runService(lendingService);
