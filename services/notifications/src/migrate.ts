/** Migrates the notifications database before or during a rollout. */

import { runMigration } from '@nameloan/service/run.ts';
import { notificationsService } from './service.ts';

await runMigration(notificationsService);
