/** Migrates the database of payments before or during a rollout. Generated from services.json by `npm run generate:infra`. */

import { runMigration } from '@nameloan/subgraph/run';
import { paymentsService } from './service.ts';

await runMigration(paymentsService);
