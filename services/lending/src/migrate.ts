/** Entry point of lending's database migration, run before or during a rollout. */

import { runMigration } from '@nameloan/subgraph/run';
import { lendingService } from './service.ts';

await runMigration(lendingService);
