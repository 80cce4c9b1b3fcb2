/** Entry point of lending's database migration, run before or during a rollout. */

import { runMigration } from '@nameloan/service/run.ts';
import { lendingService } from './service.ts';

await runMigration(lendingService);
