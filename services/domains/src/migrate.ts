/** Runs the domains service's migration before or during a rollout. */

import { runMigration } from '@nameloan/service/run.ts';
import { domainsService } from './service.ts';

await runMigration(domainsService);
