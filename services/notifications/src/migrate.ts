/** Migrates the database of notifications before or during a rollout. Generated from services.json by `npm run generate:infra`. */

import { runMigration } from '@nameloan/subgraph/run';
import { notificationsService } from './service.ts';

await runMigration(notificationsService);
