/** Repairs for reconciliation: end reservations, restore listings, and publish a domain's state again. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { publishArrival } from '../custody/transfer-in/secure-arrival.ts';
import { closedReferences, domains } from '../domain/domain.model.ts';
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
    return `${domain.name} is no longer bound to loan ${loan.escrowId}`;
  });
}

/** For a loan that lending does not have. Throws CONFLICT for collateral, because money may depend on it. */
export function releaseReservation(loan: LoanBinding): Promise<string | undefined> {
  return commit(async (tx) => {
    const domain = await findBoundDomain(loan, tx);
    if (!domain) return undefined;
    if (domain.status === 'IN_ESCROW') {
      const message = `${domain.name} is held as collateral of loan ${loan.escrowId}.`;
      throw new DomainError('CONFLICT', message, { reason: 'STALE' });
    }
    await onCollateralReleased({ data: loan }, tx);
    return `${domain.name} is no longer bound to loan ${loan.escrowId}`;
  });
}

async function findBoundDomain(
  { domainId, escrowId }: LoanBinding,
  tx: Tx,
): Promise<Domain | undefined> {
  const domain = await domains.get(domainId, tx);
  return domain.reservation?.escrowId === escrowId ? domain : undefined;
}

/** Publishes the owner and the estimate with a version above the highest that lending has seen. */
export function republishDomain({ domainId, above }: { domainId: string; above: number }) {
  return commit(async (tx) => {
    const raised = await domains.raiseVersion(await domains.get(domainId, tx), above, tx);
    tx.emit('domains.domain.added', raised, domainRef(raised));
    const { appraisal } = raised;
    if (appraisal) {
      const { lowCents, midCents, highCents } = appraisal;
      const appraisedAt = appraisal.appraisedAt.toISOString();
      const worth = { lowCents, midCents, highCents, appraisedAt };
      tx.emit('domains.domain.appraised', raised, { ...domainRef(raised), ...worth });
    }
    return `${raised.name} was published again, in version ${raised.version}`;
  });
}

/** Publishes a reservation and custody again for a loan that lacks them; lending ignores what it already knows. */
export function republishReservation({ above, ...loan }: LoanBinding & { above: number }) {
  return commit(async (tx) => {
    const domain = await findBoundDomain(loan, tx);
    if (domain?.reservation?.state !== 'RESERVED') return undefined;
    const raised = await domains.raiseVersion(domain, above, tx);
    tx.emit('domains.domain.reserved', raised, {
      ...domainRef(raised),
      escrowId: loan.escrowId,
      holder: raised.reservation?.holder ?? 'BORROWER',
      inCustody: inCustody(raised),
      expiresAt: raised.expiresAt?.toISOString() ?? null,
    });
    if (inCustody(raised)) await publishArrival(raised, tx);
    return `the state of ${raised.name} was published again for loan ${loan.escrowId}`;
  });
}

/** Adds an open listing of lending's that this database lacks or considers closed. */
export function addListing({ domainId, listingId }: { domainId: string; listingId: string }) {
  return commit(async (tx) => {
    const domain = await domains.get(domainId, tx);
    if (domain.listingIds.includes(listingId)) return undefined;
    const known = await closedReferences.find(listingId, tx);
    if (known) await closedReferences.remove(known, tx);
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
