/** Migrates the database of identity before or during a rollout. Generated from services.json by `npm run generate:infra`. */

import { runMigration } from '@nameloan/subgraph/run';
import { identityService } from './service.ts';

await runMigration(identityService);
