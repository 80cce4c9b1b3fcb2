/** Runs domains as a separate process. Generated from services.json by `npm run generate:infra`. */

import { runService } from '@nameloan/subgraph/run';
import { domainsService } from './service.ts';

await runService(domainsService);
