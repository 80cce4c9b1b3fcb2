/** Identity's migration step, before or while a new release is rolled out. */

import { runMigration } from '@nameloan/service/run.ts';
import { identityService } from './service.ts';

await runMigration(identityService);
