/** Migrates the identity database before or during a rollout. */

import { runMigration } from '@nameloan/service/run.ts';
import { identityService } from './service.ts';

await runMigration(identityService);
