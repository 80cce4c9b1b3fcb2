/** Migrates the database of domains before or during a rollout. Generated from services.json by `npm run generate:infra`. */

import { runMigration } from '@nameloan/subgraph/run';
import { domainsService } from './service.ts';

await runMigration(domainsService);
