/** Payments's migration step, before or while a new release is rolled out. */

import { runMigration } from '@nameloan/service/run.ts';
import { paymentsService } from './service.ts';

await runMigration(paymentsService);
