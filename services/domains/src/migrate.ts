/** Runs the domains service's migration before or during a rollout. */

import { runMigration } from '@nameloan/subgraph/run';
import { domainsService } from './service.ts';

await runMigration(domainsService);
