/** Migrates the database of lending before or during a rollout. Generated from services.json by `npm run generate:infra`. */

import { runMigration } from '@nameloan/subgraph/run';
import { lendingService } from './service.ts';

await runMigration(lendingService);
