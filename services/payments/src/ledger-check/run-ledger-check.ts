/** Checks the ledger hourly and exports the result as metrics, for an alert. */

import { exposeMetric } from '@nameloan/persistence/gauges';
import type { JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { commit, serviceContext } from '../service-context.ts';
import { checkLedger } from './check-ledger.ts';
import { lastCheckId, ledgerChecks } from './ledger-check.model.ts';

const checkIntervalMs = 3_600_000;

/** Job handler: checks, stores the result and schedules the next run. */
export async function runLedgerCheck(): Promise<JobResult> {
  const { entries, mismatches } = await checkLedger();
  if (mismatches.length > 0)
    serviceContext.log.error(
      { mismatches: mismatches.slice(0, 20) },
      'ledger check found mismatches',
    );
  const result = { checkedAt: new Date(), entries, mismatches: mismatches.length };
  await commit(async (tx) => {
    const before = await ledgerChecks.find(lastCheckId, tx);
    if (before) await ledgerChecks.update(before, { ...before, ...result }, tx);
    else await ledgerChecks.add({ id: lastCheckId, version: 1, ...result }, tx);
  });
  return { runAgainAt: new Date(now().getTime() + checkIntervalMs) };
}

exposeMetric(
  {
    name: 'nameloan_ledger_mismatches',
    help: 'Mismatches found by the last ledger check; absent before the first',
    read: async (_, set) => {
      const last = await ledgerChecks.find(lastCheckId);
      if (last) set(last.mismatches);
    },
  },
  serviceContext.store,
);
exposeMetric(
  {
    name: 'nameloan_ledger_checked_timestamp_seconds',
    help: 'Wall time of the last ledger check, in seconds since 1970',
    read: async (_, set) => {
      const last = await ledgerChecks.find(lastCheckId);
      if (last) set(last.checkedAt.getTime() / 1000);
    },
  },
  serviceContext.store,
);
