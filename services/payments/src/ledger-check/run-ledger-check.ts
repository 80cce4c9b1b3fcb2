/** Looks at the whole ledger once an hour and shows what it found, so that a fault of the books is an alert. */

import { now } from '@nameloan/service/clock.ts';
import { showFigure } from '@nameloan/service/store/gauges.ts';
import type { JobResult } from '@nameloan/service/store/jobs.ts';
import { commit, serviceContext } from '../service-context.ts';
import { checkLedger } from './check-ledger.ts';
import { lastCheckId, ledgerChecks } from './ledger-check.model.ts';

const checkIntervalMs = 3_600_000;

/** Job: checks, keeps the result, and asks for the next run. */
export async function runLedgerCheck(): Promise<JobResult> {
  const { entries, mismatches } = await checkLedger();
  if (mismatches.length > 0)
    serviceContext.log.error({ mismatches: mismatches.slice(0, 20) }, 'the ledger is not right');
  const found = { checkedAt: new Date(), entries, mismatches: mismatches.length };
  await commit(async (tx) => {
    const before = await ledgerChecks.find(lastCheckId, tx);
    if (before) await ledgerChecks.update(before, { ...before, ...found }, tx);
    else await ledgerChecks.add({ id: lastCheckId, version: 1, ...found }, tx);
  });
  return { runAgainAt: new Date(now().getTime() + checkIntervalMs) };
}

showFigure(
  {
    name: 'nameloan_ledger_mismatches',
    help: 'Faults that the last check of the whole ledger found; absent before the first',
    read: async (_, set) => {
      const last = await ledgerChecks.find(lastCheckId);
      if (last) set(last.mismatches);
    },
  },
  serviceContext.store,
);
showFigure(
  {
    name: 'nameloan_ledger_checked_timestamp_seconds',
    help: 'Wall time of the last check of the whole ledger, seconds since 1970',
    read: async (_, set) => {
      const last = await ledgerChecks.find(lastCheckId);
      if (last) set(last.checkedAt.getTime() / 1000);
    },
  },
  serviceContext.store,
);
