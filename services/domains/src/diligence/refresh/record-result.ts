/** Stores the result of a look-up: the newest report, its differences, the next look-up, and the effects on domains. */

import type { Tx } from '@nameloan/persistence/tx';
import type { RdapResult } from '@nameloan/rdap/report';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { inCustody } from '../../domain/domain.ts';
import { isArriving } from '../../domain/listing/listing-conditions.ts';
import { isCheckedElsewhere, isProven, queueRecheck } from '../../proof/recheck-proof.ts';
import { commit } from '../../service-context.ts';
import type { DiligenceChange } from '../changes.ts';
import { compareReports, withChanges } from '../changes.ts';
import type { DiligenceRecord } from '../diligence.model.ts';
import { diligenceRecords, priorities } from '../diligence.model.ts';
import { chooseLane, planRefresh } from '../plan-refresh.ts';
import { toDiligenceReport } from '../report.ts';
import { newRecord, removeReport } from '../request-report.ts';
import { applyFindings } from './apply-findings.ts';
import { publishRegistration } from './publish-registration.ts';

/** The active records of a name. */
export const findHolders = (name: string, tx?: Tx): Promise<Domain[]> =>
  domains.findMany({ name, active: true }, { tx });

/** Until the next look-up of a name whose change of registrar waits for an acceptance. */
const heldBackMs = 10 * 60_000;

const isBeingAccepted = (domain: Domain): boolean =>
  domain.reservation?.state === 'CHECKING' && !inCustody(domain) && !isArriving(domain);

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
    const registrarChange = compares(record)
      ? changes.find(({ field }) => field === 'registrar')
      : undefined;
    for (const holder of holders) {
      const checked = await requeueProof(holder, changes, tx);
      const domain = await publishRegistration(checked, stored, tx);
      await applyFindings(domain, { record: stored, registrarChange }, tx);
    }
  });
}

/** The first report of a listing or an added name is what later ones are compared with. */
const compares = ({ priority }: DiligenceRecord): boolean => priority === priorities.DAILY;

/** With another registrar or other nameservers, the name may have another owner, so its proof is checked again. */
async function requeueProof(
  domain: Domain,
  changes: readonly DiligenceChange[],
  tx: Tx,
): Promise<Domain> {
  const isMoved = changes.some(({ field }) => field === 'registrar' || field === 'nameservers');
  if (!isMoved || !isProven(domain) || isCheckedElsewhere(domain)) return domain;
  return domains.update(domain, { ...domain, nextCheckAt: await queueRecheck(domain, tx) }, tx);
}

/**
 * The look-up of an acceptance can alert no parties yet. So it leaves the former registrar in place, and the next
 * look-up soon reports the change to the loan or, when the acceptance fails, to the listing.
 */
function keepRegistrar(
  record: DiligenceRecord,
  compared: ReturnType<typeof compareReports>,
): ReturnType<typeof compareReports> {
  const former = record.known.find(({ field }) => field === 'registrar');
  return {
    known: compared.known.map((one) => (one.field === 'registrar' && former ? former : one)),
    changes: compared.changes.filter(({ field }) => field !== 'registrar'),
  };
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
  if (result.kind === 'absent') {
    const isOlder = record.report !== null && result.at < record.report.asOf;
    const absentAt = isOlder ? (record.absentAt ?? null) : result.at;
    return { next: { ...planned, absentAt }, changes: [] };
  }
  if (result.kind === 'unknown') return { next: planned, changes: [] };
  const report = toDiligenceReport(result.report, ownTransfer);
  // A stored answer that was recorded before.
  if (record.report && report.asOf < record.report.asOf) return { next: planned, changes: [] };
  const compared = compareReports(record.known, report);
  const isHeldBack =
    compares(record) &&
    holders.some(isBeingAccepted) &&
    compared.changes.some(({ field }) => field === 'registrar');
  const { known, changes } = isHeldBack ? keepRegistrar(record, compared) : compared;
  return {
    next: {
      ...planned,
      ...(isHeldBack && { dueAt: new Date(at.getTime() + heldBackMs) }),
      priority: priorities.DAILY,
      report,
      absentAt: null,
      known,
      changes: withChanges(record.changes, changes),
    },
    changes,
  };
}
