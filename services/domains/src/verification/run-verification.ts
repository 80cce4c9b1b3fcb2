/**
 * Job that checks the names of a verification, one batch per run, so that other jobs get their turn. A batch is
 * written when all its names are checked; after a crash it is checked again.
 */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { commit, serviceContext } from '../service-context.ts';
import { checkName } from './check-name.ts';
import { LookupLimit } from './lookup-limit.ts';
import { verificationBatches, verifications } from './verification.model.ts';
import type { VerificationRow } from './verification.ts';

/** Names that one replica checks at once, over all verifications. */
const maxLookups = 20;
const lookups = new LookupLimit(maxLookups);

export async function runVerification(job: Job): Promise<JobResult> {
  const verification = await verifications.find(job.key);
  if (!verification) return;
  const [batch, next] = await verificationBatches.findMany(
    { verificationId: verification.id, pending: true },
    { sort: { verificationId: 1, position: 1 }, limit: 2 },
  );
  if (!batch) return;
  const rows = await Promise.all(
    batch.rows.map((row) =>
      row.result === 'PENDING' ? lookups.run(() => checkRow(row, verification.accountId)) : row,
    ),
  );
  await commit(async (tx) => {
    const present = await verificationBatches.find(batch.id, tx);
    if (!present?.pending) return;
    await verificationBatches.update(present, { ...present, rows, pending: false }, tx);
    const running = await verifications.find(verification.id, tx);
    if (running) await verifications.update(running, { ...running, progressAt: now() }, tx);
  });
  if (next) return { runAgainAt: now() };
}

/** An unexpected error of one name is logged and reported as unclear; it does not stop the others. */
async function checkRow(row: VerificationRow, accountId: string): Promise<VerificationRow> {
  try {
    return { ...row, ...(await checkName(row.domainId, accountId)) };
  } catch (error) {
    serviceContext.log.warn({ err: error, domain: row.domainId }, 'check of a name failed');
    return { ...row, result: 'UNCLEAR', message: 'The check failed. Check this name again.' };
  }
}
