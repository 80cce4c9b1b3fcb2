/** Removes the diligence report of a name that no account has any more. */

import type { Tx } from '@nameloan/persistence/tx';
import { removeReport } from '../diligence/request-report.ts';
import { domains } from './domain.model.ts';

/** Call it after the record of the name has ended. */
export async function removeUnusedReport(name: string, tx: Tx): Promise<void> {
  if (!(await domains.findOne({ name, active: true }, tx))) await removeReport(name, tx);
}
