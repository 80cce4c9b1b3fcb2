/** Migrates the identity database before or during a rollout. */

import { runMigration } from '@nameloan/subgraph/run';
import { identityService } from './service.ts';

await runMigration(identityService);
