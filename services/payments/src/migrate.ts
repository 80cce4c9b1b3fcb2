/** Migrates the payments database before or during a rollout. */

import { runMigration } from '@nameloan/service/run.ts';
import { paymentsService } from './service.ts';

await runMigration(paymentsService);
