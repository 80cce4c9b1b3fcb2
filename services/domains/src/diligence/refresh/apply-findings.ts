/** The effects of a report on a domain: it closes a listing, or alerts the parties of a loan. */

import type { DiligenceReason } from '@nameloan/contracts/diligence';
import type { Tx } from '@nameloan/persistence/tx';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { domainRef, inCustody } from '../../domain/domain.ts';
import { isArriving, toDiligenceSubject } from '../../domain/listing/listing-conditions.ts';
import type { DiligenceChange } from '../changes.ts';
import type { DiligenceRecord } from '../diligence.model.ts';
import { assessRecord } from '../read-diligence.ts';

interface Findings {
  record: DiligenceRecord;
  /** Since the last report while the name was watched. */
  registrarChange: DiligenceChange | undefined;
}

interface Obstacles {
  reasons: DiligenceReason[];
  registrar: { former: string; present: string } | null;
  /** The registry has no such name. */
  absent: boolean;
}

/** The product's transfer and custody change registrar and statuses, which is no finding. */
function findObstacles(domain: Domain, { record, registrarChange }: Findings): Obstacles {
  const { reasons } = assessRecord(record, toDiligenceSubject(domain));
  const isOwnChange = inCustody(domain) || isArriving(domain) || record.report?.ownTransfer;
  const registrar =
    registrarChange && !isOwnChange
      ? { former: registrarChange.from, present: registrarChange.to }
      : null;
  const absent = Boolean(record.absentAt);
  // The suffix was checked when the listing opened, and its support may end later without harm to a loan.
  return { reasons: reasons.filter((reason) => reason !== 'SUFFIX'), registrar, absent };
}

/** Idempotent: the same findings about one listing or loan are published once. */
export async function applyFindings(domain: Domain, findings: Findings, tx: Tx): Promise<void> {
  const obstacles = findObstacles(domain, findings);
  const { reasons, registrar } = obstacles;
  if (domain.reservation) return alertParties(domain, obstacles, tx);
  if (reasons.length === 0 && !registrar) return;
  const listingId = domain.listingIds.at(-1);
  if (listingId === undefined || domain.ineligibleListingId === listingId) return;
  const updated = await domains.update(domain, { ...domain, ineligibleListingId: listingId }, tx);
  tx.emit('domains.domain.eligibility-lost', updated, {
    ...domainRef(updated),
    reasons,
    registrar,
  });
}

/** Of a loan whose domain is not in custody yet. */
async function alertParties(domain: Domain, obstacles: Obstacles, tx: Tx): Promise<void> {
  const { reservation } = domain;
  if (reservation?.state !== 'RESERVED' || inCustody(domain)) return;
  const { registrar } = obstacles;
  const sent = reservation.diligenceAlerts ?? [];
  const reasons = obstacles.reasons.filter((reason) => !sent.includes(reason));
  const change = registrar && !sent.includes(`REGISTRAR ${registrar.present}`) ? registrar : null;
  const absent = obstacles.absent && !sent.includes('NOT_REGISTERED');
  if (reasons.length === 0 && !change && !absent) return;
  const diligenceAlerts = [
    ...sent,
    ...reasons,
    ...(change ? [`REGISTRAR ${change.present}`] : []),
    ...(absent ? ['NOT_REGISTERED'] : []),
  ];
  const updated = await domains.update(
    domain,
    { ...domain, reservation: { ...reservation, diligenceAlerts } },
    tx,
  );
  tx.emit('domains.domain.collateral-endangered', updated, {
    ...domainRef(updated),
    escrowId: reservation.escrowId,
    reasons,
    registrar: change,
    absent,
  });
}
