/** What domains mends when parts are compared: reservations, listings, and telling again how a domain stands. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { publishArrival } from '../custody/transfer-in/secure-arrival.ts';
import { closed, domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { domainRef, inCustody } from '../domain/domain.ts';
import { scheduleDailyRecheck } from '../proof/recheck-proof.ts';
import { recordClosed } from '../reservation/record-closed.ts';
import { onCollateralReleased, onCollateralSeized } from '../reservation/sync-loan.ts';
import { commit } from '../service-context.ts';

interface LoanBinding {
  domainId: string;
  escrowId: string;
}

/** `toAccountId`: seized by this account, null by the platform; absent: it stays with its owner. */
export function endReservation({
  toAccountId,
  ...loan
}: LoanBinding & { toAccountId?: string | null }) {
  return commit(async (tx) => {
    const domain = await findBoundDomain(loan, tx);
    if (!domain) return undefined;
    if (toAccountId === undefined) await onCollateralReleased({ data: loan }, tx);
    else await onCollateralSeized({ data: { ...loan, toAccountId } }, tx);
    return `${domain.name} is bound to loan ${loan.escrowId} no more`;
  });
}

/** Of a loan that lending has never heard of. CONFLICT where the domain is its collateral: money may stand behind it. */
export function releaseReservation(loan: LoanBinding): Promise<string | undefined> {
  return commit(async (tx) => {
    const domain = await findBoundDomain(loan, tx);
    if (!domain) return undefined;
    if (domain.status === 'IN_ESCROW') {
      const message = `${domain.name} is held as collateral of loan ${loan.escrowId}.`;
      throw new DomainError('CONFLICT', message, { reason: 'STALE' });
    }
    await onCollateralReleased({ data: loan }, tx);
    return `${domain.name} is bound to loan ${loan.escrowId} no more`;
  });
}

async function findBoundDomain(
  { domainId, escrowId }: LoanBinding,
  tx: Tx,
): Promise<Domain | undefined> {
  const domain = await domains.get(domainId, tx);
  return domain.reservation?.escrowId === escrowId ? domain : undefined;
}

/** Whose it is and what it is worth, in a version above all that lending has seen. */
export function republishDomain({ domainId, above }: { domainId: string; above: number }) {
  return commit(async (tx) => {
    const told = await domains.raiseVersion(await domains.get(domainId, tx), above, tx);
    tx.emit('domains.domain.added', told, domainRef(told));
    const { appraisal } = told;
    if (appraisal) {
      const { lowCents, midCents, highCents } = appraisal;
      const appraisedAt = appraisal.appraisedAt.toISOString();
      const worth = { lowCents, midCents, highCents, appraisedAt };
      tx.emit('domains.domain.appraised', told, { ...domainRef(told), ...worth });
    }
    return `${told.name} was told again, in version ${told.version}`;
  });
}

/** To a loan that has forgotten its reservation or its custody; what it knows already changes nothing there. */
export function republishReservation({ above, ...loan }: LoanBinding & { above: number }) {
  return commit(async (tx) => {
    const domain = await findBoundDomain(loan, tx);
    if (domain?.reservation?.state !== 'RESERVED') return undefined;
    const told = await domains.raiseVersion(domain, above, tx);
    tx.emit('domains.domain.reserved', told, {
      ...domainRef(told),
      escrowId: loan.escrowId,
      inCustody: inCustody(told),
      expiresAt: told.expiresAt?.toISOString() ?? null,
    });
    if (inCustody(told)) await publishArrival(told, tx);
    return `loan ${loan.escrowId} was told again how ${told.name} stands`;
  });
}

/** An open listing of lending's, which this database has forgotten or takes for closed. */
export function addListing({ domainId, listingId }: { domainId: string; listingId: string }) {
  return commit(async (tx) => {
    const domain = await domains.get(domainId, tx);
    if (domain.listingIds.includes(listingId)) return undefined;
    const known = await closed.find(listingId, tx);
    if (known) await closed.remove(known, tx);
    const listingIds = [...domain.listingIds, listingId];
    const nextCheckAt = await scheduleDailyRecheck(domain, tx);
    await domains.update(domain, { ...domain, listingIds, nextCheckAt }, tx);
    return `${domain.name} is listed, by listing ${listingId}`;
  });
}

export function removeListing({ domainId, listingId }: { domainId: string; listingId: string }) {
  return commit(async (tx) => {
    const domain = await recordClosed({ id: listingId, domainId }, tx);
    if (!domain?.listingIds.includes(listingId)) return undefined;
    const listingIds = domain.listingIds.filter((one) => one !== listingId);
    await domains.update(domain, { ...domain, listingIds }, tx);
    return `${domain.name} is no longer listed by listing ${listingId}`;
  });
}
