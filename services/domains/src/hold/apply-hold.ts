/** Applies a hold to the domain that has the title of its name, and ends it there. */

import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { domainRef, inCustody, isLeaving } from '../domain/domain.ts';
import { scheduleRegistrant } from '../registrant/schedule-registrant.ts';
import { connectionIdOf, jobKeyOf, registrarOf } from '../registrars.ts';
import { performHandover } from '../reservation/sync-loan.ts';
import { commit } from '../service-context.ts';
import { legalHolds, toDomainHold } from './legal-hold.model.ts';
import type { LegalHold } from './legal-hold.ts';

/** Job that applies a hold again: another account may have got the title at the moment in which it was placed. */
export function applyHoldAgain({ key }: Job): Promise<void> {
  return commit(async (tx) => {
    const hold = await legalHolds.find(key, tx);
    if (hold?.active) await applyHold(hold, tx);
  });
}

/** Idempotent. In custody a transfer out is stopped, to start again after the hold, and the lock is checked now. */
export async function applyHold(hold: LegalHold, tx: Tx): Promise<void> {
  const domain = await domains.findOne({ titleName: hold.name, active: true }, tx);
  if (!domain) return;
  const { legalHold: known } = domain;
  if (known?.id === hold.id && known.disclosed === hold.disclosed) return;
  const frozen = inCustody(domain) ? await freeze(domain, tx) : domain;
  const held = await domains.update(domain, { ...frozen, legalHold: toDomainHold(hold) }, tx);
  tx.emit('domains.domain.legal-hold-changed', held, {
    ...domainRef(held),
    escrowId: findLoanId(held),
    since: hold.placedAt.toISOString(),
    disclosed: hold.disclosed,
  });
}

/** The loan that it secures, or whose decision gave it to the platform; null while an acceptance is being checked. */
function findLoanId({ reservation, heldFor }: Domain): string | null {
  if (reservation) return reservation.state === 'RESERVED' ? reservation.escrowId : null;
  return heldFor ?? null;
}

async function freeze(domain: Domain, tx: Tx): Promise<Domain> {
  const { id, transferOut } = domain;
  await tx.schedule({ kind: 'watch-custody', key: jobKeyOf(connectionIdOf(domain)) });
  // A renewal that failed so far is repeated.
  await tx.schedule({ kind: 'watch-registration', key: id });
  // The check of custody finds no request that the registrar hides.
  if (registrarOf(domain).capabilities.hidesTransferOut && !isLeaving(domain))
    await tx.schedule({ kind: 'answer-transfer-out', key: id });
  const unknownSince = domain.custodyCheck?.unknownSince ?? null;
  const checked = { ...domain, custodyCheck: { at: now(), unknownSince } };
  if (!transferOut || !isLeaving(domain) || transferOut.state === 'RELOCKING') return checked;
  await tx.schedule({ kind: 'transfer-out', key: id });
  const relocking = {
    ...transferOut,
    state: 'RELOCKING' as const,
    encryptedCode: null,
    resumes: true,
  };
  return { ...checked, transferOut: relocking };
}

/** What waited for the end of the hold goes on: the end of a loan, a transfer out, a change of nameservers or registrant. */
export async function endHold(hold: LegalHold, tx: Tx): Promise<void> {
  const held = await domains.findMany({ name: hold.name, 'legalHold.id': hold.id }, { tx });
  for (const domain of held) {
    const free = await domains.update(domain, { ...domain, legalHold: null }, tx);
    const escrowId = findLoanId(free);
    // A loan learns it also about a domain that has left custody.
    if (free.active || escrowId !== null)
      tx.emit('domains.domain.legal-hold-changed', free, {
        ...domainRef(free),
        escrowId,
        since: null,
        disclosed: hold.disclosed,
      });
    if (free.active) await resume(free, tx);
  }
}

async function resume(domain: Domain, tx: Tx): Promise<void> {
  const { id, transferOut, nameserverChange, deferredHandover } = domain;
  if (transferOut) await tx.schedule({ kind: 'transfer-out', key: id });
  if (nameserverChange?.rejection === null) await tx.schedule({ kind: 'set-nameservers', key: id });
  await scheduleRegistrant(domain, tx);
  if (!deferredHandover) return;
  const free = await domains.update(domain, { ...domain, deferredHandover: null }, tx);
  await performHandover(free, deferredHandover, tx);
}
