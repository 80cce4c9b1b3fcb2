/** Job that adds the names of an import in batches. Each batch is one commit, so that a crash repeats and loses none. */

import { accountTopic } from '@nameloan/contracts/topics';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { ConcurrentUpdateError } from '@nameloan/persistence/model';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { requestReports } from '../diligence/request-report.ts';
import { newDomain } from '../domain/add-domain.ts';
import { emitAppraised, estimateValue } from '../domain/appraise-domain.ts';
import { domains } from '../domain/domain.model.ts';
import type { Appraisal, Domain } from '../domain/domain.ts';
import { domainRef } from '../domain/domain.ts';
import { parseName } from '../name/parse-name.ts';
import { commit, publishSignal } from '../service-context.ts';
import { findObstacles } from './check-names.ts';
import type { DomainImport, ImportRow } from './domain-import.model.ts';
import { domainImports } from './domain-import.model.ts';

/** A batch stays far below the deadline of a commit, and other jobs run between two batches. */
const batchSize = 200;
/** The configured appraiser may call an external provider. */
const concurrentEstimates = 10;
/** After it, the jobs of single domains repeat this estimate and make those that are left of the batch. */
const maxEstimateMs = 3_000;

/** Null: no appraiser is configured. Undefined: it failed or is late, and the job of a single domain repeats it. */
type Estimates = ReadonlyMap<string, Appraisal | null | undefined>;

export async function processImport(job: Job): Promise<JobResult> {
  const pending = await domainImports.find(job.key);
  if (pending?.state !== 'RUNNING') return;
  const estimates = await estimateBatch(batchOf(pending));
  const isDone = await commit((tx) => storeBatch(pending, estimates, tx));
  if (!isDone) return { runAgainAt: now() };
}

const batchOf = ({ rows, settledRows }: DomainImport) =>
  rows.slice(settledRows, settledRows + batchSize);

async function estimateBatch(rows: readonly ImportRow[]): Promise<Estimates> {
  const names = rows.flatMap(({ name, verdict }) => (verdict === 'ADD' && name ? [name] : []));
  const estimates = new Map<string, Appraisal | null | undefined>(
    names.map((name) => [name, undefined]),
  );
  for (let at = 0; at < names.length; at += concurrentEstimates) {
    const some = names.slice(at, at + concurrentEstimates);
    const startedMs = performance.now();
    await Promise.all(
      some.map(async (name) => {
        estimates.set(name, await estimateValue(name, maxEstimateMs).catch(() => undefined));
      }),
    );
    if (performance.now() - startedMs >= maxEstimateMs) break;
  }
  return estimates;
}

/** Resolves to whether the import is done. */
async function storeBatch(
  { id, settledRows }: DomainImport,
  estimates: Estimates,
  tx: Tx,
): Promise<boolean> {
  const present = await domainImports.find(id, tx);
  // Removed, or another worker has stored this batch.
  if (!present || present.settledRows !== settledRows) return present?.state !== 'RUNNING';
  const batch = batchOf(present);
  const obstacles = await findObstacles(present.accountId, [...estimates.keys()], tx);
  const settled = batch.map((row) => {
    const obstacle = row.verdict === 'ADD' && row.name ? obstacles.get(row.name) : undefined;
    return obstacle ? { ...row, ...obstacle } : row;
  });
  await addDomains(present.accountId, { rows: settled, estimates }, tx);
  const end = settledRows + batch.length;
  const isDone = end >= present.rows.length;
  const { rows } = present;
  await domainImports.update(
    present,
    {
      ...present,
      rows:
        obstacles.size > 0 ? [...rows.slice(0, settledRows), ...settled, ...rows.slice(end)] : rows,
      settledRows: end,
      state: isDone ? 'DONE' : 'RUNNING',
    },
    tx,
  );
  return isDone;
}

async function addDomains(
  accountId: string,
  { rows, estimates }: { rows: readonly ImportRow[]; estimates: Estimates },
  tx: Tx,
): Promise<void> {
  const added = rows.flatMap(({ name, verdict, hints }): Domain[] => {
    if (verdict !== 'ADD' || name === null) return [];
    const domain: Domain = {
      ...newDomain(accountId, parseName(name)),
      ...(hints ? { importHints: hints } : {}),
    };
    const appraisal = estimates.get(name);
    return [appraisal ? { ...domain, version: 2, appraisal } : domain];
  });
  if (added.length === 0) return;
  try {
    await domains.addMany(added, tx);
  } catch (error) {
    // The account has added one of them at the same time, so the verdicts are outdated.
    if (isDuplicate(error, 'accountId')) throw new ConcurrentUpdateError('domains', accountId);
    throw error;
  }
  await requestReports(added, tx);
  for (const domain of added) {
    // The same versions as when a single domain is added and then appraised.
    tx.emit('domains.domain.added', { id: domain.id, version: 1 }, domainRef(domain));
    if (domain.appraisal) emitAppraised(domain, domain.appraisal, tx);
    else if (estimates.get(domain.name) === undefined)
      await tx.schedule({ kind: 'appraise', key: domain.id });
  }
  const [first] = added;
  // One signal for all: each would make every open page of the account read its list again.
  if (first)
    tx.afterCommit(() => publishSignal(accountTopic(accountId), { what: 'domain', id: first.id }));
}
