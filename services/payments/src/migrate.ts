/** Migrates the payments database before or during a rollout. */

import { runMigration } from '@nameloan/subgraph/run';
import { paymentsService } from './service.ts';

await runMigration(paymentsService);
