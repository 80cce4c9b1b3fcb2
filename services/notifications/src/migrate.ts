/** Migrates the notifications database before or during a rollout. */

import { runMigration } from '@nameloan/subgraph/run';
import { notificationsService } from './service.ts';

await runMigration(notificationsService);
