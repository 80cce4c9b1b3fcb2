/** Stores the result of a look-up: the newest report, its differences, the next look-up, and the effects on domains. */

import type { Tx } from '@nameloan/persistence/tx';
import type { RdapResult } from '@nameloan/rdap/report';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { inCustody } from '../../domain/domain.ts';
import { isArriving } from '../../domain/listing/listing-conditions.ts';
import { commit } from '../../service-context.ts';
import type { DiligenceChange } from '../changes.ts';
import { compareReports, withChanges } from '../changes.ts';
import type { DiligenceRecord } from '../diligence.model.ts';
import { diligenceRecords, priorities } from '../diligence.model.ts';
import { chooseLane, planRefresh } from '../plan-refresh.ts';
import { toDiligenceReport } from '../report.ts';
import { newRecord, removeReport } from '../request-report.ts';
import { applyFindings } from './apply-findings.ts';

/** The active records of a name. */
export const findHolders = (name: string, tx?: Tx): Promise<Domain[]> =>
  domains.findMany({ name, active: true }, { tx });

const isPledged = (domain: Domain): boolean =>
  domain.reservation?.state === 'RESERVED' && !inCustody(domain);

/** `duringTransfer`: the product was moving the name into custody when the look-up began. */
export async function recordResult(
  name: string,
  result: RdapResult,
  { duringTransfer }: { duringTransfer: boolean },
): Promise<void> {
  await commit(async (tx) => {
    const holders = await findHolders(name, tx);
    const [holder] = holders;
    if (!holder) return removeReport(name, tx);
    const record =
      (await diligenceRecords.find(name, tx)) ??
      // Added before reports existed.
      (await diligenceRecords.add(newRecord(holder), tx));
    const ownTransfer = duringTransfer || holders.some(isArriving);
    const { next, changes } = applyResult(record, { result, holders, ownTransfer });
    const stored = await diligenceRecords.update(record, next, tx);
    // The first report of a listing or an added name is what later ones are compared with.
    const compares = record.priority === priorities.DAILY;
    const registrarChange = compares
      ? changes.find(({ field }) => field === 'registrar')
      : undefined;
    for (const domain of holders)
      await applyFindings(domain, { record: stored, registrarChange }, tx);
  });
}

function applyResult(
  record: DiligenceRecord,
  { result, holders, ownTransfer }: { result: RdapResult; holders: Domain[]; ownTransfer: boolean },
): { next: DiligenceRecord; changes: DiligenceChange[] } {
  const at = now();
  const isWatched = holders.some(
    ({ listingIds, reservation }) => listingIds.length > 0 || reservation !== null,
  );
  const planned = {
    ...record,
    ...planRefresh(result, { failures: record.failures, isWatched, at }),
    lane: chooseLane({ suffix: holders[0]?.suffix ?? '', isPledged: holders.some(isPledged) }),
  };
  if (result.kind !== 'found') return { next: planned, changes: [] };
  const report = toDiligenceReport(result.report, ownTransfer);
  // A stored answer that was recorded before.
  if (record.report && report.asOf < record.report.asOf) return { next: planned, changes: [] };
  const { known, changes } = compareReports(record.known, report);
  return {
    next: {
      ...planned,
      priority: priorities.DAILY,
      report,
      known,
      changes: withChanges(record.changes, changes),
    },
    changes,
  };
}
