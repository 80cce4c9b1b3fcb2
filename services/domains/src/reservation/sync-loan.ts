/** Applies lending's decisions about a loan's collateral: held, released, seized, in dispute. */

import type { Event, EventData } from '@nameloan/contracts/events';
import { platformAccountId } from '@nameloan/contracts/platform';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { DependencyNotReadyError } from '@nameloan/subgraph/subscribe-events';
import { scheduleRotation } from '../custody/rotate-auth-code.ts';
import { closedReferences, domains } from '../domain/domain.model.ts';
import type { Domain, Reservation } from '../domain/domain.ts';
import { domainRef, inCustody } from '../domain/domain.ts';
import { isHeldFor } from '../domain/held.ts';
import type { DeferredHandover } from '../domain/hold/domain-hold.ts';
import { defersHandover } from '../domain/hold/hold-rules.ts';
import { moveToAccount } from '../owner/move-to-account.ts';
import { scheduleRegistrant } from '../registrant/schedule-registrant.ts';
import { recordClosed } from './record-closed.ts';

export async function onCollateralHeld(
  event: Event<'lending.escrow.collateral-held'>,
  tx: Tx,
): Promise<void> {
  const domain = await findBoundDomain(event.data, tx);
  if (!domain || domain.status === 'IN_ESCROW') return;
  // Custody was lost after lending's decision; lending gets the event about that loss.
  if (!domain.active || domain.status !== 'CUSTODY_PAID') return;
  const held = await domains.update(domain, { ...domain, status: 'IN_ESCROW' }, tx);
  await scheduleRegistrant(held, tx);
}

/**
 * A refinancing has closed: in one write the domain secures the new loan instead of the old one. Its status stays, so no
 * transfer out, listing or push can come in between. The condition is the old loan's reservation.
 */
export async function onCollateralMoved(
  event: Event<'lending.escrow.collateral-moved'>,
  tx: Tx,
): Promise<void> {
  const { escrowId, fromEscrowId, domainId, lenderId, dueBy } = event.data;
  if (await closedReferences.find(fromEscrowId, tx)) return;
  const domain = await findBoundDomain({ escrowId: fromEscrowId, domainId }, tx);
  // The old loan has itself taken over the domain just before.
  if (!domain?.reservation)
    throw new DependencyNotReadyError(
      `domain ${domainId} does not secure loan ${fromEscrowId} yet`,
    );
  await closedReferences.add({ id: fromEscrowId, version: 1, closedAt: now() }, tx);
  const reservation: Reservation = {
    ...domain.reservation,
    escrowId,
    lenderId,
    dueBy: new Date(dueBy),
    // Versions of the old loan.
    lenderAsOf: null,
    disputed: false,
    disputedAsOf: 0,
  };
  await domains.update(domain, { ...domain, reservation }, tx);
}

/** Ids of a loan and its domain. */
type LoanAndDomain = Pick<
  EventData<'lending.escrow.collateral-released'>,
  'escrowId' | 'domainId' | 'replacesId'
>;

/** Also of a loan whose domain a decision gave to the platform: an operator has released it to the borrower. */
export async function onCollateralReleased(
  event: { data: LoanAndDomain & { borrowerId?: string } },
  tx: Tx,
): Promise<void> {
  const { escrowId, domainId, borrowerId } = event.data;
  const bound = await findBoundDomain(event.data, tx);
  const domain = await recordClosed({ id: escrowId, domainId }, tx);
  if (!domain) return;
  if (!bound) {
    if (borrowerId) await releaseHeld(domain, { accountId: borrowerId, escrowId }, tx);
    return;
  }
  await tx.unschedule('reserve', escrowId);
  await handOver(domain, { kind: 'RELEASE', toAccountId: null, escrowId }, tx);
}

/**
 * An operator releases a domain that a decision gave to the platform. During a legal hold the platform may not have got it
 * yet; then it never does.
 */
async function releaseHeld(
  domain: Domain,
  { accountId, escrowId }: { accountId: string; escrowId: string },
  tx: Tx,
): Promise<void> {
  const waiting = domain.deferredHandover;
  const waits = waiting?.escrowId === escrowId && waiting.toAccountId === null;
  if (!isHeldFor(domain, escrowId) && !(waits && waiting.kind === 'SEIZURE')) return;
  const isOwner = domain.accountId === accountId;
  const handover: DeferredHandover = isOwner
    ? { kind: 'RELEASE', toAccountId: null, escrowId }
    : { kind: 'SEIZURE', toAccountId: accountId, escrowId };
  await handOver(domain, handover, tx);
}

/** The loan has ended. A domain in custody that is on legal hold stays as it is until the hold ends. */
async function handOver(domain: Domain, handover: DeferredHandover, tx: Tx): Promise<void> {
  if (!defersHandover(domain)) return performHandover(domain, handover, tx);
  await domains.update(domain, { ...domain, deferredHandover: handover }, tx);
}

/** `kind` RELEASE: to its owner, the borrower. */
export async function performHandover(
  domain: Domain,
  { kind, toAccountId, escrowId }: DeferredHandover,
  tx: Tx,
): Promise<void> {
  if (kind === 'SEIZURE') {
    if (domain.active && inCustody(domain)) await giveTo(domain, { toAccountId, escrowId }, tx);
    return;
  }
  const status = domain.status === 'IN_ESCROW' ? 'CUSTODY_PAID' : domain.status;
  const released = await domains.update(domain, { ...domain, status, reservation: null }, tx);
  if (inCustody(released)) await scheduleRotation(released.id, tx);
  await scheduleRegistrant(released, tx);
}

/** The lender or the platform becomes the owner; later the lender of a domain that an operator releases. */
export async function onCollateralSeized(
  event: { data: LoanAndDomain & { toAccountId: string | null } },
  tx: Tx,
): Promise<void> {
  const { escrowId, domainId, toAccountId } = event.data;
  const bound = await findBoundDomain(event.data, tx);
  const domain = await recordClosed({ id: escrowId, domainId }, tx);
  if (!domain?.active || !inCustody(domain)) return;
  if (bound) await handOver(domain, { kind: 'SEIZURE', toAccountId, escrowId }, tx);
  else if (toAccountId !== null)
    await releaseHeld(domain, { accountId: toAccountId, escrowId }, tx);
}

/** `toAccountId` null: the platform. */
async function giveTo(
  domain: Domain,
  { toAccountId, escrowId }: { toAccountId: string | null; escrowId: string },
  tx: Tx,
): Promise<void> {
  const accountId = toAccountId ?? platformAccountId;
  // Only a release of this loan moves it on.
  const heldFor = toAccountId === null ? escrowId : null;
  const seized = await moveToAccount(domain, { accountId, heldFor }, tx);
  tx.emit('domains.domain.owner-changed', seized, {
    ...domainRef(seized),
    fromAccountId: domain.accountId,
    toAccountId,
    escrowId,
  });
}

/**
 * A sale of the loan changes its lender. A dispute blocks nameserver changes of a domain in escrow until it is resolved. Every event also has the lender,
 * which old reservations lack.
 */
export async function onEscrowMoved(event: Event<'lending.escrow.moved'>, tx: Tx): Promise<void> {
  const { escrowId, domainId } = event.data;
  if (await closedReferences.find(escrowId, tx)) return;
  const domain = await domains.find(domainId, tx);
  if (!domain || !secures(domain, event.data)) return;
  const { reservation: before } = domain;
  const reservation = before && applyTransition(before, event);
  if (reservation !== before) await domains.update(domain, { ...domain, reservation }, tx);
}

function applyTransition(
  before: Reservation,
  { data, aggregateVersion }: Event<'lending.escrow.moved'>,
): Reservation {
  const { from, to, move, lenderId } = data;
  const isNewest = (before.lenderAsOf ?? 0) < aggregateVersion;
  const known =
    move === 'ASSIGN' && isNewest
      ? { ...before, lenderId, lenderAsOf: aggregateVersion }
      : before.lenderId == null
        ? { ...before, lenderId }
        : before;
  if (from !== 'ESCALATED' && to !== 'ESCALATED') return known;
  if (before.disputedAsOf >= aggregateVersion) return known;
  return { ...known, disputed: to === 'ESCALATED', disputedAsOf: aggregateVersion };
}

/** The domain while it is reserved for this loan; undefined once the loan has released it. */
async function findBoundDomain(loan: LoanAndDomain, tx: Tx): Promise<Domain | undefined> {
  if (await closedReferences.find(loan.escrowId, tx)) return undefined;
  const domain = await domains.find(loan.domainId, tx);
  if (!domain) throw new DependencyNotReadyError(`domain ${loan.domainId} is not known yet`);
  return secures(domain, loan) ? domain : undefined;
}

/** Throws if the loan has taken the domain over, but the event about that has not arrived. */
function secures(
  { reservation, name }: Domain,
  { escrowId, replacesId }: Pick<LoanAndDomain, 'escrowId' | 'replacesId'>,
): boolean {
  if (reservation && reservation.escrowId === replacesId)
    throw new DependencyNotReadyError(`${name} does not secure loan ${escrowId} yet`);
  return reservation?.escrowId === escrowId;
}
